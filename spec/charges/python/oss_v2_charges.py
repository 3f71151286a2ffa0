"""The wrong requests of alibabacloud-oss-v2 1.4.1, each by a public call.

oss_v2_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys

import alibabacloud_oss_v2 as oss


def client(version: str, token: str | None = None) -> oss.Client:
    config = oss.config.load_default()
    config.credentials_provider = oss.credentials.StaticCredentialsProvider(
        "exampleAccessKeyID00", "ExampleSecret0000000000000000ab", token
    )
    config.region, config.endpoint = "cn-hangzhou", sys.argv[2]
    config.signature_version = version
    return oss.Client(config)


def subresources_not_listed() -> None:
    request = oss.GetObjectRequest("examplebucket", "key.txt", process="image/resize,w_100")
    client("v1").get_object(request)


def token_under_wrong_name() -> None:
    client("v1", "token").get_object(oss.GetObjectRequest("examplebucket", "key.txt"))


def header_values_not_trimmed() -> None:
    request = oss.PutObjectRequest("examplebucket", "key.txt", metadata={"a": "v "}, body=b"")
    client("v4").put_object(request)


def header_values_sent_as_latin_1() -> None:
    request = oss.PutObjectRequest("examplebucket", "key.txt", metadata={"a": "é"}, body=b"")
    client("v4").put_object(request)


globals()[sys.argv[1].replace("-", "_")]()
