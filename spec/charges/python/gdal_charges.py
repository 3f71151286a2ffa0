"""The wrong requests of GDAL 3.6.2, each by a public call.

gdal_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys

from osgeo import gdal

SERVER = sys.argv[2].removeprefix("http://")
for option, value in {
    "OSS_ENDPOINT": SERVER,
    "OSS_VIRTUAL_HOSTING": "FALSE",
    "OSS_HTTPS": "NO",
    "OSS_ACCESS_KEY_ID": "exampleAccessKeyID00",
    "OSS_SECRET_ACCESS_KEY": "ExampleSecret0000000000000000ab",
}.items():
    gdal.SetConfigOption(option, value)


def write(name: str, headers: list[str]) -> None:
    file = gdal.VSIFOpenExL("/vsioss/" + name, "wb", True, headers)
    gdal.VSIFCloseL(file)


def header_md5_signed_too() -> None:
    headers = ["Content-Type=image/jpeg", "Content-MD5=NKFRZeMLLb1L/vyE2cEkhg=="]
    write("my-bucket-2024/a$b", [*headers, "x-oss-request-payer=requester"])


def string_names_looked_up_by_case() -> None:
    write("examplebucket/key.txt", ["Content-Md5=vxgFyliX4QIsncHaAdDbxQ==", "content-Type=a/b"])


globals()[sys.argv[1].replace("-", "_")]()
