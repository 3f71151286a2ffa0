#!/usr/bin/env python3
"""A small client of OSS that does right when tokens end, clocks are off and servers fail.

    oss-conform serve --scenario all -- python3 spec/scenarios/client.py

It needs Python alone, and is there to be read and copied, with signer.py. The clauses that it
names are those of credentials.md, clock.md and errors.md.

Variables: OSS_ENDPOINT, OSS_BUCKET, OSS_REGION; OSS_TOKEN_URL, the address of a token server, or
OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET and OSS_SESSION_TOKEN; OSS_SIGNATURE, v1 if not given, or
v4; OSS_TASK, what is done, put if not given. The exit status is 0 where the task succeeded, and 1
with one sentence where it did not.
"""

import base64
import hashlib
import http.client
import json
import os
import random
import select
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

from signer import Credentials, Request, Signer, queried

# A second is shorter against a scenario: nothing there recovers with time.
IN_SCENARIO = "OSS_SCENARIO" in os.environ
SECOND = 0.001 if IN_SCENARIO else 1.0
TIMEOUT = 6.0 if IN_SCENARIO else 30.0
WAIT_FOR_CONTINUE = 3.0
FIVE_MINUTES = 300.0
# What a refusal asks for, and how often one request may cost it (errors.md).
AT_MOST = {"retry": 3, "refresh": 1, "correct": 1, "give up": 0}
# The codes of a token that is of no more use, and the exact causes that mean them (ACT-CODE-2).
TOKEN_CODES = {
    "SecurityTokenExpired": ["0002-00000007"],
    "InvalidSecurityToken": ["0002-00000006", "0002-00000008"],
    "AccessKeyIdAndSecurityTokenNotMatch": ["0002-00000004"],
    "InvalidAccessKeyId": ["0002-00000003"],
}
WRONG_DAY = "Invalid signing date in Authorization header."


class Failure(Exception):
    """The task failed; the text is one sentence."""


class Lost(Exception):
    """No whole answer came, of OSS or of the token server."""


class Answer(NamedTuple):
    """An answer of OSS, or of a token server."""

    status: int
    headers: Message
    body: bytes


class Clock:
    """The clock of the machine, and what was learned of its error, in seconds (CLK-OFF-1)."""

    def __init__(self) -> None:
        self.offset = 0.0

    def now(self) -> float:
        return time.time() + self.offset

    def learn(self, answer: Answer, server_time: str = "", is_skew: bool = False) -> None:
        """Learns from the refusal of a date, or from the answer of a token server."""
        true = moment(server_time)
        # The Date of a stored answer is not the time (CLK-DATE-4).
        if not true and "Age" not in answer.headers:
            true = moment(answer.headers.get("Date", ""))
        # Where the request was old and the clock is right, nothing is learned (CLK-TRUE-2).
        if true and not (is_skew and abs(true - self.now()) <= 900):
            self.offset = true - time.time()


def moment(text: str) -> float | None:
    """The time in a text of ISO 8601 or of a header, if it can be true (CLK-TRUE-1)."""
    try:
        is_iso = text[:1].isdigit()
        found = datetime.fromisoformat(text.replace("Z", "+00:00")) if is_iso else None
        found = found or parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found.timestamp() if found.tzinfo and 2020 <= found.year < 2100 else None


class Provider:
    """Gives out credentials: those of its owner, or a token, which it fetches when it is due."""

    def __init__(self, url: str | None, owned: Credentials, clock: Clock) -> None:
        self.url, self.clock = url, clock
        self.held = None if url else owned
        self.rejected: Credentials | None = None
        self.failures, self.next_fetch = 0, 0.0
        self.lock = threading.Lock()

    def credentials(self) -> Credentials:
        """What is in use. While one caller fetches, all wait and get the same (CRED-RUN-6)."""
        with self.lock:
            left = self.held.end - self.clock.now() if self.held else 0.0
            if self.held and left >= FIVE_MINUTES:
                return self.held
            is_early = time.monotonic() < self.next_fetch
            try:
                # A token that is always due is not fetched for each request (CRED-RUN-15).
                if not (is_early and (left > 0 or self.failures)):
                    self.held, left = self.fetched(), 1.0
            except Lost:
                self.failures += 1
                longest = min(60, 2 ** (self.failures - 1)) * SECOND
                self.next_fetch = time.monotonic() + random.uniform(longest / 2, longest)
            # A failed fetch ends nothing that is held and lives (CRED-RUN-11).
            if self.held and left > 0:
                return self.held
            raise Lost("the token server gave no token that can be used")

    def fetched(self) -> Credentials:
        """Another token; one that has ended, or that OSS rejected, is none (CRED-RUN-9, 20)."""
        at = urlsplit(self.url or "")
        connection = connected(at.scheme, at.netloc)
        try:
            connection.request("GET", f"{at.path}?{at.query}" if at.query else at.path)
            answer = received(connection)
        except (OSError, http.client.HTTPException) as error:
            raise Lost("the token server did not answer") from error
        finally:
            connection.close()
        found = token(answer)
        # Its Date corrects the clock before its end is judged (CRED-MODE-15).
        self.clock.learn(answer)
        life = found.end - self.clock.now()
        if life <= 0 or found == self.rejected:
            raise Lost("the token server gave a token that has ended")
        self.failures, self.next_fetch = 0, time.monotonic() + max(1, min(10, life / 10))
        return found

    def reject(self, used: Credentials) -> None:
        """Drops a token that OSS rejected, unless another is in use by now (CRED-RUN-18)."""
        with self.lock:
            if self.held == used:
                self.held, self.rejected = None, used


def token(answer: Answer) -> Credentials:
    """The token in an answer of a token server, in three shapes (token-responses.md)."""
    try:
        body = json.loads(answer.body)
        inner = body.get("Credentials", body)
        names = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
        if "accessKeyId" in inner:
            names = [name[0].lower() + name[1:] for name in names]
        texts = [inner[name].strip() for name in names]
        words = {str(body.get(name, 200)) for name in ("StatusCode", "statusCode")}
        is_token = words == {"200"} and body.get("Code", "Success") == "Success"
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Lost("the token server gave no token") from error
    end = moment(texts[3])
    if answer.status != 200 or not is_token or not all(texts) or not end:
        raise Lost("the token server refused")
    return Credentials(texts[0], texts[1], texts[2], end)


def connected(scheme: str, address: str) -> http.client.HTTPConnection:
    """A connection that follows no redirect: a signature is for one host (CRED-MODE-23)."""
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    return kind(address, timeout=TIMEOUT)


def received(connection: http.client.HTTPConnection) -> Answer:
    """The answer that comes; a body of fewer bytes than Content-Length says is an error."""
    response = connection.getresponse()
    return Answer(response.status, response.headers, response.read())


def exchanged(
    connection: http.client.HTTPConnection, request: Request, target: str, headers: dict[str, str]
) -> Answer:
    """Sends a request, its body after `100 Continue`, and receives the answer."""
    is_used = connection.sock is not None
    # The server may have closed a connection that was left open; then it is opened again.
    if is_used and select.select([connection.sock], [], [], 0)[0]:
        connection.close()
    try:
        is_wanted = is_body_wanted(connection, request, target, headers)
    except ConnectionError:
        connection.close()
        if not is_used:
            raise
        # It was closed while the head was on its way: nothing was done.
        return exchanged(connection, request, target, headers)
    if is_wanted:
        connection.send(request.body)
    answer = received(connection)
    # After a final answer in place of 100 the server may still wait for the body.
    if not is_wanted:
        connection.close()
    return answer


def is_body_wanted(
    connection: http.client.HTTPConnection, request: Request, target: str, headers: dict[str, str]
) -> bool:
    """Sends the head of a request, and waits for what the server says of the body."""
    # One cannot look ahead in a connection of TLS, so that has no Expect.
    expects = bool(request.body) and not isinstance(connection, http.client.HTTPSConnection)
    connection.putrequest(request.method, target, skip_accept_encoding=True)
    headers |= {"Expect": "100-continue"} if expects else {}
    headers |= {"Content-Length": str(len(request.body))} if request.method[0] == "P" else {}
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    # Where neither 100 nor an answer comes in time, the body is sent all the same.
    if not expects or not select.select([connection.sock], [], [], WAIT_FOR_CONTINUE)[0]:
        return True
    begin: bytes = connection.sock.recv(12, socket.MSG_PEEK)
    if not begin:
        raise ConnectionError("the connection was closed")
    return begin.endswith(b" 100")


class Client:
    """The requests to one bucket. Many threads may share one client."""

    def __init__(self) -> None:
        at, bucket = urlsplit(os.environ["OSS_ENDPOINT"]), os.environ["OSS_BUCKET"]
        self.scheme, self.host, self.folder = at.scheme, at.netloc, f"/{bucket}"
        # A bucket is a folder of an address in digits, and a subdomain of a name.
        if not (at.hostname or "").replace(".", "").isdigit():
            self.host, self.folder = f"{bucket}.{at.netloc}", ""
        is_v4 = os.environ.get("OSS_SIGNATURE") == "v4"
        self.signer = Signer(bucket, os.environ.get("OSS_REGION", ""), is_v4)
        names = ("OSS_ACCESS_KEY_ID", "OSS_ACCESS_KEY_SECRET", "OSS_SESSION_TOKEN")
        key_id, secret, token = (os.environ.get(name, "") for name in names)
        self.clock = Clock()
        owned = Credentials(key_id, secret, token)
        self.provider = Provider(os.environ.get("OSS_TOKEN_URL"), owned, self.clock)
        self.own = threading.local()

    def call(self, method: str, key: str = "", **more: Any) -> Answer:
        """Does a request, and what its refusals ask for, until it succeeds or fails for good."""
        request = Request(method, key, **more)
        tried: Counter[str] = Counter()
        while True:
            used = None
            try:
                used = self.provider.credentials()
                # Each try has the date and the token of its own time.
                answer = self.answer(request, used)
                if answer.status < 300 and answer.status != 203:
                    return checked(request, answer)
                action, why = self.asked(answer)
            except Lost as lost:
                action, why = "retry", str(lost)
            # Without an answer, nobody knows whether an append was done.
            is_final = action == "retry" and used and not request.repeatable
            if is_final or tried[action] >= AT_MOST[action]:
                raise Failure(f"{method} {key or 'of the bucket'} failed: {why}.")
            tried[action] += 1
            if action == "refresh" and used:
                self.provider.reject(used)
            if action == "retry":
                # This is longer than the back-off of the provider, too (CRED-RUN-14).
                time.sleep(2 ** tried["retry"] * SECOND)

    def answer(self, request: Request, used: Credentials) -> Answer:
        """The answer to one try, on the connection of this thread."""
        headers = self.signer.headers(request, used, self.clock.now())
        if not hasattr(self.own, "connection"):
            self.own.connection = connected(self.scheme, self.host)
        try:
            return exchanged(self.own.connection, request, self.target(request), headers)
        except (OSError, http.client.HTTPException) as error:
            self.own.connection.close()
            raise Lost(f"no whole answer came, {error!r}") from error

    def asked(self, answer: Answer) -> tuple[str, str]:
        """What a refusal asks for (errors.md), and the reason to show."""
        error, cause = members(answer), answer.headers.get("x-oss-ec", "")
        meant = [code for code, causes in TOKEN_CODES.items() if cause in causes]
        code = error.get("Code") or "".join(meant)
        why = f"{answer.status} {code} {error.get('Message', '')}".strip(" .")
        is_skew = answer.status == 403 and code == "RequestTimeTooSkewed"
        if is_skew or (answer.status == 400 and error.get("Message") == WRONG_DAY):
            self.clock.learn(answer, error.get("ServerTime", ""), is_skew)
            return "correct", why
        if answer.status >= 500:
            return "retry", why
        # Only what can be fetched again is dropped (ACT-CRED-4).
        if answer.status >= 400 and code in TOKEN_CODES and self.provider.url:
            return "refresh", why
        return "give up", why

    def target(self, request: Request) -> str:
        path = self.folder + quote(f"/{request.key}", safe="/")
        return f"{path}?{queried(request.query)}" if request.query else path

    def url(self, method: str, key: str, life: int) -> str:
        """A presigned URL."""
        used, now = self.provider.credentials(), self.clock.now()
        target = self.target(self.signer.query(method, key, used, now, life))
        return f"{self.scheme}://{self.host}{target}"


def members(answer: Answer) -> dict[str, str]:
    """The members of an XML body or, where there is none, of `x-oss-err` (ERR-HEAD-1)."""
    try:
        text = answer.body or base64.b64decode(answer.headers.get("x-oss-err", ""))
        return {member.tag: member.text or "" for member in ElementTree.fromstring(text)}
    except (ElementTree.ParseError, ValueError):
        return {}


def crc64(content: bytes, value: int = 0) -> int:
    """CRC-64 of ECMA-182, as OSS has it in x-oss-hash-crc64ecma."""
    value ^= 0xFFFFFFFFFFFFFFFF
    for octet in content:
        value = CRC_TABLE[(value ^ octet) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFFFFFFFFFF


CRC_TABLE = list(range(256))
for _ in range(8):
    CRC_TABLE = [(row >> 1) ^ (0xC96C5795D7870F42 if row & 1 else 0) for row in CRC_TABLE]


def checked(request: Request, answer: Answer) -> Answer:
    """The answer, if what it says of the content is true of what was sent, or came."""
    if request.method in ("GET", "PUT"):
        content, etag = (
            request.body or answer.body,
            answer.headers.get("ETag", "").strip('"').lower(),
        )
        sum_ = answer.headers.get("x-oss-hash-crc64ecma")
        if sum_ and sum_ != str(crc64(content)):
            raise Failure(f"{request.method} {request.key} failed: its CRC64 is of other content.")
        if etag and request.body and not sum_ and etag != hashlib.md5(content).hexdigest():
            raise Failure(f"{request.method} {request.key} failed: its ETag is of other content.")
    return answer


# The tasks

BODY = b"0123456789 \x00\xff" * 100
PARTS = [bytes([number]) * 102_400 for number in range(2)] + [b"the end"]


def append(client: Client) -> None:
    """Two appends to one object; neither is repeated without an answer."""
    for position in ("0", str(len(BODY))):
        query = {"append": "", "position": position}
        client.call("POST", "appended.txt", query=query, body=BODY, repeatable=False)


def listing(client: Client) -> None:
    """The list of the bucket, page by page."""
    query = {"prefix": ""}
    while True:
        page = members(client.call("GET", query=query))
        if page.get("IsTruncated") != "true":
            break
        query = {"prefix": "", "marker": page["NextMarker"]}


def multipart(client: Client) -> None:
    """An object in three parts."""
    key, rows = "in-parts.bin", ""
    upload = members(client.call("POST", key, query={"uploads": ""})).get("UploadId", "")
    for number, part in enumerate(PARTS, 1):
        query = {"partNumber": str(number), "uploadId": upload}
        etag = client.call("PUT", key, query=query, body=part).headers["ETag"]
        rows += f"<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>"
    body = f"<CompleteMultipartUpload>{rows}</CompleteMultipartUpload>".encode()
    client.call("POST", key, query={"uploadId": upload}, body=body, repeatable=False)


def many(client: Client) -> None:
    """Fifty uploads at once."""
    start = threading.Barrier(50)

    def upload(number: int) -> Answer:
        start.wait()
        return client.call("PUT", f"many/{number}", body=BODY)

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(upload, range(50)))


def presigned(client: Client) -> None:
    """A download by a URL, with no header of this client."""
    parts = urlsplit(client.url("GET", "there.txt", 60))
    connection = connected(parts.scheme, parts.netloc)
    connection.request("GET", f"{parts.path}?{parts.query}")
    answer = received(connection)
    if answer.status >= 300 or answer.status == 203:
        raise Failure(f"The URL does not work: {answer.status} {members(answer).get('Message')}")


def callback(client: Client) -> None:
    """An upload after which OSS calls the server of an app."""
    asked = {"callbackUrl": "http://app.example.com/uploaded", "callbackBody": "key=${object}"}
    header = base64.b64encode(json.dumps(asked).encode()).decode()
    client.call("PUT", "scenario.txt", body=BODY, headers={"x-oss-callback": header})


TASKS: dict[str, Callable[[Client], object]] = {
    "put": lambda client: client.call("PUT", "scenario.txt", body=BODY),
    "get": lambda client: client.call("GET", "there.txt"),
    "head": lambda client: client.call("HEAD", "there.txt"),
    "delete": lambda client: client.call("DELETE", "there.txt"),
    "list": listing,
    "append": append,
    "multipart": multipart,
    "many": many,
    "presigned": presigned,
    "callback": callback,
}


def main() -> int:
    """Does the task that the environment names."""
    try:
        TASKS[os.environ.get("OSS_TASK", "put")](Client())
    except (Failure, Lost, OSError, http.client.HTTPException) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
