"""The wrong requests of alibabacloud-gateway-oss 0.0.30, each by a public call of its client.

gateway_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import io
import sys

from alibabacloud_oss20190517 import models
from alibabacloud_oss20190517.client import Client
from alibabacloud_tea_openapi.models import Config
from alibabacloud_tea_util.models import RuntimeOptions


def client(version: str) -> Client:
    return Client(
        Config(
            access_key_id="exampleAccessKeyID00",
            access_key_secret="ExampleSecret0000000000000000ab",
            region_id="cn-hangzhou",
            endpoint="oss-cn-hangzhou.aliyuncs.com",
            protocol="http",
            http_proxy=sys.argv[2],
            signature_version=version,
        )
    )


def get(version: str, headers: dict[str, str]) -> None:
    request = models.GetObjectRequest()
    given = models.GetObjectHeaders(common_headers=headers)
    call = "examplebucket", "key.txt", request, given, RuntimeOptions()
    client(version).get_object_with_options(*call)


def put(version: str, headers: dict[str, str], body: bytes) -> None:
    request = models.PutObjectRequest(io.BytesIO(body))
    given = models.PutObjectHeaders(common_headers=headers)
    call = "examplebucket", "key.txt", request, given, RuntimeOptions()
    client(version).put_object_with_options(*call)


def header_names_not_lowered() -> None:
    get("v4", {"X-Oss-Meta-B": "1", "x-oss-meta-a": "2", "X-OSS-meta-C": "3"})


def string_names_found_in_lower_case() -> None:
    put("v1", {"Content-MD5": "XrY7u+Ae7tCTyyK7j1rNww=="}, b"hello world")


def key_cut_at_question_mark() -> None:
    client("v4").get_object("examplebucket", "a?b", models.GetObjectRequest())


def sent_key_not_encoded() -> None:
    client("v4").get_object("examplebucket", "a%41b", models.GetObjectRequest())


globals()[sys.argv[1].replace("-", "_")]()
