"""What the trail of a class says: a sentence for each action's key.

Values come in by name: what `trail.note` was given, `member` (whom it concerned) and `count`. Each
part of the room adds its own keys; a test looks for those without a sentence.
"""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

# "key": a sentence, or one that follows `count`
SENTENCES: Final[dict[str, Promise | Any]] = {
    "class.created": _("made the class"),
    "class.changed": _("changed the settings"),
    "class.archived": _("archived the class"),
    "class.unarchived": _("brought the class back into use"),
    "pupils.created": ngettext_lazy("added %(count)d pupil", "added %(count)d pupils", "count"),
    "pupil.removed": _("took %(member)s out of the class"),
    "pupil.left": _("left the class"),
    "pupil.restored": _("brought %(member)s back"),
    "pupil.moved-out": _("moved %(member)s to another class"),
    "pupil.moved-in": _("moved %(member)s here from another class"),
    "member.renamed": _("changed the name of %(member)s"),
    "member.role": _("changed the role of %(member)s"),
    "teacher.added": _("made %(member)s a teacher"),
    "teacher.removed": _("took the teacher %(member)s out of the class"),
    "teacher.left": _("stopped teaching the class"),
    "teacher.invited": _("made a link for a further teacher"),
}
