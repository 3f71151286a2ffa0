"""Where alibabacloud-credentials finds credentials: its default chain and what the chain asks.

`DefaultCredentialsProvider`, `CLIProfileCredentialsProvider`, `ExternalCredentialsProvider` and
`EcsRamRoleCredentialsProvider` are asked. The variables of the process are those of the input, and
the modules that read them when they are loaded are loaded again; files are in a home of their own.
What would call a server or run a command is replaced, and noted: these are the steps of an answer.
"""

import contextlib
import importlib
import io
import json
import os
import pathlib
import re
import tempfile
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

from alibabacloud_credentials.provider import (
    cli_profile,
    default,
    ecs_ram_role,
    env,
    external,
    oidc,
    static_ak,
    static_sts,
)
from alibabacloud_credentials.utils import auth_constant, auth_util

from adapter import Performed, Unsupported, required
from answers import READING_ERRORS
from credentials_calls import install
from timeline import Fetched

HOST, ROLES = "100.100.100.200", "/latest/meta-data/ram/security-credentials/"
FOUR = {
    "AccessKeyId": "STS.id",
    "AccessKeySecret": "secret",
    "SecurityToken": "token",
    "Expiration": "2100-01-01T00:00:00Z",
}
CAMEL = {name[0].lower() + name[1:]: value for name, value in FOUR.items()}
# An answer that each of the providers can read as its own.
BODY = json.dumps(
    {"Code": "Success", **FOUR, **CAMEL, "Credentials": FOUR, "CloudCredential": FOUR}
).encode("ascii")
FILE_VARIABLE = "ALIBABA_CLOUD_CREDENTIALS_FILE"
# The name of a session that the SDK makes up.
OWN_SESSION = re.compile(r"credentials-python-\d+")
SOURCES = {
    "env": "environment",
    "oidc_role_arn": "oidc",
    "cli_profile": "cli-profile",
    "profile": "credentials-file",
    "ecs_ram_role": "metadata",
    "credential_uri": "uri",
}
ORIGINS = ("static", "metadata", "oidc", "process", "uri", "login")
CHAIN_ERRORS = [
    ("unable to load credentials from any", "no-credentials"),
    ("IMDS credentials is disabled", "no-credentials"),
    ("no answer came", "no-credentials"),
    ("invalid profile name", "unknown-profile"),
    ("unable to get profile", "unknown-profile"),
    ("unsupported profile mode", "unsupported-mode"),
    ("failed to parse credential form", "invalid-profile"),
    ("failed to parse external command output", "token-not-json"),
    ("access_key_id or access_key_secret is empty", "token-empty-member"),
    ("sts_token is empty", "token-empty-member"),
    ("process_command is empty", "invalid-profile"),
    *READING_ERRORS,
]


@contextlib.contextmanager
def surroundings(given: dict[str, Any]) -> Iterator[pathlib.Path]:
    """The variables and the files of an input, in a home of their own."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        variables, places = dict(given.get("environment") or {}), {}
        for path, text in (given.get("files") or {}).items():
            place = home / path.removeprefix("~/").lstrip("/")
            if home.resolve() not in place.resolve().parents:
                raise Unsupported("the path of a file leads out of the home")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8", newline="")
            places[path] = str(place)
        named = variables.get(FILE_VARIABLE)
        if named:  # One that the input does not have is not looked for on this machine either.
            variables[FILE_VARIABLE] = places.get(named, str(home / "missing"))
        others = {
            name: text
            for name, text in os.environ.items()
            if not name.startswith(("ALIBABA", "ALICLOUD", "OSS_"))
        }
        with mock.patch.dict(os.environ, {**others, **variables, "HOME": folder}, clear=True):
            for module in (auth_util, auth_constant):
                importlib.reload(module)
            yield home
    for module in (auth_util, auth_constant):
        importlib.reload(module)


def texts(step: dict[str, Any]) -> dict[str, Any]:
    """The step without what is not there; an empty token is none to those who use it."""
    session = step.get("roleSessionName")
    if session is not None and OWN_SESSION.fullmatch(session):
        step = {**step, "roleSessionName": None}
    return {name: value for name, value in step.items() if value not in (None, "")}


class Steps:
    """What the SDK did to get credentials."""

    def __init__(self, silent: list[str]) -> None:
        self.silent, self.done, self.asked = silent, [], False

    def add(self, **step: Any) -> None:
        if step["kind"] in ORIGINS:  # What came before it gave nothing.
            self.done = []
        self.done.append(texts(step))

    def fetch(self, request: Any) -> Fetched:
        """The one call of the SDK."""
        query, host = request.query, request.headers["host"]
        if host == HOST:
            return self.metadata(request.pathname)
        if query.get("Action") == "AssumeRole":
            self.add(kind="role", **self.role(query), externalId=query.get("ExternalId"))
        elif query.get("Action") == "AssumeRoleWithOIDC":
            provider, file = query["OIDCProviderArn"], query["OIDCToken"]
            self.add(kind="oidc", **self.role(query, providerArn=provider, tokenFile=file))
        elif request.method == "POST":
            self.add(kind="login")
        else:
            self.add(kind="uri", url=os.environ["ALIBABA_CLOUD_CREDENTIALS_URI"])
        return Fetched(None if self.done[-1]["kind"] in self.silent else 200, BODY)

    @staticmethod
    def role(query: dict[str, str], **more: str) -> dict[str, Any]:
        return {
            "roleArn": query["RoleArn"],
            **more,
            "roleSessionName": query.get("RoleSessionName"),
            "durationSeconds": int(query["DurationSeconds"]),
            "policy": query.get("Policy"),
        }

    def metadata(self, path: str) -> Fetched:
        """The list of roles, or the credentials of one."""
        if "metadata" in self.silent:
            return Fetched(None, b"")
        if path == ROLES:
            self.asked = True
            return Fetched(200, b"web")
        self.add(kind="metadata", roleName=None if self.asked else path.removeprefix(ROLES))
        return Fetched(200, BODY)

    def noting_static(self, original: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """A provider of credentials that a text holds."""

        def get_credentials(provider: Any) -> Any:
            got = original(provider)
            self.add(
                kind="static",
                accessKeyId=got.get_access_key_id(),
                accessKeySecret=got.get_access_key_secret(),
                securityToken=got.get_security_token(),
            )
            return got

        return get_credentials

    def run(self, command: Any, **options: Any) -> SimpleNamespace:
        """The command that the SDK runs, as the words that it makes of it."""
        self.add(kind="process", command=command)
        output = json.dumps({"access_key_id": "id", "access_key_secret": "secret"})
        return SimpleNamespace(returncode=0, stdout=output, stderr="")

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """The places from which the SDK calls and reads, replaced."""
        install(lambda: 1788436799, self.fetch)
        statics = (
            static_ak.StaticAKCredentialsProvider,
            static_sts.StaticSTSCredentialsProvider,
            env.EnvironmentVariableCredentialsProvider,
        )
        with contextlib.ExitStack() as stack:
            for one in statics:
                noting = self.noting_static(one.get_credentials)
                stack.enter_context(mock.patch.object(one, "get_credentials", noting))
            stack.enter_context(mock.patch.object(external.subprocess, "run", self.run))
            stack.enter_context(mock.patch.object(external.shlex, "split", str))
            # The file of a token holds its own path.
            opened = {"new": lambda path, mode: io.StringIO(path), "create": True}
            stack.enter_context(mock.patch.object(oidc, "open", **opened))
            # It would look at the credentials once a minute, in a thread.
            stack.enter_context(mock.patch.object(ecs_ram_role, "BackgroundScheduler", mock.Mock()))
            stack.enter_context(mock.patch.object(ecs_ram_role, "atexit", mock.Mock()))
            yield


def credential_profile(given: dict[str, Any]) -> Performed:
    """A profile of a file, by `CLIProfileCredentialsProvider`."""

    def ask() -> Any:
        steps = Steps([])
        with surroundings({"files": {"~/config.json": given["file"]}}) as home, steps.noted():
            cli_profile.CLIProfileCredentialsProvider(
                profile_name=given.get("profile"), profile_file=str(home / "config.json")
            ).get_credentials()
        return {"steps": steps.done}

    return Performed(ask(), ask)


def credential_source(given: dict[str, Any]) -> Performed:
    """The default chain, by `DefaultCredentialsProvider`."""

    def ask() -> Any:
        steps = Steps(given.get("silent") or [])
        with surroundings(given), steps.noted():
            got = default.DefaultCredentialsProvider().get_credentials()
        return {"source": SOURCES[got.get_provider_name().split("/")[1]], "steps": steps.done}

    return Performed(ask(), ask)


def credential_process(given: dict[str, Any]) -> Performed:
    """What a command prints, by `ExternalCredentialsProvider`."""
    milliseconds = given.get("now") or 0
    printed = SimpleNamespace(returncode=0, stdout=required(given, "output"), stderr="")

    def ask() -> Any:
        install(lambda: milliseconds / 1000, lambda request: Fetched(None, b""))
        with mock.patch.object(external.subprocess, "run", lambda *_, **__: printed):
            got = external.ExternalCredentialsProvider(process_command="helper").get_credentials()
        return {
            "accessKeyId": got.get_access_key_id(),
            "accessKeySecret": got.get_access_key_secret(),
            "securityToken": got.get_security_token() or None,
            "expiration": got.get_expiration() * 1000 or None,
        }

    return Performed(ask(), ask)


def credential_metadata(given: dict[str, Any]) -> Performed:
    """The metadata service, by `EcsRamRoleCredentialsProvider`."""
    if given.get("now") is None:
        raise Unsupported("the provider looks at the clock")

    def answer(name: str) -> Fetched:
        found = given["answers"][name]
        return Fetched(found["status"], found["body"].encode("utf-8")) if found else NONE

    def ask() -> Any:
        reads: list[list[str | None]] = []
        lifetimes: list[str | None] = []

        def put(request: Any) -> Fetched:
            lifetimes.append(request.headers.get("X-aliyun-ecs-metadata-token-ttl-seconds"))
            return answer("token")

        def get(request: Any) -> Fetched:
            token = request.headers.get("X-aliyun-ecs-metadata-token")
            reads.append([request.pathname, token])
            if given.get("refuses") == ("with-token" if token else "without-token"):
                return Fetched(403, b"")
            return answer("roles" if request.pathname == ROLES else "role")

        with surroundings(given):
            install(lambda: given["now"] / 1000, get, put)
            got = ecs_ram_role.EcsRamRoleCredentialsProvider(
                role_name=given.get("role"), async_update_enabled=False
            ).get_credentials()
        return {
            "hardened": any(1 <= int(seconds or 0) <= 21600 for seconds in lifetimes),
            "reads": reads,
            "accessKeyId": got.get_access_key_id(),
            "accessKeySecret": got.get_access_key_secret(),
            "securityToken": got.get_security_token(),
            "expiration": got.get_expiration() * 1000,
        }

    return Performed(ask(), ask)


NONE = Fetched(None, b"")
