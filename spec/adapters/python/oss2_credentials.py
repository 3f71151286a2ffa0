"""What oss2 does about credentials beside signing with them.

One of its providers fetches, the one for ECS RAM roles. It reads the answers of token servers and
plays the timelines: `EcsRamRoleCredentialsProvider.get_credentials`, which calls
`EcsRamRoleCredentialsFetcher.fetch` and asks `EcsRamRoleCredential.will_soon_expire`.
"""

import io
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import oss2
import requests

from adapter import DEFAULT_ENDPOINT, Performed, required
from answers import READING_ERRORS, answer_to_parse, as_bytes, as_text
from content_types import NAMELESS, forget_the_types_of_this_machine
from leaks import revealed
from timeline import Fetched, Triple, played
from virtual_time import Lock, World

ADDRESS = "http://100.100.100.200/latest/meta-data/ram/security-credentials/role"

logging.getLogger("oss2").setLevel(logging.CRITICAL)
forget_the_types_of_this_machine()


class OneAnswer:
    """A session that answers every request with the same answer, and keeps the last request."""

    def __init__(self, status: int = 200, body: bytes = b"") -> None:
        self.status, self.body = status, body
        self.request: oss2.http.Request

    def do_request(self, request: oss2.http.Request, timeout: Any) -> SimpleNamespace:
        self.request = request
        return SimpleNamespace(
            status=self.status, headers={}, request_id="", read=io.BytesIO(self.body).read
        )


def provider(now: Callable[[], float], fetch: Callable[[], Fetched]) -> Any:
    """The SDK's provider, whose clock and whose HTTP call are those given."""

    def get(url: str, timeout: Any) -> SimpleNamespace:
        answer = fetch()
        if answer.status is None:
            raise requests.exceptions.ConnectionError("no answer came")
        return SimpleNamespace(
            status_code=answer.status,
            content=answer.body,
            text=answer.body.decode("utf-8", errors="replace"),
        )

    oss2.credentials.time = SimpleNamespace(time=now)
    oss2.credentials.requests = SimpleNamespace(get=get)
    return oss2.credentials.EcsRamRoleCredentialsProvider(ADDRESS)


def token_parse(given: dict[str, Any]) -> Performed:
    """One fetch of the provider."""
    answer = answer_to_parse(given)
    milliseconds = given.get("now") or 0

    def parse() -> Any:
        return provider(lambda: milliseconds / 1000, lambda: answer).get_credentials()

    credentials = parse()
    output = {
        "accessKeyId": credentials.get_access_key_id(),
        "accessKeySecret": credentials.get_access_key_secret(),
        "securityToken": credentials.get_security_token(),
        "expiration": credentials.expiration * 1000,
    }
    return Performed(output, parse)


def connect(world: World, fetch: Callable[[], Fetched]) -> Callable[[], Triple]:
    """The provider in virtual time, its lock among what waits there."""
    made = provider(world.device_seconds, fetch)
    made._EcsRamRoleCredentialsProvider__lock = Lock(world)

    def ask() -> Triple:
        got = made.get_credentials()
        return Triple(
            got.get_access_key_id(), got.get_access_key_secret(), got.get_security_token()
        )

    return ask


def credential_timeline(given: dict[str, Any]) -> Performed:
    """The provider, asked by the callers of a script."""
    return Performed(played(given, connect), lambda: played(given, connect))


def described(credentials: dict[str, Any], expiration: Any) -> list[str]:
    """The texts of the objects in which the SDK holds credentials."""
    key_pair = required(credentials, "accessKeyId"), required(credentials, "accessKeySecret")
    token = credentials.get("securityToken")
    seconds = 0 if expiration is None else expiration // 1000
    objects = [
        oss2.credentials.Credentials(*key_pair, token),
        oss2.credentials.StaticCredentialsProvider(*key_pair, token),
        oss2.credentials.EcsRamRoleCredential(*key_pair, token, seconds, 3600),
        oss2.Auth(*key_pair) if token is None else oss2.StsAuth(*key_pair, token),
    ]
    return [text(made) for made in objects for text in (str, repr)]


def credential_description(given: dict[str, Any]) -> Performed:
    """`str` and `repr` of each object."""
    credentials = required(given, "credentials")

    def describe() -> list[str]:
        return revealed(credentials, described(credentials, given.get("expiration")))

    return Performed({"reveals": describe()}, describe)


def bucket(session: OneAnswer) -> oss2.Bucket:
    """A client whose transport is the session."""
    auth = oss2.Auth("id", "secret")
    return oss2.Bucket(auth, DEFAULT_ENDPOINT, "examplebucket", session=session, enable_crc=False)


def response_verdict(given: dict[str, Any]) -> Performed:
    """`Bucket.put_object_with_url`, whose check of an answer is that of every call."""
    session = OneAnswer(required(given, "status"), as_bytes(given.get("body")))
    client = bucket(session)

    def put() -> dict[str, Any]:
        try:
            client.put_object_with_url(DEFAULT_ENDPOINT + "/key?Signature=x", b"")
        except oss2.exceptions.ServerError as error:
            return {"verdict": "failure", "text": as_text(error.body)}
        except ValueError as error:  # No refusal of the input: the SDK broke over the answer.
            raise RuntimeError(f"while it made its error, the SDK raised {error!r}") from error
        return {"verdict": "success", "text": None}

    return Performed(put(), put)


def content_type(given: dict[str, Any]) -> Performed:
    """What `Bucket.put_object` sends for a key, and `Bucket.put_object_from_file` for a path.

    Both find the type with `content_type_by_name`. A file of that path need not exist: the name by
    which the SDK opens it gives an empty one.
    """
    key, path = given.get("uploadName"), given.get("filePath")
    key = NAMELESS if key is None else key
    session = OneAnswer()
    client = bucket(session)
    oss2.api.open = lambda *_: io.BytesIO()

    def put() -> Any:
        if path is None:
            client.put_object(key, b"")
        else:
            client.put_object_from_file(key, path)
        return session.request.headers.get("Content-Type")

    return Performed({"contentType": put()}, put)


OPERATIONS = {
    "token.parse": token_parse,
    "credential.timeline": credential_timeline,
    "credential.description": credential_description,
    "response.verdict": response_verdict,
    "content.type": content_type,
}

# A part of each message of `EcsRamRoleCredentialsFetcher.fetch`, and the class by another part.
FETCH_ERROR = "Failed to get credentials from ECS metadata service."
ERROR_CLASSES = [
    ("http code:", "token-http-status"),
    ("error, code: None", None),  # missing, or null
    ("error, code:", "token-status"),
    ("object has no attribute 'get'", "token-not-object"),
    *READING_ERRORS,
    ("must be str, not <class 'NoneType'>", None),  # missing, or null
    ("must be str, not", "token-non-text-member"),
]
