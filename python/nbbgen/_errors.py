"""The library's errors as exceptions."""
from __future__ import annotations

from typing import Optional


class Error(Exception):
    """What nbbgen fails with; ``code`` is the exit code that the program has for it. Where it lies in a file of others, ``file``
    and ``line`` say so."""

    code = 1
    file: Optional[str] = None
    line: Optional[int] = None


class RunError(Error, RuntimeError):
    """No memory, or a file that cannot be written."""


class UsageError(Error, ValueError):
    """An option or argument that is refused."""

    code = 2


class DefinitionError(Error, ValueError):
    """A fractal or a program that is refused, with its file and line."""

    code = 3


class DeviceError(Error, RuntimeError):
    """A device or a compiler that fails, in its own words."""

    code = 4


class VerifyError(Error, RuntimeError):
    """Results that differ where they must not."""

    code = 5


class Interrupted(Error):
    """The run's ``watch`` returned true: the state is that after ``step_count`` steps, and more can be done."""

    code = 6


BY_CODE = {kind.code: kind for kind in (RunError, UsageError, DefinitionError, DeviceError, VerifyError, Interrupted)}

for _kind in (Error, *BY_CODE.values()):
    _kind.__module__ = "nbbgen"  # where they are found
