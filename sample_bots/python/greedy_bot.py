#!/usr/bin/python3
"""Gets rid of as many cards as it can, and keeps King and Breaker for when they save it from drawing."""

from taki_kit import card, match, most_held, run_bot, with_run


def worth(decision, action):
    if not action.HasField("play"):
        return -1 if action.HasField("draw") else 0
    window = decision.kind == match.DECISION_KIND_WINDOW
    declared = 0.5 if action.play.last_card else 0
    face = action.play.card.face
    if face == card.FACE_BREAKER:
        return declared + (3 if window else -3)
    if face == card.FACE_KING:
        return declared + (2 if window else -0.9)
    if face == card.FACE_CHANGE_COLOR:
        return declared + (0.4 if action.play.named_color == most_held(decision) else 0.1)
    return declared + len(with_run(decision, action))


run_bot(lambda decision: with_run(decision, max(decision.legal_actions, key=lambda action: worth(decision, action))))
