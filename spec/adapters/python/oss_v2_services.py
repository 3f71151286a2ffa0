"""How alibabacloud-oss-v2 signs for OSS Vectors, OSS Tables and agentic buckets.

Requests go through `invoke_operation` of the client of each service, as far as the transport.
"""

from typing import Any
from urllib.parse import quote

import alibabacloud_oss_v2 as oss
from alibabacloud_oss_v2 import agentic, presigner, tables, vectors
from alibabacloud_oss_v2.signer import tables_v4, v4, vectors_v4

from adapter import Performed, Unsupported, addressing, required, sent, unique, utc
from noting import noting
from oss_v2_credentials import stop_the_clock
from transport import prepare

STYLES = {
    "virtual-host": {},
    "path": {"use_path_style": True},
    "alias": {"use_virtual_hosted_alias": True},
}
CLIENTS = {
    "vectors": vectors.Client,
    "tables": tables.Client,
    "agentic-bucket": agentic.AgenticBucketClient,
    "bucket-space": agentic.BucketSpaceClient.create,
}
STEPS = {"canonicalRequest": "_calc_canonical_request", "scope": "_build_scope"}


class Recorder(oss.HttpClient):
    """A transport that keeps the request, and answers that all is well."""

    request: Any = None

    def send(self, request: oss.HttpRequest, **kwargs: Any) -> oss.HttpResponse:
        self.request = request
        return presigner._nopResponse(request=request)

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass


def header(given: dict[str, Any]) -> Performed:
    """The generic call of the client of the service."""
    now = utc(required(given, "time"))
    for module in (v4, vectors_v4, tables_v4):
        stop_the_clock(module, now)
    transport = Recorder()
    client = connected(given, transport)

    def sign() -> None:
        client.invoke_operation(operation_input(given))

    with noting(client._client._options.signer, STEPS) as notes:
        sign()
    headers = transport.request.headers
    authorization = headers["Authorization"]
    output = {
        "signature": authorization.rpartition("Signature=")[2],
        "authorization": authorization,
        "headers": sent(headers),
        "url": transport.request.url,
        "stages": dict(notes),
    }
    prepare(output)
    return Performed(output, sign)


def connected(given: dict[str, Any], transport: Recorder) -> Any:
    """The client of the service."""
    service = required(given, "service")
    if service == "vectors" and given.get("addressing") == "path":
        raise Unsupported("the client for OSS Vectors has no path style")
    if service == "bucket-space" and given.get("bucket") is None:
        raise Unsupported("BucketSpaceClient has requests that name a bucket alone")
    credentials = required(given, "credentials")
    provider = oss.credentials.StaticCredentialsProvider(
        credentials.get("accessKeyId"),
        credentials.get("accessKeySecret"),
        credentials.get("securityToken"),
    )
    config = oss.config.Config(
        region=given.get("region"),
        endpoint=given.get("endpoint"),
        account_id=given.get("accountId"),
        credentials_provider=provider,
        http_client=transport,
        retry_max_attempts=1,  # A refusal is final; the SDK would wait and try again.
        **addressing(given, STYLES),
    )
    return CLIENTS[service](config)


def operation_input(given: dict[str, Any]) -> oss.OperationInput:
    """The request in the SDK's type; of OSS Tables as its operations write bucket and path."""
    query = unique(given.get("query"))
    bucket, key, metadata = given.get("bucket"), given.get("key"), {}
    if given["service"] == "tables":
        metadata["is_bucket_arn"] = True
        account, region = given.get("accountId") or "", given.get("region")
        arn = f"acs:osstables:{region}:{account}:bucket/{bucket}"
        bucket = None if bucket is None else arn
        key = "/".join(quote(part, safe="") for part in given.get("path") or []) or None
    return oss.OperationInput(
        op_name="Conformance",
        method=required(given, "method"),
        headers=unique(given.get("headers")),
        parameters={name: "" if value is None else value for name, value in query.items()},
        bucket=bucket,
        key=key,
        op_metadata=metadata,
    )
