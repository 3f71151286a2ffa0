"""The adapter for Apache OpenDAL, whose storage service for OSS signs with the crate reqsign.

OpenDAL is written in Rust and reads the clock of the system, so this program starts itself again
beneath libfaketime and writes each request's time where that library looks for it. Headers are seen
where they are sent: at a proxy on 127.0.0.1, which this program is as well and which passes nothing
on.
"""

import asyncio
import glob
import os
import sys
from collections.abc import Awaitable
from typing import Any

from adapter import (
    Adapter,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    classified,
    endpoint,
    parameter,
    required,
    serve,
)
from opendal_calls import Call, presigned_headers
from proxy import Proxy, Sent

LIBRARIES = "/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib*/faketime/libfaketime.so.1"
CLOCK = "OPENDAL_ADAPTER_CLOCK"
# A request to the proxy takes a few milliseconds. The runner loses patience first, and asks again.
PATIENCE_IN_SECONDS = 10

# The classes of refusals, by a part of the message.
ERROR_CLASSES = [
    ("The bucket is misconfigured", "invalid-bucket-name"),
    ("endpoint ", "invalid-endpoint"),
    ("expire_second", "invalid-expires"),
]


def start_beneath_a_fake_clock() -> None:
    """Replaces this process by one whose clock does not move, and can be set through a file."""
    found = [path for pattern in LIBRARIES for path in glob.glob(pattern)]
    if not found:
        sys.exit("opendal_adapter.py: there is no libfaketime; on Debian install libfaketime.")
    clock = os.memfd_create("clock", 0)
    os.write(clock, b"0\n")
    environment = {
        # What the service would read in the place of a credential that it is not given.
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith(("ALIBABA_", "ALIYUN_", "NO_PROXY", "ALL_PROXY"))
    }
    environment.update(
        {
            CLOCK: str(clock),
            "LD_PRELOAD": found[0],
            "FAKETIME_TIMESTAMP_FILE": f"/proc/self/fd/{clock}",
            "FAKETIME_FMT": "%s",
            "FAKETIME_NO_CACHE": "1",
            # The event loops of Python and Rust wait by the monotonic clock, which stays true.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
    )
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)


if __name__ == "__main__" and CLOCK not in os.environ:
    start_beneath_a_fake_clock()


class Clock:
    """The file in which libfaketime looks for the time, before each look at it."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def set(self, now: int) -> None:
        if now < 0:
            raise Unsupported("to libfaketime a negative time is a distance from the present")
        line = b"%d\n" % now
        os.pwrite(self.descriptor, line, 0)
        os.ftruncate(self.descriptor, len(line))


class OpenDALAdapter(Adapter):
    """Signature V1 by OpenDAL."""

    name = "opendal"

    def __init__(self) -> None:
        self.clock = Clock(int(os.environ[CLOCK]))
        self.proxy = Proxy()
        self.loop = asyncio.new_event_loop()
        # OpenDAL makes its HTTP client once, and looks for the proxy when it does.
        os.environ["http_proxy"] = os.environ["HTTP_PROXY"] = self.wait(self.proxy.start())
        import opendal  # noqa: PLC0415

        self.opendal = opendal
        self.version = opendal.__version__

    def wait(self, call: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(call, PATIENCE_IN_SECONDS))

    def operations(self) -> Operations:
        return {"v1.header": self.v1_header, "v1.presign": self.v1_presign}

    def operator(self, given: dict[str, Any], place: str, call: Call) -> Any:
        """The client for a request."""
        if given.get("bucket") is None:
            raise Unsupported("OpenDAL makes no request without a bucket")
        credentials = given.get("credentials") or {}
        configuration = {
            "bucket": given["bucket"],
            "endpoint": place,
            "access_key_id": credentials.get("accessKeyId"),
            "access_key_secret": credentials.get("accessKeySecret"),
            "security_token": credentials.get("securityToken"),
            **call.configuration,
        }
        if given.get("addressing") is not None:
            style = given["addressing"]
            configuration["addressing_style"] = "virtual" if style == "virtual-host" else style
        named = {name: value for name, value in configuration.items() if value is not None}
        return self.opendal.AsyncOperator("oss", **named)

    def v1_header(self, given: dict[str, Any]) -> Performed:
        """The call that sends such a request, as far as the proxy."""
        call = Call(given)
        send_with = call.sending()
        # TLS would hide the headers from the proxy; no scheme is signed.
        place = endpoint(given).replace("https://", "http://", 1)
        operator = self.operator(given, place, call)
        self.clock.set(required(given, "time"))

        def send() -> Sent:
            return self.first_signed(send_with(operator))

        sent = send()
        call.check(sent.method, sent.target, sent.headers)
        authorization = dict(sent.headers)["authorization"]
        output = {
            "signature": authorization.rpartition(":")[2],
            "authorization": authorization,
            "headers": [list(header) for header in sent.headers],
            "target": sent.origin,
        }
        return Performed(output, send)

    def first_signed(self, call: Awaitable[Any]) -> Sent:
        """Makes a call, and returns the first signed request that reaches the proxy."""
        self.proxy.sent = []
        try:
            self.wait(call)
        except Exception:
            # What OpenDAL makes of the empty answer comes after the signature.
            if not self.proxy.signed():
                raise
        return self.proxy.signed()[0]

    def v1_presign(self, given: dict[str, Any]) -> Performed:
        """The call that presigns such a request."""
        call = Call(given)
        if call.key is None:
            raise Unsupported("OpenDAL presigns for objects alone")
        options = call.options()
        now = given.get("time") or 0
        self.clock.set(now)
        # OpenDAL counts the expiry from its clock, the protocol from 1970.
        seconds = required(given, "expires") - now
        operator = self.operator(given, endpoint(given), call)
        methods = {
            "GET": operator.presign_read,
            "HEAD": operator.presign_stat,
            "PUT": operator.presign_write,
        }
        if call.method not in methods:
            raise Unsupported(f"OpenDAL presigns no {call.method}")

        async def presign() -> Any:
            return await methods[call.method](call.key, seconds, **options)

        request = self.wait(presign())
        call.check(request.method, request.url, presigned_headers(request, call))
        output = {"url": request.url, "signature": parameter(request.url, "Signature")}
        return Performed(output, lambda: self.wait(presign()))

    def refusal(self, error: Exception) -> Refusal | None:
        exceptions = self.opendal.exceptions
        own = (exceptions.Error, exceptions.Unexpected, exceptions.Unsupported)
        own += (exceptions.ConfigInvalid, exceptions.IsADirectory, exceptions.NotFound)
        if not isinstance(error, (*own, OverflowError, ValueError)):
            return None
        return classified(str(error).partition("\n\nBacktrace")[0], ERROR_CLASSES)


if __name__ == "__main__":
    serve(OpenDALAdapter())
