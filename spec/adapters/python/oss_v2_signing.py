"""How alibabacloud-oss-v2 signs requests: V1 and V4, in headers and in URLs."""

import ast
import datetime
import re
from pathlib import Path
from typing import Any

import alibabacloud_oss_v2 as oss
from alibabacloud_oss_v2 import operations, presigner
from alibabacloud_oss_v2.signer import v1, v4

from adapter import (
    Performed,
    addressing,
    endpoint,
    names_in,
    parameter,
    required,
    sent,
    unique,
    utc,
)
from noting import noting
from oss_v2_credentials import stop_the_clock
from transport import prepare
from wire import Wire

ADDRESSING = {
    "virtual-host": {},
    "path": {"use_path_style": True},
    "cname": {"use_cname": True},
}

CLOUD_BOX = "oss-cloudbox"

# The methods of the V4 signer that make its steps; V1 has none.
STEPS = {"v1": {}, "v4": {"canonicalRequest": "_calc_canonical_request", "scope": "_build_scope"}}


def freeze(now: datetime.datetime) -> None:
    """Shows a time to the modules that read the clock to sign, and to nothing else."""
    for module in (v1, v4, presigner):
        stop_the_clock(module, now)


def declared_subresources() -> frozenset[str]:
    """The query names that the SDK's operations declare as subresources, read from their sources.

    The V1 signer signs the names of its own list and those that the operation at hand declares. A
    request of the vectors is none of these operations, so the adapter declares for all of them.
    """
    declaration = re.compile(r"'sub-resource': *(\[[^\]]*\])")
    declared = set()
    for source in Path(operations.__file__).parent.glob("*.py"):
        for names in declaration.findall(source.read_text(encoding="utf-8")):
            declared.update(ast.literal_eval(names))
    return frozenset(declared)


SUBRESOURCES = declared_subresources()
OWN = oss.signer.SignerV1._subresource_key_set

# The parameters of which one is in each request of a method that `Client.presign` takes.
PRESIGNED = {"GET": set(), "HEAD": set(), "PUT": set(), "POST": {"uploads", "uploadId"}}
PRESIGNED["DELETE"] = {"uploadId"}


def unreachable(operation: str, given: dict[str, Any]) -> str | None:
    """What no public call sends.

    `Client.invoke_operation` sends any request with a signature in the headers. `Client.presign`
    takes the requests of seven operations, with further headers and parameters.
    """
    if given.get("additionalHeaders"):
        return "Client hands Config.additional_headers to no signer, so that they are never signed"
    if not operation.endswith(".presign"):
        return None
    if given.get("key") is None or given.get("bucket") is None:
        return "Client.presign makes URLs of keys alone"
    due, query = PRESIGNED.get(given.get("method")), names_in(given, "query")
    if due is None or (due and not due & query):
        return "Client.presign takes no such request"
    if operation == "v1.presign" and query & (SUBRESOURCES - OWN):
        return "Client.presign declares no subresources, as operations do"
    return None


class NoTransport(type(presigner._presign_kwargs["http_client"])):
    """The transport with which the SDK presigns: it sends nothing.

    The request target is that of the SDK's own transport.
    """

    def __init__(self) -> None:
        self.target: dict[str, str] = {}

    def send(self, request: Any, **options: Any) -> Any:
        wire = Wire()
        own = oss.transport.RequestsHttpClient(adapter=wire)
        bare = oss.types.HttpRequest(request.method, request.url)
        self.target = wire.target(lambda: own.send(bare))
        return super().send(request, **options)


class Recording:
    """What makes a signer of the SDK keep the context that it signed."""

    def __init__(self, version: str, additional_headers: list[str]) -> None:
        self.version, self.additional_headers = version, additional_headers
        self.stages: dict[str, str] = {}
        self.transport = NoTransport()

    def sign(self, signing_ctx: oss.SigningContext) -> None:
        # The client keeps Config.additional_headers to itself; its signer takes them.
        signing_ctx.additional_headers = self.additional_headers
        if self.stages:
            super().sign(signing_ctx)
            return
        with noting(self, STEPS[self.version]) as notes:
            super().sign(signing_ctx)
        self.context = signing_ctx
        self.stages = dict(notes, stringToSign=signing_ctx.string_to_sign)
        if self.version == "v4":
            self.stages["canonicalRequestHash"] = signing_ctx.string_to_sign.rpartition("\n")[2]


class RecordingV1(Recording, oss.signer.SignerV1):
    """The SDK's signer for V1."""


class RecordingV4(Recording, oss.signer.SignerV4):
    """The SDK's signer for V4."""


# By version: the signer, and the parameter of a presigned URL that has the signature.
VERSIONS = {"v1": (RecordingV1, "Signature"), "v4": (RecordingV4, "x-oss-signature")}


def made_signer(version: str, given: dict[str, Any]) -> Recording:
    """The signer for the input."""
    return VERSIONS[version][0](version, given.get("additionalHeaders") or [])


def header(version: str, given: dict[str, Any]) -> Performed:
    """The generic call, up to the transport."""
    freeze(utc(required(given, "time")))
    signer = made_signer(version, given)
    connected(given, signer).invoke_operation(operation_input(given))
    headers = signer.context.request.headers
    authorization = headers["Authorization"]
    output = {
        "signature": authorization.rpartition(":" if version == "v1" else "Signature=")[2],
        "authorization": authorization,
        "headers": sent(headers),
        **signer.transport.target,
        "stages": signer.stages,
    }
    prepare(output)
    return Performed(output, lambda: signer.sign(signer.context))


def presign(version: str, given: dict[str, Any]) -> Performed:
    """The calls with which the SDK's own presigning makes a URL."""
    now = given.get("time") or 0
    freeze(utc(now))
    signer = made_signer(version, given)
    client = connected(given, signer)
    expires = required(given, "expires")
    expiration = utc(now + expires if version == "v4" else expires)

    def sign() -> str:
        call = operation_input(given)
        call.op_metadata["expiration_time"] = expiration
        signed = client.invoke_operation(call, **presigner._presign_kwargs)
        return presigner._deserialize_output(client._client, signed).url

    url = sign()
    signature = parameter(url, VERSIONS[version][1])
    return Performed({"url": url, "signature": signature, "stages": signer.stages}, sign)


def operation_input(given: dict[str, Any]) -> oss.OperationInput:
    """The request in the SDK's type, where a bare name is a name with an empty value."""
    query = unique(given.get("query"))
    return oss.OperationInput(
        op_name="Conformance",
        method=required(given, "method"),
        headers=unique(given.get("headers")),
        parameters={name: "" if value is None else value for name, value in query.items()},
        bucket=given.get("bucket"),
        key=given.get("key"),
        op_metadata={"sub-resource": SUBRESOURCES},
    )


def connected(given: dict[str, Any], signer: Recording) -> oss.Client:
    """The client for a request, with a transport that sends nothing."""
    credentials = given.get("credentials") or {}
    provider = oss.credentials.StaticCredentialsProvider(
        credentials.get("accessKeyId"),
        credentials.get("accessKeySecret"),
        credentials.get("securityToken"),
    )
    region, product = given.get("region"), given.get("product")
    options = {} if product is None else {"product": product}
    config = oss.config.Config(
        region=region,
        endpoint=endpoint(given),
        credentials_provider=provider,
        http_client=signer.transport,
        retry_max_attempts=1,  # A refusal is final; the SDK would wait and try again.
        cloud_box_id=region if product == CLOUD_BOX else None,
        **addressing(given, ADDRESSING),
    )
    return oss.Client(config, signer=signer, **options)
