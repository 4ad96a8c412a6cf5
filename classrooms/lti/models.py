"""Learning platforms, what a launch needs, and what stands here for their people and courses."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import clock


class LtiPlatform(models.Model):
    """A learning platform whose launches are taken. Set up by the staff or by `lti_platform`.

    Nothing is asked of another host than those of these addresses and `hosts`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    issuer = models.URLField(max_length=255)
    client_id = models.CharField(max_length=255)
    deployments = models.JSONField(default=list, blank=True)  # ids, as text: no other is let in
    auth_url = models.URLField(max_length=500)
    token_url = models.URLField(max_length=500)
    keys_url = models.URLField(max_length=500)
    audience = models.CharField(max_length=500, blank=True)  # of our assertion; else `token_url`
    hosts = models.JSONField(default=list, blank=True)  # further ones, where grades go
    active = models.BooleanField(default=True)
    keys = models.JSONField(default=dict, blank=True)  # its public keys as last fetched
    keys_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issuer", "client_id"], name="one_platform_an_issuer_and_client"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse addresses without https (development knows plain http) and ids that are none."""
        schemes = ("https://", "http://") if settings.DEVELOPMENT else ("https://",)
        for url in (self.issuer, self.auth_url, self.token_url, self.keys_url):
            if not url.startswith(schemes):
                raise ValidationError(
                    _("%(url)s does not begin with https://."), params={"url": url}
                )
        for listed in (self.deployments, self.hosts):
            texts = isinstance(listed, list) and all(isinstance(one, str) for one in listed)
            if not texts:
                raise ValidationError(_("Deployments and hosts are lists of texts."))


class LtiKey(models.Model):
    """A pair of keys of this site. The private one is kept encrypted under SECRET_KEY.

    It is published as soon as it is made and signs from `signs_from` on, so that platforms that
    keep our keys for a while know it by then.
    """

    kid = models.CharField(primary_key=True, max_length=40)
    private = models.TextField()
    public = models.JSONField()  # as a JSON Web Key
    signs_from = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)  # from then on not published any more

    def __str__(self) -> str:
        return self.kid


class LtiLogin(models.Model):
    """A log-in that was begun: its state and nonce count once, in one browser, for minutes."""

    state = models.CharField(primary_key=True, max_length=64)  # a digest, as the next two
    nonce = models.CharField(max_length=64, unique=True)
    browser = models.CharField(max_length=64)
    platform = models.ForeignKey(LtiPlatform, on_delete=models.CASCADE, related_name="+")
    target = models.CharField(max_length=500)  # the `target_link_uri` that was announced
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.state[:8]


class LtiUser(models.Model):
    """Whom a platform's user is here. Found by the platform's id alone, never by an e-mail."""

    platform = models.ForeignKey(LtiPlatform, on_delete=models.CASCADE, related_name="users")
    sub = models.CharField(max_length=255)
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.CASCADE, related_name="lti_users"
    )
    seen_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["platform", "sub"], name="one_user_a_platform_and_sub")
        ]

    def __str__(self) -> str:
        return f"user of {self.platform_id}"


class LtiContext(models.Model):
    """A course of a platform and the class that it is here."""

    platform = models.ForeignKey(LtiPlatform, on_delete=models.CASCADE, related_name="contexts")
    deployment = models.CharField(max_length=255)
    context_id = models.CharField(max_length=255)
    classroom = models.ForeignKey(
        "classrooms.Classroom", on_delete=models.CASCADE, related_name="lti_contexts"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["platform", "deployment", "context_id"], name="one_class_a_course"
            )
        ]

    def __str__(self) -> str:
        return f"course {self.context_id}"


class LtiLink(models.Model):
    """A link in a course, the assignment that it opens, and where its grades go."""

    context = models.ForeignKey(LtiContext, on_delete=models.CASCADE, related_name="links")
    link_id = models.CharField(max_length=255)
    assignment = models.ForeignKey(
        "classrooms.Assignment",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="lti_links",
    )
    line_item = models.URLField(max_length=1_000, blank=True)  # empty: no grades go back

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["context", "link_id"], name="one_link_a_course_and_id")
        ]

    def __str__(self) -> str:
        return f"link {self.link_id}"


class LtiScore(models.Model):
    """The score of one pupil at one link: what is to be sent, and what became of it.

    Without points there is no score any more (excused since, or taken back), and that is sent.
    `serial` counts what was to be sent: a worker that sent an older one changes nothing, and
    `changed_at` is the moment that the platform compares.
    """

    class State(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"
        FAILED = "failed"

    link = models.ForeignKey(LtiLink, on_delete=models.CASCADE, related_name="scores")
    user = models.ForeignKey(LtiUser, on_delete=models.CASCADE, related_name="scores")
    work = models.ForeignKey(  # the one that counts
        "classrooms.Work", null=True, on_delete=models.SET_NULL, related_name="lti_scores"
    )
    points = models.PositiveSmallIntegerField(null=True)
    out_of = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.PENDING)
    serial = models.PositiveIntegerField(default=1)
    tries = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=40, blank=True)  # a code: why it failed last
    changed_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    job = models.ForeignKey(
        "jobs.Job", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["link", "user"], name="one_score_a_link_and_user"),
            models.CheckConstraint(
                condition=Q(out_of__gt=0, points__lte=models.F("out_of")),
                name="a_score_out_of_something",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "sent", "failed"]), name="known_score_state"
            ),
        ]
        indexes = [
            models.Index(
                fields=["changed_at"], condition=Q(state="pending"), name="scores_to_be_sent"
            )
        ]

    def __str__(self) -> str:
        return f"score of {self.user_id} at {self.link_id}"
