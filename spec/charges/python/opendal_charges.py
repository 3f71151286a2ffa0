"""The wrong requests of OpenDAL 0.47.12, each by a public call.

opendal_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys

import opendal


def operator(endpoint: str, style: str) -> opendal.Operator:
    return opendal.Operator(
        "oss",
        bucket="examplebucket",
        endpoint=endpoint,
        addressing_style=style,
        access_key_id="exampleAccessKeyID00",
        access_key_secret="ExampleSecret0000000000000000ab",
    )


def key_as_file_path() -> None:
    operator(sys.argv[2], "path").write("a//b", b"")


def header_outside_ascii_dropped() -> None:
    operator(sys.argv[2], "path").write("key.txt", b"", user_metadata={"a": "é"})


def resource_without_bucket_for_cname() -> None:
    # The server is the HTTP proxy, by the variable http_proxy.
    operator("http://img.example.com", "cname").read("key.txt")


globals()[sys.argv[1].replace("-", "_")]()
