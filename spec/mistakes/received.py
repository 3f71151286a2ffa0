"""A request as OSS receives it: the signature that it carries, and the one that OSS makes of it."""

import base64
import hashlib
import hmac
import re
import sys
import urllib.parse

from edited_oracle import Fault

BLANKS = b" \t"
ADDITIONAL = rb"(?:,AdditionalHeaders[:=](?P<names>[^,]+))?,Signature[:=](?P<sent>.+)"
AUTHORIZATION = {
    "v1": re.compile(rb"OSS [^:]+:(?P<sent>.+)"),
    "v2": re.compile(rb"OSS2 AccessKeyId:[^,]+" + ADDITIONAL),
    "v4": re.compile(
        rb"OSS4-HMAC-SHA256 Credential=[^,]+/(?P<scope>(?:[^/,]*/){3}[^/,]*)" + ADDITIONAL
    ),
}
# The parameters of a URL: the signature, the date, the additional headers, the credential.
PARAMETERS = {
    "v1": (b"Signature", b"Expires", b"", b""),
    "v2": (b"x-oss-signature", b"x-oss-expires", b"x-oss-additional-headers", b""),
    "v4": (b"x-oss-signature", b"x-oss-date", b"x-oss-additional-headers", b"x-oss-credential"),
}


def oracle(name):
    """A module of the oracle that was made last, with an edit or without one."""
    return sys.modules[name]


def decoded(text):
    """A part of a query, in which a plus sign is a space."""
    return urllib.parse.unquote_to_bytes(text.replace(b"+", b" "))


class Received:
    """A request in the parts that are signed; its target is split first and then decoded once."""

    def __init__(self, version, request, bucket, prefix, is_path):
        self.method, _, target, headers = request
        self.version, self.bucket = version, bucket
        self.headers = [(name, value.strip(BLANKS)) for name, value in headers]
        path, _, query = target.partition(b"?")
        path = decoded_path = path.removeprefix(prefix)[1:]
        if is_path:
            name, _, decoded_path = path.partition(b"/")
            self.bucket = decoded(name) or None
        self.key = decoded(decoded_path) or None
        pieces = [one.partition(b"=") for one in query.split(b"&") if one]
        self.query = [(decoded(name), decoded(own) if mark else None) for name, mark, own in pieces]

    def carried(self):
        """The signature, the date, the additional headers and the scope; a Fault if unreadable."""
        found = [value for name, value in self.headers if name.lower() == b"authorization"]
        if found:
            names = {name.lower(): value for name, value in reversed(self.headers)}
            dates = [names.get(b"x-oss-date"), names.get(b"date")]
            date = next(filter(None, dates[:: -1 if self.version == "v2" else 1]), None)
            match = AUTHORIZATION[self.version].fullmatch(found[0])
            parts = {**match.groupdict(), "date": date} if match and len(found) == 1 else {}
        else:
            query = dict(reversed(self.query))
            parts = dict(
                zip(
                    ("sent", "date", "names", "scope"),
                    map(query.get, PARAMETERS[self.version]),
                    strict=True,
                )
            )
            scope = (parts["scope"] or b"").split(b"/")
            parts["scope"] = b"/".join(scope[-4:]) if len(scope) > 4 else None
            self.query = [one for one in self.query if one[0] != b"x-oss-signature"]
        if (
            not parts.get("sent")
            or not parts["date"]
            or (self.version == "v4" and not parts["scope"])
        ):
            raise Fault("its signature cannot be read")
        names = {name for name in (parts.get("names") or b"").lower().split(b";") if name}
        return parts["sent"], parts["date"], sorted(names), parts.get("scope")

    def signatures(self, secret):
        """The signature that is carried, and the one of what was received."""
        v1, v2, v4 = (oracle(f"signing_v{version}") for version in (1, 2, 4))
        sent, date, names, scope = self.carried()
        if self.version == "v4":
            values = v4.signed_headers(self.headers, names)
            place = v4.canonical_uri(self.bucket, self.key), v4.canonical_query(self.query)
            lines, payload = (
                v1.canonicalized_headers(values),
                values.get(v4.HASH_HEADER, v4.UNSIGNED),
            )
            text = b"\n".join((self.method, *place, lines, b";".join(names), payload))
            key, digest = b"aliyun_v4" + secret, hashlib.sha256(text).hexdigest().encode()
            for part in scope.split(b"/"):
                key = hmac.digest(key, part, "sha256")
            text = b"\n".join((v4.ALGORITHM, date, scope, digest))
            return sent, hmac.digest(key, text, "sha256").hex().encode()
        is_v1 = self.version == "v1"
        values = (
            v1.oss_headers(self.headers, None) if is_v1 else v2.signed_headers(self.headers, names)
        )
        lines = v1.canonicalized_headers(values) + (b"" if is_v1 else b";".join(names) + b"\n")
        resource = (v1 if is_v1 else v2).canonicalized_resource(self.bucket, self.key, self.query)
        text = v1.string_to_sign(self.method, self.headers, date, lines, resource)
        return sent, base64.b64encode(hmac.digest(secret, text, "sha1" if is_v1 else "sha256"))
