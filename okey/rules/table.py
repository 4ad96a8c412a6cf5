"""Checks of what is done at the table after an opening: laying, laying off, exchanging okeys."""

from __future__ import annotations

from collections.abc import Iterator

from okey.fits import face_on_table, okeys_stand_for, open_faces, swapped
from okey.melds import LAID, LaidTile, MeldKind
from okey.moves import Add, Lay, Open, Swap
from okey.rules.attempt import Attempt, about, broken, text
from okey.rules.model import Param, RuleSet, Violation
from okey.tiles import Tile


@about(Open, Lay)
def lay_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Where a hand is shown at the end, nothing is laid before."""
    return broken("lay.unavailable")
    return None


# Further melds


@about(Lay)
def lay_not_opened(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Further melds are laid after one's opening."""
    if not attempt.player.opened:
        return broken("lay.not-opened", **_needed(rules))
    return None


@about(Lay)
def lay_pairs_only(attempt: Attempt, rules: RuleSet) -> Iterator[Violation]:
    """Who opened with pairs lays no new run or group."""
    if attempt.player.opened == "pairs":
        yield from _laid_as("lay.pairs-only", attempt, MeldKind.RUN, MeldKind.GROUP)


@about(Lay)
def lay_no_pairs(attempt: Attempt, rules: RuleSet) -> Iterator[Violation]:
    """Who opened with runs and groups lays no pair."""
    if attempt.player.opened == "melds":
        yield from _laid_as("lay.no-pairs", attempt, MeldKind.PAIR)


def _laid_as(rule: str, attempt: Attempt, *kinds: MeldKind) -> Iterator[Violation]:
    if isinstance(attempt.action, Lay) and attempt.verdict is not None:
        melds = zip(attempt.action.melds, attempt.verdict.melds, strict=True)
        for index, (meld, verdict) in enumerate(melds):
            if verdict.kind in kinds:
                yield Violation(rule, meld.text, meld=index, positions=tuple(range(len(meld))))


def _needed(rules: RuleSet) -> dict[str, Param]:
    """What an opening takes."""
    if rules.opening is None:
        return {}
    return {"points": rules.opening.points, "pairs": rules.opening.pairs or 0}


# Laying off


@about(Add)
def layoff_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Where nothing lies on the table, nothing is laid off."""
    return broken("layoff.unavailable")


@about(Add)
def layoff_not_opened(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Tiles are laid off after one's opening."""
    if isinstance(attempt.action, Add) and not attempt.player.opened:
        return broken("layoff.not-opened", attempt.action.tile, **_needed(rules))
    return None


@about(Add)
def layoff_pair_opener(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """In some houses who opened with pairs lays nothing off."""
    if isinstance(attempt.action, Add) and attempt.player.opened == "pairs":
        return broken("layoff.pair-opener", attempt.action.tile, meld=_number(attempt))
    return None


@about(Add)
def layoff_no_fit(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """A tile laid off continues a run, or is the colour that a group of three lacks."""
    if isinstance(attempt.action, Add) and attempt.extension is None:
        target = attempt.target
        if target is None or target.kind is not MeldKind.PAIR:
            return broken(
                "layoff.no-fit",
                attempt.action.tile,
                meld=_number(attempt),
                on="" if target is None else target.text,
                kind="" if target is None else str(target.kind),
                end=str(attempt.action.end or ""),
            )
    return None


@about(Add)
def layoff_pairs_closed(attempt: Attempt, rules: RuleSet) -> Iterator[Violation]:
    """Nothing is laid off onto a pair."""
    if isinstance(attempt.action, Add):
        yield from _closed("layoff.pairs-closed", attempt.action.tile, attempt)


@about(Add)
def layoff_run_cap(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """Only so many tiles are laid off onto one run in one turn (decision HD-15)."""
    table, found = rules.table, attempt.extension
    if not isinstance(attempt.action, Add) or table is None or table.run_cap is None:
        return None
    if not attempt.on_turn or found is None or found[0].kind is not MeldKind.RUN:
        return None
    index, end = attempt.action.meld - 1, found[1]
    added = sum(
        at == index and (not table.cap_each_end or side == end)
        for at, side in attempt.round.turn.added
    )
    if added >= table.run_cap:
        return broken(
            "layoff.run-cap",
            attempt.action.tile,
            meld=_number(attempt),
            most=table.run_cap,
            end=str(end) if table.cap_each_end else "",
        )
    return None


def _number(attempt: Attempt) -> int:
    """The number of the meld that the action names."""
    return attempt.action.meld if isinstance(attempt.action, (Add, Swap)) else 0


def _closed(rule: str, tile: LaidTile | Tile, attempt: Attempt) -> Iterator[Violation]:
    if attempt.target is not None and attempt.target.kind is MeldKind.PAIR:
        yield broken(rule, tile, meld=_number(attempt), on=attempt.target.text)


# Exchanging an okey


@about(Swap)
def swap_unavailable(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """In some rule sets an okey stays where it was laid."""
    return broken("swap.unavailable")


@about(Swap)
def swap_not_opened(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """An okey is exchanged after one's opening."""
    if isinstance(attempt.action, Swap) and not attempt.player.opened:
        return broken("swap.not-opened", attempt.action.tile, **_needed(rules))
    return None


@about(Swap)
def swap_pairs_closed(attempt: Attempt, rules: RuleSet) -> Iterator[Violation]:
    """An okey in a pair stays there."""
    if isinstance(attempt.action, Swap):
        yield from _closed("swap.pairs-closed", attempt.action.tile, attempt)


@about(Swap)
def swap_undetermined(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """The okey of a group of three stands for no one tile, and is not exchanged."""
    if isinstance(attempt.action, Swap) and attempt.target is not None:
        faces = open_faces(attempt.target, rules, attempt.round.okey)
        if faces and attempt.target.kind is MeldKind.GROUP:
            return broken(
                "swap.undetermined",
                attempt.action.tile,
                meld=_number(attempt),
                on=attempt.target.text,
                fits=text(faces),
            )
    return None


@about(Swap)
def swap_wrong_tile(attempt: Attempt, rules: RuleSet) -> Violation | None:
    """An okey is exchanged for the tile that it stands for."""
    if not isinstance(attempt.action, Swap):
        return None
    target, tile = attempt.target, attempt.action.tile
    if target is not None:
        if target.kind is MeldKind.PAIR and rules.swap is not None and not rules.swap.in_pairs:
            return None
        own = face_on_table(LAID[tile.index], rules, attempt.round.okey)
        if (
            own in open_faces(target, rules, attempt.round.okey)
            or swapped(target, tile, rules, attempt.round.okey) is not None
        ):
            return None
    return broken(
        "swap.wrong-tile",
        tile,
        meld=_number(attempt),
        on="" if target is None else target.text,
        fits="" if target is None else " ".join(map(str, okeys_stand_for(target))),
    )
