"""SHA-256, of which chance, commitments and the chains of records are made.

Their messages are so short that the standard library takes longer to begin than to hash; the kernel begins at once.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from paiju import kernel


def _digest(message: bytes) -> bytes:
    return sha256(message).digest()


digest: Final = kernel.native.sha256 if kernel.HAVE_KERNEL else _digest
