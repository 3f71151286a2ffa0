"""JSON as RFC 8259 has it, without what readers disagree on: names twice, half surrogate pairs.

Python's reader knows the grammar, and this file the rest. Numbers stay texts.
"""

import json


class NotJSON(ValueError):
    """The bytes are no JSON, or JSON that is not read here."""


class Number(str):
    """A number as it is written."""


def read_json(data, depth_limit):
    """The value of the bytes; arrays and objects stand at most `depth_limit` deep."""
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=unique,
            parse_int=Number,
            parse_float=Number,
            parse_constant=no_constant,
        )
    except (ValueError, RecursionError):
        raise NotJSON("not read") from None
    if depth(value) > depth_limit:
        raise NotJSON("nested too deep")
    return value


def unique(pairs):
    """The object of the pairs; a name is there once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJSON("a name is there twice")
    for name in found:
        require_unicode(name)
    return found


def no_constant(name):
    """Refuses NaN and Infinity, which Python reads."""
    raise NotJSON("no JSON: " + name)


def require_unicode(text):
    """Refuses half a surrogate pair."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise NotJSON("half a surrogate pair")


def depth(value):
    """How deep arrays and objects stand, the outermost among them."""
    deepest, todo = 0, [(value, 0)]
    while todo:
        item, level = todo.pop()
        if isinstance(item, str):
            require_unicode(item)
        elif isinstance(item, (dict, list)):
            deepest = max(deepest, level + 1)
            todo += [
                (part, level + 1) for part in (item.values() if isinstance(item, dict) else item)
            ]
    return deepest
