"""``python -m paiju.cli``: the command where the script is not on PATH."""

from paiju.cli import main

if __name__ == "__main__":
    main()
