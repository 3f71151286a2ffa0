"""alibabacloud-credentials: it fetches from a URI what the two SDKs ask it for."""

import os

from alibabacloud_credentials.client import Client
from alibabacloud_credentials.models import Config


def fetches():
    """Whether a task of a scenario begins with a token: then a server gives others."""
    return "OSS_TASK" in os.environ and bool(os.environ.get("OSS_SESSION_TOKEN"))


def fetching(kind):
    """A function that gives credentials of a kind, which is made of an ID, a secret and a token."""
    uri = os.environ["ALIBABA_CLOUD_CREDENTIALS_URI"]
    client = Client(Config(type="credentials_uri", credentials_uri=uri))

    def current():
        found = client.get_credential()
        return kind(found.access_key_id, found.access_key_secret, found.security_token)

    return current
