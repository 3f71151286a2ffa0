"""Upload forms, made and signed as spec/post-policy.md states it."""

import base64
import hashlib
import hmac
import json

import request
import signing_v1 as v1
from moments import basic, extended
from policy import read_policy
from signing_v4 import ALGORITHM, Scope
from values import read_integer, read_string, refuse_if, to_pairs, to_text


def read_credentials(members):
    """POST-REF-2."""
    credentials = request.read_credentials(members)
    credentials.check()
    credentials.check_token()
    return credentials


class Signer:
    """What POST-V4-1 and POST-V4-2 need: credentials, the time and the scope."""

    def __init__(self, members):
        time = read_integer(members, "time")
        self.scope = Scope(members)
        self.credentials = read_credentials(members)
        self.date = basic(time)
        self.scope.check()
        self.day = self.date[:8]
        self.credential = self.credentials.access_key_id + b"/" + self.scope.text(self.day)

    def values(self):
        """The fields that the policy names, in the order of POST-V4-8."""
        token = self.credentials.token
        return (
            [(b"x-oss-signature-version", ALGORITHM), (b"x-oss-credential", self.credential)]
            + ([(b"x-oss-security-token", token)] if token else [])
            + [(b"x-oss-date", self.date)]
        )


def post_policy(members):
    """post.policy: POST-POL-4, POST-V4-8."""
    expiration = read_integer(members, "expiration")
    conditions = [] if members.get("conditions") is None else members["conditions"]
    refuse_if(not isinstance(conditions, list), "invalid-input")
    own = []
    if members.get("credentials") is not None:
        own = [
            {to_text(name): to_text(value).replace("$", "\\$")}
            for name, value in Signer(members).values()
        ]
    time = extended(expiration).replace("Z", ".000Z")
    written = [with_escaped_dollars(condition) for condition in conditions]
    text = json.dumps({"expiration": time, "conditions": written + own}, separators=(",", ":"))
    text = text.replace("\x7f", "\\u007f")  # FMT-FILE-2
    read_policy(text.encode("ascii"))
    return {"policy": text}


def with_escaped_dollars(value, is_value=False):
    """POST-COND-8: each dollar sign of what a condition asks for, and none of a way or name."""
    if isinstance(value, str):
        return value.replace("\\$", "$").replace("$", "\\$") if is_value else value
    if isinstance(value, list):
        return [
            with_escaped_dollars(part, is_value or index == 2) for index, part in enumerate(value)
        ]
    if isinstance(value, dict):
        return {name: with_escaped_dollars(value[name], True) for name in value}
    return value


def post_v1(members):
    """post.v1: POST-V1-1 to POST-V1-3; the policy is not read (POST-POL-2)."""
    policy = read_string(members, "policy")
    credentials = read_credentials(members)
    text = base64.b64encode(policy)
    signature = v1.signature(credentials.secret, text)
    fields = [
        (b"OSSAccessKeyId", credentials.access_key_id),
        (b"policy", text),
        (b"Signature", signature),
    ]
    if credentials.token:
        fields.append((b"x-oss-security-token", credentials.token))
    return {"policy": to_text(text), "signature": to_text(signature), "fields": to_pairs(fields)}


def post_v4(members):
    """post.v4: POST-V4-1 to POST-V4-4, POST-V4-7; the policy is not read (POST-POL-2)."""
    policy = read_string(members, "policy")
    signer = Signer(members)
    text, key = base64.b64encode(policy), signer.scope.key(signer.credentials.secret, signer.day)
    signature = hmac.new(key, text, hashlib.sha256).hexdigest()
    fields = [(b"policy", text), *signer.values(), (b"x-oss-signature", signature.encode("ascii"))]
    stages = {"scope": to_text(signer.scope.text(signer.day)), "signingKey": key.hex()}
    return {
        "policy": to_text(text),
        "signature": signature,
        "fields": to_pairs(fields),
        "stages": stages,
    }
