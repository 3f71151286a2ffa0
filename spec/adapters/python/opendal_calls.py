"""Which call of OpenDAL sends a request, and whether it sent that request.

OpenDAL has no call that takes any request. Those that it has are made where they send what a vector
asks for, and all else is unsupported.
"""

from collections.abc import Awaitable, Callable, Iterable
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import unquote, urlsplit

from adapter import DEFAULT_ENDPOINT, Unsupported, required, unique

META = "x-oss-meta-"
METHODS = {"GET": "read", "HEAD": "stat", "PUT": "write", "DELETE": "delete"}
# What presigning adds to the query.
ADDED = ("OSSAccessKeyId=", "Expires=", "Signature=", "security-token=")

# The parameters and headers that a call of OpenDAL takes, by its option, for each method.
OVERRIDING = {"response-content-disposition": "content_disposition"}
READING = {"if-match": "if_match", "if-none-match": "if_none_match"}
SINCE = {"if-modified-since": "if_modified_since", "if-unmodified-since": "if_unmodified_since"}
WRITING = {
    "content-type": "content_type",
    "content-disposition": "content_disposition",
    "content-encoding": "content_encoding",
    "cache-control": "cache_control",
}
ENCRYPTING = {
    "x-oss-server-side-encryption": "server_side_encryption",
    "x-oss-server-side-encryption-key-id": "server_side_encryption_key_id",
}


class Call:
    """The options of OpenDAL's calls that say what a request of the vectors has."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.method = required(given, "method")
        self.key = given.get("key")
        self.host = urlsplit(given.get("endpoint") or DEFAULT_ENDPOINT).hostname or ""
        self.query = unique(given.get("query"))
        headers = unique(given.get("headers"))
        self.headers = {name.lower(): value for name, value in headers.items()}
        if len(self.headers) != len(headers):
            raise Unsupported("a call of OpenDAL has each header once")
        self.configuration: dict[str, str] = {}

    def options(self) -> dict[str, Any]:
        """The keyword arguments of the call; whatever they cannot say is unsupported."""
        headers, query = dict(self.headers), dict(self.query)
        options: dict[str, Any] = {}
        if self.method in ("GET", "HEAD"):
            options.update(taken(headers, READING))
            if self.method == "GET":
                options.update(moments(headers))
                options.update(taken(query, OVERRIDING))
        elif self.method == "PUT":
            options.update(taken(headers, WRITING))
            self.configuration = taken(headers, ENCRYPTING)
            if headers.get("x-oss-forbid-overwrite") == "true":
                options["if_not_exists"] = bool(headers.pop("x-oss-forbid-overwrite"))
            metadata = {name: headers.pop(name) for name in list(headers) if name.startswith(META)}
            if metadata:
                options["user_metadata"] = {name[len(META) :]: metadata[name] for name in metadata}
        if self.method != "PUT":
            options.update(taken(query, {"versionId": "version"}))
        if headers or query:
            raise Unsupported("no call of OpenDAL sends {}".format(", ".join([*headers, *query])))
        return options

    def sending(self) -> Callable[[Any], Awaitable[Any]]:
        """The call of a client that sends such a request with its headers signed."""
        if self.key is None:
            prefix, options = self.listing()
            return lambda operator: listed(operator, prefix, options)
        name, options = METHODS.get(self.method), self.options()
        if name is None:
            raise Unsupported(f"no call of OpenDAL has the method {self.method}")
        data = [b""] if name == "write" else []

        async def send(operator: Any) -> None:
            await getattr(operator, name)(self.key, *data, **options)

        return send

    def listing(self) -> tuple[str, dict[str, Any]]:
        """The prefix and the options that list a bucket with a query of this kind."""
        query = dict(self.query)
        options: dict[str, Any] = {"recursive": query.pop("delimiter", None) != "/"}
        if "versions" in query:
            options["versions"] = query.pop("versions") is None
        elif query.pop("list-type", None) != "2":
            raise Unsupported("OpenDAL lists a bucket by ListObjectsV2 alone")
        prefix = query.pop("prefix", None) or ""
        count = query.pop("max-keys", None)
        if count is not None:
            if not count.isascii() or not count.isdigit():
                raise Unsupported("the count of a list is a number")
            options["limit"] = int(count)
        options.update(taken(query, {"start-after": "start_after"}))
        if query or self.headers or self.method != "GET":
            raise Unsupported("no call of OpenDAL sends this query")
        return prefix, options

    def check(self, method: str, target: str, headers: Iterable[tuple[str, str]]) -> None:
        """Refuses to take a request for the vector's if it has other headers or parameters.

        Their values are judged: a call that spoils one was asked for the right one.
        One that goes to the host of somebody else is no other request: OpenDAL took the vector's,
        and sends it there.
        """
        host = urlsplit(target).hostname or ""
        if not host.endswith(self.host):
            return
        pairs = [
            pair.partition("=")
            for pair in urlsplit(target).query.split("&")
            if pair and not pair.startswith(ADDED)
        ]
        if {unquote(name) for name, _, _ in pairs} != set(self.query):
            raise Unsupported("the call of OpenDAL sends another query")
        signed = {
            name: value
            for name, value in headers
            if name.startswith("x-oss-") or name in ("content-type", "content-md5")
        }
        signed.pop("x-oss-security-token", None)
        due = {name: value for name, value in self.headers.items() if name in signed}
        if method != self.method or set(signed) != set(due):
            raise Unsupported("the call of OpenDAL sends another request")


async def listed(operator: Any, prefix: str, options: dict[str, Any]) -> None:
    """Lists a bucket to the end."""
    async for _ in await operator.list(prefix, **options):
        pass


def taken(members: dict[str, str], names: dict[str, str]) -> dict[str, str]:
    """Takes out what has a name of its own among the options."""
    return {names[name]: members.pop(name) for name in list(members) if name in names}


def moments(headers: dict[str, str]) -> dict[str, Any]:
    """The options that hold a date."""
    options = {}
    for name, value in taken(headers, SINCE).items():
        try:
            options[name] = parsedate_to_datetime(value)
        except ValueError:
            raise Unsupported(f"the option {name} is a time") from None
    return options


def presigned_headers(request: Any, call: Call) -> Iterable[tuple[str, str]]:
    """The headers that go with a URL; OpenDAL cannot show them if one is not ASCII."""
    if all(value.isascii() for value in call.headers.values()):
        return request.headers.items()
    return call.headers.items()
