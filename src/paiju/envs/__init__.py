"""Many games at once, for learning and simulation."""

from paiju.envs.batch import Batch

__all__ = ["Batch"]
