"""Moments and their texts: seconds since 1970, and the forms in which the pages write them."""

import datetime
import re

from values import Refusal

EPOCH = datetime.datetime(1970, 1, 1)
FIRST_SECOND, LAST_SECOND = -62135596800, 253402300799  # of the years 1 and 9999
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

BASIC = r"\d{8}T\d{6}Z"
EXTENDED = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
HTTP = rf"(?:{'|'.join(DAYS)}), \d\d (?:{'|'.join(MONTHS)}) \d{{4}} \d\d:\d\d:\d\d GMT"


def moment_of(seconds):
    """The moment, for the years of V1-REF-13; POST-REF-4 is the same rule."""
    try:
        return EPOCH + datetime.timedelta(seconds=seconds)
    except OverflowError:
        raise Refusal("invalid-time") from None


def extended(seconds):
    """The form of RPC-PAR-2: 2023-11-14T22:13:20Z."""
    return moment_of(seconds).isoformat() + "Z"


def basic(seconds):
    """The form of V4-STS-2: 20231114T221320Z."""
    return extended(seconds).replace("-", "").replace(":", "").encode("ascii")


def http_date(seconds):
    """The form of V1-DATE-1: Tue, 14 Nov 2023 22:13:20 GMT."""
    moment = moment_of(seconds)
    day, month = DAYS[moment.weekday()], MONTHS[moment.month - 1]
    date = f"{day}, {moment.day:02} {month} {moment.year:04} {moment:%H:%M:%S} GMT"
    return date.encode("ascii")


def read_basic(text):
    """The seconds of a text in the basic form, or None."""
    return read(text, BASIC, "%Y%m%dT%H%M%SZ")


def read_extended(text):
    """The seconds of a text in the extended form, or None."""
    return read(text, EXTENDED, "%Y-%m-%dT%H:%M:%SZ")


def read_http_date(text):
    """The seconds of a text in the form of HTTP, or None, also for a wrong day of the week."""
    seconds = read(text, HTTP, "%a, %d %b %Y %H:%M:%S GMT")
    return seconds if seconds is not None and http_date(seconds) == text else None


def read(text, pattern, form):
    """The seconds of a text that has the pattern and names a real moment, or None."""
    text = text.decode("latin-1")
    if re.fullmatch(pattern, text, re.ASCII) is None:
        return None
    try:
        moment = datetime.datetime.strptime(text, form)
    except ValueError:
        return None
    return (moment - EPOCH) // datetime.timedelta(seconds=1)
