"""Logs: structured lines that hold nobody's secret."""

from __future__ import annotations

from typing import TextIO

import structlog


def configure_logs(file: TextIO | None = None) -> None:
    """One JSON object a line, to standard output if no file is given."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20),
        logger_factory=structlog.PrintLoggerFactory(file),
    )
