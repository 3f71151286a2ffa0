"""The adapter for alibabacloud-tea-openapi, on which alibabacloud-sts20150401 rests.

Calls go through its public `Client.call_api` as far as the transport. The nonce and the time are
headers of the caller there, and so are `accept` and `user-agent`, which the client sends and signs
always: a call without the two is none of its own. The name of the provider, a header too, is left
out by a source of credentials that has none, which any caller can bring.
"""

from importlib.metadata import version
from typing import Any

import alibabacloud_tea_openapi.client
from alibabacloud_credentials.client import Client as CredentialClient
from alibabacloud_credentials.models import CredentialModel
from alibabacloud_tea_openapi.client import Client
from alibabacloud_tea_openapi.exceptions import ClientException
from alibabacloud_tea_openapi.models import Config, OpenApiRequest, Params
from alibabacloud_tea_util.models import RuntimeOptions
from darabonba.exceptions import UnretryableException

from adapter import (
    Adapter,
    Operations,
    Performed,
    Refusal,
    Unsupported,
    endpoint,
    required,
    sent,
    serve,
    unique,
    utc,
)
from transport import prepare

ALWAYS = ("accept", "user-agent")


class Kept(Exception):
    """Ends a request at the transport, after it was signed."""

    def __init__(self, request: Any) -> None:
        self.request = request


def keep(request: Any, runtime: Any) -> None:
    """The transport: it sends nothing."""
    raise Kept(request)


class Given(CredentialClient):
    """Credentials that come from no provider."""

    def __init__(self, credentials: dict[str, Any]) -> None:
        self.model = CredentialModel(
            access_key_id=credentials.get("accessKeyId"),
            access_key_secret=credentials.get("accessKeySecret"),
            security_token=credentials.get("securityToken"),
            type="access_key",
        )

    def get_credential(self) -> CredentialModel:
        """What the client signs with."""
        return self.model


class OpenAPIAdapter(Adapter):
    """Calls of signature version 3."""

    name = "alibabacloud-tea-openapi"
    version = version("alibabacloud-tea-openapi")
    profiles = ("services", "hardening")

    def __init__(self) -> None:
        alibabacloud_tea_openapi.client.DaraCore.do_action = keep

    def operations(self) -> Operations:
        return {"sts.acs3": self.acs3}

    def acs3(self, given: dict[str, Any]) -> Performed:
        """The generic call, on which each operation of a generated client rests."""
        credentials = given.get("credentials") or {}
        headers = unique(given.get("headers"))
        own = ("x-acs-accesskey-id",) if credentials.get("securityToken") else ()
        if [name for name in (*ALWAYS, *own) if name not in headers]:
            raise Unsupported("the client always sends and signs accept and user-agent")
        scheme, _, host = endpoint(given).partition("://")
        client = Client(Config(credential=Given(credentials), protocol=scheme, endpoint=host))
        request = OpenApiRequest(
            headers={
                **headers,
                "x-acs-signature-nonce": required(given, "nonce"),
                "x-acs-date": utc(required(given, "time")).strftime("%Y-%m-%dT%H:%M:%SZ"),
            },
            query=unique(given.get("parameters")),
        )
        call = Params(
            action=required(given, "action"),
            version=required(given, "version"),
            protocol=scheme,
            pathname="/",
            method=required(given, "method"),
            auth_type="AK",
            style="RPC",
            req_body_type="formData",
            body_type="json",
        )

        def send() -> Any:
            try:
                client.call_api(call, request, RuntimeOptions())
            except UnretryableException as error:
                if isinstance(error.inner_exception, Kept):
                    return error.inner_exception.request
                raise error.inner_exception from None
            raise AssertionError("the client sent nothing")

        signed = send()
        authorization = signed.headers["Authorization"]
        kept = {name: value for name, value in signed.headers.items() if name != "host"}
        output = {
            "signature": authorization.rpartition("Signature=")[2],
            "authorization": authorization,
            "headers": sent(kept),
        }
        prepare(output)
        return Performed(output, send)

    def refusal(self, error: Exception) -> Refusal | None:
        if not isinstance(error, (ClientException, ValueError)):
            return None
        return Refusal(None, str(error))


if __name__ == "__main__":
    serve(OpenAPIAdapter())
