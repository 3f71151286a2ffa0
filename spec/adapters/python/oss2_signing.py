"""How oss2 signs requests: V1, V2 and V4, in headers and in URLs."""

import contextlib
import re
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import oss2
from oss2.credentials import StaticCredentialsProvider

from adapter import (
    Clock,
    Performed,
    Unsupported,
    addressing,
    endpoint,
    names_in,
    required,
    sent,
    unique,
    utc,
)
from noting import noting
from transport import prepare
from wire import Wire

ADDRESSING = {
    "virtual-host": {},
    "path": {"is_path_style": True},
    "cname": {"is_cname": True},
}

# By version: the SDK's auth without a token and with one, and the parameter of its signature.
VERSIONS = {
    "v1": (oss2.Auth, oss2.ProviderAuth, "Signature"),
    "v2": (oss2.AuthV2, oss2.ProviderAuthV2, "x-oss-signature"),
    "v4": (oss2.AuthV4, oss2.ProviderAuthV4, "x-oss-signature"),
}

# The methods of each auth that make its steps.
STEPS = {
    "v1": {
        "canonicalizedHeaders": "get_headers_bytes",
        "canonicalizedResource": "get_resource_string",
        "stringToSign": "get_bytes_to_sign",
    },
    "v2": {
        "canonicalizedHeaders": "get_canonicalized_oss_headers_bytes",
        "canonicalizedResource": "get_resource_string",
        "stringToSign": "get_bytes_to_sign",
    },
    "v4": {
        "canonicalUri": "get_canonical_uri",
        "canonicalQuery": "get_canonical_query",
        "canonicalHeaders": "get_canonical_headers_bytes",
        "additionalHeaders": "get_canonical_additional_signed_headers",
        "canonicalRequest": "get_canonical_request_bytes",
        "scope": "get_scope",
        "stringToSign": "get_string_to_sign_bytes",
    },
}

CLOUD_BOX = "oss-cloudbox"


def written_parameters() -> set[str]:
    """The names of the parameters that calls of `Service` and `Bucket` write, from their source."""
    constants = {**vars(oss2.Service), **vars(oss2.Bucket)}
    written = {value for value in constants.values() if isinstance(value, str)}
    source = Path(oss2.api.__file__).read_text(encoding="utf-8")
    return written.union(re.findall(r"'([\w-]+)' *[:\]]", source))


METHODS = {"GET", "PUT", "POST", "HEAD", "DELETE", "OPTIONS"}
PARAMETERS = written_parameters()


def unreachable(operation: str, given: dict[str, Any]) -> str | None:
    """What no public call sends: each rule of `Service`, `Bucket` and their auth, once."""
    if operation == "live.publish" and given.get("parameters"):
        return "Bucket.sign_rtmp_url takes the name of a playlist, and no other parameter"
    if operation.endswith(".presign") and given.get("key") is None:
        return "Bucket.sign_url makes URLs of keys alone"
    return unsendable(given) if operation.endswith(".header") else None


def unsendable(given: dict[str, Any]) -> str | None:
    """What no call sends that signs in the headers."""
    if given.get("additionalHeaders"):
        return "Bucket.sign_url takes additional headers, and no call that sends a request does"
    if given.get("method") not in METHODS:
        return "each call that sends a request writes its method itself"
    # The calls for objects take further parameters from the caller, those for buckets do not.
    if given.get("key") is None and names_in(given, "query") - PARAMETERS:
        return "no call for a bucket sends these parameters"
    return None


def freeze(clock: Clock) -> None:
    """Shows `clock`, and sets of one order, to the SDK and to nothing else in the process.

    `oss2.auth` counts an expiry from `time.time()`, and V4 signs `datetime.utcnow()`;
    `oss2.utils.http_date` writes the Date header with `formatdate`, which takes the present when it
    is given no time.
    """
    oss2.auth.set = AnyOrder
    oss2.auth.time = SimpleNamespace(time=lambda: clock.now)
    oss2.auth.datetime = SimpleNamespace(utcnow=lambda: utc(clock.now))
    oss2.utils.formatdate = lambda given=None, **options: formatdate(
        clock.now if given is None else given, **options
    )


class AnyOrder(frozenset):
    """A set with an order, so that each run is like the others, and one that shows who sorts.

    The SDK keeps the names of additional headers in a set, whose order Python chooses again in
    each process.
    """

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(super().__iter__(), reverse=True))

    def __and__(self, other: Any) -> "AnyOrder":
        return AnyOrder(super().__and__(other))


def made_auth(version: str, given: dict[str, Any]) -> Any:
    """The SDK's auth for the credentials of the input."""
    credentials = given.get("credentials") or {}
    key_pair = credentials.get("accessKeyId"), credentials.get("accessKeySecret")
    token = credentials.get("securityToken")
    without_token, with_token, _ = VERSIONS[version]
    if token is None:
        return without_token(*key_pair)
    return with_token(StaticCredentialsProvider(*key_pair, token))


class NoTransport:
    """A session that sends nothing and answers every request with an empty success.

    The request target is that of the SDK's own session.
    """

    def __init__(self, auth: "RecordingAuth") -> None:
        self.auth = auth

    def do_request(self, request: oss2.http.Request, timeout: Any) -> SimpleNamespace:
        wire = Wire()
        bare = oss2.http.Request(request.method, request.url, params=request.params)
        self.auth.target = wire.target(lambda: oss2.Session(adapter=wire).do_request(bare, timeout))
        return SimpleNamespace(status=200, headers={})


class RecordingAuth:
    """Is between a client and the SDK's auth, and keeps what was signed."""

    def __init__(self, version: str, given: dict[str, Any]) -> None:
        self.version = version
        self.auth = made_auth(version, given)
        # A caller who names no additional headers leaves the SDK to its default.
        named = given.get("additionalHeaders")
        self.options = {"in_additional_headers": named} if named and version != "v1" else {}
        self.signed: tuple[oss2.http.Request, str, str]
        self.notes: dict[str, str] = {}
        self.target: dict[str, str] = {}

    def auth_version(self) -> str:
        return self.auth.auth_version()

    def sign(self, *request: Any) -> None:
        """Signs as a client has it signed; a client itself hands over no additional headers."""
        self.auth._sign_request(*request, **self.options)

    def _sign_request(self, *request: Any) -> None:
        with self.noted():
            self.sign(*request)
        self.signed = request

    def _sign_url(self, *request_and_expires: Any, **options: Any) -> str:
        with self.noted():
            url = self.auth._sign_url(*request_and_expires, **options)
        self.signed = request_and_expires[:3]
        return url

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Notes the steps of what is signed first; what is signed again is timed."""
        if self.notes:
            yield
            return
        prefix = f"_{VERSIONS[self.version][1].__name__}__"
        names = {step: prefix + method for step, method in STEPS[self.version].items()}
        with noting(self.auth, names) as self.notes:
            yield

    def stages(self) -> dict[str, str]:
        """The steps of the signature, as the methods that signing calls returned them."""
        steps = dict(self.notes)
        if self.version == "v2":
            steps["additionalHeaders"] = steps["stringToSign"].rsplit("\n", 2)[1]
        if self.version == "v4":
            steps["canonicalRequestHash"] = steps["stringToSign"].rpartition("\n")[2]
        return steps


def connected(given: dict[str, Any], auth: RecordingAuth) -> Any:
    """The client for a request, a `Bucket` or a `Service`, that signs with the auth."""
    options = dict(addressing(given, ADDRESSING), **scope(given), session=NoTransport(auth))
    if given.get("bucket") is not None:
        return oss2.Bucket(auth, endpoint(given), given["bucket"], **options)
    if given.get("key") is not None:
        raise Unsupported("a key needs a bucket")
    options.pop("is_cname", None)  # A Service has no such option.
    return oss2.Service(auth, endpoint(given), **options)


def scope(given: dict[str, Any]) -> dict[str, str | None]:
    """The client's options for the region and the product."""
    region, product = given.get("region"), given.get("product")
    if product in (None, "oss"):
        return {"region": region}
    if product == CLOUD_BOX:
        return {"region": region, "cloudbox_id": region}
    raise Unsupported(f"the SDK signs for oss and {CLOUD_BOX} alone")


def parameters(given: dict[str, Any]) -> dict[str, str]:
    """The query, where a bare name has an empty value, as the SDK's own calls have it."""
    query = unique(given.get("query"))
    return {name: "" if value is None else value for name, value in query.items()}


def sending(given: dict[str, Any], auth: RecordingAuth, maps: dict[str, Any]) -> None:
    """The generic call of a service, a bucket or an object."""
    client = connected(given, auth)
    method = required(given, "method")
    if given.get("bucket") is None:
        client._do(method, "", "", **maps)
    elif given.get("key") is None:
        client._Bucket__do_bucket(method, **maps)
    else:
        client._Bucket__do_object(method, given["key"], **maps)


def header(
    version: str,
    clock: Clock,
    given: dict[str, Any],
    send: Callable[..., None] = sending,
    refuse: Callable[..., None] = prepare,
) -> Performed:
    """The request that a call sends, with its signature in the headers, up to the transport."""
    clock.now = required(given, "time")
    auth = RecordingAuth(version, given)
    maps = {"params": parameters(given), "headers": unique(given.get("headers"))}
    send(given, auth, maps)
    headers = auth.signed[0].headers
    authorization = headers["authorization"]
    mark = {"v1": ":", "v2": "Signature:", "v4": "Signature="}[version]
    output = {
        "signature": authorization.rpartition(mark)[2].partition(",")[0],
        "authorization": authorization,
        "headers": sent(headers),
        **auth.target,
        "stages": auth.stages(),
    }
    refuse(output)
    return Performed(output, lambda: auth.sign(*auth.signed))


def presign(version: str, clock: Clock, given: dict[str, Any]) -> Performed:
    """`Bucket.sign_url`; without a key, which it refuses, the calls that it makes itself."""
    clock.now = given.get("time") or 0
    auth = RecordingAuth(version, given)
    client = connected(given, auth)
    method = required(given, "method")
    expires = required(given, "expires")
    if version != "v4":
        expires -= clock.now  # The SDK counts the expiry from its clock, the protocol from 1970.
    headers, params = unique(given.get("headers")), parameters(given)

    def sign() -> str:
        if given.get("key") is not None:
            more = auth.options.get("in_additional_headers")
            return client.sign_url(
                method, given["key"], expires, headers, params, additional_headers=more
            )
        bucket = given.get("bucket") or ""
        url = client._make_url(bucket, "")
        scoped = {name: getattr(client, name) for name in ("region", "product", "cloudbox_id")}
        request = oss2.http.Request(method, url, headers=headers, params=params, **scoped)
        return auth._sign_url(request, bucket, "", expires, **auth.options)

    output = {
        "url": sign(),
        "signature": auth.signed[0].params[VERSIONS[version][2]],
        "stages": auth.stages(),
    }
    return Performed(output, sign)
