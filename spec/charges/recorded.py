"""What a recorded request asks for, as the input of an operation of the oracle."""

import base64
import calendar
import re
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from recorder import Sent

SECRET = "ExampleSecret0000000000000000ab"
BUCKET = "examplebucket"
# The headers that are no part of an input, and what is one of the credentials.
OWN = {"host", "date", "authorization", "x-oss-security-token"}
# The parameters that presigning adds, and those of a call of STS that are members of an input.
PRESIGNING = {"OSSAccessKeyId", "Expires", "Signature", "security-token"}
PRESIGNING |= {"x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires"}
PRESIGNING |= {"x-oss-security-token", "x-oss-additional-headers", "x-oss-signature"}
STS = {
    "Action": "action",
    "Version": "version",
    "Format": "format",
    "SignatureNonce": "nonce",
    **dict.fromkeys(["AccessKeyId", "SecurityToken", "Signature", "Timestamp"]),
    **dict.fromkeys(["SignatureMethod", "SignatureVersion"]),
}


class Received(NamedTuple):
    """An operation with its input, and the signature that came."""

    operation: str
    given: dict[str, Any]
    signature: str


def text(value: bytes) -> Any:
    """Bytes in the form of the protocol."""
    try:
        return value.decode("utf-8")
    except ValueError:
        return {"base64": base64.b64encode(value).decode("ascii")}


def decoded(part: str) -> Any:
    """A name or a value of a query, or a path: OSS reads a plus sign as a space (PRE-PATH-1)."""
    return text(unquote_to_bytes(part.replace("+", " ").encode("latin-1")))


def parameters(query: str) -> list[list[Any]]:
    """The parameters of a query, null for the value of a bare name."""
    parts = [part.partition("=") for part in query.split("&") if part]
    return [[decoded(name), decoded(value) if mark else None] for name, mark, value in parts]


def signed(sent: Sent) -> bool:
    """Whether a request has a signature."""
    return bool(sent.header("authorization")) or "signature=" in sent.target.lower()


def read(sent: Sent) -> Received:
    """The operation and the input of a signed request."""
    path, _, query = re.sub(r"^https?://[^/?]*", "", sent.target).partition("?")
    pairs, authorization = parameters(query), sent.header("authorization")
    if any(name == "Action" for name, _ in pairs):
        return read_call(sent, pairs)
    bucket, key = place(sent, path)
    is_temporary = "STS." in query + authorization
    given = {
        "method": sent.method,
        "bucket": bucket,
        "key": key,
        "query": pairs,
        "headers": [
            [name, text(value.encode("latin-1"))]
            for name, value in sent.headers
            if name.lower() not in OWN
        ],
        "credentials": {
            "accessKeyId": ("STS." if is_temporary else "") + "exampleAccessKeyID00",
            "accessKeySecret": SECRET,
            "securityToken": sent.header("x-oss-security-token") or None,
        },
    }
    if not authorization:
        return read_url(given)
    if authorization.startswith("OSS4"):
        given["headers"] = [one for one in given["headers"] if one[0].lower() != "x-oss-date"]
        scope = re.search("Credential=([^,]*)", authorization)
        given.update(region=region(scope), time=moment(sent.header("x-oss-date")))
        return Received("v4.header", given, authorization.rpartition("Signature=")[2])
    given["time"] = int(parsedate_to_datetime(sent.header("date")).timestamp())
    listed = re.search("AdditionalHeaders:([^,]*),", authorization)
    given["additionalHeaders"] = listed[1].split(";") if listed else []
    version = "v2" if authorization.startswith("OSS2") else "v1"
    return Received(f"{version}.header", given, authorization.rpartition(":")[2])


def region(scope: re.Match[str] | None) -> str | None:
    """The region in the scope of a credential: an ID, a day, a region, a product and a word."""
    parts = scope[1].split("/") if scope else []
    return parts[2] if len(parts) == 5 else None


def read_url(given: dict[str, Any]) -> Received:
    """A URL that is signed with V1 or V4."""
    values = dict(given["query"])
    given["query"] = [pair for pair in given["query"] if pair[0] not in PRESIGNING]
    given["endpoint"] = "https://oss-cn-hangzhou.aliyuncs.com"
    if "x-oss-signature" in values:
        listed = values.get("x-oss-additional-headers")
        given["credentials"]["securityToken"] = values.get("x-oss-security-token")
        given.update(
            expires=int(values["x-oss-expires"]),
            time=moment(values["x-oss-date"]),
            region=region(re.match("(.*)", values["x-oss-credential"])),
            additionalHeaders=listed.split(";") if listed else [],
        )
        return Received("v4.presign", given, values["x-oss-signature"])
    given["credentials"]["securityToken"] = values.get("security-token")
    given.update(expires=int(values["Expires"]), time=0)
    return Received("v1.presign", given, values["Signature"])


def moment(digits: str) -> int:
    """The seconds of a time such as 20231216T162057Z, with any marks between the numbers."""
    parts = re.fullmatch(r"(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)Z", digits)
    return calendar.timegm(tuple(map(int, parts.groups())))


def place(sent: Sent, path: str) -> tuple[str | None, Any]:
    """The bucket, before the host or first in the path of an address, and the key."""
    host, path = sent.header("host"), path.removeprefix("/")
    bucket = None if host.startswith("oss-") else BUCKET
    if host.startswith("127.0.0.1"):
        bucket, _, path = path.partition("/")
    return bucket or None, decoded(path) if path else None


def read_call(sent: Sent, pairs: list[list[Any]]) -> Received:
    """A call of STS."""
    values = dict(pairs)
    given = {member: values[name] for name, member in STS.items() if member}
    given.update(
        method=sent.method,
        parameters=[pair for pair in pairs if pair[0] not in STS],
        credentials={"accessKeyId": values["AccessKeyId"], "accessKeySecret": SECRET},
        time=moment(values["Timestamp"]),
        endpoint="https://" + sent.header("host"),
    )
    return Received("sts.rpc", given, values["Signature"])
