"""What the functions of an SDK return while it works, noted without changing what they do."""

import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

Notes = dict[str, str]


@contextlib.contextmanager
def noting(owner: Any, names: dict[str, str]) -> Iterator[Notes]:
    """Notes what the functions of an object or a module return, the last one of each.

    `names` has the name of the function by the name of the note. The functions are put back at the
    end, so that an SDK whose speed is measured runs without them.
    """
    notes: Notes = {}
    own = {name: vars(owner).get(name) for name in names.values()}
    for note, name in names.items():
        setattr(owner, name, _noted(getattr(owner, name), notes, note))
    try:
        yield notes
    finally:
        for name, before in own.items():
            if before is None:
                delattr(owner, name)
            else:
                setattr(owner, name, before)


@contextlib.contextmanager
def signed_strings(module: Any) -> Iterator[Notes]:
    """Notes the string to sign: the last text that a module hands to `hmac.new`."""
    notes: Notes = {}
    hmac = module.hmac

    def new(key: bytes, message: bytes, *digest: Any, **options: Any) -> Any:
        notes["stringToSign"] = _text(message)
        return hmac.new(key, message, *digest, **options)

    module.hmac = SimpleNamespace(new=new)
    try:
        yield notes
    finally:
        module.hmac = hmac


def _noted(function: Callable[..., Any], notes: Notes, note: str) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        result = function(*given, **named)
        notes[note] = _text(result)
        return result

    return call


def _text(value: str | bytes | list[str]) -> str:
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)
