"""Why not, in words: a sentence for every reason that `refusals` and the rules may give."""

from __future__ import annotations

from ratskeller.core.game import Refusal
from ratskeller.games.first_rat.rules.state import CHEESE
from ratskeller.games.first_rat.words.items import Items
from ratskeller.games.first_rat.words.nouns import Nouns
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import fill, sentence


class Answers:
    """What is said to a choice that leads nowhere, in one language."""

    def __init__(self, speaker: Speaker, nouns: Nouns, items: Items) -> None:
        self.nouns, self.items = nouns, items
        self._ = speaker.gettext

    def answer(self, refusal: Refusal) -> str:
        """The sentence of a refusal; "" for a reason that is none of this game."""
        return (
            self._question(refusal)
            or self._rat(refusal)
            or self._thing(refusal)
            or self._start(refusal)
        )

    def _question(self, refusal: Refusal) -> str:
        """What is asked instead."""
        _ = self._
        return {
            "over": _("The game is over."),
            "not_your_turn": _("It is not your turn."),
            "choose_rat": _("Choose one of your rats, then a space to move it to."),
            "take_or_leave": _("Collect everything, or choose a space to leave out."),
            "choose_kind": _("Choose the kind of the backpack’s extra: one you are collecting."),
            "drink_or_not": _("Decide whether you use an energy drink."),
            "choose_way": _("Choose a way in the burrow: up or straight on."),
            "choose_comic": _("Choose a comic from the Library, or none."),
            "raise_or_not": _("Decide whether you move a rat from the Nursery to Start."),
            "choose_reward": _("Choose an award, or a rat from the Nursery."),
            "choose_item": _("Choose an item from the booth, or pass."),
            "collect_or_move": _("First collect what you have reached, or move another rat."),
            "choose_track": _("Build a part, donate cheese, or end your turn."),
            "only_end": _("There is nothing that you can build or donate: end your turn."),
            "no_such_way": _("Choose one of the ways that are offered."),
            "must_move": _("You must move a rat first."),
            "nothing_to_leave": _("Only a space where a rat has landed this turn can be left out."),
            "nobody_awake": _("No rat of yours is on Start or on the path: only step 4 is left."),
            "booths_over": _("Step 3 is over: there is nothing more from the booths this turn."),
            "moving_is_over": _("Step 4 has begun: your rats do not move any more this turn."),
            "too_late_to_drink": _("An energy drink works in step 2 only."),
        }.get(refusal.reason, "")

    def _rat(self, refusal: Refusal) -> str:
        """Why a rat cannot be chosen, or cannot go to a space."""
        _ = self._
        text = {
            "nowhere_to_go": _("There is no space that {rat} can move to."),
            "choose_space": _("Choose a space that {rat} moves to."),
            "not_your_rat": _("This rat is not yours."),
            "asleep": _("{rat} sleeps in the Nursery."),
            "launched": _("{rat} is in the rocket and stays there."),
            "moved_already": _("{rat} has already moved this turn."),
            "same_rat": _("Your rats without a token on Start are one choice: take the other one."),
            "went_alone": _("{rat} has gone more than {limit} spaces, so it moves alone."),
            "cannot_carry": _("{rat} cannot carry a token where it is now."),
            "owes_move": _("{rat} must move on: another of your rats has landed there."),
            "past_launchpad": _("The Launchpad is the last space: nobody goes past it."),
            "backwards": _("Rats only go forward."),
            "too_far": _("That is too far: {limit} spaces at most."),
            "shortcut_unpaid": _("This is only near enough by a shortcut that you cannot pay."),
            "own_rat": _("{rat} is there: two of your rats may not share a space."),
            "colour": _(
                "Rats that move together need the same colour: spaces {space} and {other} differ."
            ),
            "mix": _(
                "Only green and orange may mix: spaces {space} and {other} do not go together."
            ),
            "cannot_finish": _("From there, {rat} could not be part of an allowed move."),
        }.get(refusal.reason, "")
        rat = self.nouns.rat(int(refusal.args.get("rat", 0)))
        return sentence(fill(text, {**refusal.args, "rat": rat}))

    def _thing(self, refusal: Refusal) -> str:
        """Why a thing cannot be had, or a track cannot be marked."""
        _, args = self._, refusal.args
        match refusal.reason:
            case "not_in_library":
                comic = self.items.comic("object", int(args["comic"]))
                return sentence(_("{comic} is not in the Library.", comic=comic))
            case "choose_carrier":
                return _("Choose which of your rats gets the token.")
            case "no_token":
                return _("This comic has no token.")
            case "booth_closed":
                booth = self.items.booth("label", int(args["booth"]))
                return sentence(
                    _("{booth}: one item for a rat that has moved there this turn.", booth=booth)
                )
            case "second_pack":
                return _("You may have only one backpack of each kind.")
            case "sold_out":
                item = self.items.item("label", int(args["item"]))
                return sentence(_("{item}: not for sale.", item=item))
            case "price":
                price = self.nouns.goods(CHEESE, int(args["price"]))
                return _(
                    "That costs {price}; you have {cheese}.", price=price, cheese=args["cheese"]
                )
            case "neil_never_steals":
                return _("Neil Ratstrong never steals.")
            case "ratwoman_never_steals":
                return _("Ratwoman never steals; she takes her item without paying.")
            case "buy_or_steal":
                return _("Choose whether you buy it or steal it.")
            case "not_for_goods":
                track = self.nouns.track("onto", int(args["track"]))
                return _("Nothing that you pay brings a piece on {track}.", track=track)
            case "no_marker":
                return _("You have no score marker left.")
            case "wrong_discount":
                return _("Choose a resource that this part costs: you pay one less of it.")
            case "take_discount":
                return _("Parts are cheaper for you: choose a resource to pay one less of.")
            case "not_yet":
                comic = self.items.comic("label", int(args["comic"]))
                return _("{comic}: this comic works from your next turn on.", comic=comic)
            case "no_discount":
                return _("You have no comic that makes parts cheaper.")
            case "goods_short":
                goods = self.nouns.goods(int(args["kind"]), int(args["need"]))
                return _("You need {goods}; you have {have}.", goods=goods, have=args["have"])
        return ""

    def _start(self, refusal: Refusal) -> str:
        _ = self._
        match refusal.reason:
            case "seats":
                seats = refusal.args["seats"]
                return _("First Rat is for 2 to 5 players, not for {seats}.", seats=seats)
            case "no_solo":
                return _("First Rat cannot be played alone here: the solo cards are not known.")
            case "out_of_the_race":
                return _("No rat of yours is left on the way then: you will never move again.")
        return ""
