"""The wrong requests of alibabacloud-gateway-oss 0.0.30, each by a public call of its client.

gateway_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import io
import sys
import time
from email.utils import formatdate

from alibabacloud_oss20190517 import models
from alibabacloud_oss20190517.client import Client
from alibabacloud_tea_openapi.models import Config
from alibabacloud_tea_util.models import RuntimeOptions


def client(version: str, region: str = "cn-hangzhou") -> Client:
    return Client(
        Config(
            access_key_id="exampleAccessKeyID00",
            access_key_secret="ExampleSecret0000000000000000ab",
            region_id=region,
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
    get("v1", {"X-OSS-META-ID": "1"})


def string_names_found_in_lower_case() -> None:
    put("v1", {"Content-MD5": "XrY7u+Ae7tCTyyK7j1rNww=="}, b"hello world")


def date_line_ignores_x_oss_date() -> None:
    # OSS takes it as the time of the request, which has to be near its own.
    get("v1", {"x-oss-date": formatdate(time.time() - 657, usegmt=True)})


def key_cut_at_question_mark() -> None:
    client("v1").get_object("examplebucket", "a?b", models.GetObjectRequest())


def v4_any_region_and_a_guess() -> None:
    call = "examplebucket", "key.txt", models.GetObjectRequest()
    client("v4", "oss-cn-hangzhou").get_object(*call)


def sent_key_not_encoded() -> None:
    client("v4").get_object("examplebucket", "a%41b", models.GetObjectRequest())


globals()[sys.argv[1].replace("-", "_")]()
