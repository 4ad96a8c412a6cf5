"""A set may be of one theme."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("puzzles", "0007_set_chunks")]

    operations = [
        migrations.AddField(
            model_name="puzzleset",
            name="theme",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
    ]
