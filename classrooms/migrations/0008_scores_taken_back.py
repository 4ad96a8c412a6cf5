"""A score that is not there any more is sent too: then without points and without a work."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0007_paper_files"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ltiscore",
            name="points",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="ltiscore",
            name="work",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="lti_scores",
                to="classrooms.work",
            ),
        ),
    ]
