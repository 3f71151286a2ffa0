"""Expiry, presigned URLs, custom signers and content types, as spec/credentials.md has them."""

import pathlib
import re

from moments import FIRST_SECOND, LAST_SECOND
from request import ACCESS_KEY_ID, read_credentials
from token_response import trimmed
from values import (
    decode_base64,
    in_64_bits,
    read_choice,
    read_integer,
    read_optional_integer,
    read_optional_string,
    read_optional_text,
    refuse_if,
    to_text,
)

TYPES_PAGE = pathlib.Path(__file__).resolve().parent.parent / "content-types.md"
NO_TYPE = "application/octet-stream"
# What no extension holds: a space, and characters that change the direction of text (CRED-TYPE-4).
UNFIT = " \u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
POLICIES = ("five-minutes", "scaled")


def windows(policy, lifetime):
    """The advisory and the mandatory window (CRED-EXP-3, CRED-EXP-7, CRED-EXP-8).

    A policy that has no name is a function that gives both.
    """
    if callable(policy):
        return policy(lifetime)
    if policy == "five-minutes":
        return 0, 300000
    return min(900000, lifetime // 3), min(60000, lifetime // 15)


def standing(policy, expiration, obtained, now):
    """The standing and what remains, by a corrected clock (CRED-EXP-1 to CRED-EXP-10)."""
    if expiration is None:
        return "fresh", None
    now = in_64_bits(now)
    remaining = expiration - now
    advisory, mandatory = windows(policy, max(0, expiration - obtained))
    if remaining <= 0:
        return "expired", remaining
    if remaining < mandatory:
        return "mandatory", remaining
    return "advisory" if remaining < advisory else "fresh", remaining


def credential_standing(members):
    """credential.standing."""
    policy = read_choice(members, "policy", POLICIES)
    expiration = read_optional_integer(members, "expiration")
    obtained, now = read_integer(members, "obtained"), read_integer(members, "now")
    offset = read_optional_integer(members, "offset") or 0
    found, remaining = standing(policy, expiration, obtained + offset, now + offset)
    return {"standing": found, "remaining": remaining}


def presign_expiry(members):
    """presign.expiry: CRED-PRE-1 to CRED-PRE-9."""
    version = read_choice(members, "version", ("v1", "v4"))
    interval, now = read_integer(members, "interval"), read_integer(members, "now")
    temporary = read_choice(members, "credential", ("long-term", "temporary")) == "temporary"
    expiration = read_optional_integer(members, "expiration") if temporary else None
    end = now // 1000 + interval
    too_long = version == "v4" and interval > 604800
    refuse_if(interval < 1 or too_long, "invalid-expires")
    refuse_if(not FIRST_SECOND <= end <= LAST_SECOND, "invalid-expires")
    end *= 1000
    by_token = expiration is not None and expiration < end
    findings = ["outlives-token"] if by_token else []
    if temporary and interval > 43200:
        findings.append("above-12-hours")
    return {
        "effective": expiration if by_token else end,
        "bound": "token" if by_token else "interval",
        "findings": findings,
    }


def credential_description(members):
    """credential.description: CRED-VAL-2 to CRED-VAL-4; a right description shows nothing."""
    read_optional_integer(members, "expiration")
    credentials = read_credentials(members)
    credentials.check()
    credentials.check_token()
    return {"reveals": []}


def signer_value(members):
    """signer.value: V1-AUTH-2, CRED-SIGN-1 to CRED-SIGN-11."""
    error = read_optional_text(members, "error")
    refuse_if(error is not None, "signer-failed")
    value = read_optional_string(members, "value")
    refuse_if(value is None, "missing-signer-value")
    parts = re.fullmatch(rb"OSS (%b):(.*)" % ACCESS_KEY_ID, value, re.DOTALL)
    digest = decode_base64(parts.group(2)) if parts else None
    refuse_if(digest is None or len(digest) != 20, "invalid-signer-value")
    return {"accessKeyId": to_text(parts.group(1)), "signature": to_text(parts.group(2))}


def extension(name):
    """CRED-TYPE-2 to CRED-TYPE-6; None for no extension."""
    part = name.rstrip("/").rpartition("/")[2]
    before, period, after = part.rpartition(".")
    if not period or not before or not after or part.startswith(".."):
        return None
    if any(character in UNFIT for character in after) or trimmed(after) == "":
        return None
    return "".join(c.lower() if "A" <= c <= "Z" else c for c in after)


def content_types():
    """CRED-TYPE-8."""
    rows = re.findall(
        r"^\| `([^`]+)` \| `([^`]+)` \|$", TYPES_PAGE.read_text("utf-8"), re.MULTILINE
    )
    return dict(rows)


def content_type(members):
    """content.type: CRED-TYPE-1, CRED-TYPE-7, CRED-TYPE-9."""
    names = [read_optional_text(members, name) for name in ("filePath", "uploadName")]
    found = [extension(name.decode("utf-8")) for name in names if name is not None]
    first = next((name for name in found if name is not None), None)
    return {"contentType": content_types().get(first, NO_TYPE)}
