"""How far a look at an assignment's grades has got."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0006_people")]

    operations = [
        migrations.AddField(
            model_name="regrading",
            name="cursor",
            field=models.PositiveBigIntegerField(default=0),
        ),
        *(
            migrations.AddField(
                model_name="regrading",
                name=name,
                field=models.PositiveIntegerField(default=0),
            )
            for name in ("looked", "total", "unread")
        ),
    ]
