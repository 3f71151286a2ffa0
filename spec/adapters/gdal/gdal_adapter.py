"""The adapter for GDAL, whose file system /vsioss/ signs with V1.

GDAL is written in C++, and Debian packages its view for Python. Its option CPL_OSS_TIMESTAMP is the
clock. The headers are seen where libcurl sends them: at a proxy on 127.0.0.1. URLs need no server.
"""

import asyncio
import threading
from collections.abc import Callable
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from osgeo import gdal

from adapter import (
    Adapter,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    endpoint,
    parameter,
    required,
    serve,
    unique,
    utc,
)
from proxy import Proxy, Sent

ADDRESSING = {None: None, "virtual-host": "TRUE", "path": "FALSE"}


class Refused(Exception):
    """GDAL sends nothing, and says why."""


def configured(given: dict[str, Any], options: dict[str, str | None]) -> str:
    """Sets the options that say what a request has, and returns the name of its file."""
    if given.get("addressing") not in ADDRESSING:
        raise Unsupported("no option asks for this addressing")
    credentials = given.get("credentials") or {}
    if credentials.get("securityToken") is not None:
        raise Unsupported("no option takes a security token")
    if given.get("bucket") is None and given.get("key") is not None:
        raise Unsupported("the name of a file begins with its bucket")
    scheme, _, host = endpoint(given).rpartition("://")
    if scheme not in ("http", "https") or set(host) & set("/?#@"):
        raise Unsupported("the options are a host, and whether TLS is used")
    options = {
        # Without a value GDAL would look for one in the environment.
        "OSS_ACCESS_KEY_ID": credentials.get("accessKeyId") or "",
        "OSS_SECRET_ACCESS_KEY": credentials.get("accessKeySecret") or "",
        "OSS_ENDPOINT": host,
        "OSS_HTTPS": "NO" if scheme == "http" else "YES",
        "OSS_VIRTUAL_HOSTING": ADDRESSING[given.get("addressing")],
        **options,
    }
    for name, value in options.items():
        gdal.SetConfigOption(name, value)
    gdal.VSICurlClearCache()
    gdal.ErrorReset()
    names = [given[name] for name in ("bucket", "key") if given.get(name) is not None]
    return "/vsioss/" + "/".join(names)


def get(name: str, headers: list[str]) -> None:
    """Opens a file to read."""
    opened(name, "rb", [])


def put(name: str, headers: list[str]) -> None:
    """Writes an empty file, with the headers that are options of opening."""
    opened(name, "wb", headers)


def opened(name: str, mode: str, options: list[str]) -> None:
    """Opens a file, and closes it."""
    file = gdal.VSIFOpenExL(name, mode, 1, options)
    if file is not None:
        gdal.VSIFCloseL(file)


def delete(name: str, headers: list[str]) -> None:
    """Deletes a file, after a look at it."""
    gdal.Unlink(name)


def listed(name: str, headers: list[str]) -> None:
    """Lists a folder."""
    gdal.ReadDir(name)


CALLS = {"GET": get, "PUT": put, "DELETE": delete}


def calling(given: dict[str, Any]) -> tuple[str, Callable[[str, list[str]], None]]:
    """The part of the file's name that is a prefix, and the call that sends such a request."""
    method, query = required(given, "method"), unique(given.get("query"))
    if given.get("key") is None:
        prefix = query.pop("prefix", None)
        if method != "GET" or query.pop("delimiter", "/") != "/" or query:
            raise Unsupported("without a key GDAL lists, and no more")
        return prefix or "", listed
    if query or method not in CALLS:
        raise Unsupported("no call of GDAL sends this request")
    return "", CALLS[method]


class GDALAdapter(Adapter):
    """Signature V1 by /vsioss/, in headers and in URLs."""

    name = "gdal"
    version = gdal.__version__
    language = "c++"

    def __init__(self) -> None:
        self.proxy = Proxy()
        loop = asyncio.new_event_loop()
        address = loop.run_until_complete(self.proxy.start())
        threading.Thread(target=loop.run_forever, daemon=True).start()
        gdal.SetConfigOption("GDAL_HTTP_PROXY", address.removeprefix("http://"))
        gdal.SetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR")

    def operations(self) -> Operations:
        return {"v1.header": self.v1_header, "v1.presign": self.v1_presign}

    def v1_header(self, given: dict[str, Any]) -> Performed:
        """The call that sends such a request, as far as the proxy."""
        prefix, call = calling(given)
        headers = unique(given.get("headers"))
        if (headers and call is not put) or "content-length" in map(str.lower, headers):
            raise Unsupported("a call of GDAL takes headers to write a file alone, and no length")
        time = utc(required(given, "time"))
        # TLS would hide the headers from the proxy; no scheme is signed.
        options = {
            "CPL_OSS_TIMESTAMP": formatdate(time.timestamp(), usegmt=True),
            "OSS_HTTPS": "NO",
        }
        name = configured(given, options) + (f"/{prefix}" if prefix else "")

        def send() -> Sent:
            self.proxy.sent = []
            call(name, [f"{title}={value}" for title, value in headers.items()])
            for sent in self.proxy.signed():
                if sent.method == given["method"]:
                    return sent
            raise Refused(gdal.VSIGetLastErrorMsg() or gdal.GetLastErrorMsg() or "nothing is sent")

        sent = send()
        check(given, sent)
        authorization = dict(sent.headers)["authorization"]
        output = {
            "signature": authorization.rpartition(":")[2],
            "authorization": authorization,
            "headers": [list(header) for header in sent.headers],
            "target": sent.origin,
        }
        return Performed(output, send)

    def v1_presign(self, given: dict[str, Any]) -> Performed:
        """The function that makes a URL."""
        if given.get("headers") or given.get("query") or given.get("key") is None:
            raise Unsupported("GDAL's URLs are of a key, a method and an expiry")
        now = given.get("time") or 0
        options = [
            "VERB=" + required(given, "method"),
            "START_DATE=" + utc(now).strftime("%Y%m%dT%H%M%SZ"),
            f"EXPIRATION_DELAY={required(given, 'expires') - now}",
        ]
        name = configured(given, {})

        def presign() -> str:
            url = gdal.GetSignedURL(name, options)
            if url is None:
                raise Refused(gdal.VSIGetLastErrorMsg() or gdal.GetLastErrorMsg())
            return url

        url = presign()
        return Performed({"url": url, "signature": parameter(url, "Signature")}, presign)

    def refusal(self, error: Exception) -> Refusal | None:
        return Refusal(None, str(error)) if isinstance(error, (Refused, ValueError)) else None


def check(given: dict[str, Any], sent: Sent) -> None:
    """Refuses to take a request for the vector's if it has other parameters or signed headers."""
    query = parse_qsl(urlsplit(sent.target).query, keep_blank_values=True)
    due = {name.lower() for name in unique(given.get("headers"))}
    added = {
        name
        for name, _ in sent.headers
        if name.startswith("x-oss-") or name in ("content-type", "content-md5")
    }
    if dict(query) != unique(given.get("query")) or added - due:
        raise Unsupported("the call of GDAL sends another request")
    if due - {name for name, _ in sent.headers}:
        raise Unsupported("the call of GDAL does not take these headers")


if __name__ == "__main__":
    serve(GDALAdapter())
