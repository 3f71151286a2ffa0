"""Answers to AssumeRole in JSON and XML, as spec/sts.md states them.

expat knows XML, and this file the rest. An answer in XML becomes the object that it stands for.
"""

import xml.parsers.expat

from error_body import after_mark
from token_response import PASCAL, parsed, token_of
from values import read_choice, read_optional_integer, read_string, refuse_if, require_utf8

KIND = "token-not-xml"
SPACE = " \t\r\n"
BYTE_LIMIT, DEPTH_LIMIT, ELEMENT_LIMIT = 65536, 8, 256  # ERR-REF-6, ERR-REF-7
OBJECTS = ("Credentials", "AssumedRoleUser")


class Element:
    """An element, its own text and the elements in it."""

    def __init__(self, name):
        self.name, self.text, self.elements = name, "", []

    def all_of(self, name):
        return [element for element in self.elements if element.name == name]

    def members(self):
        """Of elements of one name the first."""
        return {element.name: element for element in reversed(self.elements)}

    def value(self):
        """ROLE-RSP-3, ROLE-RSP-11: the value of an element in the root."""
        if self.name not in OBJECTS:
            return self.text
        members = self.members()
        return {name: {} if members[name].elements else members[name].text for name in members}


class Reader:
    """ERR-XML-2, ERR-TXT-1 to ERR-TXT-3, ERR-REF-3, ERR-REF-7, ERR-REF-9."""

    def __init__(self):
        self.open, self.root, self.count = [], None, 0
        self.parser = xml.parsers.expat.ParserCreate("UTF-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = lambda _: self.open.pop()
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = lambda *_: refuse_if(True, KIND)
        self.parser.XmlDeclHandler = self.declaration

    def read(self, data):
        """ERR-XML-5, ERR-REF-1, ERR-REF-2, ERR-REF-5, ERR-REF-6."""
        refuse_if(len(data) > BYTE_LIMIT, KIND)
        require_utf8(data, KIND)
        try:
            self.parser.Parse(after_mark(data, KIND), True)
        except xml.parsers.expat.ExpatError:
            refuse_if(True, KIND)
        return self.root

    def declaration(self, version, encoding, _):
        refuse_if(version != "1.0" or encoding is not None and encoding.lower() != "utf-8", KIND)

    def start(self, name, _):
        self.count += 1
        refuse_if(len(self.open) >= DEPTH_LIMIT or self.count > ELEMENT_LIMIT + 1, KIND)
        element = Element(name)
        if self.open:
            self.open[-1].elements.append(element)
        else:
            self.root = element
        self.open.append(element)

    def characters(self, text):
        self.open[-1].text += text


def sts_parse(members):
    """sts.parse: ROLE-RSP-1, ROLE-RSP-2, ROLE-RSP-7, ROLE-RSP-14."""
    body, shape = read_string(members, "body"), read_choice(members, "format", ("JSON", "XML"))
    status, now = (read_optional_integer(members, name) for name in ("httpStatus", "now"))
    refuse_if(status not in (None, 200), "token-http-status")
    answer = parsed(body) if shape == "JSON" else object_of(Reader().read(body))
    return token_of(answer, now, nested=True)


def object_of(root):
    """ROLE-RSP-3, ROLE-RSP-4, ROLE-RSP-8 to ROLE-RSP-11."""
    refuse_if(root.name not in ("AssumeRoleResponse", "Error"), KIND)
    wrong = any(code.elements or code.text != "Success" for code in root.all_of("Code"))
    refuse_if(root.name == "Error" or wrong, "token-status")
    found = root.all_of("Credentials")
    twice = any(len(element.all_of(name)) > 1 for element in found for name in PASCAL)
    repeated = any(len(root.all_of(name)) > 1 for name in ("Credentials", "StatusCode", "statusCode"))
    refuse_if(repeated or twice, "token-torn")
    refuse_if(any(element.text.strip(SPACE) for element in found), "token-not-object")
    members = root.members()
    return {name: members[name].value() for name in members}
