"""The adapter for alibabacloud-credentials, which hands credentials to Alibaba Cloud's SDKs.

Two of its providers read what the vectors hold: `URLCredentialsProvider`, and for an answer with
LastUpdated, which only the metadata service of ECS gives, `EcsRamRoleCredentialsProvider`. A third
one calls STS: see `credentials_sts.py`. Where the SDK finds credentials: `credentials_chain.py`.
"""

import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from alibabacloud_credentials import exceptions, models
from alibabacloud_credentials.client import Client
from alibabacloud_credentials.provider import ecs_ram_role, static_ak, static_sts, uri
from Tea.exceptions import RetryError

from adapter import Adapter, Operations, Performed, Refusal, classified, required, serve
from answers import READING_ERRORS, answer_to_parse
from credentials_calls import install
from credentials_chain import (
    CHAIN_ERRORS,
    credential_metadata,
    credential_process,
    credential_profile,
    credential_source,
)
from credentials_sts import described, sts_parse, sts_role, sts_rpc, unreachable
from leaks import revealed
from timeline import Fetched, Triple, played
from virtual_time import Lock, World

ADDRESS = "http://localhost:8080/distribute-token.json"

# The class of a refusal, by a part of its message: the SDK's own, or that of Python beneath it.
ERROR_CLASSES = [
    ("http_code=", "token-http-status"),
    ("http_code:", "token-http-status"),
    ("HttpCode=", "token-http-status"),
    *READING_ERRORS,
    ("No cached value was found", "token-expired"),
    ("the access key id is empty", "missing-access-key-id"),
    ("the access key secret is empty", "missing-secret"),
    ("role_arn or environment variable", "invalid-role-arn"),
    ("session duration should be in the range", "invalid-duration"),
    *CHAIN_ERRORS,
]

logging.getLogger("credentials").setLevel(logging.CRITICAL)


def provider_for(answer: Fetched) -> Any:
    """The provider whose answers look like this one."""
    if b'"LastUpdated"' in answer.body:
        return ecs_ram_role.EcsRamRoleCredentialsProvider(
            role_name="role", disable_imds_v1=True, async_update_enabled=False
        )
    return uri.URLCredentialsProvider(uri=ADDRESS)


def token_parse(given: dict[str, Any]) -> Performed:
    """One fetch of a provider; without a clock, at a moment before every expiry."""
    answer = answer_to_parse(given)
    milliseconds = given.get("now") or 0

    def parse() -> Any:
        install(lambda: milliseconds / 1000, lambda request: answer)
        return provider_for(answer).get_credentials()

    return Performed(described(parse()), parse)


def connect(world: World, fetch: Callable[[], Fetched]) -> Callable[[], Triple]:
    """The URI's provider in virtual time, asked through the SDK's client.

    The lock of its cache, `RefreshCachedSupplier`, waits in virtual time too, five seconds at most.
    """
    install(world.device_seconds, lambda request: fetch())
    provider = uri.URLCredentialsProvider(uri=ADDRESS)
    provider._credentials_cache._refresh_lock = Lock(world)
    client = Client(provider=provider)

    def ask() -> Triple:
        got = client.get_credential()
        return Triple(got.access_key_id, got.access_key_secret, got.security_token)

    return ask


def credential_timeline(given: dict[str, Any]) -> Performed:
    """The provider, asked by the callers of a script."""
    return Performed(played(given, connect), lambda: played(given, connect))


def texts(parts: dict[str, str | None]) -> list[str]:
    """The texts of the objects in which the package holds credentials."""
    given = {name: part for name, part in parts.items() if part is not None}
    providers = (static_ak.StaticAKCredentialsProvider, static_sts.StaticSTSCredentialsProvider)
    provider = providers["security_token" in given](**given)
    objects = [
        provider,
        provider.get_credentials(),
        Client(provider=provider).get_credential(),
        models.Config(type="sts", **parts),
    ]
    return [text(made) for made in objects for text in (str, repr)]


def credential_description(given: dict[str, Any]) -> Performed:
    """`str` and `repr` of each object."""
    credentials = required(given, "credentials")
    parts = {
        "access_key_id": required(credentials, "accessKeyId"),
        "access_key_secret": required(credentials, "accessKeySecret"),
        "security_token": credentials.get("securityToken"),
    }

    def describe() -> list[str]:
        return revealed(credentials, texts(parts))

    return Performed({"reveals": describe()}, describe)


class CredentialsAdapter(Adapter):
    """How alibabacloud-credentials gets, keeps and describes credentials."""

    name = "alibabacloud-credentials"
    version = version("alibabacloud-credentials")
    profiles = ("services", "refresh", "hardening", "ecs")
    taking_bytes = frozenset({"token.parse", "sts.parse"})

    def operations(self) -> Operations:
        return {
            "sts.rpc": sts_rpc,
            "sts.role": sts_role,
            "sts.parse": sts_parse,
            "token.parse": token_parse,
            "credential.timeline": credential_timeline,
            "credential.description": credential_description,
            "credential.process": credential_process,
            "credential.profile": credential_profile,
            "credential.source": credential_source,
            "credential.metadata": credential_metadata,
        }

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        return unreachable(operation, given)

    def refusal(self, error: Exception) -> Refusal | None:
        if not isinstance(error, (exceptions.CredentialException, RetryError, ValueError)):
            return None
        return classified(str(error), ERROR_CLASSES)


if __name__ == "__main__":
    serve(CredentialsAdapter())
