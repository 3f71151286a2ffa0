"""The URLs of spec/presigned-urls.md: where a request goes, and what its query holds."""

import ipaddress
import re
import urllib.parse

from values import matches, refuse_if

ENDPOINT = rb"(?i:(https?)://)([^/?#]*)(/[^?#]*)?"
LABEL = rb"[A-Za-z0-9_-]+"
AUTHORITY = rb"(\[[0-9A-Fa-f:.]+\]|" + LABEL + rb"(?:\." + LABEL + rb")*)(?::([0-9]+))?"
PATH = rb"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*"
OCTET = rb"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
ADDRESSINGS = (b"virtual-host", b"path", b"cname")


class Endpoint:
    """The parts of an endpoint, or a refusal (PRE-REF-4)."""

    def __init__(self, text):
        parts = re.fullmatch(ENDPOINT, text)
        refuse_if(parts is None, "invalid-endpoint")
        self.scheme, authority, path = parts.groups(b"")
        hosts = re.fullmatch(AUTHORITY, authority)
        refuse_if(hosts is None or not matches(PATH, path), "invalid-endpoint")
        self.host, self.port = hosts.groups()
        refuse_if(not is_place(self.host, self.port), "invalid-endpoint")
        self.is_ip = is_ipv6(self.host) or matches(rb"\.".join([OCTET] * 4), self.host)
        self.base_path = path.rstrip(b"/")

    def addressing(self, asked):
        """PRE-HOST-4, PRE-HOST-10, PRE-REF-5."""
        refuse_if(self.is_ip and asked == b"virtual-host", "invalid-addressing")
        is_path = self.is_ip or is_private_link(self.host)
        return asked or (b"path" if is_path else b"virtual-host")


def is_private_link(host):
    """PRE-HOST-10."""
    return host.lower().endswith(b".privatelink.aliyuncs.com")


def is_place(host, port):
    """Whether the parts of AUTHORITY are a host and a port; None is no port."""
    return (host[:1] != b"[" or is_ipv6(host)) and (port is None or is_port(port))


def is_port(digits):
    """Whether digits are a port, which may have zeros in front."""
    significant = digits.lstrip(b"0")
    return 1 <= len(significant) <= 5 and int(significant) <= 65535


def is_ipv6(host):
    """Whether a host is an IPv6 address in brackets."""
    if host[:1] != b"[":
        return False
    try:
        ipaddress.IPv6Address(host[1:-1].decode("ascii"))
    except ValueError:
        return False
    return True


def location(endpoint, asked, bucket, key):
    """Scheme, host, port and path: PRE-HOST-1 to 7, PRE-PATH-1 to 3."""
    addressing = endpoint.addressing(asked)
    host, path = endpoint.host, endpoint.base_path + b"/"
    if bucket is not None and addressing == b"virtual-host":
        host = bucket + b"." + host
    if bucket is not None and addressing == b"path":
        path += bucket + b"/"
    port = b"" if endpoint.port is None else b":" + endpoint.port
    return endpoint.scheme + b"://" + host + port + path + percent_encode(key or b"", b"/")


def percent_encode(data, kept=b""):
    """Encodes all but letters, digits, `-_.~` and `kept` (PRE-PATH-1, PRE-QRY-2, PRE-QRY-3)."""
    return urllib.parse.quote(data, safe=kept + b"-_.~").encode("ascii")


def query_text(query):
    """PRE-QRY-3, PRE-QRY-5: a bare name stays bare, but for an empty one."""
    parts = []
    for name, value in query:
        bare = value is None and name != b""
        parts.append(percent_encode(name) + (b"" if bare else b"=" + percent_encode(value or b"")))
    return b"&".join(parts)


def target(where, query):
    """What is sent of a URL: its path and its query."""
    return re.sub(rb"[^:]*://[^/]*", b"", url(where, query), count=1)


def url(where, query):
    """PUB-2: without parameters there is no question mark."""
    return where + (b"?" + query_text(query) if query else b"")
