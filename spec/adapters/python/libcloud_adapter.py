"""The adapter for Apache Libcloud, whose storage driver for OSS signs the query of every request.

So what it sends is a presigned URL, and `v1.presign` is its one operation. Requests go through the
driver's connection as far as its HTTP connection, which keeps them and sends nothing.
"""

import time
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode, urlsplit

import libcloud
from libcloud.common.types import LibcloudError
from libcloud.storage.base import Container
from libcloud.storage.drivers import oss

from adapter import (
    Adapter,
    Clock,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    endpoint,
    names_in,
    parameter,
    required,
    serve,
    unique,
)
from noting import signed_strings

# The end of the last year that the clock of Python shows.
LAST_EXPIRY = 253402300799
DOMAIN = "." + oss.OSSConnection._domain

# The parameters that methods of the driver write into the path, where they are signed, and in their
# order; and those that they add to the URL afterwards.
SIGNED = [("uploads",), ("uploadId",), ("uploadId", "partNumber")]
UNSIGNED = {"prefix", "marker", "delimiter", "max-uploads", "key-marker", "upload-id-marker"}

# What methods of the driver send, by HTTP method, whether there is a key, and the names that they
# write into the path. None uploads in parts.
SENT = {
    *(("GET", True, ()), ("HEAD", True, ()), ("PUT", True, ()), ("DELETE", True, ())),
    *(("GET", False, ()), ("GET", False, ("uploads",)), ("DELETE", True, ("uploadId",))),
}


def unreachable(given: dict[str, Any]) -> str | None:
    """What no method of the driver sends."""
    method, is_key = given.get("method"), given.get("key") is not None
    if (method, is_key, tuple(names_in(given, "query") - UNSIGNED)) not in SENT:
        return "no method of the driver sends this"
    headers = names_in(given, "headers")
    if method != "PUT" and headers:
        return "only an upload has headers"
    if method == "PUT" and "content-type" not in headers:
        return "an upload has a Content-Type, always"
    expires = given.get("expires")
    if expires is not None and not oss.EXPIRATION_SECONDS <= expires <= LAST_EXPIRY:
        return "each expiry is fifteen minutes after the time of the clock"
    return None


class Kept(Exception):
    """Ends a request at the connection, after it was signed."""


class Recorder:
    """The HTTP connection of the driver: keeps what it is handed."""

    def __init__(self, host: str, port: int, secure: bool, **options: Any) -> None:
        self.origin = ("https://" if secure else "http://") + host

    def request(self, method: str, url: str, **options: Any) -> None:
        raise Kept(self.origin + url)

    def close(self) -> None:
        """There is nothing to close; the driver calls it when a request has failed."""


def freeze(clock: Clock) -> None:
    """Shows `clock` to the driver, and to nothing else in the process."""
    oss.time = SimpleNamespace(
        time=lambda: clock.now,
        gmtime=lambda: time.gmtime(clock.now),
        strftime=time.strftime,
    )


def placed(given: dict[str, Any]) -> tuple[bool, str]:
    """Whether TLS is asked for, and the location in the endpoint, all that the driver takes."""
    if given.get("addressing") not in (None, "virtual-host"):
        raise Unsupported("the driver puts the bucket before the host, always")
    parts = urlsplit(endpoint(given))
    location = parts.netloc[: -len(DOMAIN)] if parts.netloc.endswith(DOMAIN) else ""
    if parts.scheme not in ("http", "https") or not location or "." in location:
        raise Unsupported(f"the driver's endpoints are a location and {DOMAIN}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise Unsupported("the driver's endpoints have no path")
    return parts.scheme == "https", location


def parameters(given: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The query that a method of the driver writes into the path, and that which it adds to it."""
    query = unique(given.get("query"))
    added = {name: query.pop(name) for name in list(query) if name in UNSIGNED}
    if None in added.values():
        raise Unsupported("the driver sends no bare name but uploads")
    if not query:
        return "", added
    for names in SIGNED:
        if set(query) == set(names) and (query[names[0]] is None) == (names == ("uploads",)):
            if names == ("uploads",):
                return "?uploads", added
            return "?" + urlencode({name: query[name] for name in names}), added
    raise Unsupported("no method of the driver sends this query")


def container_of(given: dict[str, Any]) -> Container:
    """The bucket of the input, with a driver whose connection sends nothing."""
    secure, location = placed(given)
    credentials = given.get("credentials") or {}
    if credentials.get("securityToken") is not None:
        raise Unsupported("the driver takes no security token")
    if given.get("bucket") is None:
        raise Unsupported("without a bucket the driver sends to a host of its own")
    driver = oss.OSSStorageDriver(
        credentials.get("accessKeyId"), credentials.get("accessKeySecret"), secure=secure
    )
    driver.connection.conn_class = Recorder
    return Container(given["bucket"], {"location": location}, driver)


class LibcloudAdapter(Adapter):
    """Signature V1 in a URL by Apache Libcloud."""

    name = "apache-libcloud"
    version = libcloud.__version__

    def __init__(self) -> None:
        self.clock = Clock()
        freeze(self.clock)

    def operations(self) -> Operations:
        return {"v1.presign": self.v1_presign}

    def v1_presign(self, given: dict[str, Any]) -> Performed:
        """The call that all methods of the driver make; it takes the expiry as a parameter."""
        self.clock.now = given.get("time") or 0
        method, expires = required(given, "method"), required(given, "expires")
        container = container_of(given)
        driver = container.driver
        written, added = parameters(given)
        key = given.get("key")
        path = "/" if key is None else driver._get_object_path(container, key)
        headers = unique(given.get("headers"))

        def presign() -> str:
            driver.connection.connection = None
            try:
                driver.connection.request(
                    path + written,
                    params=dict(added, Expires=expires),
                    headers=headers,
                    method=method,
                    container=container,
                )
            except Kept as kept:
                return str(kept)
            raise AssertionError("the driver sent nothing")

        with signed_strings(oss) as stages:
            url = presign()
        output = {
            "url": url,
            "signature": parameter(url, "Signature"),
            "stages": stages,
        }
        return Performed(output, presign)

    def unreachable(self, operation: str, given: dict[str, Any]) -> str | None:
        return unreachable(given)

    def refusal(self, error: Exception) -> Refusal | None:
        if not isinstance(error, (LibcloudError, ValueError)):
            return None
        return Refusal(None, str(error))


if __name__ == "__main__":
    serve(LibcloudAdapter())
