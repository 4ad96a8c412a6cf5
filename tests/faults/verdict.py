"""What a run has lost, doubled or left lying: the ledger of promises against the database."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tests.faults.client import Client, Workload
from tests.faults.site import Site

MAX_ATTEMPTS = 5


@dataclass(frozen=True)
class Verdict:
    """All counts; `clean` when nothing is wrong."""

    promised: int  # jobs
    kept: int  # visitors that the site has taken besides
    lost: int  # jobs promised and not done, or done without their effect; visitors not known
    doubled: int  # more effects than one
    uncalled: int  # an effect of a job that is not done
    unfinished: int
    attempts: int  # all of them; more than the jobs, as far as attempts were cut short
    attempts_most: int
    server_errors: int  # answers that this fault must not bring about
    refused: int  # 503 with Retry-After, where the fault may bring them about
    unanswered: int  # the same, with nobody there
    wrong: tuple[str, ...]  # what a closer look at the effects found

    @property
    def clean(self) -> bool:
        """Nothing lost, nothing twice, nothing left."""
        wrong = (self.lost, self.doubled, self.uncalled, self.unfinished, self.server_errors)
        return wrong == (0,) * 5 and not self.wrong and self.attempts_most <= MAX_ATTEMPTS


def judge(
    site: Site,
    client: Client,
    workload: Workload,
    hopeless: Iterable[uuid.UUID] = (),
    before: Collection[uuid.UUID] = (),
    *,
    bears: Collection[str] = (),
    wrong: Sequence[str] = (),
) -> Verdict:
    """Compare. `hopeless` jobs were promised too, and must have failed without an effect.

    Jobs that were there `before` are of another run. `bears` are the kinds of answers that the
    fault may bring about: the others count as errors of the server.
    """
    found = (uuid.UUID(str(row[0])) for row in site.database.rows(workload.effects))
    effects = Counter(pk for pk in found if pk not in before)
    jobs = {pk: values for pk, values in site.jobs().items() if pk not in before}
    bad = set(hopeless)
    promised = set(client.ledger.values())
    expected = (promised | set(jobs)) - bad  # the children of what was promised, too
    done = {pk for pk, (state, _) in jobs.items() if state == "done"}
    failed = {pk for pk, (state, _) in jobs.items() if state == "failed"}
    refusals = {"refused": client.refused, "unanswered": client.unanswered}
    errors = client.server_errors + sum(
        count for kind, count in refusals.items() if kind not in bears
    )
    complaints = (f"{count} × {words}" for words, count in client.complaints.most_common(5))
    return Verdict(
        promised=len(promised),
        kept=len(client.tokens),
        lost=sum(pk not in done or not effects[pk] for pk in expected)
        + len(bad - failed)
        + client.forgotten(),
        doubled=sum(count > 1 for count in effects.values()),
        uncalled=sum(pk not in done for pk in effects),
        unfinished=sum(state in ("queued", "running", "waiting") for state, _ in jobs.values()),
        attempts=sum(attempts for _, attempts in jobs.values()),
        attempts_most=max((attempts for _, attempts in jobs.values()), default=0),
        server_errors=errors,
        refused=client.refused,
        unanswered=client.unanswered,
        wrong=(
            *wrong,
            *workload.look(site),
            *site.database.stuck(),
            *(complaints if errors else ()),
        ),
    )
