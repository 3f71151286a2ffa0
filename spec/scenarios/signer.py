"""The signatures V1 and V4 of OSS, for client.py (signature-v1.md, signature-v4.md)."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import formatdate
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

SUBRESOURCES = {"append", "partNumber", "position", "security-token", "uploadId", "uploads"}
NOTHING: Mapping[str, str] = MappingProxyType({})


class Credentials(NamedTuple):
    """One value, replaced as a whole (CRED-VAL-1); without an end it is a pair that lasts."""

    key_id: str
    secret: str
    token: str = ""
    end: float = float("inf")


class Request(NamedTuple):
    """What is asked of OSS; without a key it is about the bucket."""

    method: str
    key: str = ""
    query: Mapping[str, str] = NOTHING
    body: bytes = b""
    headers: Mapping[str, str] = NOTHING
    repeatable: bool = True


class Signer:
    """Signs with V1 or V4 what is asked of one bucket."""

    def __init__(self, bucket: str, region: str, is_v4: bool) -> None:
        self.bucket, self.region, self.is_v4 = bucket, region, is_v4

    def headers(self, request: Request, used: Credentials, now: float) -> dict[str, str]:
        """The headers of a request with date, token and signature."""
        headers = {**request.headers}
        if used.token:
            headers["x-oss-security-token"] = used.token
        if self.is_v4:
            date, scope = self.date_and_scope(now)
            headers |= {"x-oss-date": date, "x-oss-content-sha256": "UNSIGNED-PAYLOAD"}
            signature = self.v4(request, headers, now, used.secret)
            value = f"OSS4-HMAC-SHA256 Credential={used.key_id}/{scope},Signature={signature}"
            return {**headers, "Authorization": value}
        headers["Date"] = formatdate(now, usegmt=True)
        signature = self.v1(request, headers, headers["Date"], used.secret)
        return {**headers, "Authorization": f"OSS {used.key_id}:{signature}"}

    def query(self, method: str, key: str, used: Credentials, now: float, life: int) -> Request:
        """A request with the signature in its query, for a URL that works for some seconds."""
        query: dict[str, str] = {}
        request = Request(method, key, query)
        if used.token:
            query["x-oss-security-token" if self.is_v4 else "security-token"] = used.token
        if self.is_v4:
            date, scope = self.date_and_scope(now)
            query |= {"x-oss-signature-version": "OSS4-HMAC-SHA256", "x-oss-expires": str(life)}
            query |= {"x-oss-date": date, "x-oss-credential": f"{used.key_id}/{scope}"}
            query["x-oss-signature"] = self.v4(request, {}, now, used.secret)
            return request
        end = str(int(now) + life)
        signature = self.v1(request, {}, end, used.secret)
        query |= {"Expires": end, "OSSAccessKeyId": used.key_id, "Signature": signature}
        return request

    def v1(self, request: Request, headers: dict[str, str], date: str, secret: str) -> str:
        names = sorted(name for name in headers if name.startswith("x-oss-"))
        signed = [(it, request.query[it]) for it in sorted(SUBRESOURCES & set(request.query))]
        marks = "&".join(f"{name}={value}" if value else name for name, value in signed)
        resource = f"/{self.bucket}/{request.key}" + (f"?{marks}" if marks else "")
        lines = [request.method, "", "", date, *(f"{it}:{headers[it]}" for it in names), resource]
        digest = hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha1).digest()
        return base64.b64encode(digest).decode()

    def v4(self, request: Request, headers: dict[str, str], now: float, secret: str) -> str:
        names = sorted(name for name in headers if name.startswith("x-oss-"))
        path = quote(f"/{self.bucket}/{request.key}", safe="/")
        lines = [request.method, path, queried(request.query)]
        lines += [*(f"{name}:{headers[name]}" for name in names), "", "", "UNSIGNED-PAYLOAD"]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        date, scope = self.date_and_scope(now)
        key = f"aliyun_v4{secret}".encode()
        for word in (*scope.split("/"), f"OSS4-HMAC-SHA256\n{date}\n{scope}\n{digest}"):
            key = hmac.new(key, word.encode(), hashlib.sha256).digest()
        return key.hex()

    def date_and_scope(self, now: float) -> tuple[str, str]:
        date = datetime.fromtimestamp(now, timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        return date, f"{date[:8]}/{self.region}/oss/aliyun_v4_request"


def queried(query: Mapping[str, str]) -> str:
    """A query as V4 signs it; one without a value has no equals sign."""
    pairs = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in query.items())
    return "&".join(f"{name}={value}" if value else name for name, value in pairs)
