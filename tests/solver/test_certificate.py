"""Certificates: what is written verifies, and any damage is found and named."""

from __future__ import annotations

import inspect
import random
from dataclasses import replace
from hashlib import sha256

import pytest

from paiju.games.climb.position import Position
from paiju.solver import checking
from paiju.solver.certificate import certificate
from paiju.solver.checking import Certificate, CertificateError, Claim, Namer, verify
from paiju.solver.endgame import Goal, Plain, Solver, children, key_of
from tests.solver.test_endgame import CLIMBING, positions

TEXT = "doudizhu 5569A2/458TJL/- 0 landlord=0"


def proof(text: str, goal: Goal = "win") -> Certificate:
    solver = Solver(Position.parse(text))
    solver.solve(goal, all_moves=False)
    return certificate(solver)


def refusal(damaged: str) -> CertificateError:
    with pytest.raises(CertificateError) as refused:
        verify(damaged)
    assert "certificate." not in refused.value.worded("zh") + refused.value.worded("en")
    return refused.value


def test_the_verifier_is_small_and_searches_nothing() -> None:
    source = inspect.getsource(checking)
    assert source.count("\n") <= 200
    assert "endgame" not in source and "kernel" not in source


@pytest.mark.parametrize("name", CLIMBING)
@pytest.mark.parametrize("goal", ["win", "score"])
def test_what_is_written_verifies(name: str, goal: Goal) -> None:
    for position, _ in positions(name, 12, seed=7, most=3):
        solver = Solver(position)
        found = solver.solve(goal, all_moves=False)
        written = certificate(solver)
        assert str(verify(str(written))) == str(Certificate.parse(str(written)))
        ours = solver.sides.ours
        assert set(written.claim.side) == set(
            found.winners if found.value is None or found.value > 0 else written.claim.side
        )
        if found.value is not None:
            assert (written.claim.points, written.claim.seat) == (found.value, min(ours))


@pytest.mark.parametrize("name", CLIMBING)
@pytest.mark.parametrize("points", [False, True])
def test_a_name_says_neither_more_nor_less_than_what_counts(name: str, points: bool) -> None:
    """Positions have the same name if and only if the solver's definition takes them for the same."""
    for position, state in positions(name, 30, seed=8, most=3):
        game = position.engine
        name_of, aim = Namer(game, points=points), replace(Solver(position).aim, points=0 if points else None)
        names: dict[object, str] = {}
        keys: dict[str, object] = {}
        queue, seen = [state], 0
        while queue and seen < 300:
            one = queue.pop()
            seen += 1
            if not game.pending(one) or (one.out and not points):
                continue
            key, called = key_of(game, one, aim), name_of(one)
            assert names.setdefault(key, called) == called
            counted = (*key[:2], *key[3:]) if points else key  # of the plays made, those beyond two do not count
            assert keys.setdefault(called, counted) == counted
            queue += [after for _, after in children(game, one)]


def test_every_changed_byte_is_found() -> None:
    text = str(proof(TEXT))
    rng = random.Random(1)
    for _ in range(200):
        at = rng.randrange(len(text))
        other = rng.choice([one for one in "35KA2/-> \n" if one != text[at]])
        assert refusal(text[:at] + other + text[at + 1 :])
    assert refusal(text[: len(text) // 2]).why.key == "certificate.cut"
    assert refusal(text + "\n").why.key == "certificate.changed"


def resealed(found: Certificate, **changes: object) -> str:
    """A damaged certificate whose hash fits."""
    return str(replace(found, **changes))  # type: ignore[arg-type]


def test_a_missing_branch_is_named() -> None:
    found = proof(TEXT)
    for key in found.entries:
        left = {one: move for one, move in found.entries.items() if one != key}
        error = refusal(resealed(found, entries=left))
        assert error.why.key == "certificate.missing" and error.why.args["position"] == key


def test_an_illegal_move_is_named() -> None:
    found = proof(TEXT)
    for number, key in enumerate(found.entries, start=5):
        for move in ("R", "nonsense"):
            error = refusal(resealed(found, entries={**found.entries, key: move}))
            assert (error.why.key, error.line) == ("certificate.illegal", number)
            assert error.why.args == {"position": key, "move": move}


def test_a_move_that_gives_the_win_away_is_found() -> None:
    found = proof("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0")
    first = next(iter(found.entries))
    solver = Solver(found.position)
    losing = [one.move for one in solver.solve().moves if not one.wins]
    assert losing
    for move in losing:
        error = refusal(resealed(found, entries={**found.entries, first: move}))
        assert error.why.key in ("certificate.missing", "certificate.given_away")


def test_a_false_claim_and_a_superfluous_entry_are_found() -> None:
    found = proof(TEXT)
    assert refusal(resealed(found, claim=Claim((1, 2)))).why.key in ("certificate.missing", "certificate.given_away")
    points = proof(TEXT, "score")
    more = replace(points.claim, points=points.claim.points + 1)
    assert refusal(resealed(points, claim=more)).why.key == "certificate.given_away"
    error = refusal(resealed(found, entries={**found.entries, "3/4/5 0": "3"}))
    assert (error.why.key, error.line) == ("certificate.unused", 5 + len(found.entries))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("paiju certificate 1", "paiju certificate 2", 1),
        ("position doudizhu", "position mahjong", 2),
        ("claim 0 first", "claim 0 last", 3),
        ("claim 0 first", "claim 7 first", 3),
        ("claim 0 first", f"claim {'9' * 5000} first", 3),
        ("claim 0 first", f"claim 0 points 0 >= {'9' * 5000}", 3),
        ("entries ", "entries 1", 4),
        (" > ", " - ", 5),
    ],
)
def test_a_header_that_cannot_be_read_is_named(old: str, new: str, line: int) -> None:
    body = str(proof(TEXT)).rpartition("end ")[0].replace(old, new, 1)
    assert refusal(f"{body}end {sha256(body.encode()).hexdigest()}\n").line == line


def test_a_certificate_that_would_be_too_large_is_refused() -> None:
    solver = Solver(Position.parse(TEXT))
    solver.solve(all_moves=False)
    with pytest.raises(CertificateError) as refused:
        certificate(solver, most=3)
    assert refused.value.why.key == "certificate.too_large"


def test_what_is_not_decided_has_no_certificate() -> None:
    solver = Solver(Position.parse(TEXT), limit=0)
    with pytest.raises(CertificateError) as refused:
        certificate(solver)
    assert refused.value.why.key == "certificate.undecided"


def test_a_certificate_needs_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.solver.endgame.search", lambda position, aim, memory: Plain(position.engine, aim))
    small = "doudizhu 5569/458/- 0 landlord=0"
    assert verify(str(proof(small))).claim == Claim((0,))
