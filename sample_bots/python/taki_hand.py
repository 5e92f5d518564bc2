"""What most bots want to know of the hand they are asked with. Pure functions of the decision; part of taki_kit."""

from taki.v1 import card_pb2 as card
from taki.v1 import match_pb2 as match

COLORS = (card.COLOR_RED, card.COLOR_GREEN, card.COLOR_BLUE, card.COLOR_YELLOW)

# Cards that do something go last, since only the last one of a run acts (R6.2): Plus never if there is a choice, for it
# wants another card; Stop and +2 by all means.
_RUN_ORDER = {card.FACE_SUPER_TAKI: 0, card.FACE_TAKI: 1, card.FACE_PLUS: 2, card.FACE_STOP: 4, card.FACE_PLUS_TWO: 5}


def held(decision, color):
    """How many cards of `color` are in the hand."""
    return sum(c.color == color for c in decision.observation.hand)


def most_held(decision):
    """The colour of which most cards are in the hand; red before green before blue before yellow."""
    return max(COLORS, key=lambda color: held(decision, color))


def with_run(decision, first):
    """`first`, and behind it the rest of the run if it opens or continues one (R6).

    That is every other card of the run's colour with a Stop or +2 last, what else can go with it, "last card" where it
    is due, and `close` or `end`. Each action is legal when its turn comes, whatever the ruleset. `first` must be one of
    the decision's legal actions.
    """
    opener = first.play.card
    color = None
    if first.HasField("play") and decision.kind != match.DECISION_KIND_WINDOW:
        color = _run_color(decision, opener)
    if color is None:
        return [first.notation]
    run, rest = _split(decision, opener, color)
    if _is_taki(opener):  # the card that opens the run comes first, whatever the order
        run.sort(key=lambda c: c.notation != opener.notation)
    left = len(run) + len(rest)
    actions = []
    for played in run:
        left -= 1
        actions.append(played.notation + ("!" if left == 1 else ""))  # R4.1, R4.3
    if left == 1 and rest[0].face == card.FACE_CHANGE_COLOR:
        return actions + ["C>R"]  # ends the run, the turn and the hand (R6.8); any colour will do
    return actions + ["end" if _is_taki(run[-1]) else "close"]  # R6.3, R6.4


def _is_taki(c):
    return c.face in (card.FACE_TAKI, card.FACE_SUPER_TAKI)


def _run_color(decision, opener):
    """The colour of the run that the card opens or continues, or None if it does neither."""
    state = decision.observation.state
    if opener.face == card.FACE_TAKI:
        return opener.color  # R6.1, R6.10
    if opener.face == card.FACE_SUPER_TAKI:
        return state.leading_color  # R6.9
    goes_on = opener.color == state.leading_color and state.taki_open and state.stack == 0  # R6.5, R6.6
    return opener.color if goes_on else None


def _split(decision, opener, color):
    """The hand in two parts: the cards of the run in the order of play, and the rest."""
    rest = list(decision.observation.hand)
    rest.remove(next(c for c in rest if c.notation == opener.notation))
    run = [opener] + [c for c in rest if c.color == color]
    rest = [c for c in rest if c.color != color]
    # Super TAKI may be played in a run but need not (R6.1): worth it where it finishes the hand.
    if all(c.face == card.FACE_SUPER_TAKI for c in rest):
        run, rest = run + rest, []
    run.sort(key=lambda c: _RUN_ORDER.get(c.face, 3))
    return run, rest
