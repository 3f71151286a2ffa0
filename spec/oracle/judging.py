"""How an answer differs from an expectation: FMT-JUDGE-1 to 6 and 9 of spec/vector-format.md."""

import collections
import re
import urllib.parse

SIGNING_OPERATIONS = (
    "v1.header",
    "v1.presign",
    "v2.header",
    "v2.presign",
    "v4.header",
    "v4.presign",
)
WATCHED_HEADERS = ("content-type", "content-md5", "authorization")
DEFAULT_PORTS = {"http": "80", "https": "443"}
URL = r"([^:/?#]+)://(\[[^\]]*\]|[^:/?#]*)(?::([0-9]*))?([^?#]*)(?:\?([^#]*))?"


def differences(operation, expected, answer):
    """A list of (member, expected value, value of the oracle); `any_of` does not count."""
    if "error" in expected:
        found = answer.get("error", {}).get("class", answer["status"])
        wanted = expected["error"]["class"]
        return [] if found == wanted else [("error", wanted, found)]
    if answer["status"] != "ok":
        return [("status", "ok", answer)]
    output, exact = answer["output"], expected.get("exact") or []
    result = []
    for member, wanted in expected.items():
        if member in ("any_of", "exact"):
            continue
        if member == "stages":
            result += stage_differences(wanted, output.get("stages", {}))
        elif not same(member, wanted, output.get(member), member in exact):
            result.append((member, wanted, output.get(member)))
    judged = {"signature", "authorization", "url"} & set(expected)
    if operation in SIGNING_OPERATIONS and not judged:
        result.append(("expect", "signature, authorization or url", sorted(expected)))
    return result


def stage_differences(expected, found):
    """The steps that are expected and differ."""
    return [
        ("stages." + name, expected[name], found.get(name))
        for name in expected
        if expected[name] != found.get(name)
    ]


def same(member, wanted, found, exact):
    """Headers, fields and URLs are compared by their parts, unless `exact` names them."""
    if found is None or exact or member not in ("headers", "url", "fields"):
        return wanted == found
    if member == "url":
        return url_parts(wanted) == url_parts(found)
    if member == "fields":
        return field_counts(wanted) == field_counts(found)
    return same_headers(wanted, found)


def field_counts(fields):
    """FMT-JUDGE-9, but that a field too many is always wrong."""
    return collections.Counter((name.lower(), str(value)) for name, value in fields)


def url_parts(text):
    """FMT-JUDGE-3; a text that is no URL is compared as it is."""
    match = re.fullmatch(URL, text)
    if match is None:
        return text
    scheme, host, port, path, query = match.groups()
    parameters = collections.Counter()
    for part in filter(None, (query or "").replace("+", " ").split("&")):
        name, _, value = part.partition("=")
        parameters[(urllib.parse.unquote_to_bytes(name), urllib.parse.unquote_to_bytes(value))] += 1
    scheme = scheme.lower()
    port = None if port == DEFAULT_PORTS.get(scheme) else port
    pieces = [urllib.parse.unquote_to_bytes(piece) for piece in path.split("+")]
    return scheme, host.lower(), port, pieces, parameters


def same_headers(wanted, found):
    """FMT-JUDGE-4."""
    wanted, found = header_counts(wanted), header_counts(found)
    others = [name for name, _ in found - wanted]
    wrong = [name for name in others if name.startswith("x-oss-") or name in WATCHED_HEADERS]
    return not wanted - found and not wrong


def header_counts(headers):
    """Each header with the number of its lines."""
    return collections.Counter((name.lower(), str(value).strip(" \t")) for name, value in headers)
