#!/usr/bin/env python3
"""Test how an SDK signs requests to Alibaba Cloud OSS: a runner of the vectors in one file.

    python3 oss_conform.py check [FLAGS] -- COMMAND...

COMMAND is an adapter, a small program between this runner and the SDK. The runner needs Python 3.8
or newer and the vectors beside it, and nothing else. It was written from the pages of the
specification alone: `adapter-protocol.md` (ADP) says how an adapter is asked, `vector-format.md`
(FMT) how its answers are judged, and `fingerprints.md` how a mistake gets its name.
"""

from __future__ import annotations

import argparse
import base64
import collections
import contextlib
import difflib
import fnmatch
import hashlib
import hmac
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from email.utils import formatdate
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

try:
    import ctypes
except ImportError:  # a Python without it; strays are then not looked for
    ctypes = None

VERSION = "0.1.0"
SDK_MEMBERS = ("name", "version", "language")

# ------------------------------------------------------------------------------- Values of answers


def to_bytes(value: Any) -> bytes | None:
    """The bytes of a text or of {"base64": …} (FMT-BYTES-1); None for anything else."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    if isinstance(value, dict) and list(value) == ["base64"] and isinstance(value["base64"], str):
        with contextlib.suppress(ValueError):
            return base64.b64decode(value["base64"], validate=True)
    return None


def sayable(value: Any) -> Any:
    """A value as JSON has it: bytes as the text of their UTF-8, or as {"base64": …}."""
    data = value if isinstance(value, bytes) else to_bytes(value)
    if data is not None:
        try:
            return data.decode("utf-8")
        except ValueError:
            return {"base64": base64.b64encode(data).decode("ascii")}
    if isinstance(value, dict):
        return {shown(name): sayable(one) for name, one in value.items()}
    return [sayable(one) for one in value] if isinstance(value, (list, tuple)) else value


def shown(value: Any) -> str:
    """A value as a text to read."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# The controls of a terminal, those that reorder a text, and halves of surrogate pairs.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """A text on one line in which nothing steers a terminal: what an adapter says is shown so."""
    return UNSEEN.sub(lambda one: SHORT_ESCAPES.get(one[0], f"\\u{{{ord(one[0]):x}}}"), text)


def comparable(value: Any) -> Any:
    """A JSON value in a form in which equal means equal: texts as bytes, no null members."""
    data = to_bytes(value)
    if data is not None:
        return data
    if isinstance(value, dict):
        return {name: comparable(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [comparable(one) for one in value]
    return (type(value).__name__, value) if isinstance(value, (bool, float)) else value


def pairs_of(value: Any) -> list[tuple[bytes, bytes]] | None:
    """An array of [name, value] as pairs of bytes; None for anything else."""
    if not isinstance(value, list) or not all(isinstance(one, list) for one in value):
        return None
    pairs = [tuple(map(to_bytes, one)) for one in value]
    return None if any(len(pair) != 2 or None in pair for pair in pairs) else pairs


def grouped(pairs: Any, prefix: str = "") -> dict[str, list]:
    """The values of each name."""
    groups: dict[str, list] = {}
    for name, value in pairs:
        groups.setdefault(prefix + shown(name), []).append(value)
    return groups


# ----------------------------------------------------------------- Answers taken apart (FMT-JUDGE)


def authorization_parts(value: Any) -> dict[str, Any] | None:
    """The scheme and the sorted pairs (FMT-JUDGE-2); None if it cannot be taken apart."""
    scheme, _, rest = (to_bytes(value) or b"").partition(b" ")
    if scheme == b"OSS":
        identity, _, signature = rest.rpartition(b":")
        pairs = [(b"access key ID", identity), (b"signature", signature)]
        is_whole = identity and signature and not re.search(rb"[ \t]", rest)
        return {"scheme": scheme, "parts": pairs} if is_whole else None
    marks = {b"OSS2": b":", b"OSS4-HMAC-SHA256": b"=", b"ACS3-HMAC-SHA256": b"="}
    mark = marks.get(scheme)
    pairs = []
    for pair in re.split(rb",[ \t]*", rest) if mark else []:
        name, found, text = pair.partition(mark or b"")
        if not name or not found or re.search(rb"[ \t]", pair):
            return None
        if (scheme, name) == (b"OSS2", b"AdditionalHeaders"):
            text = b";".join(sorted(text.split(b";")))
        pairs.append((b"signature" if name == b"Signature" else name, text))
    is_signed = any(name == b"signature" for name, _ in pairs)
    return {"scheme": scheme, "parts": sorted(pairs)} if is_signed else None


def authorization_view(value: Any) -> dict[str, Any] | None:
    """The scheme and the pairs, each one of the parts."""
    parts = authorization_parts(value)
    return parts and {"scheme": parts["scheme"], **grouped(parts["parts"])}


# A scheme, a host with or without a port, a path, a query and a fragment.
URL = re.compile(rb"([^:/?#]+)://([^/?#]*?)(?::(\d*))?(/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?")
DEFAULT_PORTS = {b"http": 80, b"https": 443}
BROKEN_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def query_pairs(query: bytes) -> list[tuple[bytes, bytes]]:
    """The decoded parameters, sorted, for their order does not matter (FMT-JUDGE-3)."""
    pairs = (pair.partition(b"=") for pair in query.replace(b"+", b" ").split(b"&") if pair)
    return sorted((unquote_to_bytes(name), unquote_to_bytes(value)) for name, _, value in pairs)


def url_parts(value: Any) -> dict[str, Any] | None:
    """The parts of a URL (FMT-JUDGE-3); None if it cannot be taken apart."""
    text = value if isinstance(value, bytes) else to_bytes(value) or b""
    found = URL.fullmatch(text)
    if not found or not found[2] or re.search(rb"[^!-~]", text) or int(found[3] or 0) > 65535:
        return None
    scheme, path, query = found[1].lower(), found[4] or b"/", found[5] or b""
    if BROKEN_ESCAPE.search(path) or BROKEN_ESCAPE.search(query):
        return None
    port = int(found[3]) if found[3] else None
    return {
        "scheme": scheme,
        "host": found[2].lower(),
        "port": None if port == DEFAULT_PORTS.get(scheme) else port,
        # Divided where a plus sign is not encoded, which equals neither `%2B` nor `%20`.
        "path": [unquote_to_bytes(piece) for piece in path.split(b"+")],
        "query": query_pairs(query),
        "fragment": found[6],
    }


def target_parts(value: Any) -> dict[str, Any] | None:
    """The parts of a request target in origin form, which has no host (FMT-JUDGE-11)."""
    text = to_bytes(value) or b""
    parts = url_parts(b"http://host" + text) if text.startswith(b"/") else None
    return parts and {name: parts[name] for name in ("path", "query", "fragment")}


def view(parts: dict[str, Any] | None) -> dict[str, Any] | None:
    """The parts of a URL or of a request target, each parameter one of them."""
    return parts and {**parts, "query": None, **grouped(parts["query"], "parameter ")}


def query_view(value: Any) -> dict[str, Any] | None:
    """The parameters in the body of a call of STS (FMT-JUDGE-3)."""
    data = to_bytes(value)
    return None if data is None else grouped(query_pairs(data), "parameter ")


JUDGED = {
    "headers": {b"content-type", b"content-md5", b"authorization"},
    "fields": {b"ossaccesskeyid", b"policy", b"signature", b"security-token"},
}


def judged_pairs(name: str, value: Any, expected: Any) -> list[tuple[bytes, bytes]] | None:
    """The headers or fields that are judged, names in lower case (FMT-JUDGE-4, FMT-JUDGE-9)."""
    pairs = pairs_of(value)
    if pairs is None:
        return None
    blanks = b" \t" if name == "headers" else b""
    due = {key.lower() for key, _ in pairs_of(expected) or []} | JUDGED[name]
    lowered = sorted((key.lower(), text.strip(blanks)) for key, text in pairs)
    return [pair for pair in lowered if pair[0] in due or pair[0].startswith(b"x-oss-")]


def pairs_view(name: str, value: Any, expected: Any, exact: list) -> dict[str, Any] | None:
    """The headers or fields that are judged; a single Authorization by its parts."""
    pairs = judged_pairs(name, value, expected)
    groups = None if pairs is None else grouped(pairs, name[:-1] + " ")
    sent = (groups or {}).get("header authorization", [])
    parts = authorization_view(shown(sent[0])) if len(sent) == 1 else None
    if parts and "authorization" not in exact:
        del groups["header authorization"]
        groups.update({f"header authorization, {key}": part for key, part in parts.items()})
    return groups


class Number(str):
    """A number of a JSON text, as it is written there."""

    __slots__ = ()


DEEPEST = 64


def depth(value: Any) -> int:
    """How many arrays and objects of a value are inside each other."""
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0) if isinstance(value, (dict, list)) else 0


def sensible_number(text: str) -> Any:
    """A number; an integer that no vector expects, for its size, is only near the one given."""
    if len(text) <= 20 and not re.search("[.eE]", text):
        return int(text)
    most = sys.float_info.max
    return max(-most, min(float(text), most))


def strict_json(data: bytes | None, number: Any = Number) -> Any:
    """JSON as RFC 8259 has it, of 64 levels, each member once, no half of a surrogate pair.

    A ValueError for anything else.
    """

    def members(pairs: list) -> dict:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member is there twice")
        return dict(pairs)

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    hooks = {"parse_int": number, "parse_float": number, "parse_constant": refuse}
    try:
        value = json.loads((data or b"").decode("utf-8"), object_pairs_hook=members, **hooks)
        is_deep = depth(value) > DEEPEST
    except RecursionError:
        is_deep = True
    if is_deep:
        raise ValueError(f"it has more than {DEEPEST} levels")
    if re.search(rb"\\u[dD][89a-fA-F]", data):
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def written(value: Any) -> str:
    """A value of `strict_json` as compact JSON, its numbers as they were written."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(k)}:{written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def condition_text(condition: Any) -> str:
    """What a condition of a policy asks, an object and its `eq` array being one (FMT-JUDGE-8)."""
    if isinstance(condition, dict) and len(condition) == 1:
        ((name, value),) = condition.items()
        return written(["eq", "$" + name, value])
    return written(condition)


def policy_parts(value: Any) -> dict[str, Any] | None:
    """What a policy asks; None if it is no JSON."""
    with contextlib.suppress(ValueError, AttributeError):
        policy = strict_json(to_bytes(value))
        if isinstance(policy.get("conditions"), list):
            expiration = policy.get("expiration")
            if isinstance(expiration, str):
                expiration = re.sub(r"\.0+Z$", "Z", expiration)
            conditions = sorted(map(condition_text, policy["conditions"]))
            return {"expiration": expiration, "conditions": conditions}
    return None


def callback_parts(value: Any) -> dict[str, Any] | None:
    """The members of the JSON object whose base64 text this is; None if it is none."""
    with contextlib.suppress(ValueError):
        given = strict_json(base64.b64decode(to_bytes(value) or b"", validate=True))
        if isinstance(given, dict):
            return {f"member {name}": written(one) for name, one in given.items()}
    return None


# ------------------------------------------------------------------------------- Judging an answer

SIGNING = {
    "v1.header", "v1.presign", "v2.header", "v2.presign", "v4.header", "v4.presign",
    "v1.string", "post.v1", "post.v4", "sts.rpc", "sts.acs3", "service.header", "live.publish",
}  # fmt: skip
PRIMITIVES = {"md5", "sha1", "sha256", "hmac.sha1", "hmac.sha256", "base64"}
SIGNATURE_PARAMETERS = (b"Signature", b"x-oss-signature")
RESULTS = ("signature", "authorization", "headers", "target", "url", "body", "policy", "fields")
NO_RESULTS = ("stages", "exact", "any_of", "reason", "error")
TAKEN_APART = {
    "authorization": authorization_view,
    "target": lambda value: view(target_parts(value)),
    "url": lambda value: view(url_parts(value)),
    "body": query_view,
    "callback": callback_parts,
    "callbackVar": callback_parts,
}
NOTHING_TO_JUDGE = (
    "The answer shows nothing to judge: a signature must be given, alone or in another member."
)


class Difference(NamedTuple):
    """A step or member that is not as expected, and the part of it that differs."""

    name: str
    part: str | None
    expected: Any
    actual: Any


def sole(value: Any) -> Any:
    """The one element of a list that has no other."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def compared(name: str, expected: Any, actual: Any, sides: tuple = (None, None)):
    """The differences between two values, by their parts if both can be taken apart."""
    due, given = sides
    if due is not None and given is not None:
        for key in {**due, **given}:
            if due.get(key) != given.get(key):
                yield Difference(name, key, sole(due.get(key)), sole(given.get(key)))
    elif comparable(expected) != comparable(actual):
        yield Difference(name, None, expected, actual)


def signature_within(output: dict) -> str | None:
    """The signature that stands in an authorization or in a URL, if there is one."""
    pairs = (authorization_parts(output.get("authorization")) or {}).get("parts", [])
    pairs += (url_parts(output.get("url")) or {}).get("query", [])
    names = (b"signature", *SIGNATURE_PARAMETERS)
    found = next((text for name, text in pairs if name in names), None)
    return None if found is None else shown(found)


def results_to_judge(operation: str, expect: dict, output: dict) -> list[tuple] | None:
    """The members to compare, with both sides (FMT-JUDGE-1); None if nothing can be judged."""
    if operation not in SIGNING:
        names = [name for name in expect if name not in NO_RESULTS]
        return [(name, expect[name], output.get(name)) for name in names]
    sides = [(name, expect.get(name), output.get(name)) for name in RESULTS]
    judged = [side for side in sides if side[1] is not None and side[2] is not None]
    proofs = ["signature", "authorization", "body" if "body" in expect else "url"]
    if operation in ("sts.acs3", "service.header"):  # Their URLs hold no signature.
        proofs.remove("url")
    if any(name in proofs for name, _, _ in judged):
        return judged
    alone = "authorization" not in expect and "url" not in expect
    found = signature_within(output) if alone else None
    return None if found is None else [("signature", expect["signature"], found), *judged]


def result_differences(operation: str, expect: dict, exact: list, judged: list):
    """How the members differ, each compared by its own rule."""
    for name, due, given in judged:
        take_apart = TAKEN_APART.get(name, lambda _: None)
        if name in exact:
            sides = (None, None)
        elif name in JUDGED:
            sides = tuple(pairs_view(name, one, expect[name], exact) for one in (due, given))
        elif operation == "post.policy":
            sides = policy_parts(due), policy_parts(given)
        else:
            sides = take_apart(due), take_apart(given)
        yield from compared(name, due, given, sides)


def stage_differences(expect: dict, output: dict):
    """The steps that are given and that differ, in the order in which a signature comes about."""
    given = output.get("stages") or {}
    for name, due in (expect.get("stages") or {}).items():
        if given.get(name) is not None:
            yield from compared(name, due, given[name])


# ------------------------------------------------------------------------------ Judging a timeline


def is_moment(value: Any) -> bool:
    """Whether this is a moment in milliseconds."""
    return isinstance(value, int) and not isinstance(value, bool)


LONGEST_TRACE = 1000  # far more than any script asks for; the judge compares each with each


def read_trace(output: dict) -> tuple[list[dict], list[dict]]:
    """The answers and the fetches of a timeline; a ValueError if they are not such."""
    answers, fetches = output.get("answers"), output.get("fetches")
    for rows, name in ((answers, "answers"), (fetches, "fetches")):
        if not isinstance(rows, list) or len(rows) > LONGEST_TRACE:
            raise ValueError(name)
        for row in rows:
            if not isinstance(row, dict) or not is_moment(row.get("at")):
                raise ValueError(name)
    for row in answers:
        outcomes = [row.get(name) for name in ("gets", "fails", "cancelled")]
        kinds = [type(one) for one in outcomes if one is not None and one is not False]
        if not isinstance(row.get("caller"), str) or kinds not in ([str], [bool]):
            raise ValueError("answers")
        if (kinds == [bool]) != (outcomes[2] is True):
            raise ValueError("answers")
    if not all(row.get("ends") is None or is_moment(row["ends"]) for row in fetches):
        raise ValueError("fetches")
    return answers, fetches


class Timeline:
    """The script of a vector beside what came of it, and the bounds that are broken."""

    def __init__(self, given: dict, expect: dict, answers: list[dict], fetches: list[dict]):
        self.given, self.expect, self.answers, self.fetches = given, expect, answers, fetches
        events = given["events"]
        self.asked = {event["ask"]: event["at"] for event in events if event.get("ask")}
        self.left = {event["cancel"]: event["at"] for event in events if event.get("cancel")}
        self.broken: list[Difference] = []
        self.keys: set[str] = set()  # the broken bounds as FMT-PRINT-8 names them

    def fault(self, key: str, expected: str, actual: str) -> None:
        name, _, part = key.partition(" ")
        self.keys.add(key)
        self.broken.append(Difference(name, part or None, expected, actual))

    def judge(self) -> list[Difference]:
        """All the broken bounds (FMT-LINE-1 to FMT-LINE-7)."""
        for answer in self.answers:
            self.judge_fit(answer)
        for fetch, after in zip(self.fetches, [*self.fetches[1:], None]):
            if fetch.get("ends") is not None and fetch["ends"] < fetch["at"]:
                self.fault("answers", "fetches that end after they begin", f"{fetch['ends']} ms")
            if after is not None and after["at"] < fetch["at"]:
                self.fault("answers", "fetches in the order of their begins", f"{after['at']} ms")
        self.judge_callers()
        self.judge_fetches()
        invariants = {
            "one-fetch-in-flight": self.judge_overlap,
            "never-expired": self.judge_expiry,
            "everyone-answered": self.judge_everyone,
            "answered-in-order": self.judge_order,
        }
        for name in self.expect.get("invariants") or []:
            invariants[name](name)
        return self.broken

    def judge_fit(self, answer: dict) -> None:
        """An answer must fit the script (FMT-LINE-5)."""
        caller, at = answer["caller"], answer["at"]
        if caller not in self.asked or at < self.asked[caller]:
            self.fault("answers", f"an answer to {caller} after it asks", f"one at {at} ms")
        if answer.get("cancelled") is not None and not self.left.get(caller, at + 1) <= at:
            self.fault("answers", f"an answer to {caller}, who waits", f"cancelled at {at} ms")
        token = answer.get("gets")
        if token is not None and token not in self.tokens_by(at):
            self.fault("answers", "a token that is there by then", f"{token} at {at} ms")

    def tokens_by(self, at: int) -> set:
        """The tokens that the provider can have at a moment."""
        names = {(self.given.get("held") or {}).get("token")}
        names |= {event.get("replace") for event in self.given["events"] if event["at"] <= at}
        results = self.given.get("fetches") or [{}]
        for index, fetch in enumerate(self.fetches):
            if fetch.get("ends") is not None and fetch["ends"] <= at:
                names.add(results[min(index, len(results) - 1)].get("gives"))
        return names & set(self.given["tokens"])

    def judge_callers(self) -> None:
        """Who may get what, and how late (FMT-LINE-1)."""
        may, waits = self.expect.get("callers") or {}, self.expect.get("waits") or {}
        for caller in [*may, *(name for name in waits if name not in may)]:
            answers = [answer for answer in self.answers if answer["caller"] == caller]
            if not answers:
                self.fault(f"callers {caller}", "an answer", "none")
            for answer in answers:
                got = answer.get("gets") or ("failure" if answer.get("fails") else "cancelled")
                late = answer["at"] - self.asked.get(caller, answer["at"])
                if got not in may.get(caller, [got]):
                    due = " or ".join(may[caller])
                    self.fault(f"callers {caller}", due, f"{got} at {answer['at']} ms")
                if late > waits.get(caller, late):
                    self.fault(f"waits {caller}", f"{waits[caller]} ms at most", f"{late} ms")

    def judge_fetches(self) -> None:
        """How many fetches begin (FMT-LINE-6)."""
        begun = sum(fetch["at"] <= self.given["until"] for fetch in self.fetches)
        bounds = self.expect.get("fetches") or {}
        if begun < bounds.get("least", begun):
            self.fault("fetches least", f"{bounds['least']} or more", str(begun))
        if begun > bounds.get("most", begun):
            self.fault("fetches most", f"{bounds['most']} or fewer", str(begun))

    def judge_overlap(self, name: str) -> None:
        """No fetch begins while another is on its way (FMT-LINE-2)."""
        for index, fetch in enumerate(self.fetches):
            for other in self.fetches[:index]:
                if other.get("ends") is None or other["ends"] > fetch["at"]:
                    self.fault(f"invariants {name}", "one fetch", f"another at {fetch['at']} ms")

    def judge_expiry(self, name: str) -> None:
        """Nobody gets what has expired, by the true time (FMT-LINE-3)."""
        for answer in self.answers:
            token = self.given["tokens"].get(answer.get("gets")) or {}
            if token.get("expires") is not None and answer["at"] >= token["expires"]:
                actual = f"{answer['gets']}, which expired at {token['expires']} ms"
                key = f"invariants {name} {answer['caller']}"
                self.fault(key, "a token that has not expired", actual)

    def judge_everyone(self, _: str) -> None:
        """Each caller is answered once (FMT-LINE-4)."""
        for caller in self.asked:
            count = sum(answer["caller"] == caller for answer in self.answers)
            if count != 1:
                self.fault(f"callers {caller}", "one answer", str(count))

    def judge_order(self, name: str) -> None:
        """At one moment, who asked first is answered first (FMT-LINE-7)."""
        told = [
            one for one in self.answers if not one.get("cancelled") and one["caller"] in self.asked
        ]
        for index, answer in enumerate(told):
            for later in told[index + 1 :]:
                first, second = self.asked[later["caller"]], self.asked[answer["caller"]]
                if later["at"] == answer["at"] and first < second:
                    key = f"invariants {name} {later['caller']}"
                    self.fault(key, f"before {answer['caller']}", "after it")


# ---------------------------------------------------------------------------------------- Verdicts


class Verdict(NamedTuple):
    """What the judge says of one reply: passed, failed, unsupported or not-comparable."""

    standing: str
    kind: str | None = None
    message: str = ""
    differences: tuple = ()
    notes: tuple = ()


def passed(*notes: str) -> Verdict:
    """A reply that is right."""
    return Verdict("passed", notes=notes)


def failed(kind: str, message: str, differences: Any = (), notes: Any = ()) -> Verdict:
    """A reply that is wrong."""
    return Verdict("failed", kind, message, tuple(differences), tuple(notes))


def first_of(differences: list, more: str) -> str:
    """The sentence about the first of several differences."""
    name, part, _, actual = differences[0]
    title = f"{name} ({part})" if part else name
    missing = "is missing" if actual is None else "differs"
    rest = f", the first of {len(differences)} {more}" if len(differences) > 1 else ""
    return f"{title} {missing}{rest}."


def judge_answer(vector: dict, expect: dict, output: dict) -> Verdict:
    """The verdict on an answer where `expect` has one."""
    operation = vector["operation"]
    if operation == "credential.timeline":
        try:
            broken = Timeline(vector["input"], expect, *read_trace(output)).judge()
        except ValueError as name:
            return failed("mismatch", f"{name} is not what the protocol says.")
        return failed("mismatch", first_of(broken, "broken bounds"), broken) if broken else passed()
    judged = results_to_judge(operation, expect, output)
    if judged is None:
        return failed("mismatch", NOTHING_TO_JUDGE)
    results = list(result_differences(operation, expect, vector["expect"].get("exact", []), judged))
    stages = list(stage_differences(expect, output))
    if not results:
        return passed(
            *(f"The step {name} differs, and the result is right." for name, *_ in stages)
        )
    differences = [*stages, *results]
    return failed("mismatch", first_of(differences, "differences"), differences)


def described(error: Any) -> str:
    """A refusal in words."""
    error = error if isinstance(error, dict) else {}
    message = f" ({error['message']})" if isinstance(error.get("message"), str) else ""
    return f"{error.get('class') or 'an error without a class'}{message}"


def judge_refusal(vector: dict, reply: dict) -> Verdict:
    """The verdict on a refusal (FMT-JUDGE-6, ADP-RUN-9)."""
    expect, error = vector["expect"], reply.get("error") or {}
    by_transport = reply.get("refusedBy") == "transport"
    if "error" in expect:
        given, due = error.get("class"), expect["error"]["class"]
        if by_transport:
            return passed("Refused by the HTTP library, not by the SDK.")
        return passed() if given == due else passed(f"Refused as {described(error)}; {due} is due.")
    if any("error" in other for other in expect.get("any_of") or []):
        return passed("Another answer that is right too.")
    if not by_transport:
        message = f"The input is right and was refused as {described(error)}."
        return failed("rejected", message)
    if isinstance(reply.get("output"), dict):
        verdict = judge_reply(vector, {"status": "ok", "output": reply["output"]})
        if verdict.standing == "passed":
            return verdict
    message = f"the HTTP library refuses the input ({error.get('message', '')})"
    return Verdict("not-comparable", message=message)


def judge_reply(vector: dict, reply: dict) -> Verdict:
    """The verdict on one reply, from the vector and the reply alone."""
    status, expect = reply.get("status"), vector["expect"]
    if status == "unsupported":
        return Verdict(
            "unsupported", message=str(reply.get("reason") or "the adapter gives no reason")
        )
    if status in ("failed", "timeout", "crash"):
        kind = "adapter-failed" if status == "failed" else status
        return failed(kind, f"The adapter failed: {reply.get('message', '')}")
    if status == "rejected":
        return judge_refusal(vector, reply)
    others = [other for other in expect.get("any_of") or [] if "error" not in other]
    verdict = None
    for right in [expect, *others]:
        if "error" in right:
            continue
        found = judge_answer(vector, right, reply["output"])
        if found.standing == "passed":
            return (
                found if right is expect else passed(f"Right too: {right['reason']}", *found.notes)
            )
        verdict = verdict or found
    if "error" not in expect and verdict is not None:
        return verdict
    due = expect["error"]["class"]
    return failed("accepted", f"The input must be refused as {due} and was answered.")


# ------------------------------------------------------------------------------------------ Habits


def signature_of(string: bytes, stages: dict, secret: bytes) -> str:
    """The signature of a string to sign: of V4 beside the key of `stages`, else of V1."""
    if "signingKey" in stages:
        return hmac.new(bytes.fromhex(stages["signingKey"]), string, "sha256").hexdigest()
    return base64.b64encode(hmac.new(secret, string, "sha1").digest()).decode("ascii")


def answer_with(expect: dict, stages: dict, headers: list, secret: bytes) -> dict:
    """The answer of `expect` with other steps and headers, signed again."""
    signature = signature_of(to_bytes(stages["stringToSign"]), stages, secret)
    right = {**expect, "stages": stages, "signature": signature}
    if "authorization" in expect:
        right["authorization"] = expect["authorization"].replace(expect["signature"], signature)
    if "headers" in expect:
        kept = [[name, value] for name, value in expect["headers"] if name != "Authorization"]
        kept = [pair for pair in kept if pair[0].lower() not in ("date", "x-oss-date")]
        right["headers"] = [*kept, *headers, ["Authorization", right["authorization"]]]
    return right


def always_sends_x_oss_date(given: dict, expect: dict, secret: bytes) -> dict | None:
    """What is right for an SDK that adds `x-oss-date` to each request of V1 (V1-DATE-2)."""
    names = [shown(to_bytes(name)).lower() for name, _ in given.get("headers") or []]
    if "x-oss-date" in names:
        return None
    date = formatdate(given["time"], usegmt=True)
    old = to_bytes(expect["stages"]["canonicalizedHeaders"])
    lines = [*old.split(b"\n")[:-1], b"x-oss-date:" + date.encode()]
    new = b"".join(line + b"\n" for line in sorted(lines, key=lambda line: line.split(b":")[0]))
    first = to_bytes(expect["stages"]["stringToSign"]).split(b"\n", 4)
    string = b"\n".join([*first[:3], date.encode(), new + first[4][len(old) :]])
    stages = {**expect["stages"], "canonicalizedHeaders": shown(new), "stringToSign": shown(string)}
    return answer_with(expect, stages, [["x-oss-date", date]], secret)


def sends_date_alone(given: dict, expect: dict, secret: bytes) -> dict | None:
    """What is right for an SDK that sends `Date` in the place of `x-oss-date` of V4 (V4-DATE-1)."""
    steps = {name: to_bytes(step) for name, step in expect["stages"].items()}
    time, old = steps["stringToSign"].split(b"\n")[1], steps["canonicalHeaders"]
    # An x-oss-date of the caller is then a header like any other.
    sent = [[shown(to_bytes(one)) for one in pair] for pair in given.get("headers") or []]
    own = [pair for pair in sent if pair[0].lower() == "x-oss-date"]
    lines = {b"x-oss-date": ",".join(value for _, value in own).encode(), b"date": time}
    new = b"".join(
        name + b":" + lines.get(name, value) + b"\n"
        for name, _, value in (line.partition(b":") for line in old.split(b"\n")[:-1])
        if name != b"x-oss-date" or own
    )
    request = steps["canonicalRequest"].replace(b"\n" + old, b"\n" + new, 1)
    digest = hashlib.sha256(request).hexdigest().encode()
    string = steps["stringToSign"].replace(steps["canonicalRequestHash"], digest)
    steps.update(canonicalHeaders=new, canonicalRequest=request)
    steps.update(canonicalRequestHash=digest, stringToSign=string)
    stages = {name: shown(step) for name, step in steps.items()}
    return answer_with(expect, stages, [*own, ["Date", shown(time)]], secret)


def signs_host(given: dict, expect: dict, secret: bytes) -> dict | None:
    """What is right for an SDK that signs and lists `host` in each URL of V4 (V4-ADD-6)."""
    if any(shown(to_bytes(name)).lower() == "host" for name, _ in given.get("headers") or []):
        return None
    steps = {name: to_bytes(step) for name, step in expect["stages"].items()}
    # Where no URL is stated, it is that of the bucket and the endpoint.
    url = expect.get("url", given["endpoint"].replace("://", f"://{given['bucket']}."))
    host = to_bytes(url).partition(b"//")[2].split(b"/")[0]
    lines = [*steps["canonicalHeaders"].split(b"\n")[:-1], b"host:" + host]
    lines.sort(key=lambda line: line.split(b":")[0])
    names = b";".join(sorted({*steps["additionalHeaders"].split(b";"), b"host"} - {b""}))
    own = LIST + names.replace(b";", b"%3B")
    query = [one for one in steps["canonicalQuery"].split(b"&") if not one.startswith(LIST)]
    query = b"&".join(sorted([*query, own], key=lambda one: one.split(b"=")[0]))
    headers = b"".join(line + b"\n" for line in lines)
    first, *_, last = steps["canonicalRequest"].split(b"\n")
    request = b"\n".join([first, steps["canonicalUri"], query, headers, names, last])
    digest = hashlib.sha256(request).hexdigest().encode()
    string = steps["stringToSign"].replace(steps["canonicalRequestHash"], digest)
    steps.update(canonicalQuery=query, canonicalHeaders=headers, additionalHeaders=names)
    steps.update(canonicalRequest=request, canonicalRequestHash=digest, stringToSign=string)
    stages = {name: shown(step) for name, step in steps.items()}
    right = answer_with(expect, stages, [], secret)
    if "url" in expect:
        signed = to_bytes(expect["url"].replace(expect["signature"], right["signature"]))
        right["url"] = shown(with_list(signed, b"") + b"&" + own)
    return right


LIST = b"x-oss-additional-headers="


def with_list(query: bytes, other: bytes) -> bytes:
    """A query with the list of additional headers that another one has, or without one."""
    own, new = (re.search(LIST + b"[^&\n]*", one) for one in (query, other))
    if own is None:
        return query
    start, end = own.span()
    if new is None:
        is_before = query[end : end + 1] == b"&"
        start, end = (start, end + 1) if is_before else (max(0, start - 1), end)
    return query[:start] + (new[0] if new else b"") + query[end:]


HABITS = {
    "v1-always-sends-x-oss-date": ("v1.header", always_sends_x_oss_date),
    "v4-sends-date-alone": ("v4.header", sends_date_alone),
    "v4-url-signs-host": ("v4.presign", signs_host),
}


def taken_back(text: bytes, habit: bytes, plain: bytes) -> bytes | None:
    """A text whose lines are `plain` where those of `habit` differ; None if they are not there."""
    lines, old, new = (one.split(b"\n") for one in (text, habit, plain))
    before: list[bytes] = []
    while old or new:
        if old[:1] == new[:1]:
            before, old, new = old[:1], old[1:], new[1:]
            continue
        gone = [line for line in old[:1] if line not in new]
        added = [line for line in new[:1] if line not in old]
        at = gone or before
        if not (gone or added) or [lines.count(line) for line in at] != [1]:
            return None
        place = lines.index(at[0])
        lines[place : place + 1] = added if gone else [*before, *added]
        before, old, new = added or before, old[len(gone) :], new[len(added) :]
    return b"\n".join(lines)


def without_habit(vector: dict, right: dict, output: dict) -> dict:
    """What an answer would be without the habit; nothing if it lacks its text (FMT-NAME-1)."""
    expect, steps = vector["expect"], output.get("stages")
    steps = {
        name: to_bytes(one) for name, one in (steps if isinstance(steps, dict) else {}).items()
    }
    is_v4, is_url = vector["operation"] != "v1.header", vector["operation"] == "v4.presign"
    name = "canonicalRequest" if is_v4 else "stringToSign"
    given, string = steps.get(name), steps.get("stringToSign")
    if given is None or string is None:
        return {}
    texts = [given, *(to_bytes(one["stages"][name]) for one in (right, expect))]
    text = taken_back(*([with_list(one, texts[2]) for one in texts] if is_url else texts))
    if text is None:
        return {}
    new = text
    if is_v4:
        hashes = [hashlib.sha256(one).hexdigest().encode() for one in (given, text)]
        new = string.replace(*hashes)
    secret = to_bytes(vector["input"]["credentials"]["accessKeySecret"])
    signatures = [signature_of(one, expect["stages"], secret) for one in (string, new)]
    written = json.dumps({key: one for key, one in output.items() if key != "stages"})
    if new == string or signatures[0] not in written:
        return {}
    plain = json.loads(written.replace(*signatures))
    if is_url and to_bytes(plain.get("url")) is not None and "url" in expect:
        plain["url"] = shown(with_list(to_bytes(plain["url"]), to_bytes(expect["url"])))
    if pairs_of(plain.get("headers")) is not None and "headers" in expect:
        both = [(plain["headers"], False), (expect["headers"], True)]
        plain["headers"] = [
            pair
            for pairs, wants_dates in both
            for pair in pairs
            if (shown(to_bytes(pair[0])).lower() in ("date", "x-oss-date")) == wants_dates
        ]
    return plain


def judge_with_habits(vector: dict, reply: dict, habits: list) -> tuple[Verdict, dict | None]:
    """The verdict for an SDK with these habits, and the reply without them (ADP-HABIT-1)."""
    verdict = judge_reply(vector, reply)
    if verdict.standing != "failed" or reply.get("status") != "ok" or "error" in vector["expect"]:
        return verdict, None
    for habit in habits:
        operation, answer = HABITS.get(habit, ("", None))
        if operation != vector["operation"] or "stages" not in vector["expect"]:
            continue
        secret = to_bytes(vector["input"]["credentials"]["accessKeySecret"])
        right = answer(vector["input"], vector["expect"], secret)
        if right is None:
            continue
        verdict = judge_answer(vector, right, reply["output"])
        if verdict.standing == "passed":
            return Verdict("not-comparable", message=f"the SDK has the habit {habit}"), None
        output = without_habit(vector, right, reply["output"])
        return verdict, {"status": "ok", "output": output}
    return verdict, None


# ------------------------------------------------------------------------------------ Fingerprints


def fingerprint(value: Any) -> str:
    """Four characters for a value in normal form (FMT-PRINT-9)."""
    text = json.dumps(sayable(value), separators=(",", ":"), sort_keys=True)
    digest = hashlib.sha256(text.replace("\x7f", "\\u007f").encode("ascii")).digest()
    return base64.b64encode(digest[:3]).decode("ascii")


def take_out(pairs: list, names: tuple) -> bytes | None:
    """The one value under one of the names, in whose place an empty text is put (FMT-PRINT-6)."""
    places = [place for place, (name, _) in enumerate(pairs) if name in names]
    if len(places) != 1:
        return None
    name, value = pairs[places[0]]
    pairs[places[0]] = (name, b"")
    return value


def normal_member(name: str, value: Any, expected: Any) -> tuple[Any, bytes | None]:
    """A member in normal form, and the authorization or the signature that was sent in it."""
    if name in JUDGED:
        pairs = judged_pairs(name, value, expected)
        own = (b"authorization",) if name == "headers" else (b"signature", b"x-oss-signature")
        return (value, None) if pairs is None else (pairs, take_out(pairs, own))
    if name == "authorization":
        parts = authorization_parts(value)
        return parts or value, take_out(parts["parts"] if parts else [], (b"signature",))
    if name == "target":
        return target_parts(value) or value, None
    if name == "url":
        parts = url_parts(value)
        return parts or value, take_out(parts["query"] if parts else [], SIGNATURE_PARAMETERS)
    pairs = query_pairs(to_bytes(value) or b"")
    return (
        (value, None) if to_bytes(value) is None else (pairs, take_out(pairs, SIGNATURE_PARAMETERS))
    )


def normal_form(vector: dict, answer: dict) -> dict[str, Any]:
    """The members of an answer, so that two that the judge takes for one are one (FMT-PRINT)."""
    expect, operation = vector["expect"], vector["operation"]
    if operation == "credential.timeline":
        return normal_timeline(vector, answer)
    members = {name: value for name, value in answer.items() if name not in NO_RESULTS}
    exact = {name: members.pop(name) for name in expect.get("exact") or [] if name in members}
    signatures = []
    for name in ("headers", "authorization", "target", "url", "body", "fields"):
        if members.get(name) is None:
            continue
        members[name], sent = normal_member(name, members[name], expect.get(name))
        if name != "headers":
            signatures += [] if sent is None else [sent]
        elif sent is not None and "authorization" not in exact:
            members["authorization"] = shown(sent)
    if signatures:
        members["signature"] = signatures[0]
    if operation == "post.policy" and "policy" in members:
        members["policy"] = policy_parts(members["policy"]) or members["policy"]
    for name in ("callback", "callbackVar"):
        if callback_parts(members.get(name)) is not None:
            members[name] = strict_json(base64.b64decode(to_bytes(members[name])), sensible_number)
    return {name: value for name, value in {**members, **exact}.items() if value is not None}


def prints_of(vector: dict, answer: dict) -> dict[str, str]:
    """The fingerprint of each member of an answer in normal form."""
    return {name: fingerprint(value) for name, value in normal_form(vector, answer).items()}


def normal_timeline(vector: dict, answer: dict) -> dict[str, Any]:
    """Who gets what, and which bounds are broken (FMT-PRINT-8)."""
    try:
        answers, fetches = read_trace(answer)
    except ValueError:
        return {}
    told = {one["caller"] for one in answers if not one.get("cancelled")}
    texts = []
    for one in answers:
        if not one.get("cancelled"):
            texts.append(
                f"{one['caller']} {'fails' if one.get('fails') else 'gets ' + one['gets']}"
            )
        elif one["caller"] not in told:
            texts.append(f"{one['caller']} is cancelled")
    timeline = Timeline(vector["input"], vector["expect"], answers, fetches)
    timeline.judge()
    late = {"waits" + key[7:] for key in timeline.keys if key.startswith("callers ")}
    # An invariant is there once for each caller, without its name.
    broken = sorted(" ".join(key.split(" ")[:2]) for key in timeline.keys - late)
    return {"timeline": {"answers": sorted(texts), "broken": broken}}


class Fingerprints:
    """What `mistakes.json` and `fingerprints.json` say of the vectors of this corpus."""

    def __init__(self, mistakes: dict, document: dict):
        known = {one["id"]: one for one in mistakes["mistakes"]}
        rows = [{"id": row} if isinstance(row, str) else row for row in document["rows"]]
        self.rows = [{**known[row["id"]], **row} for row in rows]
        self.vectors = document["vectors"]
        self.read: dict[str, dict[str, dict[int, str]]] = {}

    def of(self, vector: str) -> dict[str, dict[int, str]]:
        """By member, the fingerprint of each row that is listed for the vector (FMT-PRINT-11)."""
        if vector not in self.read:
            self.read[vector] = {
                name: {
                    int(row, 36): word[:4]
                    for word in text.split(" ")
                    for row in word[4:].split(",")
                }
                for name, text in (self.vectors.get(vector) or {}).items()
            }
        return self.read[vector]

    def operations(self, rows: list[int], corpus: list[dict]) -> set[str]:
        """The operations of the vectors that list one of the rows."""
        return {
            vector["operation"]
            for vector in corpus
            if any(row in listed for listed in self.of(vector["id"]).values() for row in rows)
        }


# --------------------------------------------------------------------------- The names of mistakes


class Finding(NamedTuple):
    """A vector, the reply to it, the verdict, and the reply without a habit of the SDK.

    Of a reply that is cut short `shown` keeps the fingerprints of the whole.
    """

    vector: dict
    reply: dict
    verdict: Verdict
    plain: dict | None = None
    shown: dict[str, str] | None = None

    def prints(self) -> dict[str, str]:
        """The fingerprints of what the SDK answers."""
        if self.shown is not None:
            return self.shown
        return prints_of(self.vector, (self.plain or self.reply)["output"])


def class_of(reply: dict, classes: set) -> str | None:
    """The class of a refusal, if it is one of the list."""
    error = reply.get("error")
    found = error.get("class") if isinstance(error, dict) else None
    return found if isinstance(found, str) and found in classes else None


class Suspect:
    """A row, or the rows with `names` together, beside what they explain in this run."""

    def __init__(self, rows: list[int]):
        self.rows = rows
        self.strong: set[str] = set()
        self.weak: set[str] = set()
        self.caught: set[str] = set()
        self.against: set[str] = set()
        self.was_taken = False
        self.is_certain = False

    def told(self, search: int = 2) -> set[str]:
        """The failures that it explains, the weak ones in the second round alone (FMT-NAME-5)."""
        return self.strong | self.weak if search == 2 else self.strong


class Naming:
    """The search for the mistakes behind the failures of a run (FMT-NAME)."""

    def __init__(self, corpus: Corpus, findings: list[Finding]):
        self.corpus, self.prints, self.classes = corpus, corpus.prints, corpus.classes
        kinds = ("mismatch", "accepted", "rejected")
        self.failures = {one.vector["id"]: one for one in findings if one.verdict.kind in kinds}
        self.suspects: dict[int, Suspect] = {}
        for failure in self.failures.values():
            self.weigh_failure(failure)
        passes = [one for one in findings if self.counts(one)]
        self.heard = {one.vector["operation"] for one in passes}
        known: set[str] = set()
        for one in passes:
            known |= self.weigh_pass(one)
        self.join_subresources(known)

    def suspect(self, row: int) -> Suspect:
        if row not in self.suspects:
            self.suspects[row] = Suspect([row])
        return self.suspects[row]

    def weigh_failure(self, failure: Finding) -> None:
        """Notes which rows the vector of a failure catches, and which explain it (FMT-NAME-1)."""
        vector, name = failure.vector, failure.vector["id"]
        listed = self.prints.of(name)
        refusing = listed.get("error", {})
        if failure.verdict.kind == "rejected":
            answer, right, names = {}, {}, ["error"]
        else:
            answer = failure.prints()
            right = {} if "error" in vector["expect"] else prints_of(vector, vector["expect"])
            names = [one for one in {**right, **listed} if one != "error"]
            if vector["operation"] in SIGNING:
                names = [one for one in names if one in answer]
        # An answer that shows nothing to compare says nothing of any row.
        for row in {row for rows in listed.values() for row in rows if names}:
            self.suspect(row).caught.add(name)
        if failure.verdict.kind == "rejected":
            given = class_of(failure.reply, self.classes)
            refusal = given and fingerprint(given)
            for row, due in refusing.items():
                if given is None:
                    self.suspect(row).weak.add(name)
                elif due == refusal:
                    self.suspect(row).strong.add(name)
            return
        nothing = fingerprint(None)
        given, due = ({one: side.get(one, nothing) for one in names} for side in (answer, right))
        for row in {row for one in names for row in listed.get(one, {})} - set(refusing):
            if all(given[one] == listed.get(one, {}).get(row, due[one]) for one in names):
                self.suspect(row).strong.add(name)

    def counts(self, one: Finding) -> bool:
        """Whether this is a pass that can speak against a row (FMT-NAME-3)."""
        if one.verdict.standing != "passed" or one.reply["status"] != "rejected":
            return one.verdict.standing == "passed"
        right = [one.vector["expect"], *(one.vector["expect"].get("any_of") or [])]
        due = {(answer.get("error") or {}).get("class") for answer in right} - {None}
        is_own = one.reply.get("refusedBy") != "transport"
        return is_own and class_of(one.reply, self.classes) in due | {None}

    def weigh_pass(self, one: Finding) -> set[str]:
        """Notes the rows that a pass speaks against; the subresources that it shows as known."""
        vector, operation = one.vector, one.vector["operation"]
        listed = self.prints.of(vector["id"])
        members = list(listed)
        if vector["operation"] in SIGNING and one.reply["status"] == "ok":
            answer = normal_form(vector, one.reply["output"])
            members = [name for name in members if name in answer]
        known: set[str] = set()
        for row in {row for name in members for row in listed[name]}:
            names = self.prints.rows[row].get("names", [])
            known.update(names if len(names) == 1 else [])
            suspect = self.suspects.get(row, Suspect([]))
            wrong = (self.failures[name].vector["operation"] for name in suspect.told())
            cites = set(vector["clauses"]) & set(self.prints.rows[row]["clauses"])
            if cites and operation in wrong:
                suspect.against.add(vector["id"])
        return known

    def join_subresources(self, known: set[str]) -> None:
        """Makes one suspect of the rows with `names` that explain a failure (FMT-NAME-4)."""
        lists = [row for row in sorted(self.suspects) if "names" in self.prints.rows[row]]
        joined = Suspect([])
        for part in [self.suspects.pop(row) for row in lists]:
            names = self.prints.rows[part.rows[0]]["names"]
            if (part.strong or part.weak) and not part.against and not known & set(names):
                joined.rows += part.rows
                joined.strong |= part.strong
                joined.weak |= part.weak
                joined.caught |= part.caught
        if joined.rows:
            self.suspects[joined.rows[0]] = joined

    def names(self) -> list[tuple[Suspect, list[str]]]:
        """The suspects that were taken, each with the failures that are its own (FMT-NAME-5)."""
        still_open, taken = set(self.failures), []
        for search in (1, 2, 3):
            while True:
                best = self.best(still_open, search)
                if best is None:
                    break
                own = best.told(search) & still_open
                still_open -= own
                if not best.was_taken:
                    taken.append((best, []))
                best.was_taken = True
                next(vectors for suspect, vectors in taken if suspect is best).extend(own)
        for suspect, own in taken:
            suspect.is_certain = self.is_certain(suspect, own, still_open)
        return taken

    def is_certain(self, suspect: Suspect, own: list[str], unnamed: set) -> bool:
        """Whether nothing speaks against a name (FMT-NAME-8)."""
        others = len((suspect.caught & unnamed) - suspect.told())
        kinds = {self.kind_of(name) for name in own}
        clauses = {clause for name in own for clause in self.failures[name].vector["clauses"]}
        alike = sum(
            self.kind_of(name) in kinds
            and bool(clauses & set(self.failures[name].vector["clauses"]))
            for name in unnamed
        )
        return not suspect.against and 3 * others <= len(suspect.told()) and 2 * alike < len(own)

    def kind_of(self, name: str) -> tuple[str, str]:
        """The operation and the kind of a failure."""
        one = self.failures[name]
        return one.vector["operation"], one.verdict.kind

    def best(self, still_open: set, search: int) -> Suspect | None:
        """The best of the credible suspects (FMT-NAME-7)."""
        ranked: dict[tuple, list[Suspect]] = {}
        for suspect in self.suspects.values():
            explains = suspect.told(search) & still_open
            missed = len((suspect.caught & still_open) - suspect.told())
            if self.is_credible(suspect, explains, missed, still_open, search):
                score = 4 * len(explains) - 8 * len(suspect.against) - missed
                order = (-score, not suspect.was_taken, len(explains & suspect.weak))
                ranked.setdefault(order, []).append(suspect)
        firsts = ranked[min(ranked)] if ranked else []
        return min(firsts, key=self.silence) if len(firsts) > 1 else next(iter(firsts), None)

    def silent(self, suspect: Suspect) -> set[str]:
        """The operations in which a suspect explains no failure, though their vectors list it."""
        wrong = {self.failures[name].vector["operation"] for name in suspect.told()}
        return self.prints.operations(suspect.rows, self.corpus.vectors) - wrong

    def silence(self, suspect: Suspect) -> tuple[int, int, int]:
        """In how many operations a suspect explains no failure, though their vectors list it."""
        silent = self.silent(suspect)
        return len(silent & self.heard), len(silent), suspect.rows[0]

    def is_credible(
        self, suspect: Suspect, explains: set, missed: int, still_open: set, search: int
    ) -> bool:
        """Whether a suspect may be taken (FMT-NAME-5, FMT-NAME-6)."""
        e, x = len(explains), len(suspect.against)
        m = len(suspect.told())
        if e == 0 or (search == 2 and (x or missed)):
            return False
        kinds = {self.failures[name].verdict.kind for name in explains}
        if kinds == {"rejected"} and 3 * e < self.refusals_like(explains, still_open):
            return False
        if kinds == {"accepted"} and x and search != 3:
            return False
        if kinds == {"rejected"} and self.silent(suspect) & self.heard & PRIMITIVES:
            return False
        if 4 * x <= e:
            return not 3 * m < m + missed + x
        return search == 3 and x < e and not 2 * m < m + missed + x

    def refusals_like(self, explains: set, still_open: set) -> int:
        """How many open failures are refusals of the operation and class of one of these."""

        def kind_of(name: str) -> tuple:
            one = self.failures[name]
            return one.vector["operation"], class_of(one.reply, self.classes)

        kinds = {kind_of(name) for name in explains}
        refused = (name for name in still_open if self.failures[name].verdict.kind == "rejected")
        return sum(kind_of(name) in kinds for name in refused)


# ------------------------------------------------------------------------------------- The vectors


class Problem(Exception):
    """The run cannot be made: the exit status and the sentence that says why."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


PROFILES = ("signing", "services", "refresh", "hardening", "ios", "scaled", "ecs")
CLAIMED_WITHOUT_A_WORD = PROFILES[:3]  # ADP-PROF-2
LEVELS = ("must", "should", "may")


LONGEST_FILE = 16 << 20
MEMBERS = {
    "id": str, "operation": str, "level": str, "clauses": list, "comment": str, "input": dict,
    "expect": dict,
}  # fmt: skip


def read_file(path: Any) -> bytes:
    """The bytes of a file; a ValueError if they are more than any file of the kit has."""
    with open(path, "rb") as file:
        data = file.read(LONGEST_FILE + 1)
    if len(data) > LONGEST_FILE:
        raise ValueError(f"it has more than {LONGEST_FILE >> 20} MiB")
    return data


def json_files(folder: Any) -> dict[str, str]:
    """The paths of the files below a folder that are named as JSON, by their names in it."""
    files, folders = {}, [""]
    while folders:
        place = folders.pop()
        with os.scandir(os.path.join(folder, place)) as entries:
            # What an editor or a system hides is no suite.
            for one in (one for one in entries if not one.name.startswith(".")):
                if one.is_dir(follow_symlinks=False):
                    folders.append(place + one.name + "/")
                elif one.name.endswith(".json"):
                    files[place + one.name] = one.path
    return files


# The files beside the suites that are no suites.
NO_SUITES = ("schema", "mistakes", "fingerprints", "explain", "variations")
OTHER_FILES = {f"{name}.json" for name in NO_SUITES}
NO_NAMES = "No mistake is named: fingerprints.json is not there, or of other vectors."


class Corpus:
    """The vectors below a folder, in the order of their files."""

    def __init__(self, folder: pathlib.Path):
        self.vectors: list[dict] = []
        self.digest = self.read(folder)
        self.by_id = {vector["id"]: vector for vector in self.vectors}
        self.words = {
            "id": list(self.by_id),
            "suite": sorted({one["suite"] for one in self.vectors}),
            "operation": sorted({one["operation"] for one in self.vectors}),
            "clause": sorted({clause for one in self.vectors for clause in one["clauses"]}),
            "flag": sorted({flag for one in self.vectors for flag in one.get("flags", ())}),
            "level": LEVELS,
        }
        self.classes = {"invalid-input"}
        for vector in self.vectors:
            faults = vector["expect"].get("faults") or []
            errors = [vector["expect"].get("error") or {}, *faults]
            self.classes |= {error["class"] for error in errors if "class" in error}
        self.prints = self.names(folder)

    def names(self, folder: pathlib.Path) -> Fingerprints | None:
        """The mistakes that are known, and their answers to these vectors (FMT-PRINT-13)."""
        paths = [folder / name for name in ("mistakes.json", "fingerprints.json")]
        if not all(path.is_file() for path in paths):
            return None
        try:
            mistakes, prints = (strict_json(read_file(path), int) for path in paths)
            is_own = prints["corpus"] == self.digest
            return Fingerprints(mistakes, prints) if is_own else None
        except (ValueError, KeyError, TypeError) as error:
            raise Problem(2, f"{paths[0]} and {paths[1].name} have no names: {error}.") from None

    def read(self, folder: pathlib.Path) -> str:
        """Takes the vectors of all files; returns the digest of the corpus."""
        name, digest = "", hashlib.sha256()
        try:
            files = json_files(folder)
            for name in sorted(set(files) - OTHER_FILES):
                if not os.path.isfile(files[name]):
                    raise ValueError("it is a pipe or a device")
                data = read_file(files[name])
                digest.update(os.fsencode(name) + b"\n" + data)
                self.add(data)
        except OSError as error:
            raise Problem(2, f"{error.filename} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError) as error:
            raise Problem(2, f"{name} is no suite of vectors: {error}.") from None
        if not self.vectors:
            raise Problem(2, f"there are no vectors below {folder}.")
        return digest.hexdigest()

    def add(self, data: bytes) -> None:
        """The vectors of one file, each with its suite and its profile (FMT-PROF-1)."""
        suite = strict_json(data, sensible_number)
        vectors = suite["vectors"]
        if suite["format"] != 1 or suite["count"] != len(vectors):
            raise ValueError("its format is not 1, or its count is wrong")
        for vector in vectors:
            if not all(isinstance(vector[name], kind) for name, kind in MEMBERS.items()):
                raise ValueError("a member of a vector is of the wrong type")
            refuses = "error" in vector["expect"] and vector["level"] != "must"
            profile = "hardening" if refuses else suite["profile"]
            self.vectors.append({"profile": profile, **vector, "suite": suite["suite"]})

    def matching(self, glob: str) -> list[str]:
        """The ids that match a pattern in which * and ? are wild."""
        return fnmatch.filter(self.by_id, glob.replace("[", "[[]"))

    def having(self, flag: str, word: str) -> set[str]:
        """The ids of the vectors that a flag selects by one word."""
        found = set(self.matching(word)) if flag in ("match", "skip") else set()
        suites = fnmatch.filter(self.words["suite"], word.replace("[", "[[]"))
        for one in self.vectors:
            suite = one["suite"]
            is_own = {
                "suite": suite == word or suite.startswith(word + "/"),
                "skip": suite in suites,
                "clause": word in one["clauses"],
                "flag": word in one.get("flags", ()),
            }.get(flag, one.get(flag) == word)
            found |= {one["id"]} if is_own else set()
        if not found:
            near = difflib.get_close_matches(word, self.words.get(flag, ()), 1, 0.8)
            hint = f"; did you mean {near[0]}?" if near else "."
            raise Problem(2, f"--{flag} {word}: it selects no vector{hint}")
        return found

    def selected(self, options: argparse.Namespace) -> list[dict]:
        """The vectors that match every kind of flag that is given; an id and a pattern are one."""
        found: dict[str, set] = {}
        for flag in SELECTION:
            for value in getattr(options, flag) or []:
                for word in value.split(",") if flag == "id" else [value]:
                    kind = "id" if flag == "match" else flag
                    found.setdefault(kind, set()).update(self.having(flag, word))
        left_out = found.pop("skip", set())
        vectors = [
            one
            for one in self.vectors
            if all(one["id"] in own for own in found.values())
            and not (one["id"] in left_out or (options.answers_only and "error" in one["expect"]))
        ]
        if not vectors:
            raise Problem(3, "no vector is selected by all that was asked for.")
        return vectors


# ------------------------------------------------------------------------------------- The adapter

LONGEST_LINE = 1 << 20
LONGEST_NAME = 256
# Variables that begin so hold credentials of the caller, which no adapter needs (ADP-RUN-13).
CREDENTIALS = ("OSS_", "ALIBABA_CLOUD_", "ALIBABACLOUD_", "ALIYUN_", "ALICLOUD_")
# The time zone of the adapter: no server and hardly any device is in it (ADP-RUN-14).
ZONE = "Asia/Kathmandu"
ZONES = pathlib.Path("/usr/share/zoneinfo")
NO_ZONE = (
    f"The time zone {{}} is not in {ZONES}: "
    "where the adapter takes UTC for it, a mistake of the time zone passes."
)


class Interrupted(BaseException):
    """A signal ends the run, by its number."""


class Signals:
    """The signals that end the run: each is raised, or kept while nothing may be left half done."""

    is_held = False
    kept: int | None = None

    @classmethod
    def take(cls, number: int, _: Any) -> None:
        if not cls.is_held:
            raise Interrupted(number)
        cls.kept = number

    @classmethod
    @contextlib.contextmanager
    def held(cls) -> Any:
        cls.is_held = True
        try:
            yield
        finally:
            cls.is_held = False
            if cls.kept is not None:
                raise Interrupted(cls.kept)


def children() -> set[int]:
    """The children of this process, where the system lists them, as Linux does."""
    found: set[int] = set()
    for path in pathlib.Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found.update(map(int, path.read_text("ascii").split()))
    return found


def adopts_strays() -> bool:
    """Whether Linux now gives this process, which has no child yet, what its adapters leave."""
    if not sys.platform.startswith("linux") or ctypes is None or children():
        return False
    with contextlib.suppress(AttributeError, OSError):
        return ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER
    return False


class Ended(Exception):
    """The process of the adapter ended."""

    kind = "crash"


class Late(Ended):
    """A reply did not come in time."""

    kind = "timeout"


class BrokenProtocol(Ended):
    """A line of the adapter is not of the protocol (ADP-LINE-4)."""


def has_zone(name: str) -> bool:
    """Whether the system has a time zone; where it has not, C takes UTC for it."""
    with contextlib.suppress(OSError):
        return (ZONES / name).read_bytes().startswith(b"TZif")
    return False


def is_zone(name: str) -> bool:
    """Whether an adapter can be started in a zone, as far as this machine knows its zones."""
    is_name = len(name) <= 64 and re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", name)
    return bool(is_name) and (has_zone(name) or not ZONES.is_dir())


class Process:
    """One process of the adapter, with a thread that reads it and one that writes to it."""

    adopts = False

    def __init__(self, command: list[str], zone: str, trace: Any):
        self.trace, self.count, self.size, self.is_over = trace, 0, 0, False
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.upper().startswith(CREDENTIALS)
        }
        environment["TZ"] = zone
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # so that all that the adapter starts ends with it
            )
        except OSError as error:
            raise Ended(f"could not be started: {error.strerror}") from None
        self.guard = self.guarding(self.process.pid)
        self.outbox: queue.Queue = queue.Queue()
        self.inbox: queue.Queue = queue.Queue(16)  # what an adapter says unasked waits in the pipe
        for work in (self.write_all, self.read_all):
            threading.Thread(target=work, daemon=True).start()

    @staticmethod
    def guarding(group: int) -> subprocess.Popen | None:
        """A shell that ends the group when this process has ended in any way, SIGKILL included."""
        script = f"read -r line; kill -s KILL -- -{group}"
        with contextlib.suppress(OSError):
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            command = ["/bin/sh", "-c", script]
            if os.name == "posix":
                return subprocess.Popen(
                    command, stdin=subprocess.PIPE, start_new_session=True, **quiet
                )
        return None

    def write_all(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in iter(self.outbox.get, None):
                self.process.stdin.write(line)
                self.process.stdin.flush()
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def read_all(self) -> None:
        line = b"\n"
        while line.endswith(b"\n"):
            line = self.process.stdout.readline(LONGEST_LINE + 1)
            while not self.is_over:
                with contextlib.suppress(queue.Full):
                    self.inbox.put(line, timeout=0.1)
                    break

    def send(self, message: dict) -> None:
        line = json.dumps(message, separators=(",", ":"))
        self.note("→", line)
        self.outbox.put(line.encode("ascii") + b"\n")

    def receive(self, seconds: float) -> dict:
        """The next line as an object; raises what went wrong."""
        line = self.next_line(time.monotonic() + seconds)
        self.count += 1
        if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
            raise Ended(
                self.ending() + (f", inside line {self.count} of its output" if line else "")
            )
        self.size = len(line)
        self.note("←", line.decode("utf-8", "replace").rstrip("\n"))
        where = f"line {self.count} of the adapter's output"
        if not line.endswith(b"\n"):
            raise BrokenProtocol(f"{where} has more than 1 MiB")
        begin = line[:60].decode("utf-8", "replace").rstrip("\n")
        try:
            message = strict_json(line, sensible_number)
        except ValueError:
            raise BrokenProtocol(f'{where} is not JSON (it begins "{begin}")') from None
        if not isinstance(message, dict):
            raise BrokenProtocol(f'{where} is not a JSON object (it begins "{begin}")')
        return message

    def next_line(self, until: float) -> bytes:
        """The next line that comes in time; empty after the end of the output or of the process."""
        while True:
            # Its child may hold the output of a process that has ended.
            has_ended = self.process.poll() is not None
            left = until - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self.inbox.get(timeout=min(max(left, 0), 0.1))
            if has_ended:
                return b""
            if left <= 0:
                raise Late

    def note(self, arrow: str, line: str) -> None:
        if self.trace:
            print(arrow, line, file=self.trace)

    def ending(self) -> str:
        """How a process went that has ended its output."""
        try:
            status = self.process.wait(0.1)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        return f"ended with exit status {status}" if status >= 0 else f"ended by signal {-status}"

    def close(self, grace: float) -> None:
        """Closes the input and waits a while for the end; reads what is still said."""
        self.outbox.put(None)
        self.is_over = True
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace)

    def kill(self) -> None:
        """Ends the process and all that it started; waits a second at most."""
        self.outbox.put(None)
        self.is_over = True
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            if os.name == "posix":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                end = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
                subprocess.run(end, capture_output=True, check=False, timeout=10)
        # The guard must end, too: another group may get the number.
        own = [self.guard, self.process] if self.guard else [self.process]
        for one in own:
            one.kill()
        until = time.monotonic() + 1
        while time.monotonic() < until:
            running = [one for one in own if one.poll() is None]
            strays = children() - {one.pid for one in own} if self.adopts else set()
            for stray in strays:
                with contextlib.suppress(OSError):
                    os.kill(stray, signal.SIGKILL)
                    os.waitpid(stray, os.WNOHANG)
            if not running and not strays:
                break
            time.sleep(0.001)


def sensible(reply: dict) -> dict:
    """The reply, or one that says which of its members make no sense (ADP-LINE-5)."""
    status, output, error = (reply.get(name) for name in ("status", "output", "error"))
    output = {} if output is None and status != "ok" else output
    refuser, error = reply.get("refusedBy"), {} if error is None else error
    is_ok = status == "ok" or (status == "rejected" and refuser is not None)
    texts = {"unsupported": ["reason"], "failed": ["message"]}.get(str(status), [])
    wrong = {
        "status": status not in ("ok", "rejected", "unsupported", "failed"),
        "output": is_ok and not isinstance(output, dict),
        "refusedBy": status == "rejected" and refuser not in (None, "transport"),
        "error": status == "rejected" and not isinstance(error, dict),
    }
    for name in texts:
        wrong[name] = not isinstance(reply.get(name, ""), (str, type(None)))
    if is_ok and not wrong["output"]:
        stages = output.get("stages")
        wrong["output.stages"] = not isinstance(stages, (dict, type(None)))
    if status == "rejected" and not wrong["error"]:
        for name in ["message"] if refuser else ["class", "message"]:
            wrong[f"error.{name}"] = not isinstance(error.get(name), (str, type(None)))
    name = next((name for name, is_wrong in wrong.items() if is_wrong), None)
    message = f"the reply has a member {name} that makes no sense"
    return {"status": "failed", "message": message} if name else reply


# How many characters of a reply are kept, where its vector asks for no longer one.
ROOM = 4 << 10
REPLY = ("status", "refusedBy", "reason", "message", "output", "error")
# How many lines of an adapter that is late are still read: this process may have been stopped.
LATE_LINES = 32


def shortened(value: Any, room: int = ROOM) -> Any:
    """A value as it is kept: of one that takes more room, the begin and the digest."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    if len(text) <= room:
        return value
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"{text[: room // 2]}… ({len(text):,} characters, SHA-256 {digest})"


def kept(members: dict, room: int) -> dict:
    """As many members of an object as have room, each as it is kept."""
    found, left = {}, 2 * room
    for name, one in members.items():
        is_inner = name in ("output", "stages", "error") and isinstance(one, dict)
        short = kept(one, room // 2) if is_inner else shortened(one, room)
        left -= len(json.dumps([name, short]))
        if left >= 0:
            found[name] = short
    return found


class Adapter:
    """The adapter of an SDK, asked over its pipe and started again where it ends (ADP-RUN).

    No process is left where the block of the value ends, in whichever way.
    """

    def __init__(
        self, command: list[str], timeout: float, window: int, zone: str, trace: Any = None
    ):
        self.command, self.timeout, self.trace, self.window = command, timeout, trace, window
        self.zone = zone
        self.replied: set[str] = set()
        self.has_answered = False
        self.notes: list[str] = [] if has_zone(zone) else [NO_ZONE.format(zone)]
        self.broken = 0  # processes in a row that broke the protocol
        self.charged, self.heard = 0, time.monotonic()
        self.process: Process | None = None
        self.sent = 0  # how many requests the process got

    def __enter__(self) -> Adapter:
        return self

    def __exit__(self, *_: Any) -> None:
        self.kill()

    def kill(self) -> None:
        """Ends the process, if there is one."""
        with Signals.held():
            if self.process:
                self.process.kill()
            self.process = None

    def greet(self) -> dict:
        """What the adapter says of itself in the first handshake."""
        try:
            greeting = self.start()
        except Ended as error:
            why = "did not answer the handshake"
            if isinstance(error, Late):
                error = Ended(
                    f"{why} within 30 s; does it write the reply as one line, and flush it?"
                )
            elif not str(error).startswith("could not"):
                error = Ended(f"{why}: {error}")
            raise Problem(3, f"the adapter {' '.join(self.command)!r} {error}.") from None
        self.window = min(self.window, greeting.get("window") or 1)
        return greeting

    def start(self) -> dict:
        """Starts a process and greets it (ADP-HELLO)."""
        with Signals.held():
            self.process, self.sent = Process(self.command, self.zone, self.trace), 0
        runner = {"name": "oss_conform.py", "version": VERSION}
        self.process.send({"op": "hello", "protocol": 1, "runner": runner})
        greeting = self.process.receive(30)
        spoken, error = greeting.get("protocol"), greeting.get("error")
        if spoken != 1 or not is_moment(spoken) or error is not None:
            error = "without an error" if error is None else brief(error, LONGEST_NAME)
            spoken = f"it speaks version {brief(spoken)} of the protocol, not 1"
            raise Ended(f"{spoken} ({error})")
        sdk = greeting.get("sdk")
        if not isinstance(sdk, dict) or not all(isinstance(sdk.get(k), str) for k in SDK_MEMBERS):
            raise Ended("its member sdk is not an object with name, version and language")
        for name in SDK_MEMBERS:
            if len(sdk[name]) > LONGEST_NAME:
                raise Ended(f"its member sdk.{name} has more than {LONGEST_NAME} characters")
        for name in ("operations", "features", "profiles", "habits"):
            values = greeting.get(name)
            values = [] if values is None and name != "operations" else values
            if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
                raise Ended(f"its member {name} is not an array of strings")
        window = greeting.get("window")
        if window is not None and not (is_moment(window) and window > 0):
            raise Ended("its member window is not a whole number from 1")
        return greeting

    def ask(self, requests: list[dict], take: Any) -> None:
        """Sends the requests and hands over each `seq` with its reply and the reply's length."""
        self.take = take
        waiting, alone = collections.deque(requests), collections.deque()
        while waiting or alone:
            if alone:
                source, width = collections.deque([alone.popleft()]), 1
            else:
                source, width = waiting, self.window
            failure, left = self.converse(source, width)
            if failure is None:
                continue
            is_alone = self.sent == 1
            self.kill()
            self.count_broken(failure, left)
            # Another request may have left the process unwell.
            if is_alone:
                self.charge(left, failure.kind, str(failure))
            else:
                alone.extendleft(reversed(left))
            if not self.restart() or self.is_dead():
                self.charge([*alone, *waiting], "crash", "the adapter could not go on")
                return

    def converse(self, source: collections.deque, width: int) -> tuple:
        """Asks until all is answered or the process fails: the failure, and what is unanswered."""
        asked: dict[str, dict] = {}
        try:
            self.talk(source, width, asked)
        except Late:
            return Late(f"no reply within {self.timeout:g} s"), list(asked.values())
        except Ended as failure:
            return failure, list(asked.values())
        return None, []

    def talk(self, source: collections.deque, width: int, asked: dict[str, dict]) -> None:
        """Asks until all is answered; raises how the process fails."""
        since, late = time.monotonic(), 0
        while source or asked:
            while source and len(asked) < width:
                request = source.popleft()
                since = since if asked else time.monotonic()
                asked[request["seq"]] = request
                self.process.send(request)
                self.sent += 1
            reply = self.process.receive(since + self.timeout - time.monotonic())
            seq = reply.get("seq")
            if not isinstance(seq, str) or seq not in asked:
                self.note_second(seq)
                late += time.monotonic() > since + self.timeout
                if late > LATE_LINES:
                    raise Late
                continue
            is_oldest = next(iter(asked)) == seq
            del asked[seq]
            self.replied.add(seq)
            self.take(seq, sensible(reply), self.process.size)
            self.has_answered, self.charged, self.broken = True, 0, 0
            self.heard = time.monotonic()
            since = self.heard if is_oldest else since

    def note_second(self, seq: Any) -> None:
        """Notes a second reply to a request; raises where there was no such request."""
        if not isinstance(seq, str) or seq not in self.replied:
            raise BrokenProtocol(f"a reply has the seq {brief(seq)}, which is not outstanding")
        if len(self.notes) < 20:
            self.notes.append("A second reply to one request: the first counts.")

    def charge(self, requests: list[dict], kind: str, message: str) -> None:
        """Counts the requests as failed."""
        for request in requests:
            self.replied.add(request["seq"])
            self.take(request["seq"], {"status": kind, "message": message}, 0)
            self.charged += 1

    def count_broken(self, failure: Ended, left: list[dict]) -> None:
        """Ends the run where three processes in a row broke the protocol (ADP-RUN-10)."""
        self.broken = self.broken + 1 if isinstance(failure, BrokenProtocol) else 0
        if self.broken == 3 and not self.has_answered:
            first = json.dumps(left[0])[:200] if left else ""
            raise Problem(
                3, f"the adapter breaks the protocol: {failure}, after the request {first}"
            )

    def restart(self) -> bool:
        """Whether a new process could be started, at the second try at the latest."""
        for _ in range(2):
            try:
                self.start()
                return True
            except Ended:
                self.kill()
        return False

    def is_dead(self) -> bool:
        """Whether the adapter does nothing but fail (ADP-RUN-7)."""
        return self.charged >= 16 and time.monotonic() - self.heard > 20

    def end(self) -> None:
        """Says good-bye (ADP-RUN-8)."""
        if self.process:
            self.process.send({"op": "bye"})
            self.process.close(1)
        self.kill()


# ----------------------------------------------------------------------------------------- The run


def request_for(vector: dict) -> dict:
    """The request for a vector; its seq says nothing of the vector (ADP-RUN-1, ADP-RUN-2)."""
    seq = os.urandom(8).hex()
    return {"op": "run", "seq": seq, "operation": vector["operation"], "input": vector["input"]}


def controls_for(selection: list[dict], corpus: Corpus, done: set) -> list[dict]:
    """Three vectors with an answer, of each operation of which only refusals are selected."""
    answered = {one["operation"] for one in selection if "error" not in one["expect"]}
    lone = {one["operation"] for one in selection} - answered
    found: dict[str, list] = {name: [] for name in sorted(lone & done)}
    for vector in corpus.vectors:
        own, is_due = found.get(vector["operation"]), vector["level"] == "must"
        if own is not None and is_due and len(own) < 3 and "error" not in vector["expect"]:
            own.append(vector)
    return [vector for own in found.values() for vector in own]


NO_ANSWER = "No request of this operation is answered correctly, so a refusal proves nothing."
ONE_ANSWER = "All requests of this operation get the same answer, so it proves nothing."
ANSWER_BEFORE = "Each right reply of this operation would be right to the request before, too."


def judged_members(one: Finding) -> set[str]:
    """The names of the members that a vector expects and the answer to it shows."""
    if one.reply["status"] != "ok" or "error" in one.vector["expect"]:
        return set()
    return set(one.vector["expect"]) & set(one.reply["output"]) - set(NO_RESULTS)


def fixed_answers(group: list[Finding]) -> list[Finding]:
    """The answers that are always the same in what is judged, though they should differ."""
    answers = [one for one in group if one.reply["status"] == "ok"]
    names = set().union(*map(judged_members, answers))

    def values(sides: list[dict], name: str) -> set[str]:
        return {json.dumps(side[name], sort_keys=True) for side in sides if name in side}

    outputs = [one.reply["output"] for one in answers]
    expected = [one.vector["expect"] for one in answers]
    same = {name for name in names if len(values(outputs, name)) == 1}
    fixed = {name for name in same if len(values(expected, name)) > 1}
    judged = [(one, judged_members(one)) for one in answers]
    return [one for one, members in judged if members <= same and members & fixed]


def weigh(findings: list[Finding], controls: list[Finding]) -> list[Finding]:
    """The findings, with passes that prove nothing turned into failures (FMT-JUDGE-7)."""
    asked = [one for one in [*findings, *controls] if one.verdict.standing != "unsupported"]
    before = {after.vector["id"]: one.vector for one, after in zip(asked, asked[1:])}

    def is_late(one: Finding) -> bool:
        vector = before.get(one.vector["id"])
        return vector is not None and judge_reply(vector, one.reply).standing == "passed"

    groups: dict[str, list[Finding]] = {}
    for one in asked:
        groups.setdefault(one.vector["operation"], []).append(one)
    worthless = {}
    for group in groups.values():
        passes = [one for one in group if one.verdict.standing == "passed"]
        failures = [one for one in group if one.verdict.standing == "failed"]
        if all(map(is_late, passes)) and any(map(is_late, failures)):
            worthless.update({one.vector["id"]: ANSWER_BEFORE for one in passes})
        fixed = {one.vector["id"] for one in fixed_answers(group)}
        same = [one for one in passes if one.vector["id"] in fixed]
        refusals = [one for one in passes if one.reply["status"] == "rejected"]
        if len(refusals) + len(same) == len(passes):
            worthless.update({one.vector["id"]: NO_ANSWER for one in refusals})
        worthless.update({one.vector["id"]: ONE_ANSWER for one in same})
    whys = [worthless.get(one.vector["id"]) for one in findings]
    return [
        one._replace(verdict=failed("implausible", why)) if why else one
        for one, why in zip(findings, whys)
    ]


MOST_DIFFERENCES = 16


def cut_short(value: Any) -> Any:
    """A side of a difference as it is kept of a reply that is too long."""
    return shortened(sayable(value), ROOM)


# What fails a run, as the summary counts it.
BAD = ("failed", "unexpectedPasses", "failsDifferently")
SMALLEST_MEMBERS = ("id", "operation", "level", "clauses", "comment", "input")


def named(row: dict) -> str:
    """The id of the mistake behind a row, and that the name is a guess where it is one."""
    return ("" if row["certain"] else "perhaps ") + row["mistakes"][0]["id"]


def input_size(vector: dict) -> int:
    """How many characters the input takes as JSON on one line."""
    return len(json.dumps(vector["input"], separators=(",", ":")))


def purpose(vector: dict) -> str:
    """What the comment says: of a timeline what holds, else which mistake the vector catches."""
    return ("" if vector["operation"] == "credential.timeline" else "catches: ") + vector["comment"]


class Run:
    """What came of a run: its findings, its counts and the mistakes behind the failures."""

    def __init__(self, corpus: Corpus, selection: list[dict], adapter: Adapter, options: Any):
        self.corpus, self.greeting, self.strict = corpus, adapter.greet(), options.strict
        self.steps, self.zone = not options.no_steps, options.zone
        claims = self.greeting.get("profiles")
        claims = CLAIMED_WITHOUT_A_WORD if claims is None else claims
        self.claimed = [one for one in claims if one in PROFILES]
        claimed = options.profiles or self.claimed
        self.habits = [one for one in self.greeting.get("habits") or [] if one in HABITS]
        self.vectors = [one for one in selection if one["profile"] in claimed]
        skipped = (one["profile"] for one in selection if one["profile"] not in claimed)
        self.unclaimed = dict(collections.Counter(skipped))
        done = set(self.greeting.get("operations") or [])
        controls = controls_for(self.vectors, corpus, done)
        asked = [one for one in [*self.vectors, *controls] if one["operation"] in done]
        requests = [request_for(one) for one in asked]
        vectors = {request["seq"]: vector for request, vector in zip(requests, asked)}
        found: dict[str, Finding] = {}

        def take(seq: str, reply: dict, size: int) -> None:
            found[vectors[seq]["id"]] = self.found(vectors[seq], reply, size)

        adapter.ask(requests, take)
        adapter.end()
        self.notes = adapter.notes + self.unknown_words()
        self.findings = weigh(
            [found.get(vector["id"]) or self.not_asked(vector) for vector in self.vectors],
            [found.get(vector["id"]) or self.not_asked(vector) for vector in controls],
        )
        # The list of known failures, and what passed though a mistake of it fails that.
        self.known, self.gone = None, {}
        self.names = self.diagnosed()
        self.explained = {
            name: row["mistakes"][0]["id"]
            for row in self.names
            if row["mistakes"]
            for name in row["vectors"] + row.get("unproven", [])
        }

    def unknown_words(self) -> list[str]:
        """What the adapter says of itself that this runner does not know (ADP-PROF-3)."""
        profiles = [one for one in self.greeting.get("profiles") or [] if one not in PROFILES]
        habits = [one for one in self.greeting.get("habits") or [] if one not in HABITS]
        words = [*profiles, *habits][:8]
        return [f"No profile or habit is named {brief(word)}." for word in words]

    def found(self, vector: dict, reply: dict, size: int) -> Finding:
        """The verdict on what came for a vector, and the reply as far as it is kept."""
        if not self.steps and reply["status"] == "ok":
            output = {name: one for name, one in reply["output"].items() if name != "stages"}
            reply = {**reply, "output": output}
        verdict, plain = judge_with_habits(vector, reply, self.habits)
        # A right reply is never longer, but for headers that nobody judges.
        room = ROOM + 4 * len(json.dumps(vector["expect"])) if size > ROOM else size
        if size > room:
            is_answer = verdict.kind in ("mismatch", "accepted")
            differences = [
                Difference(*map(cut_short, one)) for one in verdict.differences[:MOST_DIFFERENCES]
            ]
            verdict = verdict._replace(
                message=cut_short(verdict.message), differences=tuple(differences)
            )
            shown = Finding(vector, reply, verdict, plain).prints() if is_answer else None
            reply = kept({name: reply[name] for name in REPLY if name in reply}, 2 * room)
            return Finding(vector, reply, verdict, plain, shown)
        return Finding(vector, reply, verdict, plain)

    @staticmethod
    def not_asked(vector: dict) -> Finding:
        """What is said of a vector of an operation that the adapter does not list."""
        reason = f"the adapter does not list the operation {vector['operation']}"
        return Finding(
            vector,
            {"status": "unsupported", "reason": reason},
            Verdict("unsupported", message=reason),
        )

    def diagnosed(self) -> list[dict]:
        """The names, as the report has them, and then what is unexplained in groups."""
        failures = {
            one.vector["id"]: one for one in self.findings if one.verdict.standing == "failed"
        }
        rows, named = [], set()
        if self.corpus.prints:
            naming = Naming(self.corpus, self.findings)
            rows = [self.named(suspect, own) for suspect, own in naming.names()]
            named = {name for row in rows for name in row["vectors"]}
            named |= self.follow_from(failures, rows, named)
        elif failures:
            self.notes.append(NO_NAMES)
        groups: dict[tuple, list[str]] = {}
        for name, one in failures.items():
            if name not in named:
                key = (one.verdict.kind, one.vector["operation"], one.vector["clauses"][0])
                groups.setdefault(key, []).append(name)
        for (kind, operation, clause), names in groups.items():
            what = f"{operation}, {clause}: {failures[names[0]].verdict.message}"
            rows.append({"mistakes": [], "kind": kind, "what": what, "vectors": names})
        for row in rows:
            row["smallest"] = self.smallest([failures[name].vector for name in row["vectors"]])
        return rows

    def named(self, suspect: Suspect, own: list[str]) -> dict:
        """A name as the report has it (FMT-NAME-8)."""
        first = self.corpus.prints.rows[suspect.rows[0]]
        mistake = {name: first[name] for name in ("id", "sentence", "clauses", "fix")}
        names = {
            one for row in suspect.rows for one in self.corpus.prints.rows[row].get("names", [])
        }
        if names:
            mistake["sentence"] = mistake["sentence"].replace("NAMES", ", ".join(sorted(names)))
        order = {vector["id"]: place for place, vector in enumerate(self.corpus.vectors)}
        row = {
            "mistakes": [mistake],
            "certain": suspect.is_certain,
            "matches": len(suspect.told()),
            "possible": len(suspect.caught),
            "vectors": sorted(own, key=order.__getitem__),
        }
        if suspect.against:
            row["exceptions"] = sorted(suspect.against, key=order.__getitem__)
        return row

    @staticmethod
    def follow_from(failures: dict[str, Finding], rows: list[dict], named: set) -> set[str]:
        """What proves nothing because all failures of its operation have a name (FMT-NAME-9)."""
        groups: dict[str, set[str]] = {}
        for name, one in failures.items():
            groups.setdefault(one.vector["operation"], set()).add(name)
        lone = {name for name, one in failures.items() if one.verdict.kind == "implausible"}
        follow: set[str] = set()
        for names in groups.values():
            own = names & lone
            if own and names - own and names - own <= named:
                most = max(rows, key=lambda row: len(names.intersection(row["vectors"])))
                most["unproven"] = [name for name in failures if name in own]
                follow |= own
        return follow

    @staticmethod
    def smallest(vectors: list[dict]) -> dict:
        """The smallest of the most binding vectors."""
        best = min(vectors, key=lambda one: (LEVELS.index(one["level"]), input_size(one)))
        return {name: best[name] for name in SMALLEST_MEMBERS}

    def compare(self, known: KnownFailures) -> None:
        """Compares the run with a list of known failures."""
        self.known = known
        idle = set(known.by_mistake) - set(self.explained.values())
        passed = [one.vector for one in self.findings if one.verdict.standing == "passed"]
        for mistake, vectors in self.failing(idle, passed).items():
            self.gone[min(vectors, key=input_size)["id"]] = known.by_mistake[mistake]

    def failing(self, mistakes: set[str], vectors: list[dict]) -> dict[str, list[dict]]:
        """The mistakes that fail one of the vectors, each with those."""
        found: dict[str, list[dict]] = {}
        prints = self.corpus.prints
        for vector in vectors if mistakes else []:
            rows = set().union(*prints.of(vector["id"]).values())
            for name in {prints.rows[row]["id"] for row in rows} & mistakes:
                found.setdefault(name, []).append(vector)
        return found

    def entry(self, one: Finding) -> dict | None:
        """The entry of the list of known failures for a vector."""
        name = one.vector["id"]
        own = self.known and self.known.of(one.vector, self.explained.get(name))
        return self.gone.get(name, own or None)

    def standing(self, one: Finding) -> str:
        """The verdict on a vector, with the list of known failures in mind."""
        verdict, known, level = one.verdict, self.entry(one), one.vector["level"]
        if known:
            status = verdict.kind or ("unsupported" if verdict.standing != "passed" else "passed")
            if status == "passed":
                return "unexpected-pass"
            is_due = status == known.get("status", status)
            return "expected-failure" if is_due else "fails-differently"
        is_bad = level == "must" or self.known is not None or (self.strict and level == "should")
        if verdict.standing == "failed" and not is_bad:
            return f"failed-{level}"
        return "unsupported" if verdict.standing == "not-comparable" else verdict.standing

    def levels(self) -> dict[str, dict[str, int]]:
        """The counts of each level."""
        counts = {level: collections.Counter() for level in LEVELS}
        for one in self.findings:
            words = one.verdict.standing.split("-")
            name = "".join([words[0], *map(str.capitalize, words[1:])])
            counts[one.vector["level"]].update(["selected", name])
        names = ("selected", "passed", "failed", "unsupported", "notComparable")
        return {level: {name: count[name] for name in names} for level, count in counts.items()}

    def summary(self) -> dict[str, Any]:
        """The counts."""
        standings = collections.Counter(map(self.standing, self.findings))
        kinds = collections.Counter(one.verdict.kind for one in self.findings)
        levels = self.levels()
        refused = [
            (class_of(one.reply, self.corpus.classes), one.vector["expect"].get("error") or {})
            for one in self.findings
            if one.verdict.standing == "passed"
            and one.reply["status"] == "rejected"
            and one.reply.get("refusedBy") != "transport"
        ]
        return {
            "declared": len(self.corpus.vectors),
            "selected": len(self.findings),
            "executed": sum(one["selected"] - one["unsupported"] for one in levels.values()),
            "levels": levels,
            "unclaimed": self.unclaimed,
            "failed": standings["failed"],
            "failedShould": standings["failed-should"],
            "failedMay": standings["failed-may"],
            "expectedFailures": standings["expected-failure"],
            "unexpectedPasses": standings["unexpected-pass"],
            "failsDifferently": standings["fails-differently"],
            "unmappedRefusals": sum(found is None for found, _ in refused),
            "otherClasses": sum(
                found not in (None, due.get("class", found)) for found, due in refused
            ),
            "notComparable": sum(one["notComparable"] for one in levels.values()),
            "timeouts": kinds["timeout"],
            "crashes": kinds["crash"],
        }

    def status(self) -> int:
        """The exit status of the run."""
        counts = self.summary()
        if counts["executed"] == 0:
            return 3
        return 1 if any(counts[name] for name in BAD) else 0


# ---------------------------------------------------------------------- The list of known failures

STATUSES = (
    "mismatch", "accepted", "rejected", "adapter-failed", "timeout", "crash", "implausible",
    "unsupported",
)  # fmt: skip


class KnownFailures:
    """A list of known failures: entries by vector, by pattern and by mistake (FMT-EXP-1)."""

    def __init__(self):
        self.by_id: dict[str, dict] = {}
        self.by_pattern: dict[str, dict] = {}
        self.by_mistake: dict[str, dict] = {}
        self.entries: list[dict] = []

    @staticmethod
    def read(path: pathlib.Path, corpus: Corpus) -> KnownFailures:
        """The list of a file."""
        known = KnownFailures()
        try:
            document = strict_json(read_file(path), sensible_number)
            if document["format"] != 1 or not isinstance(document["sdk"], str):
                raise ValueError("its format is not 1, or it names no SDK")
            for entry in document["expectations"]:
                known.add(entry, corpus)
        except OSError as error:
            hint = (
                "; --update-expectations makes it" if isinstance(error, FileNotFoundError) else ""
            )
            raise Problem(2, f"{path} cannot be read: {error.strerror}{hint}.") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Problem(2, f"{path} is no list of known failures: {error}.") from None
        return known

    def add(self, entry: dict, corpus: Corpus) -> None:
        """Takes an entry; a ValueError or a KeyError if it is wrong."""
        kinds = [name for name in ("id", "pattern", "mistake") if name in entry]
        allowed = {"id", "pattern", "mistake", "reason", "link"}
        unknown = set(entry) - allowed - {"level" if kinds == ["mistake"] else "status"}
        word = entry.get("level", "should") if kinds == ["mistake"] else entry["status"]
        is_status = word in (LEVELS if kinds == ["mistake"] else STATUSES)
        if unknown or len(kinds) != 1 or not is_status or not entry["reason"].strip():
            raise ValueError(f"this entry is wrong: {json.dumps(entry)}")
        if kinds == ["mistake"]:
            rows = corpus.prints.rows if corpus.prints else []
            known, names = self.by_mistake, [entry["mistake"]]
            is_there = any(row["id"] == names[0] for row in rows)
        else:
            known = self.by_id if kinds == ["id"] else self.by_pattern
            names = [entry["id"]] if kinds == ["id"] else corpus.matching(entry["pattern"])
            is_there = bool(names) and names[0] in corpus.by_id
        if not is_there or (kinds != ["pattern"] and names[0] in known):
            raise ValueError(f"it names nothing, or something twice: {json.dumps(entry)}")
        for name in names:
            known.setdefault(name, entry)
        self.entries.append(entry)

    def named(self, vector: dict) -> dict | None:
        """The entry of a vector's id, or of a pattern."""
        return self.by_id.get(vector["id"]) or self.by_pattern.get(vector["id"])

    def of(self, vector: dict, mistake: str | None) -> dict | None:
        """The entry that counts for a vector that a mistake explains (FMT-EXP-2)."""
        listed = self.by_mistake.get(mistake or "")
        level = listed and listed.get("level", "should")
        is_due = listed and LEVELS.index(level) <= LEVELS.index(vector["level"])
        return self.named(vector) or (listed if is_due else None)


def ids_of(entry: dict, corpus: Corpus) -> list[str]:
    """The ids of the vectors that an entry is about, in their order; none for a mistake."""
    return [entry["id"]] if "id" in entry else corpus.matching(entry.get("pattern", ""))


def entries_kept(run: Run, covered: set[str]) -> list[dict]:
    """The old entries that hold, but for those about nothing else than the vectors `covered`."""
    wrong = {"unexpected-pass", "fails-differently"}
    stale = [run.entry(one) for one in run.findings if run.standing(one) in wrong]
    tried = set(run.explained.values())
    tried.update(run.failing(set(run.known.by_mistake), [one.vector for one in run.findings]))

    def holds(entry: dict) -> bool:
        if "mistake" in entry:
            return entry["mistake"] not in tried
        return entry not in stale and not covered.issuperset(ids_of(entry, run.corpus))

    return [entry for entry in run.known.entries if holds(entry)]


def reason_made(one: Finding) -> str:
    """The reason of a new entry of a vector, for a person to improve."""
    return f"{', '.join(one.vector['clauses'])}: {one.verdict.message}"


def entry_of_mistake(mistake: dict, own: list[Finding], known: KnownFailures) -> dict:
    """The entry of a mistake: with its old reason, or the one that a person gave all failures."""
    old = [known.named(one.vector) or {} for one in own]
    old = [{} if two.get("reason") == reason_made(one) else two for one, two in zip(own, old)]
    is_one = len({(two.get("reason"), two.get("link")) for two in old}) == 1
    past = known.by_mistake.get(mistake["id"]) or (old[0] if is_one else {})
    level = min((one.vector["level"] for one in own), key=LEVELS.index)
    made = {"mistake": mistake["id"], "level": level, "reason": mistake["sentence"]}
    return {**made, **{name: past[name] for name in ("reason", "link") if name in past}}


def entry_of_vector(one: Finding, run: Run) -> dict:
    """The entry of a failure that no mistake explains for certain."""
    vector, kind = one.vector, one.verdict.kind
    own, mistake = run.known.named(vector), run.explained.get(vector["id"])
    is_own = own is not None and own["status"] == kind
    past = own if is_own else run.known.by_mistake.get(mistake or "", {})
    made = {"id": vector["id"], "status": kind, "reason": reason_made(one)}
    return {**made, **{name: past[name] for name in ("reason", "link") if name in past}}


def entries_made(run: Run) -> list[dict]:
    """The list that makes the run green, with the reasons of the old one.

    A mistake that explains failures for certain has one entry, any other failure its own.
    """
    rows = [row for row in run.names if row.get("certain")]
    certain = {row["mistakes"][0]["id"]: row["mistakes"][0] for row in rows}
    failures = [one for one in run.findings if one.verdict.kind is not None]
    groups: dict[str, list[Finding]] = {name: [] for name in certain}
    for one in failures:
        groups.get(run.explained.get(one.vector["id"], ""), []).append(one)
    covered = {one.vector["id"] for own in groups.values() for one in own}
    entries = entries_kept(run, covered)
    kept = {name for entry in entries for name in ids_of(entry, run.corpus)}
    entries += [
        entry_of_mistake(certain[name], own, run.known)
        for name, own in groups.items()
        if not kept.issuperset(one.vector["id"] for one in own)
    ]
    rest = (one for one in failures if one.vector["id"] not in covered | kept)
    entries += [entry_of_vector(one, run) for one in rest]
    places = {name: place for place, name in enumerate(run.corpus.by_id)}

    def place(entry: dict) -> int:
        return places[ids_of(entry, run.corpus)[0]] if "mistake" not in entry else len(places)

    return sorted(entries, key=place)


def write_list(path: pathlib.Path, run: Run) -> int:
    """Writes the list of known failures, an entry on a line; returns how many entries it has."""
    entries = entries_made(run)
    lines = ",".join(f"\n    {json.dumps(one, separators=(',', ':'))}" for one in entries)
    sdk = json.dumps("{name} {version}".format(**run.greeting["sdk"]))
    text = f'{{\n  "format": 1,\n  "sdk": {sdk},\n  "expectations": [{lines}\n  ]\n}}\n'
    path.write_text(text, "ascii")
    return len(entries)


# ----------------------------------------------------------------------------------------- Reports


def json_report(run: Run) -> str:
    """The report as JSON."""
    vectors = []
    for one in run.findings:
        vector, verdict = one.vector, one.verdict
        row = {name: vector[name] for name in ("id", "operation", "level", "profile", "clauses")}
        row["standing"] = run.standing(one)
        if verdict.kind:
            differences = [difference_members(found) for found in verdict.differences]
            row.update(kind=verdict.kind, message=verdict.message, differences=differences)
        elif verdict.standing != "passed":
            row["reason"] = verdict.message
        if verdict.notes:
            row["notes"] = verdict.notes
        known = run.entry(one)
        if known:
            row["known"] = {
                name: known[name]
                for name in ("mistake", "status", "reason", "link")
                if name in known
            }
        vectors.append(row)
    sdk = run.greeting["sdk"]
    claims = {"profiles": run.claimed, "habits": run.habits}
    report = {
        "format": 1,
        "runner": {"name": "oss_conform.py", "version": VERSION},
        "sdk": {**{name: sdk[name] for name in SDK_MEMBERS}, **claims},
        "corpus": {"digest": run.corpus.digest, "vectors": len(run.corpus.vectors)},
        "zone": run.zone,
        "exitStatus": run.status(),
        "summary": run.summary(),
        "notes": run.notes,
        "diagnosis": run.names,
        "vectors": vectors,
    }
    return json.dumps(report, indent=1) + "\n"


def difference_members(found: Difference) -> dict[str, Any]:
    """A difference as the JSON report has it."""
    sides = [None if side is None else sayable(side) for side in (found.expected, found.actual)]
    part = {"part": found.part} if found.part else {}
    return {"name": found.name, **part, "expected": sides[0], "actual": sides[1]}


def junit_report(run: Run) -> str:
    """The report as JUnit has it, a test case for each vector."""
    suites = ElementTree.Element("testsuites", name="oss_conform.py")
    name = "{name} {version}".format(**run.greeting["sdk"])
    suite = ElementTree.SubElement(suites, "testsuite", name=xml_text(visible(name)))
    bad = ("failed", "unexpected-pass", "fails-differently")
    for one in run.findings:
        vector, verdict, standing = one.vector, one.verdict, run.standing(one)
        place = {"classname": vector["operation"], "name": vector["id"]}
        case = ElementTree.SubElement(suite, "testcase", place)
        message = xml_text(visible(verdict.message))
        if standing in bad:
            why = {"type": verdict.kind or standing, "message": message}
            ElementTree.SubElement(case, "failure", why).text = xml_text(full_failure(one, run))
        elif standing != "passed":
            ElementTree.SubElement(case, "skipped", message=f"{standing}: {message}")
    for element in (suites, suite):
        element.set("tests", str(len(run.findings)))
        element.set("errors", "0")
        for word, path in (("failures", ".//failure"), ("skipped", ".//skipped")):
            element.set(word, str(len(suite.findall(path))))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return head + ElementTree.tostring(suites, "unicode") + "\n"


def xml_text(value: str) -> str:
    """A text in which what XML cannot hold is a question mark."""
    return re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", value)


def brief(value: Any, most: int = 60) -> str:
    """A value on one line, cut."""
    text = visible("(nothing)" if value is None else shown(sayable(value)))
    return text if len(text) <= most else text[: most - 1] + "…"


def counted(count: int, thing: str) -> str:
    """A number and what is counted."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def request_text(vector: dict) -> str:
    """A request in one line, without the members that most have alike."""
    usual = ("method", "bucket", "credentials", "time", "expires", "endpoint", "region", "product")
    given = {
        name: one
        for name, one in vector["input"].items()
        if name not in usual and one not in ([], None)
    }
    return f"{vector['operation']} {json.dumps(given or vector['input'], ensure_ascii=False)}"


def full_failure(one: Finding, run: Run) -> str:
    """All about a vector that failed, and the mistake that explains it."""
    vector, verdict = one.vector, one.verdict
    lines = [f"FAIL {vector['id']} ({', '.join([vector['level'], *vector['clauses']])})"]
    lines += [f"  {vector['comment']}", f"  {verdict.message}"]
    lines += [
        f"  request   {vector['operation']} {json.dumps(vector['input'], ensure_ascii=False)}"
    ]
    lines += [f"  reply     {json.dumps(one.reply, ensure_ascii=False)}"]
    for found in verdict.differences:
        lines += [f"  {found.name}{f' ({found.part})' if found.part else ''}"]
        lines += [
            f"    expected  {brief(found.expected, sys.maxsize)}",
            f"    yours     {brief(found.actual, sys.maxsize)}",
        ]
    for row in run.names:
        for mistake in row["mistakes"] if vector["id"] in row["vectors"] else ():
            clauses = ", ".join(mistake["clauses"])
            lines += [f"  mistake: {mistake['id']} ({clauses}): {mistake['fix']}"]
    return "\n".join(map(visible, lines))


class Text:
    """The report for people, on one screen."""

    def __init__(self, run: Run, verbose: bool):
        self.run, self.verbose = run, verbose
        self.by_id = {one.vector["id"]: one for one in run.findings}
        rows = run.corpus.prints.rows if run.corpus.prints else []
        self.families = {row["id"] for row in rows if "names" in row}
        self.lines: list[str] = []

    def written(self) -> str:
        """The whole report."""
        named = [row for row in self.run.names if row["mistakes"]]
        musts = [row for row in named if self.binding(row)]
        # Nothing reaches OSS of what the client refuses itself: that comes last.
        self.mistakes(sorted(musts, key=lambda row: (self.is_refused(row), -self.binding(row))))
        self.advice([row for row in named if not self.binding(row)])
        self.unexplained([row for row in self.run.names if not row["mistakes"]])
        self.tail()
        # What is long ends with the summary, which is then on the screen.
        body, self.lines = self.lines, []
        self.head()
        lines = [*body, *self.lines] if self.verbose else [*self.lines, *body]
        return "\n".join([*lines, last_line(self.run)])

    def add(self, text: str, indent: str = "", hang: str = "", most: int | None = None) -> None:
        """Adds a paragraph of lines of 80 characters."""
        shape = textwrap.TextWrapper(80, indent, indent + hang, placeholder=" …")
        shape.break_long_words = shape.break_on_hyphens = False
        shape.max_lines = None if self.verbose else most
        self.lines += shape.wrap(visible(text))

    def cut(self, text: str) -> None:
        """Adds one line of at most 80 characters; of any number where all is shown."""
        self.lines.append(brief(text, sys.maxsize if self.verbose else 80))

    def binding(self, row: dict) -> int:
        """How many must vectors failed for a name."""
        return sum(self.by_id[name].vector["level"] == "must" for name in row["vectors"])

    def is_refused(self, row: dict) -> bool:
        """Whether the client itself refuses the must vectors of a name."""
        own = (self.by_id[name] for name in row["vectors"])
        return all(one.verdict.kind == "rejected" or one.vector["level"] != "must" for one in own)

    def head(self) -> None:
        """Who was asked, and the counts."""
        run, counts = self.run, self.run.summary()
        sdk, levels = run.greeting["sdk"], counts["levels"]
        asked = [one for one in run.findings if one.verdict.standing != "unsupported"]
        profiles = {one.vector["profile"] for one in asked}
        names = ", ".join(one for one in PROFILES if one in profiles) or "none"
        title = f"{sdk['name']} {sdk['version']} ({sdk['language']}) · profiles {names}"
        self.add(f"{title} · corpus of {counts['declared']:,} vectors · zone {run.zone}")
        failures = [f"{one['failed']} {level}" for level, one in levels.items() if one["failed"]]
        passed, failed = (sum(one[k] for one in levels.values()) for k in ("passed", "failed"))
        text = f"{counted(counts['executed'], 'vector')} run: {passed:,} passed, {failed:,} failed"
        text += f" ({', '.join(failures)})" if failures else ""
        apart = counts["notComparable"]
        self.add(text + (f", {apart} not comparable" if apart else ""))
        if run.known is not None:
            known = counted(counts["expectedFailures"], "vector")
            self.add(f"Known failures: {known}, as the list says.")
        if counts["executed"] and not passed and not any(row.get("certain") for row in run.names):
            self.add(
                "No vector passed. Look at the adapter first: does it hand the input to the SDK"
            )
            self.add("and answer with what the SDK made of it?")
        self.lines.append("")
        self.surprises()

    def surprises(self) -> None:
        """What is not as the list of known failures says, beside new failures."""
        for one in self.run.findings:
            standing = self.run.standing(one)
            if standing in ("unexpected-pass", "fails-differently"):
                known = self.run.entry(one)
                self.cut(f"{standing.replace('-', ' ').upper()} {one.vector['id']}")
                due = known.get("status") or f"the mistake {known['mistake']}"
                self.cut(f"  the list expects {due}: {known['reason']}")

    def mistakes(self, rows: list[dict]) -> None:
        """What OSS or STS refuses, each mistake once."""
        if not rows:
            return
        count = counted(sum(map(self.binding, rows)), "must vector")
        self.add(f"Must fix: {counted(len(rows), 'mistake')} ({count})")
        self.add("OSS or STS refuses it, or the client refuses or misreads something valid.")
        self.lines.append("")
        for place, row in enumerate(rows, 1):
            self.mistake(place, row)
        self.lines.append("")

    def mistake(self, place: int, row: dict) -> None:
        """One mistake; of those after the third only the fix."""
        (mistake,) = row["mistakes"]
        clauses = ", ".join(mistake["clauses"])
        self.cut(f"{place}  {named(row)} · {counted(len(row['vectors']), 'vector')} · {clauses}")
        self.add(mistake["sentence"], "   ", most=12 if mistake["id"] in self.families else 3)
        self.add(f"fix       {mistake['fix']}", "   ", hang=" " * 10)
        if place > 3:
            return
        if row.get("exceptions"):
            self.cut(f"   uncertain {len(row['exceptions'])} vectors pass that it would fail")
        self.cut(f"   smallest  {row['smallest']['id']}: {request_text(row['smallest'])}")
        self.difference(self.by_id[row["smallest"]["id"]].verdict)

    def difference(self, verdict: Verdict) -> None:
        """Both sides of the first difference."""
        if not verdict.differences:
            self.cut(f"   {verdict.message}")
        for found in verdict.differences[:1]:
            sides = [brief(side, 1 << 20) for side in (found.expected, found.actual)]
            same = (place for place, (a, b) in enumerate(zip(*sides)) if a != b)
            start = next(same, min(map(len, sides))) - 20
            sides = ["…" + side[start:] if start > 20 else side for side in sides]
            self.cut(f"   {found.name}{f', {found.part}' if found.part else ''}")
            self.cut(f"     expected  {brief(sides[0])}")
            self.cut(f"     yours     {brief(sides[1])}")

    def advice(self, rows: list[dict]) -> None:
        """Rules that protect the caller, or on which SDKs disagree, a line for each."""
        if not rows:
            return
        count = sum(len(row["vectors"]) for row in rows)
        self.add(f"We advise: {counted(len(rows), 'change')} ({counted(count, 'vector')})")
        rows = sorted(rows, key=lambda row: -len(row["vectors"]))
        for row in rows if self.verbose else rows[:12]:
            (mistake,) = row["mistakes"]
            line = f"  {named(row)} ({len(row['vectors'])})  "
            if mistake["id"] in self.families:  # without the missing names nobody can act
                self.add(f"{line}{mistake['sentence']} {mistake['fix']}", hang="  ", most=12)
            else:
                self.cut(line + mistake["fix"])
        if len(rows) > 12 and not self.verbose:
            self.add(f"… and {len(rows) - 12} more: --verbose shows them", "  ")
        self.lines.append("")

    def unexplained(self, rows: list[dict]) -> None:
        """What no known mistake explains."""
        if not rows:
            return
        musts = sum(map(self.binding, rows))
        count = sum(len(row["vectors"]) for row in rows)
        self.add(f"Not explained: {musts} must, {count - musts} should or may")
        rows = sorted(rows, key=lambda row: (-self.binding(row), -len(row["vectors"])))
        for row in rows if self.verbose else rows[:3]:
            more = f" and {len(row['vectors']) - 1} more" if len(row["vectors"]) > 1 else ""
            self.cut(f"  {row['smallest']['id']}{more}: {row['what']}")
            # What one vector is about says little of many.
            if len(row["vectors"]) <= 3:
                self.cut(f"    {purpose(row['smallest'])}")
            self.difference(self.by_id[row["smallest"]["id"]].verdict)
        if len(rows) > 3 and not self.verbose:
            self.add(f"… and {len(rows) - 3} groups more: --verbose shows the vectors", "  ")
        self.lines.append("")

    def tail(self) -> None:
        """What was not run, and what is worth a look."""
        run, counts = self.run, self.run.summary()
        done = run.greeting.get("operations") or []
        absent = sum(one.vector["operation"] not in done for one in run.findings)
        other = sum(run.unclaimed.values())
        unsupported = sum(one["unsupported"] for one in counts["levels"].values()) - absent
        parts = {
            f"{absent:,} vectors of operations that the adapter does not list": absent,
            f"{other:,} of profiles that it does not claim ({', '.join(run.unclaimed)})": other,
            f"{unsupported:,} unsupported": unsupported,
        }
        if any(parts.values()):
            self.add(f"Not run: {'; '.join(part for part, count in parts.items() if count)}.")
        apart = [one.verdict for one in run.findings if one.verdict.standing == "not-comparable"]
        if apart:
            self.cut(f"Not comparable: {len(apart)} vectors: {apart[0].message}")
        for note in run.notes[:3]:
            self.cut(f"note: {note}")
        if not all(row.get("certain", True) for row in run.names):
            self.add("“perhaps”: not all results fit the name (FMT-NAME-8).")
        others, unmapped = counts["otherClasses"], counts["unmappedRefusals"]
        if others or unmapped:
            text = f"Of what passed: {others} refused for another reason than the clause names"
            self.add(f"note: {text}, {unmapped} without a reason of the list.")
        self.lines.append("")


def last_line(run: Run) -> str:
    """The verdict on the run."""
    status, counts = run.status(), run.summary()
    if status == 3:
        return "Nothing was run (exit status 3)."
    if run.known is not None:
        wrong = sum(counts[name] for name in BAD)
        text = f"{counted(wrong, 'result')} that the list of known failures does not say"
        right = "all results are as the list says"
    else:
        level = "must or should" if run.strict else "must"
        text = f"{counted(counts['failed'], f'{level} vector')} failed"
        right = f"no {level} vector failed"
    return f"{'Failed: ' + text if status else 'Passed: ' + right} (exit status {status})."


# -------------------------------------------------------------------------------- The command line


SELECTION = {
    "id": "the vector of this id, or of each id of a list with commas",
    "match": "the vectors whose id matches; * and ? are wild",
    "clause": "the vectors that cite the clause",
    "operation": "the vectors of the operation",
    "level": "the vectors of the level: must, should, may",
    "suite": "the vectors of the suite, such as v1/headers, or of the folder, such as v1",
    "flag": "the vectors that have the flag",
    "skip": "leave out the vectors and suites of this id or name; * and ? are wild",
}
SWITCHES = {
    "answers-only": "leave out the vectors that expect a refusal",
    "no-steps": "compare results alone, and not the steps that the adapter shows",
    "strict": "let a should that fails fail the run, too",
    "update-expectations": "write the list of known failures from this run",
    "quiet": "print the last line only",
    "verbose": "print every failed vector",
}
HERE = pathlib.Path(__file__).resolve().parent
VALUES = {
    "vectors": (pathlib.Path, HERE, "the folder of vectors"),
    "profiles": (str, None, "the profiles to run, with commas, or all; else those claimed"),
    "expectations": (pathlib.Path, None, "the list of known failures"),
    "report": (str, None, "write a report too: json=FILE,junit=FILE; - is the standard output"),
    "timeout": (float, 2, "the seconds for one request; 2 if not given"),
    "window": (int, 64, "the maximum of unanswered requests; 64 if not given"),
    "zone": (str, ZONE, f"the time zone of the adapter; {ZONE} if not given"),
    "trace": (str, None, "write each line to and from the adapter to this file"),
}


def parser_of_flags() -> argparse.ArgumentParser:
    """What reads the flags before the command."""
    parser = argparse.ArgumentParser(
        prog="oss_conform.py",
        description="Test how an SDK signs requests to Alibaba Cloud OSS.",
        usage="oss_conform.py check [FLAGS] -- COMMAND...",
        epilog="Exit status: 0 success; 1 a must failed, or a result is not as the list of known "
        "failures says; 2 wrong usage; 3 the adapter could not run, or nothing was run.",
    )
    parser.add_argument("--version", action="version", version=VERSION)
    parser.add_argument("task", choices=["check"], help="run vectors through an SDK's adapter")
    for flag, meaning in SELECTION.items():
        parser.add_argument(f"--{flag}", action="append", help=meaning)
    for flag, meaning in SWITCHES.items():
        parser.add_argument(f"--{flag}", action="store_true", help=meaning)
    for flag, (kind, default, meaning) in VALUES.items():
        action = "append" if flag == "report" else "store"
        parser.add_argument(f"--{flag}", type=kind, default=default, action=action, help=meaning)
    return parser


def file_of(path: str) -> Any:
    """What two paths of one file have in common."""
    with contextlib.suppress(OSError, ValueError):
        found = os.stat(path)
        return found.st_dev, found.st_ino
    return os.path.realpath(path)


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The flags and the command of the adapter."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = parser_of_flags()
    if not arguments:
        parser.print_help(sys.stderr)
        sys.exit(2)
    options = parser.parse_args(arguments[:cut])
    options.command = arguments[cut + 1 :]
    reports = [one for value in options.report or [] for one in value.split(",")]
    options.report = [one.partition("=")[::2] for one in reports]
    written = [path for _, path in options.report] + ([options.trace] if options.trace else [])
    written += [str(options.expectations)] if options.update_expectations else []
    if options.profiles:
        is_all = options.profiles == "all"
        options.profiles = PROFILES if is_all else options.profiles.split(",")
    wrong = {
        "name the command of an adapter after --.": not options.command,
        "--timeout and --window must be above 0.": options.timeout <= 0 or options.window <= 0,
        f"The flag --zone has the value {brief(options.zone)}, which is not the name of a time "
        f"zone of this machine, such as {ZONE}.": not is_zone(options.zone),
        "--update-expectations needs --expectations FILE.": options.update_expectations
        and not options.expectations,
        f"the profiles are {', '.join(PROFILES)}, or all.": set(options.profiles or ())
        - set(PROFILES),
        "--report takes json=FILE or junit=FILE.": any(
            kind not in ("json", "junit") or not path for kind, path in options.report
        ),
        "--report, --trace and --expectations must name different files.": len(
            set(map(file_of, written))
        )
        < len(written),
    }
    for sentence, is_so in wrong.items():
        if is_so:
            parser.error(sentence)
    return options


def checked(options: argparse.Namespace, corpus: Corpus) -> Run:
    """The run of the vectors through the adapter."""
    selection = corpus.selected(options)
    with contextlib.ExitStack() as stack:
        trace = None
        if options.trace:
            trace = stack.enter_context(open(options.trace, "w", encoding="utf-8"))
        adapter = Adapter(options.command, options.timeout, options.window, options.zone, trace)
        return Run(corpus, selection, stack.enter_context(adapter), options)


def check(options: argparse.Namespace) -> int:
    """Runs the vectors, writes the reports and returns the exit status."""
    corpus, path = Corpus(options.vectors), options.expectations
    for name in [target for _, target in options.report if target != "-"]:
        # Before the run, so that its result is not lost.
        if not os.access(name if os.path.exists(name) else os.path.dirname(name) or ".", os.W_OK):
            raise Problem(2, f"{name} cannot be written.")
    known = KnownFailures() if options.update_expectations else None
    if path and (path.exists() or not options.update_expectations):
        known = KnownFailures.read(path, corpus)
    run = checked(options, corpus)
    if known:
        run.compare(known)
    if options.update_expectations:
        count = write_list(path, run)
        run.compare(KnownFailures.read(path, corpus))
        print(f"Written: {path}, known failures {count}.", file=sys.stderr)
    # A report on the standard output is there alone.
    stream = sys.stderr if ("-" in [path for _, path in options.report]) else sys.stdout
    if options.verbose:
        failures = [one for one in run.findings if one.verdict.standing == "failed"]
        say("\n\n".join([*(full_failure(one, run) for one in failures), ""]), stream)
    say(last_line(run) if options.quiet else Text(run, options.verbose).written(), stream)
    for kind, target in options.report:
        text = json_report(run) if kind == "json" else junit_report(run)
        if target == "-":
            say(text, sys.stdout)
        else:
            pathlib.Path(target).write_text(text, "utf-8")
    return run.status()


class Output:
    """Whether the standard output took all that was written to it."""

    took_all = True


def say(text: str, stream: Any) -> None:
    """Prints a text; where the stream takes no more, the run goes on, for its other reports."""
    try:
        print(text, file=stream, flush=True)
    except OSError as error:
        # What is left in the buffer would be an error at the end of the program.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        Output.took_all = Output.took_all and stream is not sys.stdout
        if not isinstance(error, BrokenPipeError):  # a reader that ends early has what it wants
            complain("the standard output cannot be written.")


def complain(sentence: str) -> None:
    """Says what is wrong, on the standard error."""
    with contextlib.suppress(OSError):
        print(f"oss_conform.py: {visible(sentence)}", file=sys.stderr, flush=True)


def prepare() -> None:
    """Takes the signals that end a run, and opens the standard streams that are closed."""
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, Signals.take)
    while os.open(os.devnull, os.O_RDWR) <= 2:
        pass  # else a pipe to the adapter would be one of them
    Output.took_all = sys.stdout is not None
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if not Output.took_all:
        complain("the standard output cannot be written.")
    Process.adopts = adopts_strays()


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    try:
        prepare()
        status = check(parsed(sys.argv[1:] if arguments is None else arguments))
        # Half an output must not look like a success.
        return status if Output.took_all else status or 2
    except Problem as problem:
        complain(str(problem))
        return problem.status
    except OSError as error:
        complain(str(error))
        return 3
    except Interrupted as interrupted:
        (number,) = interrupted.args
        complain("interrupted; no result is written.")
        if os.name == "posix":
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        return 128 + number


if __name__ == "__main__":
    sys.exit(main())
