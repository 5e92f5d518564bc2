#!/usr/bin/python3
"""Plays one legal action, each with the same chance; with --seed N the same ones in each run."""

from taki_kit import chance, run_bot


def choose(decision):
    return [decision.legal_actions[chance(decision, len(decision.legal_actions))].notation]


run_bot(choose)
