"""The signature of V1, as spec/signature-v1.md and spec/presigned-urls.md state it."""

import base64
import hashlib
import hmac
import pathlib
import re

import url
from moments import LAST_SECOND, http_date
from request import TOKEN_HEADER, Request, Target, check_object, check_query, read_credentials
from values import read_integer, read_string, refuse_if, to_pairs, to_text

BLANKS = b" \t"
TOKEN_PARAMETER = b"security-token"
RESERVED_PARAMETERS = (b"OSSAccessKeyId", b"Expires", b"Signature")


def subresources():
    """The names that V1-SUB-1 to V1-SUB-6 list, read out of the page itself."""
    page = pathlib.Path(__file__).resolve().parent.parent / "signature-v1.md"
    text = page.read_text(encoding="utf-8")
    names = set()
    for number in (1, 2, 3, 5, 6):
        item = re.search(rf"^- \*\*V1-SUB-{number}\*\* [^:]*:([^.]*)\.", text, re.MULTILINE)
        names.update(name.encode("ascii") for name in re.findall(r"`([^`]+)`", item.group(1)))
    return names


SUBRESOURCES = subresources()


def check_presigned(headers, query, token, expires):
    """PRE-REF-1, PRE-REF-2, PRE-REF-3."""
    reserved = RESERVED_PARAMETERS + ((TOKEN_PARAMETER,) if token else ())
    refuse_if(any(name in reserved for name, _ in query), "reserved-parameter")
    refuse_if(any(name.lower() == TOKEN_HEADER for name, _ in headers), "reserved-header")
    refuse_if(not 0 <= expires <= LAST_SECOND, "invalid-expires")


def oss_headers(headers, token):
    """Each name in lower case with its one value: V1-HDR-1 to 4, 7, 8, V1-TOK-1, V1-TOK-3."""
    values = joined_values(headers, lambda name: name.startswith(b"x-oss-"))
    if token:
        values[TOKEN_HEADER] = token.strip(BLANKS)
    return values


def joined_values(headers, is_signed):
    """The signed headers: each name in lower case with its one value, in the caller's order."""
    values = {}
    for name, value in headers:
        if is_signed(name.lower()):
            values.setdefault(name.lower(), []).append(value.strip(BLANKS))
    return {name: b",".join(values[name]) for name in values}


def canonicalized_headers(signed):
    """V1-HDR-5, V1-HDR-6; V4-HDR-5 and V4-HDR-6 are the same rules."""
    return b"".join(name + b":" + signed[name] + b"\n" for name in sorted(signed))


def canonicalized_resource(bucket, key, query):
    """V1-RES-1 to V1-RES-12."""
    signed = [pair for pair in query if pair[0] in SUBRESOURCES]
    return resource_path(bucket, key) + (b"?" + joined_parameters(signed) if signed else b"")


def resource_path(bucket, key):
    """V1-RES-1 to V1-RES-4; V2 and V4 encode it. Without a bucket there is no key."""
    return b"/" + (b"" if bucket is None else bucket + b"/") + (key or b"")


def joined_parameters(query, encode=bytes):
    """V1-RES-6 to V1-RES-8, V1-RES-12; V2 and V4 sort names that are encoded."""
    pairs = [(encode(name), encode(value or b"")) for name, value in query]
    pairs.sort(key=lambda pair: pair[0])
    return b"&".join(name + b"=" + value if value else name for name, value in pairs)


def header_value(headers, lower_name):
    """The value without outer blanks, empty without the header (V1-STS-2, V1-STS-4, V1-STS-5)."""
    return b"".join(value.strip(BLANKS) for name, value in headers if name.lower() == lower_name)


def string_to_sign(method, headers, date, canonical_headers, resource):
    """V1-STS-1; `date` is the expiry for a presigned URL (PRE-STS-1)."""
    content_md5 = header_value(headers, b"content-md5")
    content_type = header_value(headers, b"content-type")
    lines = b"\n".join((method, content_md5, content_type, date))
    return lines + b"\n" + canonical_headers + resource


def signature(secret, message):
    """V1-SIG-1, V1-SIG-2."""
    return base64.b64encode(hmac.new(secret, message, hashlib.sha1).digest())


def authorization(access_key_id, signature_text):
    """V1-AUTH-1."""
    return b"OSS " + access_key_id + b":" + signature_text


def headers_to_send(headers, signed, date, authorization_value):
    """The caller's headers, one line for each signed name, Date (V1-DATE-3) and Authorization."""
    sent = [
        (name, value.strip(BLANKS))
        for name, value in headers
        if name.lower() not in signed and name.lower() not in (b"date", b"authorization")
    ]
    return sent + list(signed.items()) + [(b"Date", date), (b"Authorization", authorization_value)]


def sign(request, date, signed, query):
    """The signature, and every step on the way to it."""
    lines = canonicalized_headers(signed)
    resource = canonicalized_resource(*request.target.signed(), query)
    text = string_to_sign(request.method, request.headers, date, lines, resource)
    stages = {
        "canonicalizedHeaders": to_text(lines),
        "canonicalizedResource": to_text(resource),
        "stringToSign": to_text(text),
    }
    return signature(request.credentials.secret, text), stages


def header_v1(members):
    """header: the Authorization header and the headers beside it."""
    request = Request(members, endpoint_needed=False)
    time = read_integer(members, "time")
    request.check()
    signed = oss_headers(request.headers, request.credentials.token)
    date = signed.get(b"x-oss-date", http_date(time))  # V1-DATE-2; the time is checked always
    signature, stages = sign(request, date, signed, request.target.query)
    value = authorization(request.credentials.access_key_id, signature)
    sent = headers_to_send(request.headers, signed, date, value)
    return {
        "signature": to_text(signature),
        "authorization": to_text(value),
        "headers": to_pairs(sent),
        **request.target.sent(),
        "stages": stages,
    }


def presign_v1(members):
    """presign: PRE-STS-1 to 3, PRE-QRY-1, PRE-TOK-1 to 5."""
    request = Request(members, endpoint_needed=True)
    expires = read_integer(members, "expires")
    request.check()
    query, token = list(request.target.query), request.credentials.token
    check_presigned(request.headers, query, token, expires)
    where = request.target.location()
    if token:
        query.append((TOKEN_PARAMETER, token))
    date = str(expires).encode("ascii")
    signature, stages = sign(request, date, oss_headers(request.headers, None), query)
    query += [
        (b"OSSAccessKeyId", request.credentials.access_key_id),
        (b"Expires", date),
        (b"Signature", signature),
    ]
    return {
        "signature": to_text(signature),
        "url": to_text(url.url(where, query)),
        "stages": stages,
    }


def public_url(members):
    """public.url: PUB-1 to PUB-3."""
    target = Target(members, endpoint_needed=True)
    check_object(target.bucket, target.key)
    check_query(target.query)
    return {"url": to_text(url.url(target.location(), target.query))}


def string_v1(members):
    """string: V1-REM-1."""
    credentials = read_credentials(members)
    message = read_string(members, "stringToSign")
    credentials.check()
    credentials.check_token()
    digest = signature(credentials.secret, message)
    value = authorization(credentials.access_key_id, digest)
    return {"signature": to_text(digest), "authorization": to_text(value)}
