#!/usr/bin/python3
"""The Python kit's own parts; what all kits must do is kit_contract_test.cc."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sample_bots/python"))
# pylint: disable=wrong-import-position
import taki_kit  # noqa: E402
from taki_kit import card, held, match, most_held, play, with_run  # noqa: E402

COLORS = {"R": card.COLOR_RED, "G": card.COLOR_GREEN, "B": card.COLOR_BLUE, "Y": card.COLOR_YELLOW}
COLORED = {"1": card.FACE_ONE, "3": card.FACE_THREE, "4": card.FACE_FOUR, "5": card.FACE_FIVE, "6": card.FACE_SIX,
           "7": card.FACE_SEVEN, "8": card.FACE_EIGHT, "9": card.FACE_NINE, "S": card.FACE_STOP,
           "+2": card.FACE_PLUS_TWO, "+": card.FACE_PLUS, "D": card.FACE_CHANGE_DIRECTION, "T": card.FACE_TAKI}
COLORLESS = {"C": card.FACE_CHANGE_COLOR, "ST": card.FACE_SUPER_TAKI, "K": card.FACE_KING, "+3": card.FACE_PLUS_THREE,
             "X": card.FACE_BREAKER}


def card_of(notation):
    if notation in COLORLESS:
        return card.Card(face=COLORLESS[notation], notation=notation)
    return card.Card(color=COLORS[notation[0]], face=COLORED[notation[1:]], notation=notation)


def action_of(notation):
    action = card.Action(notation=notation)
    if notation == "draw":
        action.draw.SetInParent()
        return action
    action.play.last_card = notation.endswith("!")
    action.play.card.CopyFrom(card_of(notation.rstrip("!")))
    return action


def deciding(hand, leading, taki_open=False, stack=0, kind=match.DECISION_KIND_TURN):
    decision = play.Decision(match_id="m-000001", decision_id=1, kind=kind, strike_limit=3)
    decision.observation.hand.extend(card_of(c) for c in hand.split())
    state = decision.observation.state
    state.leading_card.CopyFrom(card_of(leading))
    state.leading_color, state.taki_open, state.stack = state.leading_card.color, taki_open, stack
    return decision


class HandTest(unittest.TestCase):
    def test_knows_the_colour_held_most(self):
        decision = deciding("R1 G3 G4 B5 B6 K", "Y9")
        self.assertEqual(held(decision, card.COLOR_GREEN), 2)
        self.assertEqual(most_held(decision), card.COLOR_GREEN)

    def test_runs_are_those_of_the_cpp_kit(self):
        window = match.DECISION_KIND_WINDOW
        table = [  # the same as in hand_test.cc
            (deciding("R5 R6 G1", "R9"), "R5", "R5"),
            (deciding("R5 G1", "R9"), "draw", "draw"),
            (deciding("K R6", "R9"), "K!", "K!"),
            (deciding("R5 RT G1 R7 Y1", "R9"), "RT", "RT R5 R7 close"),
            (deciding("RT G1 Y1", "R9"), "RT", "RT end"),
            (deciding("RT RT G1 Y1", "R9"), "RT", "RT RT end"),
            (deciding("RT R+2 RS R+ R3 G1 G3", "R9"), "RT", "RT R+ R3 RS R+2 close"),
            (deciding("RT R3 G1", "R9"), "RT", "RT R3! close"),
            (deciding("RT R3 R4", "R9"), "RT", "RT R3! R4 close"),
            (deciding("RT G1", "R9"), "RT!", "RT! end"),
            (deciding("RS R5 B1 B3", "R9", taki_open=True), "RS", "R5 RS close"),
            (deciding("RS R5 B1 B3", "R9", taki_open=True, stack=2), "RS", "RS"),
            (deciding("GT G5 R1 B3", "RT", taki_open=True), "GT", "GT G5 close"),
            (deciding("ST G5 R1 B3 RT", "R9"), "ST", "ST RT R1 close"),
            (deciding("RT R5 ST", "R9"), "RT", "RT ST! R5 close"),
            (deciding("RT ST", "R9"), "RT!", "RT! ST end"),
            (deciding("BT B5 C", "B9"), "BT", "BT B5! C>R"),
            (deciding("X R5", "R9", kind=window), "X!", "X!"),
        ]
        for decision, first, run in table:
            with self.subTest(run=run):
                self.assertEqual(" ".join(with_run(decision, action_of(first))), run)


class PlayerTest(unittest.TestCase):
    def setUp(self):
        options = taki_kit.parse_options(["--token", "taki_x"])
        self.log = []
        self.choose = lambda decision: ["R5"]
        self.player = taki_kit.Player(options, lambda decision: self.choose(decision), lambda _, line: self.log.append(line))

    def ask(self, decision_id=1):
        decision = deciding("X R6 R5", "R9")
        decision.decision_id = decision_id
        decision.legal_actions.extend(action_of(a) for a in ("X", "R6", "R5"))
        frame = play.PlayResponse(items=[play.PlayItem(decision=decision)])
        (request,) = self.player.on_frame(frame).send
        return [action.notation for action in request.reply.actions]

    def test_a_bot_that_fails_plays_something_legal_and_says_so(self):
        self.choose = lambda decision: 1 // 0
        self.assertEqual(self.ask(), ["R6"])  # not the Breaker, which costs three cards
        self.assertIn("the bot failed", self.log[0])

    def test_a_bot_that_chooses_nothing_or_too_much_plays_something_legal(self):
        for decision_id, actions in enumerate(([], ["R5"] * 129), start=1):
            self.choose = lambda decision, actions=actions: actions
            self.assertEqual(self.ask(decision_id), ["R6"])

    def test_the_same_decision_is_chosen_once(self):
        self.choose = lambda decision, once=iter([["R5"]]): next(once)
        self.assertEqual(self.ask(), ["R5"])
        self.assertEqual(self.ask(), ["R5"])


if __name__ == "__main__":
    unittest.main()
