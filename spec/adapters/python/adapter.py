"""The adapter protocol, version 1, for any SDK that Python can call.

An adapter for one SDK derives from `Adapter` and calls `serve`. This module knows no SDK: it reads
requests from standard input, hands each to the adapter and writes the replies to standard output.
"""

import base64
import datetime
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import unquote

PROTOCOL = 1
FEATURES = ["bench"]
WINDOW = 16
DEFAULT_ENDPOINT = "https://oss-cn-hangzhou.aliyuncs.com"
# With this word on its command line an adapter also gives what no public call of its SDK sends.
# Such a run shows which bytes the code of the SDK makes, and charges nobody.
INTERNALS = "--internals"


class Unsupported(Exception):
    """The SDK has no way to express what a request asks for."""


class TransportRefusal(Exception):
    """The SDK signed, and the HTTP library that it sends with refuses the request."""

    # What the SDK signed, as `Performed.output` has it.
    output: dict[str, Any] | None = None


class Refusal(NamedTuple):
    """The SDK refused the input; the class is None unless the SDK makes clear which one it is."""

    error_class: str | None
    message: str


class Performed(NamedTuple):
    """What the SDK answered, and a function that makes it sign the same request once more."""

    output: dict[str, Any]
    repeat: Callable[[], Any]


# The operations of an SDK, each with the function that does it.
Operations = dict[str, Callable[[dict[str, Any]], Performed]]


class Clock:
    """The time that an adapter shows to its SDK, in the form in which the SDK reads it."""

    now: Any = None


class Adapter:
    """One SDK, as the protocol sees it."""

    name = ""
    version = ""
    language = "python"
    # The profiles that the SDK claims, and its habits: see ADP-PROF-1 and ADP-HABIT-1.
    profiles: tuple[str, ...] = ("signing", "hardening")
    habits: tuple[str, ...] = ()
    # The operations whose input may hold bytes that are not UTF-8; elsewhere the SDK takes text.
    taking_bytes: frozenset[str] = frozenset()

    def operations(self) -> Operations:
        """The operations that the SDK can do, each with the method that does it."""
        raise NotImplementedError

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        """Why no public call of the SDK sends what is asked for; None if one does."""
        return None

    def refusal(self, error: Exception) -> Refusal | None:
        """Reads an exception as the SDK's refusal of the input; None if the SDK broke instead."""
        raise NotImplementedError


# What Python's own reader of URLs says of an endpoint.
URL_ERRORS = [("Port ", "invalid-endpoint"), ("Invalid IPv6 URL", "invalid-endpoint")]


def classified(message: str, classes: list[tuple[str, str | None]]) -> Refusal:
    """The refusal with the class of the first pair (part of a message, class) that fits."""
    return Refusal(next((name for part, name in classes if part in message), None), message)


def required(given: dict[str, Any], name: str) -> Any:
    """A member of the input without which the SDK's call cannot be made."""
    if given.get(name) is None:
        raise Unsupported(f"the SDK's call needs the member {name!r}")
    return given[name]


def unique(pairs: list[list[Any]] | None) -> dict[str, Any]:
    """The dictionary that an SDK takes, from the protocol's list of pairs."""
    result: dict[str, Any] = {}
    for name, value in pairs or []:
        if name in result:
            raise Unsupported(f"a dict cannot hold the name {name!r} twice")
        result[name] = value
    return result


def names_in(given: dict[str, Any], member: str) -> set[str]:
    """The names of the query or of the headers of the input; those of headers in lower case."""
    found = {pair[0] for pair in given.get(member) or []}
    return {name.lower() for name in found} if member == "headers" else found


def endpoint(given: dict[str, Any]) -> str:
    """The endpoint of the input; vectors to which it does not matter leave it out."""
    value = given.get("endpoint")
    return DEFAULT_ENDPOINT if value is None else value


def addressing(given: dict[str, Any], options: dict[str, dict[str, bool]]) -> dict[str, bool]:
    """The options of the SDK for the addressing of the input; none of them if it names none."""
    name = given.get("addressing")
    if name is None:
        return {}
    if name not in options:
        raise Unsupported(f"no addressing is named {name!r}")
    return options[name]


def utc(seconds: int) -> datetime.datetime:
    """A time as Python's clock holds it."""
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    except (OSError, OverflowError, ValueError):
        raise Unsupported(f"no clock of Python shows the time {seconds}") from None


def parameter(url: str, name: str) -> str:
    """The last parameter of that name in a URL, decoded; empty if there is none."""
    pairs = [pair.partition("=") for pair in url.partition("?")[2].split("&")]
    return next((unquote(value) for found, _, value in reversed(pairs) if found == name), "")


def sent(headers: dict[str, str | None]) -> list[list[str]]:
    """The headers that an SDK hands to its transport, where None means a header left out."""
    return [[name, value] for name, value in headers.items() if value is not None]


def serve(adapter: Adapter) -> None:
    """Answers the requests on standard input until `bye` or the end of the input."""
    replies = _claim_standard_output()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request.get("op") == "bye":
            return
        replies.write(json.dumps(_reply(adapter, request), separators=(",", ":")) + "\n")
        replies.flush()


def _claim_standard_output():
    """Keeps standard output for replies, and sends what an SDK prints to standard error."""
    sys.stdout.flush()
    replies = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    os.dup2(2, 1)
    return replies


def _reply(adapter: Adapter, request: dict[str, Any]) -> dict[str, Any]:
    if request.get("op") == "hello":
        return _greeting(adapter, request)
    reply: dict[str, Any] = {"seq": request.get("seq")}
    try:
        reply.update(_answer(adapter, request))
    except Unsupported as reason:
        reply.update(status="unsupported", reason=str(reason))
    except TransportRefusal as refused:
        error = {"message": str(refused)}
        reply.update(status="rejected", refusedBy="transport", error=error)
        if refused.output is not None:
            reply.update(output=_sayable(refused.output))
    except Exception as error:  # Whatever an SDK raises is an answer, and the next request goes on.
        refusal = adapter.refusal(error)
        if refusal is None:
            reply.update(status="failed", message=f"{type(error).__name__}: {error}")
        else:
            reply.update(status="rejected", error=_described(refusal))
    return reply


def _greeting(adapter: Adapter, request: dict[str, Any]) -> dict[str, Any]:
    if request.get("protocol") != PROTOCOL:
        return {"protocol": PROTOCOL, "error": f"this adapter speaks version {PROTOCOL} only"}
    return {
        "protocol": PROTOCOL,
        "sdk": {"name": adapter.name, "version": adapter.version, "language": adapter.language},
        "operations": list(adapter.operations()),
        "features": FEATURES,
        "profiles": adapter.profiles,
        "habits": adapter.habits,
        "window": WINDOW,
    }


def _answer(adapter: Adapter, request: dict[str, Any]) -> dict[str, Any]:
    op = request.get("op")
    if op not in ("run", "bench"):
        raise Unsupported(f"no op is named {op!r}")
    for feature in request.get("requires") or []:
        if feature not in FEATURES:
            raise Unsupported(f"no feature is named {feature!r}")
    operation = adapter.operations().get(request.get("operation"))
    if operation is None:
        raise Unsupported("no operation is named {!r}".format(request.get("operation")))
    takes_bytes = request["operation"] in adapter.taking_bytes
    given = _decoded(request.get("input") or {}, takes_bytes)
    reason = adapter.unreachable(request["operation"], given)
    if reason is not None and INTERNALS not in sys.argv:
        raise Unsupported(reason)
    performed = operation(given)
    if op == "run":
        return {"status": "ok", "output": _sayable(performed.output)}
    return {"nanoseconds": _duration(performed.repeat, request["count"])}


def _decoded(value: Any, takes_bytes: bool) -> Any:
    """Puts the text, or else the bytes, in the place of every {"base64": ...}."""
    if isinstance(value, list):
        return [_decoded(item, takes_bytes) for item in value]
    if not isinstance(value, dict):
        return value
    if list(value) != ["base64"]:
        return {name: _decoded(member, takes_bytes) for name, member in value.items()}
    data = base64.b64decode(value["base64"], validate=True)
    try:
        return data.decode("utf-8")
    except ValueError:
        if takes_bytes:
            return data
        raise Unsupported("the SDK is given text, and these bytes are not UTF-8") from None


def _sayable(value: Any) -> Any:
    """Puts bytes in the place of a text with half a surrogate pair, which no JSON can hold."""
    if isinstance(value, dict):
        return {name: _sayable(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_sayable(item) for item in value]
    if not isinstance(value, str):
        return value
    data = value.encode("utf-8", "surrogatepass")
    try:
        data.decode("utf-8")
    except ValueError:
        return {"base64": base64.b64encode(data).decode("ascii")}
    return value


def _duration(repeat: Callable[[], Any], count: int) -> int:
    start = time.perf_counter_ns()
    for _ in range(count):
        repeat()
    return time.perf_counter_ns() - start


def _described(refusal: Refusal) -> dict[str, str]:
    described = {"message": refusal.message}
    if refusal.error_class is not None:
        described["class"] = refusal.error_class
    return described
