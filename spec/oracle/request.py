"""What the signing operations read from an input: a request, where it goes, and whose it is."""

import signing_v1 as v1
import url
from values import (read_object, read_optional_string, read_pairs, read_string, read_strings,
                    refuse_if)


class Target:
    """What a request is about and where it goes; shapes are read here, rules are checked later."""

    def __init__(self, members, endpoint_needed):
        self.bucket = read_optional_string(members, "bucket")
        self.key = read_optional_string(members, "key")
        self.query = read_pairs(members, "query", null_values=True)
        read_endpoint = read_string if endpoint_needed else read_optional_string
        self.endpoint = read_endpoint(members, "endpoint")
        self.addressing = read_optional_string(members, "addressing")
        known = self.addressing is None or self.addressing in url.ADDRESSINGS
        refuse_if(not known, "invalid-input")

    def location(self):
        """PRE-REF-4 and PRE-REF-5 are checked here."""
        return url.location(url.Endpoint(self.endpoint), self.addressing, self.bucket, self.key)


class Request:
    """The members that the operations of signing share."""

    def __init__(self, members, endpoint_needed):
        method = read_optional_string(members, "method")
        self.method = b"GET" if method is None else method
        self.target = Target(members, endpoint_needed)
        self.headers = read_pairs(members, "headers")
        self.additional = read_strings(members, "additionalHeaders")
        self.credentials = v1.Credentials(read_object(members.get("credentials")))

    def check(self):
        """V1-REF-1 to V1-REF-11 in their order, then the query (V1-REF-12)."""
        self.credentials.check()
        v1.check_headers(self.headers)
        self.credentials.check_token()
        v1.check_object(self.target.bucket, self.target.key)
        v1.check_method(self.method)
        v1.check_repetition(self.headers)
        v1.check_query(self.target.query)
