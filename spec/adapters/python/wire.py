"""What requests sends, with which most SDKs in Python send: seen where it would leave here.

An SDK hands a URL to requests, requests hands another one to urllib3, and that writes the request
line. So the line alone shows which path is asked for.
"""

import contextlib
import socket
from collections.abc import Callable
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
LONGEST_LINE = 1 << 16


class Connection(HTTPConnection):
    """A connection to a socket of this process, which has its answer before it is asked."""

    ends: list[socket.socket]

    def connect(self) -> None:
        self.sock, end = socket.socketpair()
        end.sendall(ANSWER)
        self.ends.append(end)


class Wire(HTTPAdapter):
    """What a session of requests sends through: it passes nothing on, and keeps the line."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[socket.socket] = []

    def get_connection_with_tls_context(self, *asked: Any, **options: Any) -> HTTPConnectionPool:
        """A pool for one request, without TLS, which would hide the line."""
        pool = HTTPConnectionPool("host")
        pool.ConnectionCls = type("Kept", (Connection,), {"ends": self.ends})
        return pool

    def request_url(self, request: Any, proxies: Any) -> str:
        """The target as it is without a proxy, whatever the environment says."""
        return super().request_url(request, {})

    def target(self, send: Callable[[], Any]) -> dict[str, str]:
        """The member `target` for what a call sends; none where the library sends nothing."""
        with contextlib.suppress(Exception):  # What it refuses the adapter says already.
            send()
        lines = [end.recv(LONGEST_LINE).split(b"\r\n")[0] for end in self.ends]
        for end in self.ends:
            end.close()
        self.ends.clear()
        return {"target": lines[0].decode("latin-1").split(" ")[1]} if lines else {}
