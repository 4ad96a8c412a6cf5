import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0001_classes")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="asked_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="classrooms.joincode",
            ),
        ),
    ]
