
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('jobs', '0001_initial'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='job',
            index=models.Index(condition=models.Q(('dedupe_key', ''), _negated=True), fields=['kind', 'dedupe_key'], name='job_dedupe'),
        ),
    ]
