"""Error bodies, as spec/error-body.md states them, read with expat.

expat knows XML, and this file the rest. A document type ends the reading at its first byte, before
expat can see an entity.
"""

import calendar
import datetime
import re
import xml.parsers.expat

from values import decode_base64, read_optional_string, refuse_if, require_utf8, to_text

KIND = "invalid-error-body"
SPACE, MARK = b" \t\r\n", b"\xef\xbb\xbf"
BYTE_LIMIT, DEPTH_LIMIT, MEMBER_LIMIT = 65536, 8, 256
TEXTS = (("code", "Code"), ("message", "Message"), ("requestId", "RequestId"), ("hostId", "HostId"),
         ("recommendDoc", "RecommendDoc"), ("accessKeyId", "OSSAccessKeyId"),
         ("signatureProvided", "SignatureProvided"), ("method", "Method"), ("endpoint", "Endpoint"))
DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"


class Element:
    """An element that is open or read: its path below the root and the text in it."""

    def __init__(self, path):
        self.path, self.text, self.holds_elements = path, "", False

    def is_member(self):
        """ERR-MEM-4."""
        return not self.holds_elements or self.text.strip(" \t\r\n") != ""


class Reader:
    """ERR-XML-1 to 4, ERR-TXT-1 to 3, ERR-MEM-4, ERR-REF-3, 4, 7, 9."""

    def __init__(self):
        self.open, self.found = [], []
        self.parser = xml.parsers.expat.ParserCreate("UTF-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = lambda name: self.open.pop()
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = lambda *_: refuse_if(True, KIND)
        self.parser.XmlDeclHandler = self.declaration

    def read(self, text):
        try:
            self.parser.Parse(text, True)
        except xml.parsers.expat.ExpatError:
            refuse_if(True, KIND)
        return [(element.path, element.text.encode("utf-8"))
                for element in self.found if element.is_member()]

    def declaration(self, version, encoding, _):
        refuse_if(version != "1.0" or encoding is not None and encoding.lower() != "utf-8", KIND)

    def start(self, name, _):
        refuse_if(len(self.open) >= DEPTH_LIMIT or not self.open and name != "Error", KIND)
        path = name
        if len(self.open) > 1:
            self.open[-1].holds_elements = True
            path = self.open[-1].path + "/" + name
        element = Element(path)
        if self.open:
            self.found.append(element)
            refuse_if(len(self.found) > MEMBER_LIMIT, KIND)
        self.open.append(element)

    def characters(self, text):
        self.open[-1].text += text


def members_of(body):
    """The members of a body, untrimmed: ERR-REF-1, 2, 6."""
    refuse_if(len(body) > BYTE_LIMIT, KIND)
    require_utf8(body, KIND)
    return Reader().read(after_mark(body, KIND))


def after_mark(data, kind):
    """ERR-XML-5, ERR-REF-5; a second mark, which expat would skip, is no white space."""
    text = data.removeprefix(MARK).lstrip(SPACE)
    refuse_if(text == b"" or text.startswith(MARK), kind)
    return text


def first(members, name):
    """ERR-MEM-1, ERR-MEM-2."""
    return next((value for path, value in members if path == name), None)


def trimmed(members, name):
    """ERR-TXT-4."""
    value = first(members, name)
    return None if value is None else value.strip(SPACE)


def listed(members, name):
    """ERR-STS-1, ERR-REF-8; None for a list of nothing (ERR-STS-2)."""
    value = first(members, name)
    if value is None:
        return None
    digits = value.split()
    refuse_if(any(re.fullmatch(rb"[0-9A-Fa-f]{2}", pair) is None for pair in digits), KIND)
    return bytes(int(pair, 16) for pair in digits) or None


def agreement(text, data):
    """ERR-STS-4."""
    if text is None or data is None:
        return None
    if text == data:
        return "equal"
    return "layout" if text.translate(None, SPACE) == data.translate(None, SPACE) else "different"


def seconds(text):
    """ERR-TIME-1, ERR-TIME-2; None for another form."""
    if text is None:
        return None
    text = text.decode("utf-8")
    extended = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))", text, re.ASCII)
    try:
        if extended:
            moment, sign, hours, minutes = extended.groups("0")
            if int(hours) > 23 or int(minutes) > 59:
                return None
            ahead = (int(hours) * 60 + int(minutes)) * 60
            return unix(moment, "%Y-%m-%dT%H:%M:%S") - (-ahead if sign == "-" else ahead)
        if re.fullmatch(r"\d{8}T\d{6}Z", text, re.ASCII):
            return unix(text, "%Y%m%dT%H%M%SZ")
        if re.fullmatch(r"(%s), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT" % DAYS, text, re.ASCII):
            found = unix(text[5:], "%d %b %Y %H:%M:%S GMT")
            weekday = DAYS.split("|")[datetime.datetime.fromtimestamp(found, datetime.timezone.utc).weekday()]
            return found if text.startswith(weekday) else None
    except ValueError:
        pass
    return None


def unix(text, form):
    return calendar.timegm(datetime.datetime.strptime(text, form).timetuple())


def limit(text):
    """ERR-TIME-3."""
    return int(text) if text is not None and re.fullmatch(rb"[0-9]{1,18}", text) else None


def body_of(members):
    """The body, or what the header holds (ERR-HEAD-1, ERR-HEAD-3); exactly one is given."""
    body, header = read_optional_string(members, "body"), read_optional_string(members, "header")
    refuse_if((body is None) == (header is None), "invalid-input")
    if body is None:
        body = decode_base64(header.strip(b" \t"))
        refuse_if(body is None, KIND)
    return body


def error_body(inputs):
    """error.body: what the body says, and nothing for what it does not say."""
    body, ec_header = body_of(inputs), read_optional_string(inputs, "ecHeader")
    members = members_of(body)
    text, data = first(members, "StringToSign"), listed(members, "StringToSignBytes")
    request, server = (seconds(trimmed(members, name)) for name in ("RequestTime", "ServerTime"))
    bucket = trimmed(members, "BucketName")
    found = {name: trimmed(members, member) for name, member in TEXTS}
    found.update({
        "ec": trimmed(members, "EC") or (ec_header or b"").strip(b" \t") or None,  # ERR-HEAD-2
        "bucket": trimmed(members, "Bucket") if bucket is None else bucket,  # ERR-MEM-6
        "stringToSign": text if data is None else data,  # ERR-STS-2, ERR-STS-3
        "canonicalRequest": listed(members, "CanonicalRequestBytes") or first(members, "CanonicalRequest")})
    output = {name: to_text(value) for name, value in found.items() if value is not None}
    numbers = {"requestTime": request, "serverTime": server,
               "skewSeconds": None if None in (request, server) else request - server,
               "maxSkewMilliseconds": limit(trimmed(members, "MaxAllowedSkewMilliseconds")),
               "stringToSignAgreement": agreement(text, data)}
    output.update({name: value for name, value in numbers.items() if value is not None})
    output["members"] = [[path, to_text(value.strip(SPACE))] for path, value in members]
    return output
