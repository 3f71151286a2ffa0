"""Calls of STS with signature version 3, as spec/acs3.md states them."""

import hashlib
import hmac

import sts
import url
from moments import extended
from request import check_headers, read_credentials
from signing_v1 import BLANKS
from values import (
    matches,
    read_choice,
    read_integer,
    read_pairs,
    read_string,
    refuse_if,
    to_pairs,
    to_text,
)

ALGORITHM = b"ACS3-HMAC-SHA256"
VISIBLE = rb"[!-~]+"
PORTS = {b"http": 80, b"https": 443}
OWN = (
    b"authorization",
    b"host",
    b"x-acs-action",
    b"x-acs-content-sha256",
    b"x-acs-date",
    b"x-acs-security-token",
    b"x-acs-signature-nonce",
    b"x-acs-version",
)


class Call(sts.Call):
    """One call as its input gives it: every parameter is in the query."""

    odd_nonce = "invalid-header-value"

    def __init__(self, members):
        self.is_given_whole = False
        self.method = read_choice(members, "method", ("GET", "POST")).encode("ascii")
        self.credentials = read_credentials(members)
        self.endpoint = url.Endpoint(read_string(members, "endpoint"))
        self.action, self.version = read_string(members, "action"), read_string(members, "version")
        self.parameters, self.nonce = (
            read_pairs(members, "parameters"),
            read_string(members, "nonce"),
        )
        self.headers = read_pairs(members, "headers")
        self.time = read_integer(members, "time")

    def check(self):
        """ACS3-REF-1 to ACS3-REF-3."""
        super().check()
        for value in (self.action, self.version, self.nonce, self.credentials.token or b"-"):
            refuse_if(not matches(VISIBLE, value), "invalid-header-value")
        check_headers(self.headers)
        names = [name.lower() for name, _ in self.headers]
        refuse_if(any(name in OWN for name in names), "reserved-header")
        refuse_if(len(set(names)) != len(names), "duplicate-header")
        refuse_if(self.endpoint.base_path != b"", "invalid-endpoint")


def host(endpoint):
    """ACS3-HDR-4."""
    port = None if endpoint.port is None else int(endpoint.port)
    if port in (None, PORTS[endpoint.scheme.lower()]):
        return endpoint.host.lower()
    return endpoint.host.lower() + b":%d" % port


def sent_headers(call):
    """ACS3-HDR-1, ACS3-HDR-2: what is sent and signed beside the host."""
    headers = [
        *((name.lower(), value.strip(BLANKS)) for name, value in call.headers),
        (b"x-acs-action", call.action),
        (b"x-acs-content-sha256", payload_hash().encode("ascii")),
        (b"x-acs-date", extended(call.time).encode("ascii")),
        (b"x-acs-signature-nonce", call.nonce),
        (b"x-acs-version", call.version),
    ]
    token = call.credentials.token
    return headers + ([(b"x-acs-security-token", token)] if token else [])


def payload_hash():
    """ACS3-PAY-1: the body of a call is empty."""
    return hashlib.sha256(b"").hexdigest()


def canonical_headers(headers):
    """ACS3-HDR-3."""
    return b"".join(name + b":" + value + b"\n" for name, value in sorted(headers))


def signed_names(headers):
    """ACS3-HDR-5."""
    return b";".join(name for name, _ in sorted(headers))


def canonical_query(parameters):
    """ACS3-QRY-1 to ACS3-QRY-3."""
    return sts.encoded(sorted(parameters, key=lambda parameter: parameter[0]))


def canonical_request(call, query, headers):
    """ACS3-REQ-1, ACS3-REQ-2."""
    lines = (call.method, b"/", query, canonical_headers(headers), signed_names(headers))
    return b"\n".join((*lines, payload_hash().encode("ascii")))


def string_to_sign(request_hash):
    """ACS3-STS-1."""
    return ALGORITHM + b"\n" + request_hash


def signature_of(secret, text):
    """ACS3-SIG-1."""
    return hmac.new(secret, text, hashlib.sha256).hexdigest().encode("ascii")


def authorization(call, headers, signature):
    """ACS3-AUTH-1."""
    parts = (
        b"Credential=" + call.credentials.access_key_id,
        b"SignedHeaders=" + signed_names(headers),
        b"Signature=" + signature,
    )
    return ALGORITHM + b" " + b",".join(parts)


def sts_acs3(members):
    """sts.acs3."""
    call = Call(members)
    call.check()
    sent = sent_headers(call)
    headers = [*sent, (b"host", host(call.endpoint))]
    query = canonical_query(call.parameters)
    request = canonical_request(call, query, headers)
    request_hash = hashlib.sha256(request).hexdigest().encode("ascii")
    text = string_to_sign(request_hash)
    signature = signature_of(call.credentials.secret, text)
    value = authorization(call, headers, signature)
    where = url.location(call.endpoint, None, None, None)
    return {
        "signature": to_text(signature),
        "authorization": to_text(value),
        "headers": to_pairs([*sorted(sent), (b"Authorization", value)]),
        "url": to_text(where + (b"?" + query if query else b"")),
        "stages": {
            "canonicalQuery": to_text(query),
            "canonicalHeaders": to_text(canonical_headers(headers)),
            "canonicalRequest": to_text(request),
            "canonicalRequestHash": to_text(request_hash),
            "stringToSign": to_text(text),
        },
    }
