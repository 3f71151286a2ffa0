"""Asking for an upload callback, as spec/callback.md states it."""

import base64
import json
import re

from url import AUTHORITY, is_place
from values import (
    matches,
    read_optional_string,
    read_pairs,
    read_strings,
    refuse_if,
    require_utf8,
    to_pairs,
    to_text,
)

KIND = "invalid-callback"
URL_LIMIT, BYTE_LIMIT = 5, 5120  # CALL-PAR-4, CALL-REF-4
URL = rb"(?i:https?://)?" + AUTHORITY + rb"(?:[/?#].*)?"
BODY_TYPES = (None, b"application/x-www-form-urlencoded", b"application/json")
VARIABLE = rb"x:[a-z0-9_.-]+"


def callback_parameter(members):
    """callback.parameter: CALL-PAR-1 to CALL-PAR-4, CALL-VAR-1 to CALL-VAR-4."""
    urls = read_strings(members, "callbackUrl")
    body = read_optional_string(members, "callbackBody") or b""
    host = read_optional_string(members, "callbackHost")
    body_type = read_optional_string(members, "callbackBodyType")
    sni, form = members.get("callbackSNI"), members.get("form")
    variables = read_pairs(members, "variables")
    truths = [value is None or isinstance(value, bool) for value in (sni, form)]
    refuse_if(not all(truths), "invalid-input")
    check_urls(urls)
    check_body(body)
    refuse_if(host is not None and re.search(rb"[\r\n\0]", host), KIND)
    refuse_if(body_type not in BODY_TYPES, KIND)  # CALL-REF-9
    for value in (body, host or b""):
        require_utf8(value, KIND)
    members = (
        ("callbackUrl", b";".join(urls)),
        ("callbackHost", host),
        ("callbackBody", body),
        ("callbackBodyType", body_type),
        ("callbackSNI", sni),
    )
    text = encoded([(name, value) for name, value in members if value is not None])
    check_variables(variables)
    named = [(to_text(name), value) for name, value in variables]
    if form:
        return {"callback": text, "fields": to_pairs(variables)}
    return {"callback": text, "callbackVar": encoded(named) if named else None}


def check_urls(urls):
    """CALL-REF-1."""
    refuse_if(not 1 <= len(urls) <= URL_LIMIT, KIND)
    for url in urls:
        refuse_if(not matches(rb"[!-:<-~]+", url), KIND)
        parts = re.fullmatch(URL, url)
        refuse_if(parts is None or not is_place(*parts.groups()), KIND)


def check_body(body):
    """CALL-REF-2."""
    refuse_if(body == b"" or re.search(rb"\$\{(?![^}]+\})", body) is not None, KIND)


def check_variables(variables):
    """CALL-REF-5."""
    names = [name for name, _ in variables]
    refuse_if(not all(matches(VARIABLE, name) for name in names), "invalid-callback-var")
    refuse_if(len(set(names)) != len(names), "invalid-callback-var")
    for _, value in variables:
        require_utf8(value, "invalid-callback-var")


def encoded(pairs):
    """CALL-PAR-1, CALL-PAR-3, CALL-VAR-4, CALL-REF-4."""
    values = {name: to_text(value) if isinstance(value, bytes) else value for name, value in pairs}
    text = json.dumps(values, separators=(",", ":")).replace("\x7f", "\\u007f")
    data = base64.b64encode(text.encode("ascii"))
    refuse_if(len(data) > BYTE_LIMIT, KIND)
    return to_text(data)
