"""Error bodies, as spec/error-body.md states them."""

import re

from moments import read_basic, read_extended, read_http_date
from values import decode_base64, read_optional_string, read_optional_text, refuse_if, to_text
from xml_reader import SPACE, read_xml

KIND = "invalid-error-body"
TEXTS = (
    ("code", "Code"),
    ("message", "Message"),
    ("requestId", "RequestId"),
    ("hostId", "HostId"),
    ("recommendDoc", "RecommendDoc"),
    ("accessKeyId", "OSSAccessKeyId"),
    ("signatureProvided", "SignatureProvided"),
    ("method", "Method"),
    ("endpoint", "Endpoint"),
)
EXTENDED = rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))"


def members_of(body):
    """The members of a body as (path, text), untrimmed: ERR-REF-4, ERR-MEM-4."""
    root = read_xml(body, KIND)
    refuse_if(root.name != "Error", KIND)
    return [
        (path, element.text.encode("utf-8"))
        for path, element in elements_below(root, "")
        if not element.elements or element.text.encode("utf-8").strip(SPACE) != b""
    ]


def elements_below(parent, path):
    """Each element with its path below the root, in the order of the document."""
    for element in parent.elements:
        yield path + element.name, element
        yield from elements_below(element, path + element.name + "/")


def first(members, name):
    """ERR-MEM-1, ERR-MEM-2."""
    return next((value for path, value in members if path == name), None)


def trimmed(members, name):
    """ERR-TXT-4."""
    value = first(members, name)
    return None if value is None else value.strip(SPACE)


def listed(members, name):
    """ERR-STS-1, ERR-REF-8; None for a list of nothing (ERR-STS-2)."""
    value = first(members, name)
    if value is None:
        return None
    digits = value.split()
    refuse_if(any(re.fullmatch(rb"[0-9A-Fa-f]{2}", pair) is None for pair in digits), KIND)
    return bytes(int(pair, 16) for pair in digits) or None


def agreement(text, data):
    """ERR-STS-4."""
    if text is None or data is None:
        return None
    if text == data:
        return "equal"
    return "layout" if text.translate(None, SPACE) == data.translate(None, SPACE) else "different"


def seconds(text):
    """ERR-TIME-1, ERR-TIME-2; None for another form."""
    parts = re.fullmatch(EXTENDED, text or b"")
    if parts is not None:
        return with_offset(*parts.groups(b"0"))
    if text is None:
        return None
    found = read_basic(text)
    return read_http_date(text) if found is None else found


def with_offset(moment, sign, hours, minutes):
    """The seconds of a moment whose clock is ahead of UTC, or behind it with a minus."""
    found = read_extended(moment + b"Z")
    if found is None or int(hours) > 23 or int(minutes) > 59:
        return None
    ahead = (int(hours) * 60 + int(minutes)) * 60
    return found + ahead if sign == b"-" else found - ahead


def limit(text):
    """ERR-TIME-3."""
    return int(text) if text is not None and re.fullmatch(rb"[0-9]{1,18}", text) else None


def body_of(members):
    """The body, or what the header holds (ERR-HEAD-1, ERR-HEAD-3); exactly one is given."""
    body, header = read_optional_string(members, "body"), read_optional_string(members, "header")
    refuse_if((body is None) == (header is None), "invalid-input")
    if body is None:
        body = decode_base64(header.strip(b" \t"))
        refuse_if(body is None, KIND)
    return body


def error_body(inputs):
    """error.body: what the body says, and nothing for what it does not say."""
    ec_header, body = read_optional_text(inputs, "ecHeader"), body_of(inputs)
    members = members_of(body)
    text, data = first(members, "StringToSign"), listed(members, "StringToSignBytes")
    request, server = (seconds(trimmed(members, name)) for name in ("RequestTime", "ServerTime"))
    bucket = trimmed(members, "BucketName")
    found = {name: trimmed(members, member) for name, member in TEXTS}
    found.update(
        {
            "ec": trimmed(members, "EC") or (ec_header or b"").strip(b" \t") or None,  # ERR-HEAD-2
            "bucket": trimmed(members, "Bucket") if bucket is None else bucket,  # ERR-MEM-6
            "stringToSign": text if data is None else data,  # ERR-STS-2, ERR-STS-3
            "canonicalRequest": listed(members, "CanonicalRequestBytes")
            or first(members, "CanonicalRequest"),
        }
    )
    output = {name: to_text(value) for name, value in found.items() if value is not None}
    numbers = {
        "requestTime": request,
        "serverTime": server,
        "skewSeconds": None if None in (request, server) else request - server,
        "maxSkewMilliseconds": limit(trimmed(members, "MaxAllowedSkewMilliseconds")),
        "stringToSignAgreement": agreement(text, data),
    }
    output.update({name: value for name, value in numbers.items() if value is not None})
    output["members"] = [[path, to_text(value.strip(SPACE))] for path, value in members]
    return output
