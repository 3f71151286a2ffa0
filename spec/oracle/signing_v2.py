"""The signature of V2, as spec/signature-v2.md states it."""

import base64
import hashlib
import hmac

import signing_v1 as v1
import url
from moments import LAST_SECOND, http_date
from request import TOKEN_HEADER, Request
from signing_v4 import canonical_query, check_additional, encoded_path
from values import read_integer, refuse_if, to_pairs, to_text

VERSION, EXPIRES, ACCESS_KEY_ID, ADDITIONAL, SIGNATURE = RESERVED = (
    b"x-oss-signature-version",
    b"x-oss-expires",
    b"x-oss-access-key-id",
    b"x-oss-additional-headers",
    b"x-oss-signature",
)


def additional_names(headers, asked):
    """V2-ADD-1 to V2-ADD-7: the names that are listed; only a name signed anyway may have `_`."""
    there = {name.lower() for name, _ in headers} - {b"date"}
    names = {name.lower() for name in asked} & there
    return sorted(name for name in names if b"_" not in name)


def signed_headers(headers, additional):
    """V2-HDR-1, V2-HDR-2, V2-HDR-4 to V2-HDR-6: each name with its one value."""
    return v1.joined_values(headers, lambda name: name.startswith(b"x-oss-") or name in additional)


def canonicalized_resource(bucket, key, query):
    """V2-RES-1 to V2-RES-8."""
    return encoded_path(bucket, key) + (b"?" + canonical_query(query) if query else b"")


def signed(request, date, names, values, query):
    """The signature, and every step on the way to it: V2-STS-1 to V2-STS-4, V2-SIG-1."""
    lines = v1.canonicalized_headers(values)  # V2-HDR-3
    resource = canonicalized_resource(*request.target.signed(), query)
    text = v1.string_to_sign(
        request.method, request.headers, date, lines + b";".join(names) + b"\n", resource
    )
    digest = hmac.new(request.credentials.secret, text, hashlib.sha256).digest()
    stages = {
        "canonicalizedHeaders": lines,
        "additionalHeaders": b";".join(names),
        "canonicalizedResource": resource,
        "stringToSign": text,
    }
    return base64.b64encode(digest), {name: to_text(stages[name]) for name in stages}


def header_v2(members):
    """v2.header: V2-DATE-1 to V2-DATE-3, V2-TOK-1, V2-AUTH-1."""
    request = Request(members, endpoint_needed=False)
    time = read_integer(members, "time")
    request.check()
    date = http_date(time)
    check_additional(request.additional)
    headers, token = request.headers, request.credentials.token
    if token:
        headers = [pair for pair in headers if pair[0].lower() != TOKEN_HEADER]
        headers.append((TOKEN_HEADER, token))
    names = additional_names(headers, request.additional)
    values = signed_headers(headers, names)
    signature, stages = signed(request, date, names, values, request.target.query)
    value = b",".join(
        [b"OSS2 AccessKeyId:" + request.credentials.access_key_id]
        + ([b"AdditionalHeaders:" + b";".join(names)] if names else [])
        + [b"Signature:" + signature]
    )
    sent = v1.headers_to_send(headers, values, date, value)
    return {
        "signature": to_text(signature),
        "authorization": to_text(value),
        "headers": to_pairs(sent),
        **request.target.sent(),
        "stages": stages,
    }


def presign_v2(members):
    """v2.presign: V2-PRE-1 to V2-PRE-5, V2-TOK-2."""
    request = Request(members, endpoint_needed=True)
    expires = read_integer(members, "expires")
    request.check()
    check_additional(request.additional)
    check_presigned(request, expires)
    where, token = request.target.location(), request.credentials.token
    names = additional_names(request.headers, request.additional)
    date = b"%d" % expires
    query = [
        *request.target.query,
        (VERSION, b"OSS2"),
        (EXPIRES, date),
        (ACCESS_KEY_ID, request.credentials.access_key_id),
    ]
    if names:
        query.append((ADDITIONAL, b";".join(names)))
    if token:
        query.append((v1.TOKEN_PARAMETER, token))
    values = signed_headers(request.headers, names)
    signature, stages = signed(request, date, names, values, query)
    query.append((SIGNATURE, signature))
    return {
        "signature": to_text(signature),
        "url": to_text(url.url(where, query)),
        "stages": stages,
    }


def check_presigned(request, expires):
    """V2-REF-2, V2-REF-3, V2-REF-4."""
    reserved = RESERVED + ((v1.TOKEN_PARAMETER,) if request.credentials.token else ())
    refuse_if(any(name in reserved for name, _ in request.target.query), "reserved-parameter")
    names = [name.lower() for name, _ in request.headers]
    refuse_if(TOKEN_HEADER in names, "reserved-header")
    refuse_if(not 0 <= expires <= LAST_SECOND, "invalid-expires")
