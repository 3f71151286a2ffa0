"""What every client is asked to do, in one order; its driver says how.

A driver is a class with a method for each operation that its client offers: `put(key, body)`,
`get(key)`, `part(key, first, last)`, `head(key)`, the length, `copy(source, key)`,
`presigned_put(key)` and `presigned_get(key)`, URLs, `delete(key)`, `list(prefix)` and
`list_v2(prefix)`, keys, `append(key, position, body)`, the next position, `multipart(key, parts)`,
`delete_many(keys)`. What is not there is not asked. Each method `also_...` is one more operation.

Each operation writes one line of JSON: its name, what went wrong, or null, and how many requests
the endpoint has had since the start.

Where OSS_TASK names a task of a scenario, it is done once in place of all that, and the exit status
is 0 where it succeeded, 1 where not, and 77 where the client has no such call.
"""

import asyncio
import http.client
import http.server
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

URL = os.environ["OSS_ENDPOINT"]
HOST = urlsplit(URL).netloc
KEY_ID, SECRET = os.environ["OSS_ACCESS_KEY_ID"], os.environ["OSS_ACCESS_KEY_SECRET"]
TOKEN = os.environ.get("OSS_SESSION_TOKEN")
REGION, BUCKET = os.environ["OSS_REGION"], os.environ["OSS_BUCKET"]
SIGNATURE = os.environ["ENDPOINT_SIGNATURE"]

# One for each way in which clients spell a key.
KEYS = {
    "plain": "plain.txt",
    "blank": "folder/a b.txt",
    "plus": "a+b=c&d.txt",
    "marks": "(it's) *!~@:;,$.txt",
    "unicode": "ü/目录.txt",
    "percent": "50%25#?.txt",
}
BODY = b"0123456789 \x00\xff" * 100
PARTS = [bytes([number]) * 102_400 for number in range(2)] + [b"the end"]
CALLBACK = '{"callbackUrl": "http://app.example.com/uploaded", "callbackBody": "key=${object}"}'
SECONDS = 20
NOT_OFFERED = 77
ABSENT = re.compile("NoSuchKey|404|not.?found|no such|not.?exist", re.IGNORECASE)


class Different(Exception):
    """An answer that is not what was sent before."""


def same(found: Any, wanted: Any) -> None:
    """Refuses what differs."""
    if found != wanted:
        raise Different(f"{str(found)[:200]!r} came, not {str(wanted)[:200]!r}")


def fetch(method: str, url: str, body: bytes | None = None, **headers: str) -> bytes:
    """Sends a request of these headers alone, and answers the body; a failure is an error."""
    parts = urlsplit(url)
    proxy = urllib.request.getproxies().get("http")
    through = bool(proxy and not urllib.request.proxy_bypass(parts.netloc))
    connection = http.client.HTTPConnection(
        urlsplit(proxy).netloc if through and proxy else parts.netloc, timeout=SECONDS
    )
    target = url if through else url[len(f"{parts.scheme}://{parts.netloc}") :]
    connection.request(method, target, body, {"Host": parts.netloc, **headers})
    with connection.getresponse() as answer:
        content = answer.read()
        if answer.status >= 300:
            raise Different(f"{answer.status} {answer.headers['x-oss-conform']} {content[:200]!r}")
        return content


def requests_so_far() -> int:
    """How many requests the endpoint has had."""
    address = urlsplit(os.environ["OSS_CONFORM_CONTROL"]).netloc
    connection = http.client.HTTPConnection(address, timeout=SECONDS)
    connection.request("GET", "/health")
    with connection.getresponse() as answer:
        return json.load(answer)["requests"]


def too_late(_signal: int, _frame: FrameType | None) -> None:
    """Ends an operation that hangs."""
    raise TimeoutError(f"no end after {SECONDS} seconds")


@contextmanager
def operation(name: str) -> Iterator[None]:
    """One operation; an error of it is its result, and ends nothing."""
    error = None
    signal.alarm(SECONDS)
    try:
        yield
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}"[:600]
    finally:
        signal.alarm(0)
    line = {"operation": name, "error": error, "requests": requests_so_far()}
    print(json.dumps(line), flush=True)


def must_fail(call: Callable[[], Any]) -> None:
    """An absent object is an error that the client can read."""
    try:
        found = call()
    except Exception as error:
        if not ABSENT.search(f"{type(error).__name__} {error}"):
            raise
    else:
        raise Different(f"an absent object is {found!r:.100}")


def one_key(client: Any, key: str, other: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is done with one key, in order."""
    yield "put", lambda: client.put(key, BODY)
    yield "get", lambda: same(client.get(key), BODY)
    yield "part", lambda: same(client.part(key, 2, 11), BODY[2:12])
    yield "head", lambda: same(client.head(key), len(BODY))
    yield "copy", lambda: (client.copy(key, other), same(client.get(other), BODY))
    yield "presigned_put", lambda: fetch("PUT", client.presigned_put(other), BODY[:9])
    yield "presigned_get", lambda: same(fetch("GET", client.presigned_get(key)), BODY)


def whole_bucket(client: Any) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is done once, when the objects are there."""
    keys = [f"list/{key}" for key in ("a", "b b", "c+c%", "ü")]
    many = [f"many/{key}" for key in ("a", "b b", "c+c&<d>", "ü")]

    def append() -> None:
        client.append("appended", client.append("appended", 0, BODY), BODY)
        same(client.get("appended"), BODY * 2)

    def multipart() -> None:
        client.multipart("in-parts", PARTS)
        same(client.get("in-parts"), b"".join(PARTS))

    def delete_many() -> None:
        client.delete_many(many)
        for key in many:
            must_fail(partial(client.get, key))

    def put(key: str) -> None:
        client.put(key, BODY)
        stored.append(key)

    stored: list[str] = []
    for number, key in enumerate(keys):
        yield f"put listed {number}", partial(put, key)
    yield "list", lambda: same(sorted(client.list("list/")), sorted(stored))
    yield "list_v2", lambda: same(sorted(client.list_v2("list/")), sorted(stored))
    for number, key in enumerate(many if hasattr(client, "delete_many") else []):
        yield f"put many {number}", partial(client.put, key, BODY)
    yield "append", append
    yield "multipart", multipart
    yield "delete_many", delete_many


def performed(client: Any, task: str) -> int:
    """The exit status of a task of a scenario, done as an application does it."""

    def append() -> None:
        client.append("appended.txt", client.append("appended.txt", 0, BODY), BODY)

    def many() -> None:
        with ThreadPoolExecutor(50) as pool:
            list(pool.map(lambda number: client.put(f"many/{number}", BODY), range(50)))

    def presigned() -> None:
        fetch("GET", client.presigned_get("there.txt"))

    arguments = {"get": ["there.txt"], "head": ["there.txt"], "delete": ["there.txt"]}
    arguments |= {"put": ["scenario.txt", BODY], "callback": ["scenario.txt", BODY]}
    arguments |= {"multipart": ["in-parts.bin", PARTS], "list": [""]}
    calls: dict[str, Callable[[], None]] = {"append": append, "many": many, "presigned": presigned}
    names = {"many": "put", "presigned": "presigned_get"}
    name = names.get(task, task)
    if task == "list" and not hasattr(client, name):
        name = "list_v2"
    # These do one call at a time.
    is_one = task == "many" and isinstance(client, (Awaiting, Offering))
    if is_one or not hasattr(client, name):
        return NOT_OFFERED
    try:
        calls.get(task, lambda: getattr(client, name)(*arguments[task]))()
    except Exception as error:
        print(f"{type(error).__name__}: {error}"[:600], file=sys.stderr)
        return 1
    return 0


def run(client: Any) -> None:
    """Asks a client for all that it offers, or for the task of a scenario."""
    signal.signal(signal.SIGALRM, too_late)
    if "OSS_TASK" in os.environ:
        signal.alarm(SECONDS)
        status = performed(client, os.environ["OSS_TASK"])
        # What a client does in the background ends with it.
        sys.stdout.flush()
        os._exit(status)

    def asked(name: str, key: str) -> None:
        getattr(client, name)(key)

    steps: list[tuple[str, Callable[[], None]]] = []
    for name, key in KEYS.items():
        steps += [(f"{step} {name}", call) for step, call in one_key(client, key, f"of-{key}")]
    steps += whole_bucket(client)
    also = [name for name, _ in inspect.getmembers(client) if name.startswith("also_")]
    steps += [(name, getattr(client, name)) for name in also]
    for name, key in KEYS.items():
        steps.append((f"delete {name}", partial(asked, "delete", key)))
    steps.append(("absent", lambda: must_fail(partial(client.get, KEYS["plain"]))))
    for name, call in steps:
        method = name.split(" ", maxsplit=1)[0]
        if hasattr(client, "get" if method == "absent" else method):
            with operation(name):
                call()


class Awaiting:
    """A driver whose methods are awaited, as one whose methods are called."""

    def __init__(self, client: Any) -> None:
        loop = asyncio.new_event_loop()

        def waiting(method: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *arguments: loop.run_until_complete(method(*arguments))

        for name, method in inspect.getmembers(client, inspect.iscoroutinefunction):
            setattr(self, name, waiting(method))


@contextmanager
def called(answer: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """An application that gets upload callbacks: its URL, and the bodies that came."""
    bodies = []

    class Application(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    with http.server.HTTPServer(("127.0.0.1", 0), Application) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", bodies
        server.shutdown()


def octets(value: bytes) -> str:
    """Bytes as text: each is one character."""
    return value.decode("latin-1")


class Offering:
    """A driver in another language: a program that is asked in lines of JSON, and answers so.

    `{"call": NAME, "arguments": [...]}` is answered by `{"result": ...}` or `{"error": ...}`; bytes
    are text in Latin-1. It first answers the list of names of what it offers.
    """

    def __init__(self, program: Any) -> None:
        self._program = program
        for name in json.loads(program.stdout.readline()):
            setattr(self, name, partial(self._ask, name))

    def _ask(self, name: str, *arguments: Any) -> Any:
        plain = json.dumps({"call": name, "arguments": arguments}, default=octets)
        self._program.stdin.write(plain + "\n")
        self._program.stdin.flush()
        answer = json.loads(self._program.stdout.readline())
        if "error" in answer:
            raise Different(answer["error"])
        result = answer["result"]
        return result.encode("latin-1") if name in ("get", "part") else result


if __name__ == "__main__":
    PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(sys.argv[1:], text=True, **PIPES) as driver:
        run(Offering(driver))
        driver.stdin.close()
