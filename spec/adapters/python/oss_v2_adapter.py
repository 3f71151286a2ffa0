"""The adapter for alibabacloud-oss-v2, the second Python SDK of Alibaba Cloud OSS.

Requests go through the SDK's generic call, `Client.invoke_operation`, as far as its transport, so
the URL, the headers and the signature are all of its making. What the HTTP library would refuse or
add after that is not seen.
"""

import ast
import datetime
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable, Dict, FrozenSet, Optional
from urllib.parse import unquote

import alibabacloud_oss_v2 as oss
from alibabacloud_oss_v2 import operations, presigner
from alibabacloud_oss_v2.signer import v1

import oss_v2_credentials
from adapter import (
    Adapter,
    Clock,
    Performed,
    Refusal,
    Unsupported,
    addressing,
    classified,
    endpoint,
    required,
    sent,
    serve,
    unique,
)

# The class of a refusal, by a part of its message: the SDK's own, or that of Python beneath it.
ERROR_CLASSES = [
    ("invalid field, endpoint", "invalid-endpoint"),
    ("Port ", "invalid-endpoint"),
    ("Invalid IPv6 URL", "invalid-endpoint"),
    ("Bucket name is invalid", "invalid-bucket-name"),
    ("Object name is invalid", "invalid-object-key"),
    ("expires should be not greater than", "invalid-expires"),
]

ADDRESSING = {
    "virtual-host": {},
    "path": {"use_path_style": True},
    "cname": {"use_cname": True},
}


def moment(seconds: int) -> datetime.datetime:
    """The SDK's way to hold a time."""
    try:
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    except (OSError, OverflowError, ValueError):
        raise Unsupported("a datetime cannot hold the time %d" % seconds) from None


def freeze(clock: Clock) -> None:
    """Shows `clock` to the V1 signer, and to nothing else in the process.

    The signer reads the time with `datetime.datetime.now` alone; the other two names that it takes
    from its `datetime` stay what they are.
    """
    v1.datetime = SimpleNamespace(
        datetime=SimpleNamespace(now=lambda zone: clock.now),
        timedelta=datetime.timedelta,
        timezone=datetime.timezone,
    )


def declared_subresources() -> FrozenSet[str]:
    """The query names that the SDK's operations declare as subresources, read from their sources.

    The signer signs the names of its own list and those that the operation at hand declares. A
    request of the vectors is none of these operations, so the adapter declares for all of them.
    """
    declaration = re.compile(r"'sub-resource': *(\[[^\]]*\])")
    declared = set()
    for source in Path(operations.__file__).parent.glob("*.py"):
        for names in declaration.findall(source.read_text(encoding="utf-8")):
            declared.update(ast.literal_eval(names))
    return frozenset(declared)


class RecordingSigner(oss.signer.SignerV1):
    """The SDK's signer, which also keeps the context that it signed."""

    def sign(self, signing_ctx: oss.SigningContext) -> None:
        super().sign(signing_ctx)
        self.context = signing_ctx


class OSSV2Adapter(Adapter):
    """Signature V1 by alibabacloud-oss-v2, and what it does about credentials and answers."""

    name = "alibabacloud-oss-v2"
    version = oss.__version__
    taking_bytes = frozenset({"error.action", "response.verdict"})

    def __init__(self) -> None:
        self.clock = Clock()
        self.subresources = declared_subresources()
        freeze(self.clock)

    def operations(self) -> Dict[str, Callable[[Dict[str, Any]], Performed]]:
        signing = {"v1.header": self.v1_header, "v1.presign": self.v1_presign}
        return dict(signing, **oss_v2_credentials.OPERATIONS)

    def v1_header(self, given: Dict[str, Any]) -> Performed:
        """The generic call, up to the transport."""
        self.clock.now = moment(required(given, "time"))
        signer = RecordingSigner()
        connected(given, signer).invoke_operation(self.operation_input(given))
        headers = signer.context.request.headers
        output = {
            "signature": headers["Authorization"].rpartition(":")[2],
            "authorization": headers["Authorization"],
            "headers": sent(headers),
            "stages": {"stringToSign": signer.context.string_to_sign},
        }
        return Performed(output, lambda: signer.sign(signer.context))

    def v1_presign(self, given: Dict[str, Any]) -> Performed:
        """The generic call with the options with which the SDK's own presigning makes it."""
        self.clock.now = moment(given.get("time") or 0)
        signer = RecordingSigner()
        client = connected(given, signer)
        expiration = moment(required(given, "expires"))

        def presign() -> None:
            call = self.operation_input(given)
            call.op_metadata["expiration_time"] = expiration
            client.invoke_operation(call, **presigner._presign_kwargs)

        presign()
        url = signer.context.request.url
        output = {
            "url": url,
            "signature": unquote(url.rpartition("&Signature=")[2]),
            "stages": {"stringToSign": signer.context.string_to_sign},
        }
        return Performed(output, presign)

    def operation_input(self, given: Dict[str, Any]) -> oss.OperationInput:
        """The request in the SDK's type, where a bare name is a name with an empty value."""
        query = unique(given.get("query"))
        return oss.OperationInput(
            op_name="Conformance",
            method=required(given, "method"),
            headers=unique(given.get("headers")),
            parameters={name: "" if value is None else value for name, value in query.items()},
            bucket=given.get("bucket"),
            key=given.get("key"),
            op_metadata={"sub-resource": self.subresources},
        )

    def refusal(self, error: Exception) -> Optional[Refusal]:
        cause = error.unwrap() if isinstance(error, oss.exceptions.OperationError) else error
        if not isinstance(cause, (oss.exceptions.BaseError, ValueError)):
            return None
        return classified(str(cause), ERROR_CLASSES)


def connected(given: Dict[str, Any], signer: RecordingSigner) -> oss.Client:
    """The client for a request, with the transport that the SDK presigns with: it sends nothing."""
    credentials = given.get("credentials") or {}
    provider = oss.credentials.StaticCredentialsProvider(
        credentials.get("accessKeyId"),
        credentials.get("accessKeySecret"),
        credentials.get("securityToken"),
    )
    config = oss.config.Config(
        region=given.get("region"),
        endpoint=endpoint(given),
        credentials_provider=provider,
        http_client=presigner._presign_kwargs["http_client"],
        retry_max_attempts=1,  # A refusal is final; the SDK would wait and try again.
        **addressing(given, ADDRESSING),
    )
    return oss.Client(config, signer=signer)


if __name__ == "__main__":
    serve(OSSV2Adapter())
