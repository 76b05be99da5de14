"""`paiju games`, `show` and `verify`, run as a person would, with a made-up game in the catalog."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app
from paiju.games import catalog
from paiju.games.fairness import Place, Shuffle
from paiju.games.record import dump
from tests import toy
from tests.games.test_record import RECORD, TEXT


@pytest.fixture(autouse=True)
def _duel_in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "infos", lambda: (toy.INFO,))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.paiju"
    path.write_text(TEXT, encoding="utf-8")
    return path


def paiju(*words: object, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=input)


def test_games_as_a_table_and_as_json() -> None:
    assert "Duel" in paiju("games", "--lang", "en").stdout
    assert "对决" in paiju("games", "--lang", "zh").stdout
    (game,) = json.loads(paiju("games", "--json").stdout)
    assert game["id"] == "duel"
    assert game["seats"] == {"min": 2, "max": 4, "recommended": 2}
    assert [option["name"] for option in game["options"]] == ["rounds", "generous"]  # carried ones are not for people


def test_one_game_with_its_options() -> None:
    told = paiju("games", "Showdown-Duel", "--lang", "en").stdout
    assert "rounds" in told
    assert "1…5" in told
    assert "strict" in told


def test_show_tells_a_record_in_words(record: Path) -> None:
    english, chinese = paiju("show", record, "--lang", "en").stdout, paiju("show", record, "--lang", "zh").stdout
    assert "Ann holds" in english
    assert "Ann shows" in english
    assert "All rounds are played." in english
    assert "波亮出" in chinese
    told = json.loads(paiju("show", record, "--json").stdout)
    assert len(told[0]["moves"]) == len(RECORD.moves)
    assert paiju("show", "-", input=TEXT).exit_code == 0


def test_verify_a_good_record(record: Path) -> None:
    result = paiju("verify", record, "--lang", "en")
    assert result.exit_code == 0
    assert "the deal is the one committed to" in result.stdout
    assert json.loads(paiju("verify", record, "--json").stdout)[0]["ok"] is True


@pytest.mark.parametrize(
    ("card", "code", "says", "placed"),
    [("a", 0, "all 1 places are as the seed shuffles them", 1), ("b", 2, "did not put b there (pile)", None)],
)
def test_verify_checks_the_places(
    record: Path, monkeypatch: pytest.MonkeyPatch, card: str, code: int, says: str, placed: int | None
) -> None:
    shuffle = Shuffle(0, "shuffle", ("a",), (Place("pile", None, (0,), (card,)),))
    monkeypatch.setattr(catalog, "infos", lambda: (replace(toy.INFO, shuffles=lambda record: (shuffle,)),))
    result = paiju("verify", record, "--lang", "en")
    assert result.exit_code == code
    assert says in result.output
    assert json.loads(paiju("verify", record, "--json").stdout)[0].get("placed") == placed


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text[: len(text) // 2], "line"),
        (lambda text: text.replace("@100", "@101"), "was changed"),
        (lambda text: "", "begins with"),
    ],
)
@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_damaged_record_is_refused_on_stderr_with_code_2(
    record: Path, command: str, change: object, says: str
) -> None:
    record.write_text(change(TEXT), encoding="utf-8")  # type: ignore[operator]
    result = paiju(command, record)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["games", "chess"], 'no game is called "chess"'),
        (["show", "nowhere.paiju"], "there is no file nowhere.paiju"),
        (["verify", "nowhere.paiju"], "there is no file nowhere.paiju"),
        (["show", "--trace", "-"], "has no event trace"),
        (["games", "--lang", "fr"], "the languages are zh and en"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(words: list[str], says: str) -> None:
    result = paiju(*words, input=dump(RECORD))
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


@pytest.fixture
def address() -> Iterator[str]:
    """A server with one record and refusals in two languages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = 200, TEXT.encode()
            if self.path != "/good":
                told = "没有这张桌子。" if self.headers["Accept-Language"] == "zh" else "There is no such table."
                status, body = 404, json.dumps({"message": told}).encode() if self.path == "/ours" else b"<html>"
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "lang", "code", "told"),
    [
        ("/good", "en", 0, "chain whole"),
        ("/ours", "en", 2, "/ours: There is no such table."),
        ("/ours", "zh", 2, "/ours: 没有这张桌子。"),
        ("/theirs", "en", 2, "/theirs: Not Found"),
    ],
)
def test_verify_by_address(address: str, path: str, lang: str, code: int, told: str) -> None:
    result = paiju("verify", address + path, "--lang", lang)
    assert result.exit_code == code and told in result.output
