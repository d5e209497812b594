"""Why the table or the house says no: ids, sentences, and the HTTP status that goes with each.

TB-01 to TB-08 are `words.platform_words`; the rest can only happen online and is said here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ratskeller.core.game import Refusal, Seat
from ratskeller.core.match import TableRefused
from ratskeller.words.platform_words import TABLE_PREFIX, TABLE_REFUSALS, platform_words
from ratskeller.words.speech import AnyWords

ONLINE: Final[Mapping[str, tuple[str, int]]] = {
    # reason: rule id, HTTP status
    "unknown_table": ("TB-09", 404),
    "table_full": ("TB-10", 409),
    "bad_invitation": ("TB-11", 404),
    "locked": ("TB-12", 409),
    "bad_message": ("TB-13", 400),
    "too_long": ("TB-14", 413),
    "wrong_origin": ("TB-15", 403),
    "request_reused": ("TB-16", 409),
    "not_host": ("TB-17", 403),
    "not_begun": ("TB-18", 409),
    "still_playing": ("TB-19", 409),
    "no_chat": ("TB-20", 409),
    "not_away": ("TB-21", 409),
    "unknown_game": ("TB-22", 404),
    "bad_setup": ("TB-23", 400),
    "trouble": ("TB-24", 503),
    "unknown_page": ("TB-25", 404),
    "wrong_method": ("TB-26", 405),
    "has_begun": ("TB-27", 409),
    "no_seat": ("TB-28", 403),
    "too_many": ("TB-29", 429),
    "newer_rules": ("TB-30", 409),
    "seat_kept": ("TB-32", 409),
    "not_agreed": ("TB-33", 409),
    "too_many_lines": ("TB-34", 429),
    "wrong_host": ("TB-35", 421),
    "damaged": ("TB-36", 500),
    "too_slow": ("TB-37", 408),
    "look_taken": ("TB-38", 409),
    "lesson": ("TB-39", 409),
    "no_look_back": ("TB-40", 409),
}
_EVERYWHERE: Final = {"not_your_seat": 403, "illegal": 400}


def refused(reason: str, **args: str | int) -> TableRefused:
    """The exception for a reason of the table, to be raised."""
    rule = ONLINE[reason][0] if reason in ONLINE else TABLE_REFUSALS[reason]
    return TableRefused(rule, reason, **args)


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    if refusal.reason in ONLINE:
        return ONLINE[refusal.reason][1]
    return _EVERYWHERE.get(refusal.reason, 409)


def said(
    refusal: Refusal,
    language: str,
    words: AnyWords | None = None,
    names: Sequence[str] | None = None,
    viewer: Seat | None = None,
) -> str:
    """The sentence of a refusal, whoever's it is: the table's, or the game's own."""
    if refusal.rule.startswith(TABLE_PREFIX) or words is None:
        sentence = _sentences(language, refusal.args).get(refusal.reason)
        return sentence or platform_words(language).refusal(refusal)
    return words.refusal(refusal, names, viewer)


def _sentences(language: str, args: Mapping[str, str | int]) -> Mapping[str, str]:
    platform = platform_words(language)
    _ = platform.gettext
    return {
        "unknown_table": _("There is no such table. Check the address."),
        "table_full": _("All seats at this table are taken. You can watch."),
        "bad_invitation": _("This code is not valid any more. Ask for a new one."),
        "locked": _("The host has locked this table."),
        "bad_message": _(
            "The message could not be read: {problem}", problem=args.get("problem", "?")
        ),
        "too_long": _("The message is too long."),
        "wrong_origin": _(
            "This request did not come from a page of this house, so it was refused."
        ),
        "request_reused": _("This request was used for something else before."),
        "not_host": _("Only the host of the table can do that."),
        "not_begun": _("The match has not begun: not all seats are taken."),
        "still_playing": _("That is shown when the match is over."),
        "no_chat": _("The chat of this table is switched off."),
        "not_away": _("A bot can only play for somebody who has been away for a while."),
        "unknown_game": _("There is no such game on the shelf."),
        "bad_setup": _(
            "A table cannot be laid like this: {problem}", problem=args.get("problem", "?")
        ),
        "trouble": _("The house cannot write at the moment. Nothing was changed; try again."),
        "unknown_page": _("There is nothing at this address."),
        "wrong_method": _("This address cannot be used like that."),
        "has_begun": _("The match has begun already."),
        "no_seat": _("You have no seat at this table."),
        "too_many": platform.ngettext(
            "That was too much at once. Try again in a second.",
            "That was too much at once. Try again in {count} seconds.",
            int(args.get("seconds", 1)),
        ),
        "newer_rules": _(
            "This match is played by rules that this house does not know yet. "
            "A newer Ratskeller can open it."
        ),
        "seat_kept": platform.ngettext(
            "A seat is kept for its own person. The host can give it to somebody new when the person "
            "has been away for a minute.",
            "A seat is kept for its own person. The host can give it to somebody new when the person "
            "has been away for {count} minutes.",
            int(args.get("minutes", 1)),
        ),
        "not_agreed": _(
            "Somebody new would see what is hidden at this seat: all others have to agree first. Until "
            "then a bot can step in."
        ),
        "look_taken": _("Somebody else at this table has that already. Choose another one."),
        "lesson": str(args.get("answer", "")),
        "no_look_back": _("One can only look back at a match that was played to its end."),
        "too_slow": _("The message took too long to arrive. Try again."),
        "damaged": _(
            "This table is damaged and cannot be opened; the others are not. Whoever runs the house "
            "can restore it from a copy."
        ),
        "wrong_host": _("This house does not go by that name. Check the address."),
        "too_many_lines": _("You have too many pages of this house open. Close some of them."),
    }
