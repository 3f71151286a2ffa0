"""OSS Vectors, OSS Tables and agentic buckets, as spec/vectors-tables.md states them."""

import url
from moments import basic
from request import Request, check_object
from signing_v4 import (
    Scope,
    additional_names,
    authorization,
    headers_with_own,
    signed,
    signed_headers,
)
from values import (
    matches,
    read_choice,
    read_integer,
    read_optional_string,
    read_strings,
    refuse_if,
    to_pairs,
    to_text,
)

SERVICES = ("vectors", "tables", "agentic-bucket", "bucket-space")
STYLES = (b"virtual-host", b"path", b"alias")
SUFFIXES = {"agentic-bucket": b"-ab-apsr", "bucket-space": b"-bs-apsr"}
LONGEST_LABEL = 63


class Place:
    """What a request is about and where it goes, for one of the services."""

    def __init__(self, members, region):
        self.service = read_choice(members, "service", SERVICES)
        self.account = read_optional_string(members, "accountId")
        self.bucket = read_optional_string(members, "bucket")
        self.key = read_optional_string(members, "key")
        self.path = read_strings(members, "path") if self.service == "tables" else []
        self.endpoint = read_optional_string(members, "endpoint")
        style = read_optional_string(members, "addressing")
        self.style = STYLES[0] if style is None else style
        known = STYLES if self.service in SUFFIXES else STYLES[:2]
        refuse_if(self.style not in known, "invalid-input")
        self.region = region

    def check(self):
        """VEC-REF-1, TBL-REF-1 and the rules for buckets and keys."""
        digits = self.account is not None and matches(rb"[0-9]+", self.account)
        refuse_if(not digits and not self.is_without_account(), "invalid-account-id")
        refuse_if(b"" in self.path, "invalid-object-key")
        if self.service == "tables":  # It has paths without a bucket.
            check_object(self.bucket, None)
            check_object(b"any", signed_path(self.path))
        else:
            check_object(self.bucket, self.key)

    def is_without_account(self):
        """Whether no account is given, and none is needed."""
        return self.account is None and self.bucket is None

    def name(self):
        """AGT-NAME-1."""
        return b"-".join((self.bucket, self.account, self.region)) + SUFFIXES[self.service]

    def alias(self):
        """AGT-HOST-2."""
        return self.bucket + b"-alias" + SUFFIXES[self.service]

    def signed(self):
        """What names the bucket and the key in the canonical URI."""
        if self.service == "vectors":
            return vectors_bucket(self.region, self.account, self.bucket), self.key
        if self.service == "tables":
            bucket = tables_bucket(self.region, self.account, self.bucket)
            return bucket, signed_path(self.path)
        return agentic_bucket(self), self.key

    def host_endpoint(self):
        """VEC-HOST-2, TBL-HOST-2, AGT-HOST-3."""
        if self.endpoint is not None:
            return url.Endpoint(self.endpoint)
        return url.Endpoint(b"https://" + default_host(self.service, self.region))

    def location(self):
        """VEC-HOST-1, TBL-HOST-1, TBL-HOST-3, AGT-HOST-1, AGT-HOST-2."""
        endpoint = self.host_endpoint()
        if self.service == "tables":
            return url.location(endpoint, *tables_host(self), None) + sent_path(self.path)
        if self.service == "vectors":
            return url.location(endpoint, *vectors_host(self), self.key)
        return url.location(endpoint, *agentic_host(self), self.key)


def product(service):
    """VEC-SCO-1, TBL-SCO-1, AGT-URI-1."""
    return b"osstables" if service == "tables" else b"oss"


def vectors_bucket(region, account, bucket):
    """VEC-URI-1, VEC-URI-2; VEC-URI-3 is V4-URI-4."""
    arn = b"acs:ossvector:" + region + b":"
    return arn + (b":" if bucket is None else account + b":" + bucket)


def tables_bucket(region, account, bucket):
    """TBL-URI-1, TBL-URI-2."""
    if bucket is None:
        return b"acs:osstables:" + region + b"::bucket/"
    return b"acs:osstables:" + region + b":" + account + b":bucket/" + bucket


def agentic_bucket(place):
    """AGT-URI-1."""
    return None if place.bucket is None else place.name()


def signed_path(path):
    """TBL-URI-3: the parts as they are; the slashes between and in them stay."""
    return b"/".join(path) or None


def sent_path(path):
    """TBL-PATH-1, TBL-PATH-2."""
    return b"/".join(url.percent_encode(part) for part in path)


def default_host(service, region):
    """VEC-HOST-2, TBL-HOST-2, AGT-HOST-3."""
    if service == "vectors":
        return region + b".oss-vectors.aliyuncs.com"
    if service == "tables":
        return region + b".oss-tables.aliyuncs.com"
    return b"oss-" + region + b".aliyuncs.com"


def account_label(place):
    """VEC-HOST-1, TBL-HOST-1: what is before the endpoint."""
    return None if place.bucket is None else place.bucket + b"-" + place.account


def vectors_host(place):
    """VEC-HOST-1, VEC-HOST-3."""
    if place.style == b"path":
        return b"path", place.bucket
    return b"virtual-host", account_label(place)


def tables_host(place):
    """TBL-HOST-1, TBL-HOST-3."""
    if place.style == b"path":
        return b"cname", None
    return b"virtual-host", account_label(place)


def agentic_host(place):
    """AGT-HOST-1, AGT-HOST-2, AGT-HOST-4, AGT-REF-1."""
    if place.bucket is None:
        return b"virtual-host", None
    if place.style == b"path":
        return b"path", place.name()
    label = place.alias() if place.style == b"alias" else place.name()
    refuse_if(len(label) > LONGEST_LABEL, "invalid-bucket-name")
    return b"virtual-host", label


def service_header(members):
    """service.header."""
    plain = {name: members[name] for name in members if name not in ("endpoint", "addressing")}
    request = Request(dict(plain, bucket=None, key=None), endpoint_needed=False)
    scope = Scope(dict(members, product=None))
    place = Place(members, scope.region)
    scope.product = product(place.service)
    time = read_integer(members, "time")
    request.check()
    place.check()
    date = basic(time)
    scope.check()
    query = place.query = request.target.query
    where = place.location()
    request.target = place
    headers = headers_with_own(request, date)
    values = signed_headers(headers, additional_names(headers, []))
    signature, stages = signed(request, scope, date, values, query)
    others = [(name, text) for name, text in headers if name.lower() not in values]
    value = authorization(request, stages, signature)
    return {
        "signature": signature,
        "authorization": to_text(value),
        "headers": to_pairs([*others, *values.items(), (b"Authorization", value)]),
        "url": to_text(url.url(where, query)),
        "stages": stages,
    }
