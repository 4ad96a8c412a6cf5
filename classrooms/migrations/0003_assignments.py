"""An assignment can be withdrawn; a work keeps its colours."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0002_ways_in")]

    operations = [
        migrations.AddField(
            model_name="assignment",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="work",
            name="variant",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=Q(grace_minutes__lte=1440), name="grace_of_a_day_at_most"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=~Q(feedback="after-due") | Q(due_at__isnull=False),
                name="told_after_due_has_a_due_time",
            ),
        ),
    ]
