"""The rulebooks cannot lie: every example is put to the engine, every option has its sentence, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from paiju.cards import cards
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.climb.classify import classify
from paiju.games.climb.game import Climb
from paiju.games.climb.rulebook.rule_tables import sample
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.messages import LANGUAGES, Language, Text, placeholders
from paiju.games.options import OptionError, OptionInfo
from paiju.games.rulebook import Rules, Run, Shown, Stated, fill, plain, rules_of, runs

GAMES = catalog.infos()
HAN = re.compile(r"[\u4e00-\u9fff]")

# What must be chosen before another option has anything to say.
CONTEXT: dict[str, dict[str, object]] = {
    "ante_type": {"ante": 5},
    "ante_first": {"ante": 5},
    "bomb_pot_ante": {"bomb_pot": 3},
    "blind_increase_factor": {"blind_increase_rounds": 10},
    "max_raises": {"game_type": "limit"},
    "cap_counts": {"game_type": "limit"},
    "uncap_heads_up": {"game_type": "limit"},
    "small_bet": {"game_type": "limit"},
    "big_bet": {"game_type": "limit"},
    "trips_beat_straight": {"variant": "short_deck"},
    "short_deck_structure": {"variant": "short_deck"},
}
# Values that say nothing because there is nothing to say.
SILENT = {("ante_round", 0), ("blind_schedule", None)}


def values_of(info: OptionInfo) -> tuple[Any, ...]:
    """Values worth trying: all of a choice, both of a switch, bounds and some other number."""
    if info.type == "bool":
        return (True, False)
    if info.choices:
        return info.choices
    if info.name == "blind_schedule":
        return (None, ((10, 20, 0), (20, 40, 5)))
    tried = [info.default]
    if info.default is None or info.low == 0:
        tried.append(None if info.default is None else 0)
    tried.append(min(int(info.default or 4) + 1, int(info.high or 9)))
    return tuple(dict.fromkeys(tried))


def tables_of(game_info: GameInfo) -> Iterator[Any]:
    """Options of every preset, and of every single option changed, where that is a legal table."""
    for preset in game_info.presets or [None]:
        yield game_info.build(preset=preset)
    for info in game_info.describe():
        values = range(2, 15) if info.name == "level" else () if info.carried else values_of(info)
        for value in values:
            try:
                yield game_info.build({**CONTEXT.get(info.name, {}), info.name: value})
            except OptionError:
                continue


def said(rules: Rules) -> Iterator[Stated]:
    for one in rules.changed:
        yield from one.says
    yield from rules.surprises
    for section in rules.sections:
        yield from section.clauses


def texts(rules: Rules) -> Iterator[Text]:
    for one in said(rules):
        yield one.text
        for example in one.examples:
            yield from filter(None, (example.name, example.note))
    for section in rules.sections:
        yield section.title
        for table in section.tables:
            yield from filter(None, (table.title, *table.headings))
            for row in table.rows:
                for cell in row:
                    yield from (text for text in (cell.text, cell.note) if text and text.zh)


# --- examples --------------------------------------------------------------------------------------------------------


def holds(game: Any, options: Any, example: Shown) -> bool:
    """Whether the engine says of the cards what the example says."""
    mine, other = "".join(example.cards), "".join(example.on)
    if isinstance(game, Climb):
        if example.verdict in ("legal", "illegal"):
            return bool(classify(game, mine).readings) == (example.verdict == "legal")
        read = classify(game, mine, against=other)
        return bool(read.readings) and read.beats is (example.verdict == "beats")
    assert isinstance(options, HoldemOptions)
    if example.verdict == "legal":
        return example.name is not None
    left, right = (options.ranking.strength(cards(text)) for text in (mine, other))
    return {"beats": left > right, "fails": left < right, "ties": left == right}[example.verdict]


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_every_example_is_true(game_info: GameInfo) -> None:
    tried = 0
    for options in tables_of(game_info):
        game = game_info.make(options)
        for one in said(rules_of(game_info, options)):
            for example in one.examples:
                assert holds(game, options, example), (one.text.en, example, options)
                tried += 1
    assert tried > 20 or game_info.id == "sanguosha"  # there the engine itself tells the stories


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_examples_of_every_clause_are_shown_somewhere(game_info: GameInfo) -> None:
    assert game_info.rulebook is not None
    shown = {
        example.cards
        for options in tables_of(game_info)
        for one in said(rules_of(game_info, options))
        for example in one.examples
    }
    for clause in game_info.rulebook.clauses():
        for example in clause.examples:
            if "{" not in example.cards:
                assert tuple(map(str, cards(example.cards))) in shown, clause.text.en


@pytest.mark.parametrize(
    "game_info", [one for one in GAMES if one.family == "climb"], ids=lambda game_info: game_info.id
)
def test_the_sheet_has_a_sample_of_every_shape(game_info: GameInfo) -> None:
    for options in tables_of(game_info):
        game = game_info.make(options)
        assert isinstance(game, Climb)
        for shape in game.rules.shapes:
            read = game.reader.read(sample(game.rules, shape))
            assert any(combo.kind is shape.kind for combo in read), shape


def test_hand_ranks_are_in_the_order_of_the_evaluator() -> None:
    game_info = catalog.find("holdem")
    for values in ({}, {"variant": "short_deck"}, {"variant": "short_deck", "trips_beat_straight": True}):
        options = game_info.build(values)
        (table,) = next(section for section in rules_of(game_info, options).sections if section.key == "ranks").tables
        strengths = [options.ranking.strength(cards("".join(row[1].cards))) for row in table.rows]
        assert len(strengths) == 10
        assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize("blinds", [(10, 20), (1, 3), (50, 100)])
def test_the_raise_that_the_text_names_is_the_least_one(blinds: tuple[int, int]) -> None:
    game_info = catalog.find("holdem")
    values = {"small_blind": blinds[0], "big_blind": blinds[1]}
    text = next(
        one.text.en for one in rules_of(game_info, game_info.build(values)).surprises if "at least" in one.text.en
    )
    big, raised, again = map(int, re.findall(r"\d+", text))
    game = game_info.game({**values, "stacks": (9999, 9999, 9999), "button": 0})
    assert isinstance(game, Holdem)
    state = game.deal(3, 7)
    (asked,) = game.pending(state)
    state = game.apply(state, asked.seat, asked.choices.resolve(asked.seat, game.parse(f"raise_to {raised}")))
    (asked,) = game.pending(state)
    assert big == blinds[1]
    assert game.parse(f"raise_to {again}") in asked.choices
    assert game.parse(f"raise_to {again - 1}") not in asked.choices


def test_the_pot_raise_that_the_text_names_is_the_largest_one() -> None:
    game_info = catalog.find("holdem")
    options = game_info.build({"game_type": "pot_limit"})
    text = next(one.text.en for one in said(rules_of(game_info, options)) if "Pot-limit" in plain(one.text.en))
    most = int(re.findall(r"\d+", text)[-1])
    game = game_info.game({"game_type": "pot_limit", "stacks": (9999, 9999, 9999), "button": 0})
    (asked,) = game.pending(game.deal(3, 7))
    assert game.parse(f"raise_to {most}") in asked.choices
    assert game.parse(f"raise_to {most + 1}") not in asked.choices


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_conditions_name_options_and_values_that_exist(game_info: GameInfo) -> None:
    assert game_info.rulebook is not None
    infos = {info.name: info for info in game_info.describe()}
    for clause in game_info.rulebook.clauses():
        assert not clause.about or clause.about in infos, clause.about
        for name, wanted in clause.when.items():
            assert name in infos, name
            if isinstance(wanted, (bool, str)) and infos[name].type in ("bool", "choice"):
                assert wanted in ((True, False) if infos[name].type == "bool" else infos[name].choices), (name, wanted)


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_every_value_of_every_option_is_said_in_words(game_info: GameInfo) -> None:
    for info in game_info.describe():
        for value in () if info.carried else values_of(info):
            try:
                options = game_info.build({**CONTEXT.get(info.name, {}), info.name: value})
            except OptionError:
                continue
            rules = rules_of(game_info, options)
            stated = [one.text.en for one in said(rules) if one.option == info.name]
            assert stated or (info.name, value) in SILENT, f"{game_info.id}: nothing is said of {info.name}={value!r}"


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_what_differs_from_the_default_is_named_first(game_info: GameInfo) -> None:
    assert rules_of(game_info, game_info.build()).changed == ()
    for info in game_info.describe():
        for value in () if info.carried else values_of(info):
            try:
                options = game_info.build({info.name: value})
            except OptionError:
                continue
            differs = getattr(options, info.name) != getattr(game_info.build(), info.name)
            assert [one.option for one in rules_of(game_info, options).changed] == [info.name] * differs


@pytest.mark.parametrize(
    "game_info", [one for one in GAMES if len(one.presets) > 1], ids=lambda game_info: game_info.id
)
def test_presets_have_rules_of_their_own(game_info: GameInfo) -> None:
    told = {preset: rules_of(game_info, game_info.build(preset=preset)) for preset in game_info.presets}
    assert [rules.preset for rules in told.values()] == list(told)
    bodies = [tuple(text.en for text in texts(rules)) for rules in told.values()]
    assert len(set(bodies)) == len(bodies)


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_both_languages_say_it_all(game_info: GameInfo) -> None:
    for options in tables_of(game_info):
        for text in texts(rules_of(game_info, options)):
            assert text.zh.strip() and text.en.strip(), text
            assert not HAN.search(text.en), text.en
            for language in LANGUAGES:
                assert "{" not in text[language] and "}" not in text[language], text[language]


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_both_languages_name_the_same_numbers_and_terms(game_info: GameInfo) -> None:
    assert game_info.rulebook is not None
    for clause in game_info.rulebook.clauses():
        names = [placeholders(clause.text[language]) for language in LANGUAGES]
        terms = [{run.term for run in runs(clause.text[language])} - {""} for language in LANGUAGES]
        assert names[0] - names[1] <= {"before"}, clause.text
        for term in terms[0] | terms[1]:
            assert term in game_info.rulebook.glossary, term


@pytest.mark.parametrize("game_info", GAMES, ids=lambda game_info: game_info.id)
def test_every_game_begins_with_what_may_surprise_and_ends_with_its_words(game_info: GameInfo) -> None:
    rules = rules_of(game_info, game_info.build())
    assert len(rules.surprises) >= 3
    assert rules.sections[0].key == "goal"
    assert rules.sections[-1].key == "terms"
    assert all(term in game_info.messages for key in rules.terms for term in (f"term.{key}", f"term.{key}.text"))


@pytest.mark.parametrize(
    ("game", "values", "words"),
    [
        ("qigui_521", {}, "No straights"),
        ("three_two_one", {}, "A pass locks you"),
        ("big_two", {"pass_lock": True}, "is out until the"),
        ("guandan", {"level": 7}, "played at 7"),
        ("holdem", {"variant": "short_deck"}, "a flush beats a full house"),
        ("sanguosha", {}, "Only the lord's identity is open"),
    ],
)
def test_surprises(game: str, values: dict[str, object], words: str) -> None:
    game_info = catalog.find(game)
    rules = rules_of(game_info, game_info.build(values))
    first = [plain(one.text.en) for one in (*(said for one in rules.changed for said in one.says), *rules.surprises)]
    assert any(words in text for text in first), first


def test_a_game_without_a_rulebook_has_its_options() -> None:
    from dataclasses import replace

    game_info = replace(catalog.find("big_two"), rulebook=None)
    rules = rules_of(game_info, game_info.build({"pass_lock": True}))
    assert rules.sections == ()
    (changed,) = rules.changed
    assert (changed.option, changed.value.zh, changed.says) == ("pass_lock", "是", ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", (Run("plain"),)),
        ("[[pot]]", (Run("pot", "pot"),)),
        ("a [[pot|big pot]]!", (Run("a "), Run("big pot", "pot"), Run("!"))),
    ],
)
def test_runs(text: str, expected: tuple[Run, ...]) -> None:
    assert runs(text) == expected


def test_blanks_are_filled_by_language() -> None:
    language: Language = "zh"
    filled = fill(Text("{a} {b}", "{a} {b}"), {"a": Text("甲", "one"), "b": 30.0})
    assert (filled[language], filled.en) == ("甲 30", "one 30")
