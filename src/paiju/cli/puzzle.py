"""`paiju puzzle`: endings to solve, against the perfect defender."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Final

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.cli.sides import line_text, move_text, seat_names, side_name
from paiju.games import catalog
from paiju.games.climb.position import Position, PositionError
from paiju.games.climb.state import State
from paiju.games.contract import IllegalAction, Line, NotationError
from paiju.games.messages import Language, Text, tell, unread
from paiju.puzzles import book
from paiju.puzzles.attempt import Attempt, Reply
from paiju.puzzles.judge import Judge, Move
from paiju.puzzles.puzzle import Puzzle
from paiju.puzzles.themes import THEMES

app = typer.Typer(add_completion=False)

Read = Callable[[str], str | None]

WORDS: Final[dict[str, Text]] = {
    "puzzle.welcome": Text(
        "出牌写点数（如 55、pass）；? 提示，moves 已走的牌，retry 重来，why 为什么不行，solution 答案，next 下一题，quit 离开。",
        "Type a play by its ranks (55, pass); ? for a hint, moves, retry, why, solution, next, quit.",
    ),
    "puzzle.title": Text(
        "第 {number}/{of} 题 · {game} · 难度 {stars} · {id}", "Puzzle {number} of {of} · {game} · {stars} · {id}"
    ),
    "puzzle.task": Text("{side}先手必胜，只有一种开头。", "{side} to play and win: only one first move does."),
    "puzzle.task_points": Text(
        "{side}先手，能保证拿到 {points} 分，只有一种开头。",
        "{side} to play and force {points} points: only one first move does.",
    ),
    "puzzle.pile": Text("  牌堆：{cards}（从左边摸）", "  pile: {cards} (drawn from the left)"),
    "puzzle.captured": Text("  得分：{points}；这一圈 {pot} 分", "  points taken: {points}; {pot} in the trick"),
    "puzzle.free": Text("你替{side}出牌，对手不会犯错。", "You play for {side}; the defender never errs."),
    "puzzle.lost": Text("这个局面按最好的打法赢不了。", "This position cannot be won against best play."),
    "puzzle.unknown": Text("这个局面太大，没有算清；照样可以打。", "This position is too large to be decided; you may play on."),
    "puzzle.hand": Text("{mark} {name}：{cards}", "{mark} {name}: {cards}"),
    "puzzle.top": Text("桌上：{name} {play}", "On the table: {name} {play}"),
    "puzzle.ask": Text("{name}出牌", "{name} to play"),
    "puzzle.right": Text("对。", "Right."),
    "puzzle.played": Text("{line}", "{line}"),
    "puzzle.gone": Text("这样赢不了了：{line}", "That gives the win away: {line}"),
    "puzzle.again": Text("已退回这一步，再想想（? 提示，solution 答案）。", "It is taken back; think again (? for a hint, solution)."),
    "puzzle.solved": Text("解开了！", "Solved!"),
    "puzzle.solved_late": Text("解开了，不过有过错着。", "Solved, though not at the first try."),
    "puzzle.won": Text("赢了！", "You win!"),
    "puzzle.over": Text("输了。", "You lose."),
    "puzzle.hint": Text("可以出 {move}", "{move} keeps the win"),
    "puzzle.no_hint": Text("没有能赢的出法。", "No move wins any more."),
    "puzzle.line": Text("答案：{line}", "Solution: {line}"),
    "puzzle.themes": Text("手法：{themes}", "Themes: {themes}"),
    "puzzle.no_why": Text("还没有走错。", "Nothing has gone wrong yet."),
    "puzzle.nothing": Text("还没有出牌。", "Nothing has been played yet."),
    "puzzle.score": Text("解开 {solved} 题，共 {tried} 题，连对 {streak}。", "Solved {solved} of {tried}; streak {streak}."),
    "puzzle.bye": Text("再见。", "Goodbye."),
    "puzzle.none": Text("没有这样的题；有题的游戏：{games}", "there is no such puzzle; games with puzzles: {games}"),
    "puzzle.theme": Text("没有这个手法；有：{themes}", "there is no such theme; there are {themes}"),
}  # fmt: skip


@app.command("puzzle")
def command(
    game: Annotated[str, typer.Argument(help="A climbing game, by id or name.")] = "doudizhu",
    theme: Annotated[str | None, typer.Option(help="A theme, as split or 拆牌.")] = None,
    grade: Annotated[int | None, typer.Option(min=1, max=5, help="How hard: 1 to 5.")] = None,
    name: Annotated[str | None, typer.Option("--id", help="The puzzle with this id.")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day, the same for everybody.")] = False,
    position: Annotated[
        str | None, typer.Option(help="Play out a position of your own; docs/notation.md says how it is written.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The order of the puzzles; by chance without it.")] = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Solve endings (残局) against the perfect defender."""
    talk = Conversation(lang, _read, typer.echo)
    if position is not None:
        try:
            talk.free(Position.parse(position.partition(";")[0]))
        except PositionError as error:
            fail(error, lang)
        return
    row = list(_chosen(game, theme, grade, name, daily, lang))
    if name is None and not daily:
        random.Random(seed).shuffle(row)
    talk.run(row)


def _chosen(
    game: str, theme: str | None, grade: int | None, name: str | None, daily: bool, lang: Language
) -> Sequence[Puzzle]:
    there = ", ".join(book.games())
    if name is not None:
        found = book.find(name)
        if found is None:
            fail(Text(*(WORDS["puzzle.none"][one].format(games=there) for one in ("zh", "en"))), lang)
        return [found]
    try:
        known = catalog.find(game).id
    except catalog.UnknownGame as error:
        fail(error, lang)
    if theme is not None:
        theme = next((key for key, words in THEMES.items() if theme in (key, words.zh, words.en)), None)
        if theme is None:
            names = ", ".join(words[lang] for words in THEMES.values())
            fail(WORDS["puzzle.theme"][lang].format(themes=names), lang)
    row = book.chosen(known, theme=theme, grade=grade)
    if not row:
        fail(WORDS["puzzle.none"][lang].format(games=there), lang)
    return [book.daily(datetime.now(UTC).date(), known)] if daily else row


def _read(prompt: str) -> str | None:
    typer.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if line and not sys.stdin.isatty():
        typer.echo(line.rstrip("\n"))
    return line or None


class Conversation:
    """A conversation about puzzles: lines in, lines out."""

    def __init__(self, lang: Language, read: Read, write: Callable[[str], object]) -> None:
        self.lang, self.read, self.write = lang, read, write
        self.solved = self.tried = self.streak = 0

    def run(self, puzzles: Sequence[Puzzle]) -> None:
        """One puzzle after another until there are no more, or somebody leaves."""
        self.say("puzzle.welcome")
        for number, puzzle in enumerate(puzzles, start=1):
            info = catalog.find(puzzle.game)
            self.say(
                "puzzle.title", number=number, of=len(puzzles), game=info.title[self.lang], stars="★" * puzzle.grade, id=puzzle.id
            )  # fmt: skip
            self.tried += 1
            going = self._attempt(puzzle.position, puzzle)
            self.say("puzzle.score", solved=self.solved, tried=self.tried, streak=self.streak)
            if not going:
                break
        self.say("puzzle.bye")

    def free(self, position: Position) -> None:
        """A position of the player's own."""
        self.say("puzzle.welcome")
        self._attempt(position, None)
        self.say("puzzle.bye")

    def _attempt(self, position: Position, puzzle: Puzzle | None) -> bool:
        """Play until it is over; False to leave."""
        attempt = Attempt(Judge(position, puzzle.points if puzzle else None))
        side = side_name(position, attempt.judge.ours, self.lang)
        task = "puzzle.free" if puzzle is None else "puzzle.task" if puzzle.points is None else "puzzle.task_points"
        self.say(task, side=side, points=puzzle.points if puzzle else None)
        start = attempt.start()
        if puzzle is None and start.standing != "won":
            self.say("puzzle.lost" if start.standing == "lost" else "puzzle.unknown")
        played: list[Move] = list(start.moves)
        state, wrong, failed = start.state, None, False
        if played:
            self._line("puzzle.played", attempt, played)
        if start.over is not None:
            return self._over(start.over, failed, puzzle)
        self._show(attempt, state)
        while True:
            line = self.read(self._words("puzzle.ask", name=seat_names(position, self.lang)[state.turn]) + "> ")
            word = (line or "quit").strip()
            if word in ("quit", "exit", "q"):
                self.streak = 0 if puzzle else self.streak
                return False
            if word in ("next", "n"):
                self.streak = 0
                return True
            if word in ("?", "？", "hint"):
                move = attempt.hint([text for _, text in played])
                failed = True
                self.say("puzzle.hint", move=move_text(move, self.lang)) if move else self.say("puzzle.no_hint")
            elif word == "why":
                self._gone(attempt, wrong) if wrong else self.say("puzzle.no_why")
            elif word == "moves":
                self._line("puzzle.played", attempt, played) if played else self.say("puzzle.nothing")
            elif word == "retry":
                played, state = list(start.moves), start.state
                self._show(attempt, state)
            elif word == "solution":
                failed = True
                self._line("puzzle.line", attempt, [*played, *attempt.judge.line(state)])
            elif word:
                reply = self._move(attempt, played, word)
                if reply is None:
                    continue
                if reply.gone:
                    wrong, failed = reply, True
                    self._gone(attempt, reply)
                    self.say("puzzle.again")
                    continue
                played += reply.moves
                state = reply.state
                if len(reply.moves) > 1:
                    self._line("puzzle.played", attempt, reply.moves)
                if reply.over is not None:
                    return self._over(reply.over, failed, puzzle)
                self._show(attempt, state)

    def _move(self, attempt: Attempt, played: Sequence[Move], word: str) -> Reply | None:
        try:
            return attempt.answer([text for _, text in played], word)
        except IllegalAction as error:
            messages = catalog.find(attempt.judge.position.game).all_messages
            self.write(tell(error.why, messages, self.lang, seat_names(attempt.judge.position, self.lang)))
        except NotationError as error:
            self.write(tell(unread(error), {}, self.lang))
        return None

    def _over(self, won: bool, failed: bool, puzzle: Puzzle | None) -> bool:
        if puzzle is None:
            self.say("puzzle.won" if won else "puzzle.over")
            return True
        clean = won and not failed
        self.say("puzzle.solved" if clean else "puzzle.solved_late" if won else "puzzle.over")
        if puzzle.themes:
            comma = "、" if self.lang == "zh" else ", "
            self.say("puzzle.themes", themes=comma.join(THEMES[one][self.lang] for one in puzzle.themes))
        self.solved += clean
        self.streak = self.streak + 1 if clean else 0
        return True

    def _gone(self, attempt: Attempt, reply: Reply) -> None:
        self._line("puzzle.gone", attempt, [*reply.moves, *reply.refutation])

    def _line(self, key: str, attempt: Attempt, line: Sequence[Move]) -> None:
        self.say(key, line=line_text(attempt.judge.position, line, self.lang))

    def _show(self, attempt: Attempt, state: State) -> None:
        """Every hand, ours marked, and the play to beat."""
        position = attempt.judge.position
        names, suits = seat_names(position, self.lang), position.engine.rules.suits_matter
        for seat, mask in enumerate(state.hands):
            cards = position.engine.layout.cards(mask)[::-1]
            row = " ".join(str(card) if suits else card.rank.letter for card in cards)
            if cards:
                self.say("puzzle.hand", mark="*" if seat in attempt.judge.ours else " ", name=names[seat], cards=row)
        if state.draw is not None:
            self.say("puzzle.pile", cards=" ".join(map(str, reversed(state.draw.pile))) or "-")
            self.say("puzzle.captured", points="/".join(map(str, state.draw.captured)), pot=state.draw.pot)
        if not state.leading and state.top is not None:
            view = attempt.game.view(state, None)
            play = next(one for one in view.trick if one.wins)
            row = "".join(str(card) if suits else card.rank.letter for card in play.cards)
            self.say("puzzle.top", name=names[state.top_by], play=row)

    def _words(self, key: str, **args: object) -> str:
        sentence = tell(Line.of(key, **args), WORDS, self.lang)
        return sentence[:1].upper() + sentence[1:] if self.lang == "en" else sentence

    def say(self, key: str, **args: object) -> None:
        self.write(self._words(key, **args))
