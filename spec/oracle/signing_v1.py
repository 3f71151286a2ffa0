"""The signature of V1, as spec/signature-v1.md and spec/presigned-urls.md state it."""

import base64
import datetime
import hashlib
import hmac
import pathlib
import re

from values import matches, read_optional_string, refuse_if, require_utf8

BLANKS = b" \t"
TOKEN_HEADER = b"x-oss-security-token"
TOKEN_PARAMETER = b"security-token"
NOT_REPEATED = (b"content-md5", b"content-type", b"x-oss-date", TOKEN_HEADER)
RESERVED_PARAMETERS = (b"OSSAccessKeyId", b"Expires", b"Signature")
ACCESS_KEY_ID = rb"[A-Za-z0-9._=]+"
TOKEN_CHARACTERS = rb"[A-Za-z0-9!#$%&'*+.^_`|~-]+"  # RFC 9110, 5.6.2
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LAST_SECOND = 253402300799  # of the year 9999
CALENDAR_CYCLE = 146097 * 86400  # 400 years, after which dates and weekdays repeat


def subresources():
    """The names that V1-SUB-1 to V1-SUB-3 list, read out of the page itself."""
    page = pathlib.Path(__file__).resolve().parent.parent / "signature-v1.md"
    text = page.read_text(encoding="utf-8")
    names = set()
    for number in (1, 2, 3):
        item = re.search(r"^- \*\*V1-SUB-%d\*\* [^:]*:([^.]*)\." % number, text, re.MULTILINE)
        names.update(name.encode("ascii") for name in re.findall(r"`([^`]+)`", item.group(1)))
    return names


SUBRESOURCES = subresources()


class Credentials:
    """An access key ID, a secret and a token; an empty token is none (V1-TOK-2, PRE-TOK-4)."""

    def __init__(self, members):
        self.access_key_id = read_optional_string(members, "accessKeyId") or b""
        self.secret = read_optional_string(members, "accessKeySecret") or b""
        self.token = read_optional_string(members, "securityToken") or None

    def check(self):
        """V1-REF-1, V1-REF-2, V1-REF-3."""
        refuse_if(self.access_key_id == b"", "missing-access-key-id")
        refuse_if(self.secret == b"", "missing-secret")
        refuse_if(not matches(ACCESS_KEY_ID, self.access_key_id), "invalid-access-key-id")

    def check_token(self):
        """V1-REF-6."""
        if self.token is not None:
            refuse_if(re.search(rb"[\r\n\0]", self.token), "invalid-security-token")
            require_utf8(self.token, "invalid-security-token")


def check_headers(headers):
    """V1-REF-4, V1-REF-5."""
    for name, _ in headers:
        refuse_if(not matches(TOKEN_CHARACTERS, name), "invalid-header-name")
    for _, value in headers:
        refuse_if(re.search(rb"[\r\n\0]", value), "invalid-header-value")
        require_utf8(value, "invalid-header-value")


def check_repetition(headers):
    """V1-REF-11."""
    names = [name.lower() for name, _ in headers]
    refuse_if(any(names.count(name) > 1 for name in NOT_REPEATED), "duplicate-header")


def check_object(bucket, key):
    """V1-REF-7, V1-REF-8, V1-REF-9; None stands for null."""
    if key is not None:
        refuse_if(not 1 <= len(key) <= 1023 or key[:1] in (b"/", b"\\"), "invalid-object-key")
        require_utf8(key, "invalid-object-key")
    refuse_if(bucket is not None and not matches(rb"[a-z0-9_-]+", bucket), "invalid-bucket-name")
    refuse_if(key is not None and bucket is None, "missing-bucket")


def check_method(method):
    """V1-REF-10."""
    refuse_if(not matches(rb"[A-Z]+", method), "invalid-method")


def check_query(query):
    for name, value in query:
        require_utf8(name, "invalid-query-parameter")
        require_utf8(value or b"", "invalid-query-parameter")


def check_presigned(headers, query, token, expires):
    """PRE-REF-1, PRE-REF-2, PRE-REF-3."""
    reserved = RESERVED_PARAMETERS + ((TOKEN_PARAMETER,) if token else ())
    refuse_if(any(name in reserved for name, _ in query), "reserved-parameter")
    refuse_if(any(name.lower() == TOKEN_HEADER for name, _ in headers), "reserved-header")
    refuse_if(not 0 <= expires <= LAST_SECOND, "invalid-expires")


def rfc1123(time):
    """The time in the form of V1-DATE-1, for the years of V1-REF-13."""
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=time % CALENDAR_CYCLE)
    year = moment.year + 400 * (time // CALENDAR_CYCLE)
    refuse_if(not 1 <= year <= 9999, "invalid-time")
    day, month = DAYS[moment.weekday()], MONTHS[moment.month - 1]
    clock = moment.strftime("%H:%M:%S")
    return ("%s, %02d %s %04d %s GMT" % (day, moment.day, month, year, clock)).encode("ascii")


def oss_headers(headers, token):
    """Each name in lower case with its one value: V1-HDR-1 to 4, 7, 8, V1-TOK-1, V1-TOK-3."""
    values = {}
    for name, value in headers:
        if name.lower().startswith(b"x-oss-"):
            values.setdefault(name.lower(), []).append(value.strip(BLANKS))
    if token:
        values[TOKEN_HEADER] = [token.strip(BLANKS)]
    return {name: b",".join(values[name]) for name in values}


def canonicalized_headers(signed):
    """V1-HDR-5, V1-HDR-6."""
    return b"".join(name + b":" + signed[name] + b"\n" for name in sorted(signed))


def canonicalized_resource(bucket, key, query):
    """V1-RES-1 to V1-RES-12."""
    path = b"/" if bucket is None else b"/" + bucket + b"/" + (key or b"")
    signed = [(name, value) for name, value in query if name in SUBRESOURCES]
    signed.sort(key=lambda parameter: parameter[0])
    parts = [name + b"=" + value if value else name for name, value in signed]
    return path + (b"?" + b"&".join(parts) if parts else b"")


def header_value(headers, lower_name):
    """The value without outer blanks, empty without the header (V1-STS-2, V1-STS-4, V1-STS-5)."""
    return b"".join(value.strip(BLANKS) for name, value in headers if name.lower() == lower_name)


def string_to_sign(method, headers, date, canonical_headers, resource):
    """V1-STS-1; `date` is the expiry for a presigned URL (PRE-STS-1)."""
    content_md5 = header_value(headers, b"content-md5")
    content_type = header_value(headers, b"content-type")
    lines = b"\n".join((method, content_md5, content_type, date))
    return lines + b"\n" + canonical_headers + resource


def signature(secret, message):
    """V1-SIG-1, V1-SIG-2."""
    return base64.b64encode(hmac.new(secret, message, hashlib.sha1).digest())


def authorization(access_key_id, signature_text):
    """V1-AUTH-1."""
    return b"OSS " + access_key_id + b":" + signature_text


def headers_to_send(headers, signed, date, authorization_value):
    """Every header to send: the caller's, one line a signed name, Date (V1-DATE-3), Authorization."""
    sent = [(name, value.strip(BLANKS)) for name, value in headers
            if name.lower() not in signed and name.lower() not in (b"date", b"authorization")]
    return sent + list(signed.items()) + [(b"Date", date), (b"Authorization", authorization_value)]
