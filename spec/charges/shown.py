"""Whether a recorded request is the one that the page shows: the input of a vector."""

import calendar
import json
from email.utils import parsedate
from typing import Any

from recorded import Received

# Headers that may come though the caller did not ask for them: those of HTTP, what an SDK adds to
# each request or to a body, and the token under a wrong name.
ADDED = {"accept", "accept-encoding", "connection", "content-length", "content-type", "expect"}
ADDED |= {"proxy-connection", "transfer-encoding", "user-agent", "x-oss-content-sha256"}
ADDED |= {"x-sdk-client", "security-token", "range"}
# What is compared as it is, where the vector has it.
PLAIN = ["method", "bucket", "key", "region", "addressing", "action", "version"]


def unlike(vector: dict[str, Any], got: Received) -> str | None:
    """In what a request is not that of a vector; None if it is."""
    if got.operation != vector["operation"]:
        return f"the page shows {vector['operation']}, and {got.operation} came"
    asked = vector["input"]
    names = {name.lower() for name, _ in asked.get("headers", [])}
    due, came = facts(asked, names), facts(got.given, names)
    if got.operation == "v4.presign":
        due["expires"], came["expires"] = asked["expires"], got.given["expires"]
    for name in due:
        if due[name] != came[name]:
            return f"of {name} the page shows {due[name]}, and {came[name]} came"
    return None


def facts(given: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """What two inputs have alike that are the same request, with the headers of some names."""
    headers = [[name.lower(), value] for name, value in given.get("headers", [])]
    found = {name: given.get(name) for name in PLAIN}
    lists = {name: given.get(name) or [] for name in ("query", "parameters", "additionalHeaders")}
    lists["headers"] = [
        [name, distance(value, given["time"]) if name == "x-oss-date" else value]
        for name, value in headers
        if name in names or name not in ADDED
    ]
    # An SDK may change the order of a list.
    found.update({name: sorted(part, key=json.dumps) for name, part in lists.items()})
    return {**found, "token": given["credentials"].get("securityToken")}


def distance(date: str, time: int) -> str:
    """A date by its distance from the time of signing."""
    return f"{round((time - calendar.timegm(parsedate(date))) / 60)} minutes before"
