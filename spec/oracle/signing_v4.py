"""The signature of V4, as spec/signature-v4.md states it."""

import hashlib
import hmac
import re

import url
from moments import basic, read_basic
from request import TOKEN_CHARACTERS, Request, read_credentials
from signing_v1 import (
    BLANKS,
    canonicalized_headers,
    joined_parameters,
    joined_values,
    resource_path,
)
from values import (
    matches,
    read_integer,
    read_optional_string,
    read_string,
    refuse_if,
    to_bytes,
    to_pairs,
    to_text,
)

ALGORITHM, LAST_OF_SCOPE = b"OSS4-HMAC-SHA256", b"aliyun_v4_request"
UNSIGNED = b"UNSIGNED-PAYLOAD"
DATE_HEADER, HASH_HEADER, TOKEN = b"x-oss-date", b"x-oss-content-sha256", b"x-oss-security-token"
SIGNATURE_PARAMETER = b"x-oss-signature"
RESERVED = (
    b"x-oss-signature-version",
    b"x-oss-credential",
    b"x-oss-date",
    b"x-oss-expires",
    b"x-oss-additional-headers",
    SIGNATURE_PARAMETER,
)
LONGEST = 604800  # seconds, V4-REF-5
NAME = rb"[a-z0-9-]+"
STRING = ALGORITHM + rb"\n([0-9]{8}T[0-9]{6}Z)\n([^\n]*)\n[0-9a-f]{64}"


class Scope:
    """What a signing key is good for: V4-SCO-1 to V4-SCO-4."""

    def __init__(self, members):
        self.region = read_optional_string(members, "region") or b""
        product = read_optional_string(members, "product")
        self.product = b"oss" if product is None else product

    def check(self):
        """V4-REF-1, V4-REF-2, V4-REF-3."""
        wrong = not matches(NAME, self.region) or self.region.startswith(b"oss-")
        refuse_if(wrong, "invalid-region")
        refuse_if(not matches(NAME, self.product), "invalid-product")

    def text(self, date):
        return b"/".join((date, self.region, self.product, LAST_OF_SCOPE))

    def key(self, secret, date):
        """V4-KEY-1, V4-KEY-2."""
        key = b"aliyun_v4" + secret
        for part in (date, self.region, self.product, LAST_OF_SCOPE):
            key = hmac.new(key, part, hashlib.sha256).digest()
        return key


def is_signed_anyway(lower_name):
    """V4-HDR-1, without the additional headers."""
    return lower_name.startswith(b"x-oss-") or lower_name in (b"content-type", b"content-md5")


def check_additional(names):
    """V4-REF-4; V2-REF-1 is the same rule."""
    for name in names:
        lower = name.lower()
        wrong = not matches(TOKEN_CHARACTERS, name) or lower == b"authorization"
        refuse_if(
            wrong or (b"_" in name and not is_signed_anyway(lower)), "invalid-additional-header"
        )


def check_reserved(request):
    """V4-REF-6, V4-REF-7."""
    reserved = RESERVED + ((TOKEN,) if request.credentials.token else ())
    refuse_if(any(name in reserved for name, _ in request.target.query), "reserved-parameter")
    names = [name.lower() for name, _ in request.headers]
    refuse_if(DATE_HEADER in names or TOKEN in names, "reserved-header")


def additional_names(headers, asked):
    """V4-ADD-1, V4-ADD-3 to V4-ADD-6: the names that are listed."""
    there = {name.lower() for name, _ in headers}
    names = {name.lower() for name in asked} & there
    return sorted(name for name in names if not is_signed_anyway(name))


def signed_headers(headers, additional):
    """V4-HDR-1 to V4-HDR-4, V4-HDR-7, V4-HDR-8, V4-ADD-2: each name with its one value."""
    return joined_values(headers, lambda name: is_signed_anyway(name) or name in additional)


def canonical_uri(bucket, key):
    """V4-URI-1 to V4-URI-6."""
    return encoded_path(bucket, key, b"/")


def encoded_path(bucket, key, kept=b""):
    """V4-URI-4; V2-RES-1 and V2-RES-2 encode slashes too."""
    return url.percent_encode(resource_path(bucket, key), kept)


def canonical_query(query):
    """V4-QRY-1 to V4-QRY-8; V2-RES-3 to V2-RES-8 are the same rules."""
    return joined_parameters(query, url.percent_encode)


def signed(request, scope, time, signed_values, query):
    """The signature and every step on the way to it: V4-STS-1 to V4-STS-4, V4-REQ-1 to V4-REQ-3."""
    names = additional_names(request.headers, request.additional)
    uri, parameters = (
        canonical_uri(*request.target.signed()),
        canonical_query(query),
    )
    lines = canonicalized_headers(signed_values)
    payload = signed_values.get(HASH_HEADER, UNSIGNED)  # V4-PRE-7, V4-PRE-8
    canonical = b"\n".join((request.method, uri, parameters, lines, b";".join(names), payload))
    digest = hashlib.sha256(canonical).hexdigest().encode("ascii")
    date, key = scope.text(time[:8]), scope.key(request.credentials.secret, time[:8])
    text = b"\n".join((ALGORITHM, time, date, digest))
    stages = {
        "canonicalUri": uri,
        "canonicalQuery": parameters,
        "canonicalHeaders": lines,
        "additionalHeaders": b";".join(names),
        "canonicalRequest": canonical,
        "canonicalRequestHash": digest,
        "scope": date,
        "stringToSign": text,
        "signingKey": key.hex().encode("ascii"),
    }
    signature = hmac.new(key, text, hashlib.sha256).hexdigest()
    return signature, {name: to_text(stages[name]) for name in stages}


def header_v4(members):
    """v4.header: the Authorization header and the headers beside it."""
    request, scope = Request(members, endpoint_needed=False), Scope(members)
    time = read_integer(members, "time")
    request.check()
    date = basic(time)
    scope.check()
    check_additional(request.additional)
    headers = headers_with_own(request, date)
    names = additional_names(headers, request.additional)
    values = signed_headers(headers, names)
    signature, stages = signed(request, scope, date, values, request.target.query)
    value = authorization(request, stages, signature)
    others = [(name, text.strip(BLANKS)) for name, text in headers if name.lower() not in values]
    sent = others + list(values.items()) + [(b"Authorization", value)]
    return {
        "signature": signature,
        "authorization": to_text(value),
        "headers": to_pairs(sent),
        **request.target.sent(),
        "stages": stages,
    }


def headers_with_own(request, date):
    """V4-REQ-3, V4-REQ-4, V4-DATE-1, V4-DATE-3, V4-TOK-1, V4-TOK-4."""
    own = [(HASH_HEADER, UNSIGNED), (DATE_HEADER, date)]
    if request.credentials.token:
        own.append((TOKEN, request.credentials.token))
    replaced = [name for name, _ in own] + [b"authorization"]
    return [(name, value) for name, value in request.headers if name.lower() not in replaced] + own


def authorization(request, stages, signature):
    """V4-AUTH-1 to V4-AUTH-3."""
    parts = [b"Credential=" + request.credentials.access_key_id + b"/" + to_bytes(stages["scope"])]
    if stages["additionalHeaders"]:
        parts.append(b"AdditionalHeaders=" + stages["additionalHeaders"].encode("ascii"))
    return ALGORITHM + b" " + b",".join([*parts, b"Signature=" + signature.encode("ascii")])


def presign_v4(members):
    """v4.presign: V4-PRE-1 to V4-PRE-10, V4-TOK-2, V4-TOK-3, V4-TOK-5."""
    request, scope = Request(members, endpoint_needed=True), Scope(members)
    time, expires = read_integer(members, "time"), read_integer(members, "expires")
    request.check()
    date = basic(time)
    scope.check()
    check_additional(request.additional)
    refuse_if(not 1 <= expires <= LONGEST, "invalid-expires")
    check_reserved(request)
    where = request.target.location()
    names = additional_names(request.headers, request.additional)
    credential = request.credentials.access_key_id + b"/" + scope.text(date[:8])
    query = [
        *request.target.query,
        (RESERVED[0], ALGORITHM),
        (RESERVED[1], credential),
        (RESERVED[2], date),
        (RESERVED[3], b"%d" % expires),
    ]
    if names:
        query.append((RESERVED[4], b";".join(names)))
    if request.credentials.token:
        query.append((TOKEN, request.credentials.token))
    signature, stages = signed(request, scope, date, signed_headers(request.headers, names), query)
    query.append((SIGNATURE_PARAMETER, signature.encode("ascii")))
    return {"signature": signature, "url": to_text(url.url(where, query)), "stages": stages}


def string_v4(members):
    """v4.string: V4-REM-1."""
    credentials, scope = read_credentials(members), Scope(members)
    text = read_string(members, "stringToSign")
    credentials.check()
    credentials.check_token()
    scope.check()
    parts = re.fullmatch(STRING, text)
    refuse_if(parts is None or read_basic(parts[1]) is None, "invalid-string-to-sign")
    date = parts[1][:8]
    refuse_if(parts[2] != scope.text(date), "invalid-string-to-sign")
    key = scope.key(credentials.secret, date)
    return {"signature": hmac.new(key, text, hashlib.sha256).hexdigest()}
