"""XML of OSS and STS, as the clauses ERR-XML, ERR-TXT and ERR-REF of spec/error-body.md state it.

expat knows XML, and this file the rest. A document type ends the reading at its first byte, before
expat can see an entity.
"""

import xml.parsers.expat

from values import refuse_if, require_utf8

SPACE, MARK = b" \t\r\n", b"\xef\xbb\xbf"
BYTE_LIMIT, DEPTH_LIMIT, ELEMENT_LIMIT = 65536, 8, 256  # ERR-REF-6, ERR-REF-7


class Element:
    """An element, its own text and the elements in it."""

    def __init__(self, name):
        self.name, self.text, self.elements = name, "", []


class Reader:
    """ERR-XML-1 to ERR-XML-4, ERR-TXT-1 to ERR-TXT-3, ERR-REF-3, ERR-REF-7, ERR-REF-9."""

    def __init__(self, kind):
        self.kind, self.open, self.root, self.count = kind, [], None, 0
        self.parser = xml.parsers.expat.ParserCreate("UTF-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = lambda _: self.open.pop()
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = lambda *_: refuse_if(True, kind)
        self.parser.XmlDeclHandler = self.declaration

    def declaration(self, version, encoding, _):
        wrong = encoding is not None and encoding.lower() != "utf-8"
        refuse_if(version != "1.0" or wrong, self.kind)

    def start(self, name, _):
        refuse_if(len(self.open) >= DEPTH_LIMIT or self.count > ELEMENT_LIMIT, self.kind)
        self.count += 1
        element = Element(name)
        if self.open:
            self.open[-1].elements.append(element)
        else:
            self.root = element
        self.open.append(element)

    def characters(self, text):
        self.open[-1].text += text


def read_xml(data, kind):
    """The root of a document, or a refusal of the class `kind`: ERR-REF-1, ERR-REF-2, ERR-REF-6."""
    refuse_if(len(data) > BYTE_LIMIT, kind)
    require_utf8(data, kind)
    reader = Reader(kind)
    try:
        reader.parser.Parse(after_mark(data, kind), True)
    except xml.parsers.expat.ExpatError:
        refuse_if(True, kind)
    return reader.root


def after_mark(data, kind):
    """ERR-XML-5, ERR-REF-5; a second mark, which expat would skip, is no white space."""
    text = data.removeprefix(MARK).lstrip(SPACE)
    refuse_if(text == b"" or text.startswith(MARK), kind)
    return text
