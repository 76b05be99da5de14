"""Many games at once, for learning and simulation."""

from paiju.envs.batch import Batch
from paiju.envs.vector import Arrays, VecEnv

__all__ = ["Arrays", "Batch", "VecEnv"]
