"""Answers of token servers, as spec/token-responses.md states them.

Numbers stay texts, for a status is judged by the way in which it is written (TOK-STAT-7).
"""

import datetime
import re

from request import ACCESS_KEY_ID
from strict_json import NotJSON, Number, read_json
from values import (
    Refusal,
    decode_base64,
    matches,
    read_choice,
    read_optional_integer,
    read_string,
    refuse_if,
)

BYTE_LIMIT, DEPTH_LIMIT = 65536, 64
BOM = b"\xef\xbb\xbf"
SPACE = "".join(
    map(
        chr,
        [
            *range(0x09, 0x0E),
            0x20,
            0x85,
            0xA0,
            0x1680,
            *range(0x2000, 0x200C),
            0x2028,
            0x2029,
            0x202F,
            0x205F,
            0x3000,
            0xFEFF,
        ],
    )
)
PASCAL = ("AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration")
CAMEL = ("accessKeyId", "accessKeySecret", "securityToken", "expiration")
CAMEL_NAMES = (*CAMEL, "stsToken")
TIME = (
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?"
    r"(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)"
)
UNIX_EPOCH = datetime.date(1970, 1, 1).toordinal()
FIRST, LAST = -62135596800000, 253402300799999  # the years 1 and 9999


def trimmed(text):
    """TOK-MEM-4, TOK-MEM-5, CRED-TRIM-1 to 4."""
    return text.strip(SPACE)


def token_parse(members):
    """token.parse: the first refusal that is due (TOK-REF-13), else the four members."""
    body, now = read_string(members, "body"), read_optional_integer(members, "now")
    status = read_optional_integer(members, "httpStatus")
    decoder = read_choice(members, "decoder", (None, "base64", "nothing"))
    refuse_if(status not in (None, 200), "token-http-status")
    return token_of(parsed(decoded(body, decoder)), now, nested=False)


def token_of(answer, now, nested):
    """What an answer holds, from its object on; one of STS is nested (ROLE-RSP-2)."""
    check_objects(answer)
    check_status(answer)
    refuse_if(nested and "Credentials" not in answer, "token-missing-member")
    refuse_if(is_torn(answer), "token-torn")
    texts = [text_of(*place) for place in places(answer)]
    expiration = milliseconds(texts[3])
    refuse_if(expiration is None, "token-invalid-time")
    refuse_if(now is not None and expiration <= now, "token-expired")
    return {
        "accessKeyId": texts[0],
        "accessKeySecret": texts[1],
        "securityToken": texts[2],
        "expiration": expiration,
    }


def decoded(body, decoder):
    """TOK-DEC-1, TOK-DEC-3, TOK-REF-2."""
    if decoder is None:
        return body
    found = decode_base64(body) if decoder == "base64" else None
    refuse_if(found is None, "token-not-decoded")
    return found


def parsed(body):
    """TOK-BODY-1, TOK-BODY-2, TOK-REF-3, TOK-REF-15, TOK-REF-16."""
    refuse_if(len(body) > BYTE_LIMIT, "token-not-json")
    try:
        return read_json(body.removeprefix(BOM), DEPTH_LIMIT)
    except NotJSON:
        raise Refusal("token-not-json") from None


def check_objects(answer):
    """TOK-REF-4."""
    refuse_if(not isinstance(answer, dict), "token-not-object")
    nested = answer.get("Credentials")
    refuse_if(nested is not None and not isinstance(nested, dict), "token-not-object")


def check_status(answer):
    """TOK-STAT-2 to TOK-STAT-4, TOK-STAT-6, TOK-STAT-7, TOK-REF-5."""
    for name in ("StatusCode", "statusCode"):
        fits = isinstance(answer.get(name), str) and answer[name] == "200"
        refuse_if(name in answer and not fits, "token-status")
    code = answer.get("Code")
    success = code == "Success" and not isinstance(code, Number)
    refuse_if("Code" in answer and not success, "token-status")


def holds(found, names):
    """Whether an object has one of the names."""
    return any(name in found for name in names)


def is_torn(answer):
    """TOK-REF-6."""
    groups = [holds(answer, PASCAL), holds(answer, CAMEL_NAMES), "Credentials" in answer]
    objects = [answer, answer.get("Credentials") or {}]
    return sum(groups) > 1 or any(
        ("securityToken" in found and "stsToken" in found)
        or (holds(found, PASCAL) and holds(found, CAMEL_NAMES))
        for found in objects
    )


def places(answer):
    """Where each of the four is: TOK-SHAPE-1 to 6, TOK-STAT-5, TOK-REF-8 for Credentials."""
    camel = holds(answer, CAMEL_NAMES)
    if "Credentials" not in answer and not camel:
        refuse_if(not holds(answer, ("StatusCode", "Code")), "token-missing-member")
    if "Credentials" in answer:
        refuse_if(answer["Credentials"] is None, "token-null-member")
        return [(answer["Credentials"], name) for name in PASCAL]
    if not camel:
        return [(answer, name) for name in PASCAL]
    names = [
        "stsToken" if name == "securityToken" and "stsToken" in answer else name for name in CAMEL
    ]
    return [(answer, name) for name in names]


def text_of(found, name):
    """TOK-MEM-1, TOK-MEM-2, TOK-MEM-4, TOK-REF-7 to TOK-REF-10, TOK-REF-14."""
    refuse_if(name not in found, "token-missing-member")
    refuse_if(found[name] is None, "token-null-member")
    refuse_if(
        not isinstance(found[name], str) or isinstance(found[name], Number), "token-non-text-member"
    )
    text = trimmed(found[name])
    refuse_if(text == "", "token-empty-member")
    data = text.encode("utf-8")
    if name.lower() == "accesskeyid":
        refuse_if(not matches(ACCESS_KEY_ID, data), "invalid-access-key-id")
    if name.lower() == "accesskeysecret":
        refuse_if(re.search(rb"[\r\n\0]", data) is not None, "invalid-secret")
    if name.lower() in ("securitytoken", "ststoken"):
        refuse_if(re.search(rb"[\r\n\0]", data) is not None, "invalid-security-token")
    return text


def milliseconds(text):
    """TOK-TIME-1 to TOK-TIME-12; None for what is refused."""
    match = re.fullmatch(TIME, text, re.ASCII)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    fraction, sign, hours, minutes = (part or "0" for part in match.groups()[6:])
    if hour > 23 or minute > 59 or second > 59 or int(hours) > 23 or int(minutes) > 59:
        return None
    try:
        days = datetime.date(year, month, day).toordinal() - UNIX_EPOCH
    except ValueError:
        return None
    distance = (int(hours) * 60 + int(minutes)) * (-1 if sign == "-" else 1)
    moment = ((days * 24 + hour) * 60 + minute - distance) * 60 + second
    found = moment * 1000 + int((fraction + "00")[:3])
    return found if FIRST <= found <= LAST else None
