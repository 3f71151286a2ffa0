"""Whether a refusal is due beside the one that comes first.

An input may have several faults, and most pages do not say which of them is refused. The refusal of
one of them is due if the others can be taken out of the input so that it is the one that comes.
"""

import functools
import json
import pathlib

from operations import answer

VECTORS = pathlib.Path(__file__).resolve().parent.parent.parent / "vectors"
IN_ORDER = ("token.parse", "sts.parse")  # TOK-REF-13, ROLE-RSP-14
MOST_OTHERS = 3


def is_due(operation, given, kind):
    """Whether the input, with up to three of its parts put right, is refused as `kind`.

    They become those of right inputs that lack the fewest of its members: so no new fault comes in.
    """
    if operation in IN_ORDER:
        return False
    lacks = {names: len(there(given) - names) for names in right_inputs(operation)}
    return any(
        comes(operation, given, kind, right)
        for names, right in right_inputs(operation).items()
        if lacks[names] == min(lacks.values())
    )


def there(given):
    """The names of the members that are not null."""
    return frozenset(name for name in given if given[name] is not None)


@functools.cache
def right_inputs(operation):
    """Inputs of vectors that expect an answer, by their members; one for each set of them."""
    found = {}
    for path in sorted(VECTORS.glob("*/**/*.json")):
        for vector in json.loads(path.read_text("ascii")).get("vectors", []):
            if vector["operation"] == operation and "error" not in vector["expect"]:
                found.setdefault(there(vector["input"]), vector["input"])
    return found


def comes(operation, given, kind, right):
    """Whether a refusal comes where parts of the input are as in a right one."""
    inputs = [given]
    for _ in range(MOST_OTHERS):
        inputs = [one for each in inputs for one in with_a_right_part(each, right)]
        for one in inputs:
            if answer(operation, one).get("error", {}).get("class") == kind:
                return True
    return False


def with_a_right_part(given, right):
    """The input with a member, or all that are missing, as in a right one, or an element less."""
    yield {**right, **{name: given[name] for name in given if given[name] is not None}}
    for name in {**right, **given}:
        yield {**given, name: right.get(name)}
    for name, value in given.items():
        if isinstance(value, list):
            yield from ({**given, name: value[:at] + value[at + 1 :]} for at in range(len(value)))
        elif isinstance(value, dict) and isinstance(right.get(name), dict):
            yield from ({**given, name: part} for part in with_a_right_part(value, right[name]))
