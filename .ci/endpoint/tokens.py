#!/usr/bin/env python3
"""Asks the token port of `oss-conform serve` for tokens as official clients do, and uses them.

    tokens.py CONFORM

CONFORM is the tool. AssumeRole comes signed by alibabacloud-sts20150401 (signature version 3) and
by aliyun-python-sdk-core (version 1.0); oss2 signs with what it gives. Prints what was done, and
ends with an exception where the answer is another one.
"""

import base64
import json
import subprocess
import sys
import urllib.request
from functools import partial

import oss2
from alibabacloud_credentials.client import Client as CredentialsClient
from alibabacloud_credentials.models import Config as CredentialsConfig
from alibabacloud_sts20150401.client import Client as STSClient
from alibabacloud_sts20150401.models import AssumeRoleRequest, AssumeRoleWithOIDCRequest
from alibabacloud_tea_openapi.models import Config
from aliyunsdkcore.acs_exception.exceptions import ServerException
from aliyunsdkcore.client import AcsClient
from aliyunsdkcore.request import CommonRequest

ROLE = "acs:ram::1234567890123:role/oss"
RESOURCE = "acs:oss:*:*:conform-bucket/users/7/*"
STATEMENT = {
    "Effect": "Allow",
    "Action": ["oss:PutObject", "oss:GetObject"],
    "Resource": RESOURCE,
}
POLICY = json.dumps({"Version": "1", "Statement": [STATEMENT]})


def code_of(call):
    """The code with which a call fails; None for one that does not."""
    try:
        call()
    except oss2.exceptions.OssError as error:
        return error.code
    except ServerException as error:
        return error.get_error_code()
    except Exception as error:
        return error.code
    return None


def same(got, wanted):
    """End where something is not as it must be."""
    if got != wanted:
        raise SystemExit(f"tokens.py: {got!r} came where {wanted!r} is due")


def used(served, given):
    """Put an object within the rights of a token, and others beyond them."""
    auth = oss2.StsAuth(given["AccessKeyId"], given["AccessKeySecret"], given["SecurityToken"])
    bucket = oss2.Bucket(auth, served["endpoint"], served["bucket"])
    bucket.put_object("users/7/a", b"text")
    same(bucket.get_object("users/7/a").read(), b"text")
    return [
        code_of(lambda: bucket.put_object("users/8/a", b"text")),
        code_of(lambda: bucket.delete_object("users/7/a")),
    ]


def official(served, secret):
    """The official client of today, with signature version 3."""
    config = Config(served["accessKeyId"], secret, protocol="http")
    config.endpoint = served["tokens"].partition("://")[2]
    client = STSClient(config)
    request = AssumeRoleRequest(role_arn=ROLE, role_session_name="user-7", policy=POLICY)
    given = client.assume_role(request).body.to_map()
    same(given["AssumedRoleUser"]["Arn"], ROLE + "/user-7")
    same(
        code_of(lambda: client.assume_role(AssumeRoleRequest(role_arn=ROLE))),
        "MissingRoleSessionName",
    )
    claims = base64.urlsafe_b64encode(b'{"exp": 1}').decode().rstrip("=")
    for token, code in (
        ("any-token", None),
        (f"e30.{claims}.x", "AuthenticationFail.OIDCToken.Expired"),
    ):
        federated = AssumeRoleWithOIDCRequest(
            oidcprovider_arn="acs:ram::1234567890123:oidc-provider/p",
            oidctoken=token,
            role_arn=ROLE,
            role_session_name="pod",
        )
        same(code_of(partial(client.assume_role_with_oidc, federated)), code)
    return given["Credentials"]


def older(served, secret, method):
    """The client before it, with signature version 1.0."""
    client = AcsClient(served["accessKeyId"], secret, "cn-hangzhou")
    request = CommonRequest(served["tokens"].partition("://")[2], "2015-04-01", "AssumeRole")
    request.set_protocol_type("http")
    request.set_method(method)
    for name, value in (("RoleArn", ROLE), ("RoleSessionName", "user-7"), ("Policy", POLICY)):
        request.add_query_param(name, value)
    return json.loads(client.do_action_with_exception(request))["Credentials"]


def main(tool):
    """Ask and use."""
    command = [tool, "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            served = json.loads(server.stdout.readline())
            secret = served["accessKeySecret"]
            denied = ["AccessDenied", "AccessDenied"]
            for path in ("distribute-token.json", "credentials"):
                with urllib.request.urlopen(f"{served['tokens']}/{path}") as answer:
                    same(used(served, json.load(answer)), [None, None])
            uri = CredentialsConfig(
                type="credentials_uri", credentials_uri=served["tokens"] + "/credentials"
            )
            same(CredentialsClient(uri).get_credential().access_key_id[:18], "conform-token-key-")
            same(used(served, official(served, secret)), denied)
            same(code_of(lambda: official(served, secret + "x")), "SignatureDoesNotMatch")
            for method in ("GET", "POST"):
                same(used(served, older(served, secret, method)), denied)
            same(code_of(lambda: older(served, secret + "x", "GET")), "SignatureDoesNotMatch")
        finally:
            server.terminate()
    print("tokens.py: signature versions 3 and 1.0 are verified, and tokens held to their policy")


if __name__ == "__main__":
    main(sys.argv[1])
