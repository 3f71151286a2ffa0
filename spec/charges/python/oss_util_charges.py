"""The wrong requests of alibabacloud-oss-util 0.0.6, each by a public call of alibabacloud-oss-sdk.

oss_util_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import io
import sys

from alibabacloud_oss_sdk import models
from alibabacloud_oss_sdk.client import Client
from alibabacloud_oss_util.models import RuntimeOptions


def client(version: str, additional_headers: list[str] | None = None) -> Client:
    return Client(
        models.Config(
            access_key_id="exampleAccessKeyID00",
            access_key_secret="ExampleSecret0000000000000000ab",
            endpoint="oss-cn-hangzhou.aliyuncs.com",
            protocol="http",
            http_proxy=sys.argv[2],
            signature_version=version,
            addtional_headers=additional_headers,
        )
    )


def resource_question_mark_always() -> None:
    listing = models.GetServiceRequestFilter(prefix="my", max_keys="10")
    request = models.GetServiceRequest(filter=listing)
    client("V1").get_service(request, RuntimeOptions())


def string_md5_found_in_lower_case() -> None:
    header = models.PutObjectRequestHeader(content_md5="XrY7u+Ae7tCTyyK7j1rNww==")
    given = {"header": header, "body": io.BytesIO(b"hello world")}
    request = models.PutObjectRequest("examplebucket", "key.txt", **given)
    client("V1").put_object(request, RuntimeOptions())


def v2_additional_as_given_by_case() -> None:
    # The request has no header If-Match.
    request = models.GetObjectRequest("examplebucket", "key.txt")
    client("V2", ["if-match"]).get_object(request, RuntimeOptions())


def subresources_not_listed() -> None:
    tags = models.DeleteBucketTagsRequestFilter(tagging="k1,k2")
    request = models.DeleteBucketTagsRequest("examplebucket", tags)
    client("V1").delete_bucket_tags(request, RuntimeOptions())


def key_cut_at_question_mark() -> None:
    request = models.GetObjectRequest("examplebucket", "a?b")
    client("V2").get_object(request, RuntimeOptions())


def sent_key_not_encoded() -> None:
    request = models.GetObjectRequest("examplebucket", "a%41b")
    client("V1").get_object(request, RuntimeOptions())


globals()[sys.argv[1].replace("-", "_")]()
