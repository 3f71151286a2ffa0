"""What alibabacloud-oss-v2 does about credentials and answers beside signing.

None of its providers fetches or refreshes, so it reads no token and runs no timeline.
"""

import datetime
import io
import time
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import alibabacloud_oss_v2 as oss
from alibabacloud_oss_v2 import _client, presigner
from alibabacloud_oss_v2 import client as client_module
from requests.structures import CaseInsensitiveDict

from adapter import DEFAULT_ENDPOINT, Performed, Unsupported, required
from answers import as_bytes, as_text
from content_types import NAMELESS, forget_the_types_of_this_machine
from leaks import revealed

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
DATE = "Tue, 14 Nov 2023 22:13:20 GMT"
PUT = {"op_name": "PutObject", "method": "PUT", "bucket": "examplebucket", "key": "key"}

forget_the_types_of_this_machine()


class Answer(presigner._nopResponse):
    """An answer of OSS, as the SDK's transport hands it to the client."""

    def __init__(self, status: int, body: bytes = b"", **headers: str | None) -> None:
        super().__init__(request=None)
        self.status, self.body = status, body
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        given = {name: value for name, value in given.items() if value is not None}
        self.shown = CaseInsensitiveDict(given, Date=DATE, **{"Content-Type": "application/xml"})

    @property
    def status_code(self) -> int:
        return self.status

    @property
    def headers(self) -> CaseInsensitiveDict:
        return self.shown

    @property
    def content(self) -> bytes:
        return self.body


class Answers(presigner._nopHttpClient):
    """A transport that gives the given answers, None for one that does not come, then successes."""

    def __init__(self, answers: Iterable[Answer | None]) -> None:
        self.answers = list(answers)
        self.requests: list[Any] = []
        self.dates: list[str] = []

    def send(self, request: Any, **kwargs: Any) -> Answer:
        self.requests.append(request)
        self.dates.append(request.headers.get("x-oss-date") or request.headers.get("Date"))
        answer = self.answers.pop(0) if self.answers else Answer(200)
        if answer is None:
            raise oss.exceptions.RequestError(error="no answer came")
        answer._request = request
        return answer


def client(transport: Any, credentials: Any = None, **options: Any) -> oss.Client:
    """The SDK's client, whose transport is the given one."""
    held = credentials or oss.credentials.Credentials("id", "secret")
    config = oss.config.Config(
        region="cn-hangzhou",
        endpoint=DEFAULT_ENDPOINT,
        credentials_provider=oss.credentials.CredentialsProviderFunc(lambda: held),
        http_client=transport,
        **options,
    )
    return oss.Client(config)


def moment(milliseconds: int) -> datetime.datetime:
    """The SDK's way to hold a time."""
    try:
        return EPOCH + datetime.timedelta(milliseconds=milliseconds)
    except OverflowError:
        raise Unsupported(f"a datetime cannot hold the time {milliseconds}") from None


def span(seconds: int) -> datetime.timedelta:
    """The SDK's way to hold a span of time."""
    try:
        return datetime.timedelta(seconds=seconds)
    except OverflowError:
        raise Unsupported(f"a timedelta cannot hold {seconds} seconds") from None


def stop_the_clock(module: Any, now: datetime.datetime) -> None:
    """Shows a time to a module of the SDK that reads it with `datetime.datetime.now`."""
    module.datetime = SimpleNamespace(
        datetime=SimpleNamespace(now=lambda zone: now),
        timedelta=datetime.timedelta,
        timezone=datetime.timezone,
    )


def credential_description(given: dict[str, Any]) -> Performed:
    """`str` and `repr` of the objects in which the SDK holds credentials."""
    credentials = required(given, "credentials")
    key_pair = required(credentials, "accessKeyId"), required(credentials, "accessKeySecret")
    token, expiration = credentials.get("securityToken"), given.get("expiration")
    until = None if expiration is None else moment(expiration)
    objects = [
        oss.credentials.Credentials(*key_pair, token, until),
        oss.credentials.StaticCredentialsProvider(*key_pair, token),
        oss.SigningContext(credentials=oss.credentials.Credentials(*key_pair, token, until)),
    ]

    def describe() -> list[str]:
        return revealed(credentials, [text(made) for made in objects for text in (str, repr)])

    return Performed({"reveals": describe()}, describe)


def presign_expiry(given: dict[str, Any]) -> Performed:
    """The expiration that `Client.presign` hands back beside the URL."""
    now = moment(required(given, "now"))
    expiration, token = given.get("expiration"), None
    if given["credential"] == "temporary":
        token = "token"
    until = None if expiration is None else moment(expiration)
    held = oss.credentials.Credentials("id", "secret", token, until)
    interval = span(required(given, "interval"))
    for module in (presigner, oss.signer.v4):
        stop_the_clock(module, now)
    made = client(None, held, signature_version=given["version"])

    def presign() -> datetime.datetime:
        request = oss.GetObjectRequest(bucket="examplebucket", key="key")
        return made.presign(request, expires=interval).expiration

    ends = presign()
    output = {
        "effective": round((ends - EPOCH) / datetime.timedelta(milliseconds=1)),
        # The result says nothing else, so the adapter says which of the two the SDK took.
        "bound": "interval" if ends == now + interval else "token",
        "findings": [],
    }
    return Performed(output, presign)


def error_action(given: dict[str, Any]) -> Performed:
    """What the client does after an answer: it sends again, with another time or not, or raises.

    `_SyncClientImpl._sent_http_request` asks `StandardRetryer.is_error_retryable`. The answers that
    led to what was tried come first.
    """
    if given["credential"] == "signer":
        raise Unsupported("the SDK has no signer that is asked for a value")
    answers = [answer_before(action) for action in given.get("tried") or []]
    answers.append(answer_now(given))
    token = "token" if given["credential"] == "temporary" else None
    held = oss.credentials.Credentials("id", "secret", token)
    stop_the_clock(oss.signer.v4, EPOCH)
    _client.time = SimpleNamespace(sleep=lambda seconds: None, time=time.time)
    call = dict(PUT, method="PUT" if given.get("header") is None else "HEAD")

    def send() -> str:
        transport = Answers(list(answers))
        try:
            client(transport, held).invoke_operation(oss.OperationInput(**call))
        except oss.exceptions.OperationError:
            return "give-up"
        if len(transport.dates) == len(answers):
            return "give-up"  # The SDK takes the answer for a success, and goes on.
        return "retry" if transport.dates[-1] == transport.dates[-2] else "correct-clock"

    return Performed({"action": send()}, send)


def answer_now(given: dict[str, Any]) -> Answer | None:
    """The answer about which the client is asked."""
    if given.get("status") is None:
        return None
    headers = {"x_oss_err": given.get("header"), "x_oss_ec": given.get("ecHeader")}
    return Answer(given["status"], as_bytes(given.get("body")), **headers)


def answer_before(action: str) -> Answer:
    """An answer that leads to the action."""
    if action == "retry":
        return Answer(503)
    if action == "correct-clock":
        return Answer(403, b"<Error><Code>RequestTimeTooSkewed</Code></Error>")
    raise Unsupported("the SDK never asks for other credentials because of an answer")


def response_verdict(given: dict[str, Any]) -> Performed:
    """`service_error_response_handler`, through which `_SyncClientImpl` puts every answer."""

    def put() -> dict[str, Any]:
        answer = Answer(required(given, "status"), as_bytes(given.get("body")))
        made = client(Answers([answer]), retry_max_attempts=1)
        try:
            made.invoke_operation(oss.OperationInput(**PUT))
        except oss.exceptions.OperationError as error:
            cause = error.unwrap()
            if not isinstance(cause, oss.exceptions.ServiceError):
                raise RuntimeError(f"the SDK raised {cause!r}") from error
            return {"verdict": "failure", "text": as_text(cause.snapshot)}
        return {"verdict": "success", "text": None}

    return Performed(put(), put)


def content_type(given: dict[str, Any]) -> Performed:
    """What `Client.put_object` sends for a key, and `Client.put_object_from_file` for a path.

    A file of that path need not exist: the name by which the SDK opens it gives an empty one.
    """
    key, path = given.get("uploadName"), given.get("filePath")
    key = NAMELESS if key is None else key
    client_module.open = lambda *_: io.BytesIO()
    transport = Answers([])
    made = client(transport)
    request = oss.PutObjectRequest(bucket="examplebucket", key=key, body=b"")

    def put() -> Any:
        if path is None:
            made.put_object(request)
        else:
            made.put_object_from_file(request, path)
        return transport.requests[-1].headers.get("Content-Type")

    return Performed({"contentType": put()}, put)


OPERATIONS = {
    "credential.description": credential_description,
    "presign.expiry": presign_expiry,
    "error.action": error_action,
    "response.verdict": response_verdict,
    "content.type": content_type,
}
