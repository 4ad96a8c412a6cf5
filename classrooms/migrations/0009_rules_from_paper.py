"""The rules that melds from paper broke."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0008_scores_taken_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="workanswer",
            name="rules",
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
