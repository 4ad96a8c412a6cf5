"""Pieces of files made for paper, and hands of class work that were looked up."""

import accounts.clock
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0004_grading"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExportPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("members", models.JSONField(default=list)),
                ("content", models.BinaryField(blank=True, null=True)),
                ("made_at", models.DateTimeField(blank=True, null=True)),
                (
                    "export",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="classrooms.classexport",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("export", "number"), name="one_part_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="LookUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                (
                    "tool",
                    models.CharField(
                        choices=[
                            ("referee", "Referee"),
                            ("solve", "Solve"),
                            ("outs", "Outs"),
                            ("advise", "Advise"),
                        ],
                        max_length=7,
                    ),
                ),
                ("times", models.PositiveIntegerField(default=1)),
                ("first_at", models.DateTimeField(default=accounts.clock.now)),
                ("last_at", models.DateTimeField(default=accounts.clock.now)),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lookups",
                        to="classrooms.work",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("work", "index", "tool"), name="one_look_up_a_puzzle_and_tool"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tool__in", ["referee", "solve", "outs", "advise"])),
                        name="known_look_up_tool",
                    ),
                ],
            },
        ),
    ]
