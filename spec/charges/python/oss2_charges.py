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


def header_values_not_trimmed() -> None:
    bucket.put_object("key.txt", b"", headers={"x-oss-meta-a": "v "})


def header_values_sent_as_latin_1() -> None:
    bucket.put_object("key.txt", b"", headers={"x-oss-meta-a": "é"})


def presign_x_oss_date_on_line() -> None:
    headers = {"x-oss-date": "Sat, 16 Dec 2023 16:20:57 GMT"}
    requests.get(bucket.sign_url("GET", "key.txt", 3600, headers=headers), headers=headers)


def refresh_as_ecs_role_of_oss2() -> None:
    # The server gives a token of one second, and fails from then on.
    provider = EcsRamRoleCredentialsProvider(SERVER + "/token", max_retries=1)
    bucket = oss2.Bucket(oss2.ProviderAuth(provider), SERVER, "examplebucket")
    bucket.put_object("key.txt", b"")
    time.sleep(2)
    bucket.put_object("key.txt", b"")


globals()[sys.argv[1].replace("-", "_")]()
