"""`paiju train`: a network for a game, trained on this machine."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, LanguageOption, fail
from paiju.encodings.network import Network
from paiju.encodings.onnx import SUFFIX, to_onnx
from paiju.games import catalog
from paiju.games.messages import Text
from paiju.games.options import OptionError, read_pairs

app = typer.Typer(add_completion=False)

_IMITATION = Text(
    "{minutes:5.1f} 分钟  模仿 第 {epoch} 遍：{decisions:,} 次决策，与老师一致 {agreement:.1%}",
    "{minutes:5.1f} min  imitation, pass {epoch}: {decisions:,} decisions, {agreement:.1%} as the teacher chose",
)
_PLAY = Text(
    "{minutes:5.1f} 分钟  {deals:,} 局（{rate:.0f} 局/秒）  {strength}",
    "{minutes:5.1f} min  {deals:,} deals ({rate:.0f} deals/s)  {strength}",
)
_AGAINST = Text("对 {bot} 赢 {won:.1%}", "wins {won:.1%} against {bot}")
_DONE = Text(
    "{path}（{size:,} 字节）。用它对局：paiju arena {game} --bots {path},normal",
    "{path} ({size:,} bytes). Let it play: paiju arena {game} --bots {path},normal",
)


@app.command()
def train(
    game: Annotated[str, typer.Argument(help="A game, by id or name.")],
    out: Annotated[
        Path | None, typer.Option(help="A folder for checkpoints, log and networks; resumes what is there.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="How long, in all.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed and settings give the same training.")] = 1,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the config, name=value; may be repeated.")
    ] = None,
    onnx: Annotated[bool, typer.Option("--onnx", help="Write the best network as best.onnx too.")] = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Train a network: it imitates a bot, then plays against itself. Prints its strength against fixed bots."""
    try:
        info = catalog.find(game)
        changes: dict[str, Any] = {**read_pairs(set_ or []), "seed": seed}
    except (catalog.UnknownGame, OptionError) as error:
        fail(error, lang)
    if minutes is not None:
        changes["minutes"] = minutes
    torch = import_module("torch")  # first: the extra that brings it brings NumPy too
    torch.set_num_threads(1)  # such small layers gain little by two, and on a busy machine they wait for each other
    if onnx:
        import_module("onnx")  # better now than after the training
    from paiju.envs.training import Config, Trainer

    folder = out or Path("runs") / info.id
    try:
        config = Config.of(info.id, changes)
        trainer = Trainer(config, folder, lambda path: strengths(info.id, path, config.bots, config.evaluate_deals))
        for progress in trainer.run():
            data = {"minutes": progress.seconds / 60, "deals": progress.deals, "decisions": progress.decisions}
            if progress.strength:
                rate = progress.deals / max(progress.seconds, 1.0)
                against = [_AGAINST[lang].format(bot=bot, won=won) for bot, won in progress.strength.items()]
                typer.echo(
                    _PLAY[lang].format(**data, rate=rate, strength=("，" if lang == "zh" else ", ").join(against))
                )
            elif progress.phase == "imitation":
                typer.echo(_IMITATION[lang].format(**data, epoch=progress.epoch, agreement=progress.agreement))
    except (ValueError, OSError) as error:
        fail(error, lang)
    except KeyboardInterrupt:
        trainer.save()
        fail("stopped", code=130)
    best = folder / "best.net"
    if onnx:
        best.with_suffix(SUFFIX).write_bytes(to_onnx(Network.load(best)))
    typer.echo(_DONE[lang].format(path=best, size=best.stat().st_size, game=info.id))


def strengths(game: str, path: Path, bots: list[str], deals: int) -> dict[str, float]:
    """How often a network wins against each bot over duplicate deals: the part of its seats, or of its games as landlord
    and as farmers."""
    from paiju.arena.contest import Contest, play_deal
    from paiju.arena.roles import has_landlord, won_by_role

    by_role = has_landlord(catalog.find(game).game())
    found = {}
    for bot in bots:
        contest = Contest(game, (str(path), bot), deals, seed=77, limit=1.0)
        won = [won_by_role(contest, at) if by_role else play_deal(contest, at).wins[0] for at in range(deals)]
        found[bot] = sum(won) / deals
    return found
