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


def operator() -> opendal.Operator:
    return opendal.Operator("oss", endpoint=sys.argv[2], addressing_style="path", **SETTINGS)


def key_as_file_path() -> None:
    operator().read("a//b")


def header_outside_ascii_dropped() -> None:
    operator().write("key.txt", b"", user_metadata={"a": "é"})


async def resource_without_bucket_for_cname() -> None:
    # The server is the HTTP proxy, by the variable http_proxy.
    place = {"endpoint": "http://img.example.com", "addressing_style": "cname"}
    operator = opendal.AsyncOperator("oss", **place, **SETTINGS)
    signed = await operator.presign_read("key.txt", 3600)
    requests.get(signed.url, timeout=9)


made = globals()[sys.argv[1].replace("-", "_")]()
if made is not None:
    asyncio.run(made)
