"""Many games at once, for learning and simulation."""

try:
    from paiju.envs.batch import Batch
    from paiju.envs.vector import Arrays, VecEnv
except ModuleNotFoundError as error:
    if error.name == "numpy":
        error.add_note("paiju.envs needs it: pip install 'paiju[rl]'")
    raise

__all__ = ["Arrays", "Batch", "VecEnv"]
