"""A server on 127.0.0.1 that keeps what it gets, and answers so that an SDK is content.

It speaks HTTP/1.1, plain or with TLS, is a proxy for plain requests as well, and is a token server
at `/token`. It passes nothing on. Each connection ends with its answer.
"""

import contextlib
import datetime
import json
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple
from urllib.parse import urlsplit

# The token that `/token` gives once. It ends when its name says; later fetches get no answer.
TOKEN = "expires-"
SECONDS_OF_TOKEN = 1
PATIENCE_IN_SECONDS = 10
MOST_BYTES = 1 << 20


class Sent(NamedTuple):
    """A request as it reached the server; each byte of a text is a character of Latin-1."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: str

    def header(self, name: str) -> str:
        """The value of a header; empty without one."""
        return next((value.strip() for own, value in self.headers if own.lower() == name), "")


class Handler(BaseHTTPRequestHandler):
    """Keeps a request, and answers it."""

    protocol_version = "HTTP/1.1"
    timeout = PATIENCE_IN_SECONDS

    def parse_request(self) -> bool:
        """Reads the header lines itself: Python's reader takes blanks off the values."""
        self.close_connection = True
        self.requestline = self.raw_requestline.decode("latin-1").rstrip("\r\n")
        words = self.requestline.split(" ")
        self.command, self.path = words[0], words[1] if len(words) > 1 else "/"
        self.fields: list[tuple[str, str]] = []
        while line := self.rfile.readline(MOST_BYTES).decode("latin-1").rstrip("\r\n"):
            name, _, value = line.partition(":")
            self.fields.append((name, value.removeprefix(" ")))
        self.answer()
        return False

    def answer(self) -> None:
        sent = Sent(self.command, self.path, self.fields, "")
        if sent.header("expect"):
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = self.rfile.read(min(int(sent.header("content-length") or 0), MOST_BYTES))
        self.server.sent.append(sent._replace(body=body.decode("latin-1")))
        content = b"<Answer/>" if self.command == "GET" else b""
        place = urlsplit(self.path)
        if place.path.endswith("/token"):
            self.server.tokens += 1
            if self.server.tokens > 1:
                return
            token = {"Code": "Success", **credentials(SECONDS_OF_TOKEN)}
            content = json.dumps(token).encode()
        elif "Action=AssumeRole" in place.query:
            content = json.dumps({"Credentials": credentials(3600)}).encode()
        elif place.query.endswith("location"):
            content = b"<LocationConstraint>oss-cn-hangzhou</LocationConstraint>"
        head = {
            "Date": formatdate(usegmt=True),
            "Content-Type": "application/xml",
            "Content-Length": str(len(content)),
            "ETag": '"D41D8CD98F00B204E9800998ECF8427E"',
            "Last-Modified": formatdate(0, usegmt=True),
            "x-oss-request-id": "0" * 24,
            "Connection": "close",
        }
        lines = "".join(f"{name}: {head[name]}\r\n" for name in head)
        self.wfile.write(f"HTTP/1.1 200 -\r\n{lines}\r\n".encode() + content)


def credentials(seconds: int) -> dict[str, str]:
    """Credentials of a token server that end after some seconds."""
    end = int(time.time()) + seconds
    moment = datetime.datetime.fromtimestamp(end, datetime.timezone.utc)
    return {
        "AccessKeyId": "STS.exampleAccessKeyID00",
        "AccessKeySecret": "ExampleSecret0000000000000000ab",
        "SecurityToken": f"{TOKEN}{end}",
        "Expiration": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


class Recorder(socketserver.ThreadingTCPServer):
    """The server."""

    daemon_threads = True

    def __init__(self, certificate: str | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.sent: list[Sent] = []
        self.tokens = 0
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            # The handler, which has a timeout, shakes hands, and not what accepts.
            self.socket = context.wrap_socket(
                self.socket, server_side=True, do_handshake_on_connect=False
            )

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away says so itself."""


@contextlib.contextmanager
def recording(certificate: str | None = None) -> Iterator[Recorder]:
    """A server that ends with the block."""
    with Recorder(certificate) as server:
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
