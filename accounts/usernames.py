"""What an account may be called: the name it logs in with."""

from __future__ import annotations

from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

# An address is nobody's name: at log-in it would mean who is called so, not whose address it is.
_MADE_OF = _(
    "A name is made of letters, digits and . + - _ without spaces; an e-mail address is none."
)
USERNAME_VALIDATORS = [RegexValidator(r"^[\w.+-]+\Z", _MADE_OF), MaxLengthValidator(150)]
