"""The wrong requests of Apache Libcloud 3.9.1, each by a public call.

libcloud_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys
from urllib.parse import urlsplit

from libcloud.storage.base import Container, Object
from libcloud.storage.drivers.oss import OSSStorageDriver

server = urlsplit(sys.argv[2])
driver = OSSStorageDriver(
    "exampleAccessKeyID00",
    "ExampleSecret0000000000000000ab",
    secure=False,
    host=server.hostname,
    port=server.port,
)
container = Container("examplebucket", {"location": "oss-cn-hangzhou"}, driver)


def resource_key_encoded() -> None:
    driver.download_object_as_stream(Object("a b", 0, "", {}, {}, container, driver))


def key_as_relative_reference() -> None:
    driver.download_object_as_stream(Object("a/./b/../c", 0, "", {}, {}, container, driver))


globals()[sys.argv[1].replace("-", "_")]()
