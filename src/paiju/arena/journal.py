"""A contest on disk: its description, one line per finished deal, and the records; so that it can be taken up again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from paiju.arena.contest import Contest, DealResult, Faults
from paiju.games.contract import Line
from paiju.games.refusals import Worded


class JournalError(Worded, ValueError):
    """A folder that holds another contest."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sentence = Line.of("arena.other", folder=str(folder))


@dataclass(frozen=True)
class Journal:
    """`contest.json`, `results.jsonl` and `records/` in one folder."""

    folder: Path

    def open(self, contest: Contest) -> list[DealResult]:
        """Begin, or take up again: the results there are. JournalError where the folder holds another contest."""
        self.folder.mkdir(parents=True, exist_ok=True)
        described = json.loads(json.dumps(asdict(contest), default=dict))
        described.pop("deals")  # more deals of the same contest may be asked for later
        path = self.folder / "contest.json"
        if not path.exists():
            path.write_text(json.dumps(described, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            return []
        if json.loads(path.read_text(encoding="utf-8")) != described:
            raise JournalError(self.folder)
        results = self.folder / "results.jsonl"
        if not results.exists():
            return []
        found = []
        for line in results.read_text(encoding="utf-8").splitlines():
            try:
                found.append(_read(json.loads(line)))
            except (ValueError, KeyError, TypeError):
                break  # a line cut off by a crash: its deal is played again
        results.write_text("".join(_line(result) for result in found), encoding="utf-8")
        return [result for result in found if result.number < contest.deals]

    def add(self, result: DealResult) -> None:
        records = self.folder / "records"
        records.mkdir(exist_ok=True)
        (records / f"{result.number:06d}.paiju").write_text("\n".join(result.records), encoding="utf-8")
        with (self.folder / "results.jsonl").open("a", encoding="utf-8") as file:
            file.write(_line(result))


def _line(result: DealResult) -> str:
    data = {
        "number": result.number,
        "scores": result.scores,
        "wins": result.wins,
        "faults": [asdict(fault) for fault in result.faults],
        "decisions": result.decisions,
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


def _read(data: dict[str, object]) -> DealResult:
    faults = tuple(Faults(**fault) for fault in data["faults"])  # type: ignore[attr-defined]
    return DealResult(
        int(data["number"]),  # type: ignore[call-overload]
        tuple(data["scores"]),  # type: ignore[arg-type]
        tuple(data["wins"]),  # type: ignore[arg-type]
        faults,
        (),
        int(data["decisions"]),  # type: ignore[call-overload]
    )
