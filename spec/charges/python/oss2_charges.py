"""The wrong requests of oss2 2.19.1, each by a public call.

oss2_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys
import time

import oss2
import requests
from oss2.credentials import EcsRamRoleCredentialsProvider

SERVER = sys.argv[2]
bucket = oss2.Bucket(
    oss2.Auth("exampleAccessKeyID00", "ExampleSecret0000000000000000ab"), SERVER, "examplebucket"
)


def bucket_v4(region: str) -> oss2.Bucket:
    auth = oss2.AuthV4("exampleAccessKeyID00", "ExampleSecret0000000000000000ab")
    return oss2.Bucket(auth, SERVER, "examplebucket", region=region)


def header_values_not_trimmed() -> None:
    bucket_v4("cn-hangzhou").get_object("key.txt", headers={"x-oss-meta-a": "v "})


def v4_any_region_but_none() -> None:
    bucket_v4("oss-cn-hangzhou").get_object("key.txt")


def accepts_any_validity() -> None:
    requests.get(bucket_v4("cn-hangzhou").sign_url("GET", "key.txt", 604801))


def refresh_as_ecs_role_of_oss2() -> None:
    # The server gives a token of one second, and from then on it ends each connection.
    provider = EcsRamRoleCredentialsProvider(SERVER + "/token", max_retries=1)
    bucket = oss2.Bucket(oss2.ProviderAuth(provider), SERVER, "examplebucket")
    bucket.put_object("key.txt", b"")
    time.sleep(2)
    bucket.put_object("key.txt", b"")


globals()[sys.argv[1].replace("-", "_")]()
