"""The wrong request of alibabacloud-credentials 1.0.12, by a public call.

credentials_charges.py MISTAKE URL     URL is that of a server that records, https://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import sys

from alibabacloud_credentials.client import Client
from alibabacloud_credentials.provider import RamRoleArnCredentialsProvider


def rpc_encoded_plus_for_space() -> None:
    provider = RamRoleArnCredentialsProvider(
        access_key_id="exampleAccessKeyID00",
        access_key_secret="ExampleSecret0000000000000000ab",
        role_arn="acs:ram::1234567890123456:role/example",
        role_session_name="session",
        policy='{"Version": "1", "Statement": []}',
        sts_endpoint=sys.argv[2].removeprefix("https://"),
    )
    Client(provider=provider).get_credential()


globals()[sys.argv[1].replace("-", "_")]()
