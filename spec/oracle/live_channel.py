"""URLs to publish to a LiveChannel at, as spec/live-channel.md states them."""

import re

import signing_v1 as v1
import url
from moments import LAST_SECOND
from request import check_object, check_query, read_addressing, read_credentials
from values import (
    Refusal,
    read_integer,
    read_optional_string,
    read_pairs,
    read_string,
    refuse_if,
    require_utf8,
    to_text,
)

EXPIRES, ACCESS_KEY_ID, SIGNATURE = b"Expires", b"OSSAccessKeyId", b"Signature"
TOKEN, PLAYLIST = b"security-token", b"playlistName"
RESERVED = (EXPIRES, ACCESS_KEY_ID, SIGNATURE, TOKEN, b"SecurityToken")


class Stream:
    """What live.publish is given."""

    def __init__(self, members):
        self.bucket, self.channel = read_string(members, "bucket"), read_string(members, "channel")
        self.playlist = read_optional_string(members, "playlistName")
        self.parameters = read_pairs(members, "parameters", null_values=True)
        self.credentials = read_credentials(members)
        self.expires = read_integer(members, "expires")
        self.endpoint = read_string(members, "endpoint")
        self.addressing = read_addressing(members)

    def check(self):
        """LIVE-REF-6, LIVE-REF-1 to LIVE-REF-5."""
        self.credentials.check()
        self.credentials.check_token()
        check_object(self.bucket, None)
        check_channel(self.channel)
        check_playlist(self.playlist)
        check_parameters(self.signed_parameters())
        refuse_if(not 0 <= self.expires <= LAST_SECOND, "invalid-expires")

    def signed_parameters(self):
        """LIVE-URL-3."""
        own = [] if self.playlist is None else [(PLAYLIST, self.playlist)]
        return self.parameters + own

    def location(self):
        """LIVE-URL-1."""
        endpoint = url.Endpoint(self.endpoint)
        endpoint.scheme = b"rtmp"
        where = url.location(endpoint, self.addressing, self.bucket, None)
        return where + b"live/" + url.percent_encode(self.channel)


def check_channel(channel):
    """LIVE-REF-1."""
    try:
        check_object(None, channel)
    except Refusal as refusal:
        refuse_if(refusal.kind != "missing-bucket", "invalid-channel-name")
    refuse_if(b"/" in channel, "invalid-channel-name")


def check_playlist(name):
    """LIVE-REF-2."""
    if name is not None:
        require_utf8(name, "invalid-playlist-name")
        refuse_if(not 6 <= len(name) <= 128 or not name.endswith(b".m3u8"), "invalid-playlist-name")


def check_parameters(parameters):
    """LIVE-REF-3, LIVE-REF-4, LIVE-REF-5."""
    names = [name for name, _ in parameters]
    refuse_if(any(name in RESERVED for name in names), "reserved-parameter")
    refuse_if(len(set(names)) != len(names), "duplicate-parameter")
    check_query(parameters)
    for name, value in parameters:
        wrong = name == b"" or b":" in name or re.search(rb"[\r\n\0]", name + (value or b""))
        refuse_if(wrong, "invalid-query-parameter")


def live_publish(members):
    """live.publish: LIVE-STS-1 to LIVE-STS-6, LIVE-SIG-1, LIVE-URL-2, LIVE-TOK-1, LIVE-TOK-2."""
    stream = Stream(members)
    stream.check()
    where, date = stream.location(), b"%d" % stream.expires
    signed = stream.signed_parameters()
    lines = b"".join(
        name + b":" + (value or b"") + b"\n"
        for name, value in sorted(signed, key=lambda parameter: parameter[0])
    )
    text = date + b"\n" + lines + b"/" + stream.bucket + b"/" + stream.channel
    signature = v1.signature(stream.credentials.secret, text)
    query = [
        *signed,
        (EXPIRES, date),
        (ACCESS_KEY_ID, stream.credentials.access_key_id),
        (SIGNATURE, signature),
    ]
    if stream.credentials.token:
        query.append((TOKEN, stream.credentials.token))
    return {
        "signature": to_text(signature),
        "url": to_text(url.url(where, query)),
        "stages": {"stringToSign": to_text(text)},
    }
