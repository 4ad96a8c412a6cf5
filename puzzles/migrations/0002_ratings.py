import django.db.models.deletion
from django.db import migrations, models


def offer_what_is_there(apps, schema_editor):
    """Give every puzzle of the pool its offers: one for all, and one for each of its themes."""
    puzzles = apps.get_model('puzzles', 'Puzzle').objects
    offer = apps.get_model('puzzles', 'PuzzleOffer')
    rows = []
    found = puzzles.filter(state='live', reserved=False).only('rules', 'kind', 'themes', 'difficulty')
    for puzzle in found.iterator(chunk_size=1000):
        for theme in ('', *dict.fromkeys(puzzle.themes)):
            rows.append(offer(puzzle=puzzle, rules=puzzle.rules, kind=puzzle.kind, theme=theme, level=puzzle.difficulty))
        if len(rows) > 2000:
            offer.objects.bulk_create(rows)
            rows = []
    offer.objects.bulk_create(rows)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('puzzles', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AttemptMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sort', models.CharField(choices=[('theme', 'Theme'), ('rule', 'Rule')], max_length=5)),
                ('key', models.CharField(max_length=60)),
            ],
        ),
        migrations.CreateModel(
            name='PlayerRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('rated_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='PuzzleOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('theme', models.CharField(blank=True, max_length=40)),
                ('level', models.SmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='PuzzleRating',
            fields=[
                ('puzzle', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating', serialize=False, to='puzzles.puzzle')),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('volatility', models.FloatField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating_change', serialize=False, to='puzzles.attempt')),
                ('rules', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
                ('correct', models.BooleanField()),
                ('weight', models.FloatField()),
                ('player_before', models.FloatField()),
                ('player_after', models.FloatField()),
                ('player_deviation_before', models.FloatField()),
                ('player_deviation_after', models.FloatField()),
                ('puzzle_before', models.FloatField()),
                ('puzzle_after', models.FloatField()),
                ('puzzle_deviation_before', models.FloatField()),
                ('puzzle_deviation_after', models.FloatField()),
                ('formula', models.PositiveSmallIntegerField()),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='attempt',
            name='choice',
            field=models.CharField(blank=True, choices=[('mixed', 'Mixed'), ('kind', 'Kind'), ('theme', 'Theme')], db_default='', default='', max_length=5),
        ),
        migrations.AddField(
            model_name='attempt',
            name='expected',
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('answered_at__isnull', False)), fields=['player', 'answered_at'], name='attempts_by_answer'),
        ),
        migrations.AddField(
            model_name='attemptmark',
            name='attempt',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='puzzles.attempt'),
        ),
        migrations.AddField(
            model_name='playerrating',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='accounts.player'),
        ),
        migrations.AddField(
            model_name='puzzleoffer',
            name='puzzle',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='puzzles.puzzle'),
        ),
        migrations.AddConstraint(
            model_name='puzzlerating',
            constraint=models.CheckConstraint(condition=models.Q(('deviation__gt', 0), ('volatility__gt', 0)), name='puzzle_rating_is_sane'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='accounts.player'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='puzzle',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='puzzles.puzzle'),
        ),
        migrations.AddConstraint(
            model_name='attemptmark',
            constraint=models.UniqueConstraint(fields=('attempt', 'sort', 'key'), name='one_mark_an_attempt_and_key'),
        ),
        migrations.AddConstraint(
            model_name='attemptmark',
            constraint=models.CheckConstraint(condition=models.Q(('sort__in', ['theme', 'rule'])), name='known_mark'),
        ),
        migrations.AddConstraint(
            model_name='playerrating',
            constraint=models.UniqueConstraint(fields=('player', 'rules'), name='one_rating_a_player_and_rules'),
        ),
        migrations.AddConstraint(
            model_name='playerrating',
            constraint=models.CheckConstraint(condition=models.Q(('deviation__gt', 0), ('volatility__gt', 0)), name='player_rating_is_sane'),
        ),
        migrations.AddIndex(
            model_name='puzzleoffer',
            index=models.Index(fields=['rules', 'kind', 'theme', 'level'], name='offers_of_a_kind'),
        ),
        migrations.AddIndex(
            model_name='puzzleoffer',
            index=models.Index(fields=['rules', 'theme', 'level'], name='offers_of_all_kinds'),
        ),
        migrations.AddConstraint(
            model_name='puzzleoffer',
            constraint=models.UniqueConstraint(fields=('puzzle', 'theme'), name='one_offer_a_puzzle_and_theme'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['player', 'rules', 'at'], name='rating_changes_of_player'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(condition=models.Q(('taken_back_at__isnull', True)), fields=['puzzle'], name='rating_changes_that_count'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.CheckConstraint(condition=models.Q(('weight__gt', 0), ('weight__lte', 1)), name='rating_change_has_a_weight'),
        ),
        migrations.RunPython(offer_what_is_there, migrations.RunPython.noop),
    ]
