"""A request as the signing operations read it, and the refusals V1-REF-1 to V1-REF-12."""

import re

import url
from values import (
    Refusal,
    matches,
    read_object,
    read_optional_string,
    read_optional_text,
    read_pairs,
    read_string,
    read_strings,
    refuse_if,
    require_utf8,
    to_text,
)

TOKEN_HEADER = b"x-oss-security-token"
NOT_REPEATED = (b"content-md5", b"content-type", b"x-oss-date", TOKEN_HEADER)
ACCESS_KEY_ID = rb"[!-+\--9;-~]+"  # visible ASCII but the comma and the colon
TOKEN_CHARACTERS = rb"[A-Za-z0-9!#$%&'*+.^_`|~-]+"  # RFC 9110, 5.6.2


class Credentials:
    """An access key ID, a secret and a token; an empty token is none (V1-TOK-2, PRE-TOK-4)."""

    def __init__(self, members):
        self.access_key_id = read_optional_string(members, "accessKeyId") or b""
        self.secret = read_optional_text(members, "accessKeySecret") or b""
        self.token = read_optional_string(members, "securityToken") or None

    def check(self):
        """V1-REF-1, V1-REF-2, V1-REF-3, V1-REF-14."""
        refuse_if(self.access_key_id == b"", "missing-access-key-id")
        refuse_if(self.secret == b"", "missing-secret")
        refuse_if(not matches(ACCESS_KEY_ID, self.access_key_id), "invalid-access-key-id")
        self.check_secret()

    def check_secret(self):
        """V1-REF-2, V1-REF-14."""
        refuse_if(self.secret == b"", "missing-secret")
        refuse_if(re.search(rb"[\r\n\0]", self.secret), "invalid-secret")

    def check_token(self):
        """V1-REF-6."""
        if self.token is not None:
            refuse_if(re.search(rb"[\r\n\0]", self.token), "invalid-security-token")
            require_utf8(self.token, "invalid-security-token")


def read_credentials(members):
    """The member `credentials`, whose rules are checked later."""
    return Credentials(read_object(members.get("credentials")))


def check_headers(headers):
    """V1-REF-4, V1-REF-5."""
    for name, _ in headers:
        refuse_if(not matches(TOKEN_CHARACTERS, name), "invalid-header-name")
    for _, value in headers:
        refuse_if(re.search(rb"[\r\n\0]", value), "invalid-header-value")
        require_utf8(value, "invalid-header-value")


def check_repetition(headers):
    """V1-REF-11."""
    names = [name.lower() for name, _ in headers]
    refuse_if(any(names.count(name) > 1 for name in NOT_REPEATED), "duplicate-header")


def check_object(bucket, key):
    """V1-REF-7, V1-REF-8, V1-REF-9; None means null."""
    if key is not None:
        refuse_if(not 1 <= len(key) <= 1023 or key[:1] in (b"/", b"\\"), "invalid-object-key")
        require_utf8(key, "invalid-object-key")
    refuse_if(bucket is not None and not matches(rb"[a-z0-9_-]+", bucket), "invalid-bucket-name")
    refuse_if(key is not None and bucket is None, "missing-bucket")


def check_method(method):
    """V1-REF-10."""
    refuse_if(not matches(rb"[A-Z]+", method), "invalid-method")


def check_query(query):
    """V1-REF-12."""
    for name, value in query:
        require_utf8(name, "invalid-query-parameter")
        require_utf8(value or b"", "invalid-query-parameter")


def read_addressing(members):
    """One of the three ways to address a bucket, or None."""
    found = read_optional_string(members, "addressing")
    refuse_if(found is not None and found not in url.ADDRESSINGS, "invalid-input")
    return found


def read_place(members, is_needed):
    """The endpoint and the addressing; headers are signed without them, be they odd or not."""
    try:
        read_endpoint = read_string if is_needed else read_optional_string
        return read_endpoint(members, "endpoint"), read_addressing(members)
    except Refusal:
        refuse_if(is_needed, "invalid-input")
        return None, None


class Target:
    """What a request is about and where it goes; shapes are read here, rules are checked later."""

    def __init__(self, members, endpoint_needed):
        self.bucket = read_optional_string(members, "bucket")
        self.key = read_optional_string(members, "key")
        self.query = read_pairs(members, "query", null_values=True)
        self.endpoint, self.addressing = read_place(members, endpoint_needed)

    def signed(self):
        """V1-RES-5, V4-URI-6: the bucket and the key, whatever the URL looks like."""
        return self.bucket, self.key

    def location(self):
        """PRE-REF-4 and PRE-REF-5 are checked here."""
        return url.location(url.Endpoint(self.endpoint), self.addressing, self.bucket, self.key)

    def sent(self):
        """Where a request goes that is signed in its headers, if it has an endpoint to go to."""
        try:
            return {} if self.endpoint is None else {"target": to_text(self.target())}
        except Refusal:
            return {}

    def target(self):
        """V1-RES-14, V2-RES-11, V4-URI-7."""
        return url.target(self.location(), self.query)


class Request:
    """The members that the operations of signing share."""

    def __init__(self, members, endpoint_needed):
        method = read_optional_string(members, "method")
        self.method = b"GET" if method is None else method
        self.target = Target(members, endpoint_needed)
        self.headers = read_pairs(members, "headers")
        self.additional = read_strings(members, "additionalHeaders")
        self.credentials = read_credentials(members)

    def check(self):
        """V1-REF-1 to V1-REF-11 in their order, then the query (V1-REF-12)."""
        self.credentials.check()
        check_headers(self.headers)
        self.credentials.check_token()
        check_object(self.target.bucket, self.target.key)
        check_method(self.method)
        check_repetition(self.headers)
        check_query(self.target.query)
