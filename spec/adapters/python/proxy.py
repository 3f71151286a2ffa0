"""An HTTP proxy on 127.0.0.1 that passes nothing on: it shows the headers that an SDK sends."""

import asyncio
import re
from typing import NamedTuple


class Sent(NamedTuple):
    """A request as it reached the proxy."""

    method: str
    target: str
    headers: list[tuple[str, str]]

    @property
    def origin(self) -> str:
        """The target as it is sent without a proxy, which needs the host in it."""
        return re.sub("^https?://[^/?]*", "", self.target) or "/"


def named(line: str) -> tuple[str, str]:
    """A header of a request, its name in lower case."""
    name, _, value = line.partition(": ")
    return name.lower(), value


class Proxy:
    """An HTTP proxy that keeps the requests and answers each with an empty success."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []

    async def start(self) -> str:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def signed(self) -> list[Sent]:
        """The requests that have a signature in their headers."""
        return [sent for sent in self.sent if "authorization" in dict(sent.headers)]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("utf-8", "replace")
            lines = head[:-4].split("\r\n")
            headers = [named(line) for line in lines[1:]]
            if "expect" in dict(headers):
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            await reader.readexactly(int(dict(headers).get("content-length", "0")))
            self.sent.append(Sent(*lines[0].split(" ")[:2], headers))
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # The other side has gone; it reports that itself.
        writer.close()
