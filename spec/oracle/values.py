"""Values of an input: their shapes, their bytes, and the refusal of what they cannot be."""

import base64
import binascii
import re


class Refusal(Exception):
    """The input is refused; `kind` is a class of the closed list in adapter-protocol.md."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


def refuse_if(condition, kind):
    """Refuses the input if the condition holds."""
    if condition:
        raise Refusal(kind)


def require_utf8(data, kind):
    """Refuses bytes that are not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(kind) from None


def decode_base64(text):
    """Decode strictly, or return None: only the text that encoding gives decodes (PRIM-B64-2)."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return None
    return data if base64.b64encode(data) == text else None


def to_bytes(value):
    """The bytes of a string or of {"base64": ...} (FMT-BYTES-1); a lone surrogate has no bytes."""
    if isinstance(value, str):
        try:
            return value.encode("utf-8")
        except UnicodeEncodeError:
            raise Refusal("invalid-input") from None
    refuse_if(not isinstance(value, dict) or list(value) != ["base64"], "invalid-input")
    refuse_if(not isinstance(value["base64"], str), "invalid-input")
    data = decode_base64(to_bytes(value["base64"]))
    refuse_if(data is None, "invalid-input")
    return data


def to_text(data):
    """The inverse of to_bytes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def read_object(value):
    """An object of JSON."""
    refuse_if(not isinstance(value, dict), "invalid-input")
    return value


def read_string(members, name):
    """A member that is a string: its bytes."""
    return to_bytes(members.get(name))


def read_optional_string(members, name):
    """None when the member is null or left out, which are the same (FMT-NULL-1)."""
    return None if members.get(name) is None else to_bytes(members[name])


def read_optional_text(members, name):
    """As read_optional_string, for a text that is not UTF-8 and that no clause refuses then."""
    data = read_optional_string(members, name)
    require_utf8(data or b"", "invalid-input")
    return data


def read_integer(members, name):
    """A member that is a whole number."""
    value = members.get(name)
    refuse_if(not isinstance(value, int) or isinstance(value, bool), "invalid-input")
    return value


def read_optional_integer(members, name):
    """None when the member is null or left out."""
    return None if members.get(name) is None else read_integer(members, name)


def read_choice(members, name, choices):
    """One of a few words; None is among the choices where the member may be left out."""
    refuse_if(members.get(name) not in choices, "invalid-input")
    return members.get(name)


def read_array(members, name):
    """An array; null and left out are an empty one."""
    items = [] if members.get(name) is None else members[name]
    refuse_if(not isinstance(items, list), "invalid-input")
    return items


def read_pairs(members, name, null_values=False):
    """An array of [name, value]; only a query has null values, which are bare names."""
    result = []
    for pair in read_array(members, name):
        refuse_if(not isinstance(pair, list) or len(pair) != 2, "invalid-input")
        bare = null_values and pair[1] is None
        result.append((to_bytes(pair[0]), None if bare else to_bytes(pair[1])))
    return result


def read_strings(members, name):
    """An array of strings."""
    return [to_bytes(item) for item in read_array(members, name)]


def in_64_bits(value):
    """A number that 64 bits cannot hold is the nearest one that they can; others stay."""
    return max(-(2**63), min(value, 2**63 - 1)) if isinstance(value, int) else value


def to_pairs(pairs):
    """The inverse of read_pairs."""
    return [[to_text(name), to_text(value)] for name, value in pairs]


def matches(pattern, data):
    """Whether the pattern matches all of the bytes."""
    return re.fullmatch(pattern, data) is not None
