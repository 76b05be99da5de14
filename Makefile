# Every command is `python3 tools/dev.py NAME`; ARGS is handed on, as in `make serve ARGS="--port 9000"`.
PYTHON ?= python3
COMMANDS := serve test check bench fuzz soak universe demo docs sanitize setup

.PHONY: help $(COMMANDS)
help:
	@$(PYTHON) tools/dev.py help

$(COMMANDS):
	@$(PYTHON) tools/dev.py $@ $(ARGS)
