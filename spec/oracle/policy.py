"""Policies of upload forms: what spec/post-policy.md says of their text and their conditions."""

import re

from moments import read_extended
from strict_json import NotJSON, Number, read_json
from values import Refusal, refuse_if

KIND = "invalid-policy"
BYTE_LIMIT, DEPTH_LIMIT, LARGEST = 65536, 8, 2**63 - 1  # POST-REF-1
TIME = r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)?Z"
LISTS, TEXTS = ("in", "not-in"), ("eq", "starts-with")


class Condition:
    """One condition: the way to match, the name without its `$`, and what it asks for."""

    def __init__(self, way, name, asked):
        self.way, self.name, self.asked = way, name, asked

    def holds(self, value, file_size):
        """POST-COND-2 to POST-COND-6."""
        if self.way == "content-length-range":
            return self.asked[0] <= file_size <= self.asked[1]
        if self.way == "starts-with":
            return value.startswith(self.asked)
        if self.way == "eq":
            return value == self.asked
        return (value in self.asked) == (self.way == "in")


class Policy:
    """The expiration in seconds, without its fraction (POST-CHK-1), and the conditions."""

    def __init__(self, expiration, conditions):
        self.expiration, self.conditions = expiration, conditions


def read_policy(data):
    """POST-POL-3, POST-POL-5, POST-REF-1."""
    refuse_if(len(data) > BYTE_LIMIT, KIND)
    try:
        value = read_json(re.sub(rb"\\(.)", escape, data, flags=re.DOTALL), DEPTH_LIMIT)
    except NotJSON:
        raise Refusal(KIND) from None
    refuse_if(not isinstance(value, dict), KIND)
    return Policy(seconds(value.get("expiration")), read_conditions(value.get("conditions")))


def escape(found):
    """POST-COND-8: the escape of a dollar sign, which is not JSON's."""
    return b"$" if found[1] == b"$" else found[0]


def seconds(text):
    """POST-POL-5."""
    parts = re.fullmatch(TIME, text) if is_text(text) else None
    found = None if parts is None else read_extended(parts[1].encode("ascii") + b"Z")
    refuse_if(found is None, KIND)
    return found


def is_text(value):
    """Whether a value of the JSON is a string."""
    return isinstance(value, str) and not isinstance(value, Number)


def read_conditions(values):
    """POST-REF-1: at least one condition."""
    refuse_if(not isinstance(values, list) or not values, KIND)
    return [read_condition(value) for value in values]


def read_condition(value):
    """POST-COND-1 to POST-COND-9, POST-REF-1."""
    if isinstance(value, dict):
        refuse_if(len(value) != 1, KIND)
        ((name, asked),) = value.items()
        refuse_if(name == "" or name.startswith("$") or not is_text(asked), KIND)
        return Condition("eq", folded(name), bytes_of(asked))
    refuse_if(not isinstance(value, list) or len(value) != 3 or not is_text(value[0]), KIND)
    way, name, asked = value
    if way == "content-length-range":
        return Condition(way, None, size_range(name, asked))
    refuse_if(way not in LISTS + TEXTS or not is_text(name), KIND)
    refuse_if(not re.fullmatch(r"\$[^$].*", name, re.DOTALL), KIND)
    wanted = asked if way in LISTS else [asked]
    refuse_if(not isinstance(wanted, list) or not wanted or not all(map(is_text, wanted)), KIND)
    texts = [bytes_of(text) for text in wanted]
    return Condition(way, folded(name[1:]), texts if way in LISTS else texts[0])


def size_range(first, last):
    """POST-COND-5, POST-REF-1; a number of bytes has no sign, fraction or exponent."""
    sizes = [text for text in (first, last) if isinstance(text, Number)]
    refuse_if(len(sizes) != 2 or not all(re.fullmatch("[0-9]+", text) for text in sizes), KIND)
    least, most = map(int, sizes)
    refuse_if(least > most or most > LARGEST, KIND)
    return least, most


def bytes_of(text):
    """The bytes that a value asks for: POST-COND-8, POST-COND-9."""
    return text.replace("\\$", "$").encode("utf-8")


def folded(name):
    """POST-FORM-3."""
    return name.encode("utf-8").lower()
