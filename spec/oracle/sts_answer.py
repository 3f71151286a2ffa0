"""Answers to AssumeRole in JSON and XML, as spec/sts.md states them.

An answer in XML becomes the object that it means.
"""

from token_response import PASCAL, parsed, token_of
from values import read_choice, read_optional_integer, read_string, refuse_if
from xml_reader import SPACE, read_xml

KIND = "token-not-xml"
OBJECTS = ("Credentials", "AssumedRoleUser")


def sts_parse(members):
    """sts.parse: ROLE-RSP-1, ROLE-RSP-2, ROLE-RSP-7, ROLE-RSP-14."""
    body, shape = read_string(members, "body"), read_choice(members, "format", ("JSON", "XML"))
    status, now = (read_optional_integer(members, name) for name in ("httpStatus", "now"))
    refuse_if(status not in (None, 200), "token-http-status")
    answer = parsed(body) if shape == "JSON" else object_of(read_xml(body, KIND))
    return token_of(answer, now, nested=True)


def object_of(root):
    """ROLE-RSP-3, ROLE-RSP-4, ROLE-RSP-17, ROLE-RSP-8 to ROLE-RSP-11."""
    refuse_if(root.name not in ("AssumeRoleResponse", "Error"), KIND)
    wrong = any(code.elements or code.text != "Success" for code in all_of(root, "Code"))
    refuse_if(root.name == "Error" or wrong, "token-status")
    found = all_of(root, "Credentials")
    twice = any(len(all_of(element, name)) > 1 for element in found for name in PASCAL)
    repeated = any(
        len(all_of(root, name)) > 1 for name in ("Credentials", "StatusCode", "statusCode")
    )
    refuse_if(repeated or twice, "token-torn")
    is_text = any(element.text.encode("utf-8").strip(SPACE) for element in found)
    refuse_if(is_text, "token-not-object")
    return {name: value_of(element) for name, element in members_of(root).items()}


def all_of(parent, name):
    """The elements of a name."""
    return [element for element in parent.elements if element.name == name]


def members_of(parent):
    """Each element by its name; of elements of one name the first."""
    return {element.name: element for element in reversed(parent.elements)}


def value_of(element):
    """ROLE-RSP-3, ROLE-RSP-11: the value of an element in the root."""
    if element.name not in OBJECTS:
        return element.text
    members = members_of(element)
    return {name: {} if found.elements else found.text for name, found in members.items()}
