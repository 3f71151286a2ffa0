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


def write() -> None:
    file = gdal.VSIFOpenExL("/vsioss/examplebucket/key.txt", "wb", True)
    gdal.VSIFWriteL(b"hello world", 1, 11, file)
    gdal.VSIFCloseL(file)


def string_names_looked_up_by_case() -> None:
    gdal.SetConfigOption("GDAL_HTTP_HEADERS", "content-type: text/plain")
    write()


def sent_dot_segments_removed() -> None:
    gdal.SetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR")
    gdal.VSIFOpenExL("/vsioss/examplebucket/a/../b", "rb", True)


globals()[sys.argv[1].replace("-", "_")]()
