"""How alibabacloud-credentials calls AssumeRole: `RamRoleArnCredentialsProvider`.

The provider makes and signs the call, whose time and nonce stand in `utils.parameter_helper`, and
reads the answer. It makes no other call of STS, and makes this one with GET for JSON alone.
`OIDCRoleArnCredentialsProvider` makes the call AssumeRoleWithOIDC, with a token that is in a file.
"""

import json
import re
import tempfile
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from alibabacloud_credentials.provider import oidc, ram_role_arn
from alibabacloud_credentials.utils import parameter_helper
from Tea.core import TeaCore

from adapter import Performed, Unsupported, required, unique, utc
from answers import answer_to_parse
from credentials_calls import install
from noting import noting
from timeline import Fetched

NAMES = {
    "RoleArn": "role_arn",
    "RoleSessionName": "role_session_name",
    "DurationSeconds": "duration_seconds",
    "Policy": "policy",
    "ExternalId": "external_id",
}
KEY_PAIR = {"access_key_id": "id", "access_key_secret": "secret"}
ROLE = {"role_arn": "acs:ram::1:role/name", "role_session_name": "session"}
ANSWER = Fetched(
    200,
    json.dumps(
        {
            "Credentials": {
                "AccessKeyId": "STS.id",
                "AccessKeySecret": "secret",
                "SecurityToken": "token",
                "Expiration": "2100-01-01T00:00:00Z",
            }
        }
    ).encode("ascii"),
)


def provider(**options: Any) -> ram_role_arn.RamRoleArnCredentialsProvider:
    """The SDK's provider."""
    return ram_role_arn.RamRoleArnCredentialsProvider(**options)


def request_of(nonce: str, seconds: int, options: dict[str, Any]) -> Any:
    """The request that the provider hands to its transport."""
    now = utc(seconds)
    requests: list[Any] = []

    def fetch(request: Any) -> Fetched:
        requests.append(request)
        return ANSWER

    install(lambda: seconds, fetch)
    parameter_helper.datetime = SimpleNamespace(datetime=SimpleNamespace(utcnow=lambda: now))
    parameter_helper.get_uuid = lambda: nonce
    provider(**options)._refresh_credentials()
    return requests[0]


# What `parameter_helper.get_uuid` makes: the fifth kind of UUID.
NONCE = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def unreachable(operation: str, given: dict[str, Any]) -> str | None:
    """What the provider never sends."""
    if operation == "sts.rpc" and not NONCE.fullmatch(given.get("nonce") or ""):
        return "the provider makes its nonce itself, and it is a UUID"
    return None


def sts_rpc(given: dict[str, Any]) -> Performed:
    """AssumeRole, if that is the call."""
    call = [given.get(name) for name in ("action", "version", "method", "format")]
    if call != ["AssumeRole", "2015-04-01", "GET", "JSON"]:
        raise Unsupported("the provider makes one call, AssumeRole, with GET for JSON")
    address = urlsplit(required(given, "endpoint"))
    if address.scheme != "https":
        raise Unsupported("the provider calls by HTTPS alone")
    if not required(given, "nonce"):
        raise Unsupported("the provider makes its nonce itself, and never an empty one")
    credentials = required(given, "credentials")
    options = dict(
        role_options(unique(given.get("parameters"))),
        access_key_id=credentials.get("accessKeyId"),
        access_key_secret=credentials.get("accessKeySecret"),
        security_token=credentials.get("securityToken"),
        sts_endpoint=address.netloc + address.path,
    )

    def sign() -> Any:
        return request_of(given["nonce"], required(given, "time"), options)

    with noting(parameter_helper, {"stringToSign": "compose_string_to_sign"}) as stages:
        request = sign()
    output = {
        "signature": request.query["Signature"],
        "url": TeaCore.compose_url(request),
        "body": request.body,
        "stages": stages,
    }
    return Performed(output, sign)


def role_options(parameters: dict[str, str]) -> dict[str, Any]:
    """The provider's options for the parameters of a call."""
    for name in parameters:
        if name not in NAMES:
            raise Unsupported(f"the provider has no option for the parameter {name!r}")
    for name in ("RoleArn", "RoleSessionName", "DurationSeconds"):
        if name not in parameters:
            raise Unsupported(f"the provider sends {name} always")
    options: dict[str, Any] = {NAMES[name]: value for name, value in parameters.items()}
    duration = parameters["DurationSeconds"]
    if not duration.isascii() or not duration.isdecimal() or str(int(duration)) != duration:
        raise Unsupported("the provider takes a number of seconds, and writes it itself")
    return dict(options, duration_seconds=int(duration))


OIDC_NAMES = ["OIDCProviderArn", "OIDCToken", *NAMES]


def sts_role(given: dict[str, Any]) -> Performed:
    """The parameters of AssumeRole in the provider's request, in the order of the protocol."""
    if given.get("roleMaximumSeconds") is not None:
        raise Unsupported("the provider does not learn how long the role allows")
    if given.get("identity") is not None:
        return federated_role(given, given["identity"])
    options = dict(
        KEY_PAIR,
        role_arn=given.get("roleArn"),
        role_session_name=given.get("roleSessionName"),
        duration_seconds=given.get("durationSeconds"),
        policy=given.get("policy"),
        external_id=given.get("externalId"),
    )

    def parameters() -> list[list[str]]:
        query = request_of("nonce", 0, options).query
        if given.get("durationSeconds") is None:
            raise Unsupported("the provider sends DurationSeconds always")
        return [[name, query[name]] for name in ["Action", "Version", *NAMES] if name in query]

    return Performed({"parameters": parameters()}, parameters)


def federated_role(given: dict[str, Any], identity: dict[str, Any]) -> Performed:
    """The parameters of AssumeRoleWithOIDC, in the order of the protocol."""
    if identity.get("kind") != "oidc" or given.get("externalId") is not None:
        raise Unsupported("of the calls with an identity provider it makes AssumeRoleWithOIDC")
    if given.get("durationSeconds") is None:
        raise Unsupported("the provider sends DurationSeconds always")
    requests: list[Any] = []

    def fetch(request: Any) -> Fetched:
        requests.append(request)
        return ANSWER

    def parameters() -> list[list[str]]:
        install(lambda: 0, fetch)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="") as file:
            file.write(identity.get("token") or "")
            file.flush()
            oidc.OIDCRoleArnCredentialsProvider(
                role_arn=given.get("roleArn"),
                oidc_provider_arn=identity.get("providerArn"),
                oidc_token_file_path=file.name,
                role_session_name=given.get("roleSessionName"),
                duration_seconds=given["durationSeconds"],
                policy=given.get("policy"),
            ).get_credentials()
        query = requests[-1].query
        return [[name, query[name]] for name in ["Action", "Version", *OIDC_NAMES] if name in query]

    return Performed({"parameters": parameters()}, parameters)


def sts_parse(given: dict[str, Any]) -> Performed:
    """One fetch of the provider; without a clock, at a moment before every expiry."""
    if given.get("format") != "JSON":
        raise Unsupported("the provider reads JSON alone")
    answer = answer_to_parse(given)
    milliseconds = given.get("now") or 0

    def parse() -> Any:
        install(lambda: milliseconds / 1000, lambda request: answer)
        return provider(**KEY_PAIR, **ROLE).get_credentials()

    return Performed(described(parse()), parse)


def described(got: Any) -> dict[str, Any]:
    """What a caller gets, in milliseconds where the SDK has seconds."""
    return {
        "accessKeyId": got.get_access_key_id(),
        "accessKeySecret": got.get_access_key_secret(),
        "securityToken": got.get_security_token(),
        "expiration": got.get_expiration() * 1000,
    }
