"""A page of ``nbbgen view`` beside a run."""
from __future__ import annotations

import os
import subprocess
import tempfile
import weakref
from typing import Callable

from .__main__ import PROGRAM
from ._errors import RunError


def _end(process: "subprocess.Popen[str]", folder: "tempfile.TemporaryDirectory[str]") -> None:
    process.terminate()
    process.communicate()
    folder.cleanup()


class View:
    """A server of its own, whose page is at ``address``; `Run.view` makes it."""

    def __init__(self, save: Callable[[str], None], device: str, height: int) -> None:
        folder = tempfile.TemporaryDirectory(prefix="nbbgen-view-")
        saved = os.path.join(folder.name, "saved")
        save(saved)
        words = [PROGRAM, "view", "--resume", saved, "--device", device, "--quiet"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.height = height
        self.close = weakref.finalize(self, _end, process, folder)
        assert process.stdout is not None
        self.address = process.stdout.readline().strip()
        if not self.address:
            said = process.communicate()[1].strip()
            self.close()
            raise RunError(f"no page can be shown: {said}")

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.address}" width="100%" height="{self.height}" style="border: 0"></iframe>'
