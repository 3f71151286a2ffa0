"""How oss2 makes the URLs to which streams are published, with `Bucket.sign_rtmp_url`."""

from typing import Any

import oss2

from adapter import Clock, Performed, parameter, required, unique
from noting import signed_strings
from oss2_signing import connected, made_auth


class PublishingAuth:
    """Is between a client and the SDK's auth, and adds parameters of the caller.

    The client hands over the name of the playlist alone; its auth takes any parameters.
    """

    def __init__(self, given: dict[str, Any]) -> None:
        self.auth = made_auth("v1", given)
        parameters = unique(given.get("parameters"))
        # An empty value means a bare name, as in the SDK's own calls.
        self.parameters = {name: value or "" for name, value in parameters.items()}

    def auth_version(self) -> str:
        return self.auth.auth_version()

    def _sign_rtmp_url(self, *channel_and_expires: Any) -> str:
        *others, params = channel_and_expires
        return self.auth._sign_rtmp_url(*others, dict(params, **self.parameters))


def publish(clock: Clock, given: dict[str, Any]) -> Performed:
    """`Bucket.sign_rtmp_url`."""
    clock.now = 0  # The SDK counts the expiry from its clock, the protocol from 1970.
    required(given, "bucket")
    client = connected(given, PublishingAuth(given))
    channel, playlist = required(given, "channel"), given.get("playlistName")
    expires = required(given, "expires")

    def sign() -> str:
        return client.sign_rtmp_url(channel, playlist, expires)

    with signed_strings(oss2.auth) as stages:
        url = sign()
    output = {"url": url, "signature": parameter(url, "Signature"), "stages": stages}
    return Performed(output, sign)
