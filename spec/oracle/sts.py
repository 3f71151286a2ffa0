"""Calls of STS, as spec/sts.md states them: how one is signed, and the parameters of AssumeRole."""

import base64
import hashlib
import hmac

import url
from moments import extended
from request import check_query, read_credentials
from strict_json import NotJSON, read_json
from values import (
    Refusal,
    matches,
    read_choice,
    read_integer,
    read_object,
    read_optional_integer,
    read_optional_string,
    read_pairs,
    read_string,
    refuse_if,
    require_utf8,
    to_pairs,
    to_text,
)

OWN = (
    b"Action",
    b"Version",
    b"Format",
    b"AccessKeyId",
    b"SignatureMethod",
    b"SignatureVersion",
    b"SignatureNonce",
    b"Timestamp",
)
TOKEN, SIGNATURE = b"SecurityToken", b"Signature"
ROLE_ARN = rb"acs:ram::[0-9]+:role/[A-Za-z0-9._-]{1,64}"
SESSION_NAME = rb"[A-Za-z0-9.@_-]{2,64}"
EXTERNAL_ID = rb"[A-Za-z0-9_=+,.@:/-]{2,1224}"
SHORTEST, LEAST_MAXIMUM, MOST_MAXIMUM = 900, 3600, 43200  # ROLE-REF-3
POLICY_LIMIT, POLICY_DEPTH = 2048, 64  # ROLE-REF-4, ROLE-REF-5
PROVIDER_ARN = rb"acs:ram::[0-9]+:%s-provider/[A-Za-z0-9._-]{1,128}"
IDENTITY_LIMITS = {"oidc": (4, 20000), "saml": (4, 100000)}  # ROLE-REF-8


class Call:
    """One call as its input gives it: the parameters, all but the signature."""

    odd_nonce = "invalid-nonce"

    def __init__(self, members):
        self.method = read_choice(members, "method", ("GET", "POST")).encode("ascii")
        self.credentials = read_credentials(members)
        self.endpoint = read_string(members, "endpoint")
        self.is_given_whole = members.get("allParameters") is not None
        if self.is_given_whole:
            self.parameters = read_pairs(members, "allParameters")
            return
        self.action, self.version = read_string(members, "action"), read_string(members, "version")
        self.format = read_choice(members, "format", ("JSON", "XML")).encode("ascii")
        self.parameters, self.nonce = (
            read_pairs(members, "parameters"),
            read_string(members, "nonce"),
        )
        self.time = read_integer(members, "time")

    def check(self):
        """RPC-REF-6, RPC-REF-1 to RPC-REF-4; of a call that is as given the secret alone."""
        if self.is_given_whole:
            self.credentials.check_secret()
            check_query(self.parameters)
            return
        self.credentials.check()
        self.credentials.check_token()
        names = [name for name, _ in self.parameters]
        refuse_if(any(name in (*OWN, TOKEN, SIGNATURE) for name in names), "reserved-parameter")
        refuse_if(len(set(names)) != len(names), "duplicate-parameter")
        check_query([*self.parameters, (self.action, self.version)])
        refuse_if(b"" in [*names, self.action, self.version], "invalid-query-parameter")
        refuse_if(self.nonce == b"", "invalid-nonce")
        require_utf8(self.nonce, self.odd_nonce)

    def all_parameters(self):
        """RPC-PAR-1 to RPC-PAR-5."""
        if self.is_given_whole:
            return self.parameters
        values = (
            self.action,
            self.version,
            self.format,
            self.credentials.access_key_id,
            b"HMAC-SHA1",
            b"1.0",
            self.nonce,
            extended(self.time).encode("ascii"),
        )
        token = self.credentials.token
        return (
            self.parameters
            + list(zip(OWN, values, strict=True))
            + ([(TOKEN, token)] if token else [])
        )


def encoded(parameters):
    """RPC-CAN-3, RPC-CAN-4."""
    return b"&".join(
        url.percent_encode(name) + b"=" + url.percent_encode(value) for name, value in parameters
    )


def sts_rpc(members):
    """sts.rpc: RPC-CAN-1, RPC-CAN-2, RPC-STS-1, RPC-SIG-1 to RPC-SIG-4."""
    call = Call(members)
    call.check()
    parameters = sorted(call.all_parameters(), key=lambda parameter: parameter[0])
    endpoint = url.Endpoint(call.endpoint)
    refuse_if(endpoint.base_path != b"", "invalid-endpoint")  # RPC-REF-5
    where = url.location(endpoint, None, None, None)
    query = encoded(parameters)
    text = call.method + b"&%2F&" + url.percent_encode(query)
    digest = hmac.new(call.credentials.secret + b"&", text, hashlib.sha1).digest()
    signature = base64.b64encode(digest)
    sent = query + (b"&" if query else b"") + encoded([(SIGNATURE, signature)])
    is_get = call.method == b"GET"
    return {
        "signature": to_text(signature),
        "url": to_text(where + b"?" + sent if is_get else where),
        "body": None if is_get else to_text(sent),
        "stages": {"canonicalQuery": to_text(query), "stringToSign": to_text(text)},
    }


def federated_role(members, identity):
    """ROLE-FED-1 to ROLE-FED-4."""
    kind = read_choice(identity, "kind", ("oidc", "saml"))
    provider, token = read_string(identity, "providerArn"), read_string(identity, "token")
    arn, policy = read_string(members, "roleArn"), read_optional_string(members, "policy")
    duration = read_optional_integer(members, "durationSeconds")
    session = [(b"RoleSessionName", read_string(members, "roleSessionName"))]
    refuse_if(not matches(ROLE_ARN, arn), "invalid-role-arn")
    check_identity(kind, provider, token)
    if kind == "oidc":
        refuse_if(not matches(SESSION_NAME, session[0][1]), "invalid-session-name")
    check_duration(duration, read_optional_integer(members, "roleMaximumSeconds"))
    check_policy(policy)
    action, names = FEDERATED[kind]
    parameters = [
        (b"Action", action),
        (b"Version", b"2015-04-01"),
        *zip(names, (provider, token), strict=True),
        (b"RoleArn", arn),
        *(session if kind == "oidc" else []),
    ]
    given = [
        (b"DurationSeconds", None if duration is None else b"%d" % duration),
        (b"Policy", policy),
    ]
    return {"parameters": to_pairs(parameters + [pair for pair in given if pair[1] is not None])}


FEDERATED = {
    "oidc": (b"AssumeRoleWithOIDC", (b"OIDCProviderArn", b"OIDCToken")),
    "saml": (b"AssumeRoleWithSAML", (b"SAMLProviderArn", b"SAMLAssertion")),
}


def check_identity(kind, provider, token):
    """ROLE-REF-7, ROLE-REF-8."""
    refuse_if(not matches(PROVIDER_ARN % kind.encode(), provider), "invalid-provider-arn")
    least, most = IDENTITY_LIMITS[kind]
    refuse_if(not least <= len(token) <= most, "invalid-identity-token")
    refuse_if(not matches(rb"[!-~]*", token), "invalid-identity-token")


def sts_role(members):
    """sts.role: ROLE-PAR-1, ROLE-PAR-2."""
    if members.get("identity") is not None:
        return federated_role(members, read_object(members["identity"]))
    arn, session = read_string(members, "roleArn"), read_string(members, "roleSessionName")
    duration = read_optional_integer(members, "durationSeconds")
    maximum = read_optional_integer(members, "roleMaximumSeconds")
    policy, external = (read_optional_string(members, name) for name in ("policy", "externalId"))
    refuse_if(not matches(ROLE_ARN, arn), "invalid-role-arn")
    refuse_if(not matches(SESSION_NAME, session), "invalid-session-name")
    check_duration(duration, maximum)
    check_policy(policy)
    refuse_if(external is not None and not matches(EXTERNAL_ID, external), "invalid-external-id")
    parameters = [
        (b"Action", b"AssumeRole"),
        (b"Version", b"2015-04-01"),
        (b"RoleArn", arn),
        (b"RoleSessionName", session),
    ]
    given = [
        (b"DurationSeconds", None if duration is None else b"%d" % duration),
        (b"Policy", policy),
        (b"ExternalId", external),
    ]
    return {"parameters": to_pairs(parameters + [pair for pair in given if pair[1] is not None])}


def check_duration(duration, maximum):
    """ROLE-REF-3."""
    most = MOST_MAXIMUM if maximum is None else maximum
    refuse_if(not LEAST_MAXIMUM <= most <= MOST_MAXIMUM, "invalid-duration")
    refuse_if(duration is not None and not SHORTEST <= duration <= most, "invalid-duration")


def check_policy(policy):
    """ROLE-REF-4, ROLE-REF-5."""
    if policy is None:
        return
    try:
        refuse_if(not 1 <= len(policy.decode("utf-8")) <= POLICY_LIMIT, "invalid-policy")
        value = read_json(policy, POLICY_DEPTH)
    except (UnicodeDecodeError, NotJSON):
        raise Refusal("invalid-policy") from None
    refuse_if(not isinstance(value, dict), "invalid-policy")
