"""The wrong requests of OpenDAL 0.47.12, each by a public call.

opendal_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import asyncio
import sys

import opendal
import requests

SETTINGS = {
    "bucket": "examplebucket",
    "access_key_id": "exampleAccessKeyID00",
    "access_key_secret": "ExampleSecret0000000000000000ab",
}


async def presigned(operator: opendal.AsyncOperator) -> str:
    return (await operator.presign_read("key.txt", 3600)).url


def resource_without_bucket_for_cname() -> None:
    # The server is the HTTP proxy, by the variable http_proxy.
    place = {"endpoint": "http://img.example.com", "addressing_style": "cname"}
    operator = opendal.AsyncOperator("oss", **place, **SETTINGS)
    requests.get(asyncio.run(presigned(operator)), timeout=9)


def sent_dot_segments_removed() -> None:
    place = {"endpoint": "http://oss-cn-hangzhou.aliyuncs.com"}
    opendal.Operator("oss", **place, **SETTINGS).read("a/../b")


globals()[sys.argv[1].replace("-", "_")]()
