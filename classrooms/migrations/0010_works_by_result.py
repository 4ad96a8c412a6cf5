"""The sums of a gradebook are read from an index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0009_rules_from_paper"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="work",
            index=models.Index(
                condition=models.Q(("submitted_at__isnull", False)),
                fields=["assignment", "try_no", "points", "out_of", "member"],
                name="works_by_result",
            ),
        ),
    ]
