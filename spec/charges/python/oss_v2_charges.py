"""The wrong requests of alibabacloud-oss-v2 1.4.1, each by a public call.

oss_v2_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import datetime
import sys

import alibabacloud_oss_v2 as oss
import requests


def client(version: str, token: str | None = None, region: str = "cn-hangzhou") -> oss.Client:
    config = oss.config.load_default()
    config.credentials_provider = oss.credentials.StaticCredentialsProvider(
        "exampleAccessKeyID00", "ExampleSecret0000000000000000ab", token
    )
    config.region, config.endpoint = region, sys.argv[2]
    config.signature_version = version
    return oss.Client(config)


def subresources_not_listed() -> None:
    request = oss.GetObjectRequest("examplebucket", "key.txt", process="image/resize,w_100")
    client("v1").get_object(request)


def token_under_wrong_name() -> None:
    client("v1", "CAIS0Token").get_object(oss.GetObjectRequest("examplebucket", "key.txt"))


def header_values_not_trimmed() -> None:
    headers = {"x-oss-meta-a": "v "}
    request = oss.GetObjectRequest("examplebucket", "key.txt", headers=headers)
    client("v4").get_object(request)


def accepts_invalid_region() -> None:
    request = oss.GetObjectRequest("examplebucket", "key.txt")
    client("v4", region="oss-cn-hangzhou").get_object(request)


def accepts_no_validity() -> None:
    request = oss.GetObjectRequest("examplebucket", "key.txt")
    url = client("v4").presign(request, expires=datetime.timedelta(seconds=1)).url
    requests.get(url, timeout=9)


def sent_dot_segments_removed() -> None:
    client("v4").get_object(oss.GetObjectRequest("examplebucket", "a/../b"))


globals()[sys.argv[1].replace("-", "_")]()
