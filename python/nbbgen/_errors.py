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


class DefinitionError(Error, ValueError):
    """A fractal or a program that is refused, with its file and line."""


class DeviceError(Error, RuntimeError):
    """A device or a compiler that fails, in its own words."""


class VerifyError(Error, RuntimeError):
    """Results that differ where they must not."""


class Interrupted(Error):
    """The run's ``watch`` returned true: the state is that after ``step_count`` steps, and more can be done."""


BY_CODE = dict(enumerate((RunError, UsageError, DefinitionError, DeviceError, VerifyError, Interrupted), 1))

for _code, _kind in ((1, Error), *BY_CODE.items()):
    _kind.code, _kind.__module__ = _code, "nbbgen"  # where they are found
