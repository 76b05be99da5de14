"""The running difference between two bots, as an SVG picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from paiju.arena.stats import Estimate, estimate

WIDTH: Final = 720
HEIGHT: Final = 320
MARGIN: Final = 48
POINTS: Final = 240


def running_difference(differences: Sequence[float], title: str) -> str:
    """The mean difference after each deal, with its 95 % band: a curve that should leave the zero line, or stay on it."""
    places = _places(len(differences))
    marks = [(place, estimate(differences[:place])) for place in places]
    reach = max((abs(mark.mean) + _finite(mark) for _, mark in marks), default=1.0) or 1.0

    def x(place: int) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * place / max(1, len(differences))

    def y(value: float) -> float:
        return HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * value / reach

    upper = [f"{x(place):.1f},{y(mark.mean + _finite(mark)):.1f}" for place, mark in marks]
    lower = [f"{x(place):.1f},{y(mark.mean - _finite(mark)):.1f}" for place, mark in reversed(marks)]
    curve = " ".join(f"{x(place):.1f},{y(mark.mean):.1f}" for place, mark in marks)
    labels = "".join(
        f'<text x="{MARGIN - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:+.2g}</text>'
        for value in (reach, 0.0, -reach)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{MARGIN}" y="20" font-size="14">{escape(title)}</text>'
        f'<polygon points="{" ".join(upper + lower)}" fill="#cfe3f5"/>'
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(0):.1f}" y2="{y(0):.1f}" stroke="#888" stroke-dasharray="4 3"/>'
        f'<polyline points="{curve}" fill="none" stroke="#1463a5" stroke-width="2"/>'
        f"{labels}"
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 14}" text-anchor="end">{len(differences)} deals</text>'
        "</svg>\n"
    )


def _places(count: int) -> list[int]:
    """At most POINTS places, always with the last one."""
    stride = max(1, math.ceil(count / POINTS))
    return sorted({*range(min(2, count), count + 1, stride), count} - {0})


def _finite(mark: Estimate) -> float:
    return mark.margin if math.isfinite(mark.margin) else 0.0
