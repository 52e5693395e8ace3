"""Boards scored, explained and repaired."""

from __future__ import annotations

import pytest

import mapkiln


def test_scores_and_explanations() -> None:
    fair = mapkiln.board("catan", seed=1)
    assert fair.score()["standard"] == 0
    unfair = mapkiln.board("catan", unfair=3, seed=1)
    assert unfair.score("standard") == {"standard": 3}
    (told,) = unfair.explain("standard")
    assert sum(len(rule["breaches"]) for rule in told["rules"]) >= 1
    with pytest.raises(mapkiln.SpecError, match="write one of"):
        fair.score("luck")


def test_repairs_change_little() -> None:
    unfair = mapkiln.board("catan", unfair=2, seed=4)
    fixed = unfair.fix()
    assert fixed.score("standard") == {"standard": 0}
    old, new = unfair.to_dict()["rows"], fixed.to_dict()["rows"]
    changed = sum(a != b for one, two in zip(old, new, strict=True) for a, b in zip(one, two, strict=True))
    assert 0 < changed == fixed.metrics["changed_hexes"] <= 6
    with pytest.raises(mapkiln.Unsatisfied) as caught:
        unfair.fix(max_changes=0)
    assert caught.value.best == fixed
    assert unfair.fix(max_changes=changed) == fixed


def test_players_and_profiles() -> None:
    assert mapkiln.board("catan", players=6, seed=1).spec == mapkiln.board("catan", set="large", seed=1).spec
    with pytest.raises(mapkiln.SpecError, match="players"):
        mapkiln.board("catan", players=9)
    with pytest.raises(mapkiln.SpecError, match="games are"):
        mapkiln.board("chess")  # type: ignore[call-overload]
