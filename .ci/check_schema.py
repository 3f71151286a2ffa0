"""Check the files in vectors/ against schema.json, and the schema against broken ones.

    check_schema.py VECTORS_DIR

A schema that accepts everything would pass the first half. So the second half breaks real vectors
in the ways in which people break them, and asks that the schema refuses each. It needs jsonschema.
"""

import copy
import json
import pathlib
import sys

import jsonschema

DELETED = object()
HEXADECIMAL, BASE64 = "00" * 32, "A" * 43 + "="
OBSERVED = {
    "kind": "observed",
    "source": "https://example.com/1",
    "read": "2026-11-22",
    "quote": "PUT text/plain x-oss-date",
}

# By operation: what is broken, the member of a vector or of its suite, and its wrong value. A path
# that ends in [] adds an element to an array.
BROKEN = {
    "v1.header": [
        ("an unknown member of the suite", "suite.extra", 1),
        ("another format", "suite.format", 2),
        ("an unknown profile of the suite", "suite.profile", "android"),
        ("no profile of the suite", "suite.profile", DELETED),
        ("an unknown profile of a vector", "profile", "android"),
        ("an unknown member of a vector", "extra", 1),
        ("a misspelt member of expect", "expect.signatur", "x"),
        ("a misspelt member of input", "input.metod", "GET"),
        ("a misspelt step", "expect.stages.stringtosign", "x"),
        ("no comment", "comment", DELETED),
        ("an empty comment", "comment", ""),
        ("an id that is no slug", "id", "Not A Slug"),
        ("an unknown level", "level", "might"),
        ("may without a reason", "level", "may"),
        ("no provenance", "provenance", DELETED),
        ("agreed by nobody", "provenance", {"kind": "agreed", "sdks": []}),
        ("observed without a place", "provenance", {**OBSERVED, "source": "a thread"}),
        ("observed on no day", "provenance", {**OBSERVED, "read": "today"}),
        ("observed without a quote", "provenance", {**OBSERVED, "quote": ""}),
        ("observed with a word", "provenance", {**OBSERVED, "quote": "text/plain"}),
        ("agreed by no version", "provenance", {"kind": "agreed", "sdks": ["oss2"]}),
        ("derived by no sentence", "provenance", {"kind": "derived", "reason": "RFC 1"}),
        ("a signature of hexadecimal", "expect.signature", "00" * 20),
        ("an unknown error class", "expect", {"error": {"class": "bad"}}),
        ("a time that is text", "input.time", "now"),
        ("a header of one element", "input.headers", [["a"]]),
        ("an unknown operation", "operation", "v9.header"),
    ],
    "v2.header": [
        ("a region, which only V4 has", "input.region", "cn-hangzhou"),
        ("a signature of hexadecimal", "expect.signature", HEXADECIMAL),
        ("a step of V4", "expect.stages.canonicalQuery", ""),
    ],
    "v2.presign": [("no expiry", "input.expires", DELETED)],
    "v4.header": [
        ("a signature of base64", "expect.signature", BASE64),
        ("a signature in upper case", "expect.signature", "AB" * 32),
        ("an Authorization of V1", "expect.authorization", "OSS id:" + BASE64),
        ("a step of V1", "expect.stages.canonicalizedResource", "/"),
        ("a key that is no hexadecimal", "expect.stages.signingKey", "x"),
        ("one additional header", "input.additionalHeaders", "range"),
    ],
    "v4.presign": [("an expiry that is text", "input.expires", "60")],
    "v4.string": [("an Authorization", "expect.authorization", "x")],
    "post.policy": [("one condition", "input.conditions", {})],
    "post.v1": [("a policy that is no base64", "expect.policy", "{}")],
    "post.v4": [("the signature of V1", "expect.signature", "A" * 27 + "=")],
    "post.check": [
        ("a fault without a class", "expect.faults", [{"field": "key"}]),
        (
            "a fault of two kinds",
            "expect.faults",
            [{"class": "invalid-form-field", "field": "key", "condition": 0}],
        ),
    ],
    "sts.rpc": [
        ("another method", "input.method", "PUT"),
        ("another format", "input.format", "YAML"),
        ("no nonce", "input.nonce", DELETED),
    ],
    "sts.acs3": [
        ("no nonce", "input.nonce", DELETED),
        ("the signature of version 1.0", "expect.signature", "A" * 27 + "="),
        ("an Authorization of OSS", "expect.authorization", "OSS4-HMAC-SHA256 Credential=a"),
    ],
    "service.header": [
        ("a service that is none", "input.service", "streams"),
        ("a path that is text", "input.path", "buckets"),
        ("a signature of base64", "expect.signature", BASE64),
        ("a style of object storage", "input.addressing", "cname"),
    ],
    "sts.role": [("a duration that is text", "input.durationSeconds", "1")],
    "sts.parse": [("a function that decodes", "input.decoder", "base64")],
    "live.publish": [("a URL of HTTP", "expect.url", "https://example.com")],
    "callback.parameter": [
        ("one URL", "input.callbackUrl", "https://example.com"),
        ("a truth value that is text", "input.callbackSNI", "true"),
    ],
    "callback.verify": [("no key", "input.publicKey", DELETED)],
    "credential.timeline": [
        ("an event of two kinds", "input.events[]", {"at": 0, "ask": "c", "cancel": "c"}),
        ("an event of no kind", "input.events[]", {"at": 0}),
        (
            "a fetch that gives and fails",
            "input.fetches[]",
            {"takes": 0, "gives": "A", "fails": "torn"},
        ),
        ("a fetch that fails for no known reason", "input.fetches[]", {"takes": 0, "fails": "x"}),
        ("no fetches", "input.fetches", []),
        ("an unknown policy", "input.policy", "eager"),
        ("an answer where bounds belong", "expect.answers", []),
        ("a misspelt invariant", "expect.invariants", ["never-expire"]),
        ("a caller who may get nothing", "expect.callers", {"c1": []}),
        ("nothing expected", "expect", {}),
    ],
    "credential.process": [("an end that is text", "expect.expiration", "never")],
    "credential.profile": [
        ("a step of no kind", "expect.steps[]", {"command": "x"}),
        ("a step of another kind", "expect.steps[]", {"kind": "oauth"}),
    ],
    "credential.source": [
        ("an unknown source", "expect.source", "vault"),
        ("a variable that is a number", "input.environment", {"A": 1}),
    ],
    "credential.metadata": [
        ("no answer for the list", "input.answers", {"token": None, "role": None}),
        ("a request without its token", "expect.reads[]", ["/"]),
    ],
    "md5": [("a digest in upper case", "expect.digest", "AB" * 16)],
}

# What is broken in a row of a part of explain.json, the member and its wrong value. It is the first
# row that has a source, where one has.
BROKEN_EXPLAIN = {
    "causes": [
        ("no fix", "fix", DELETED),
        ("an id that is no slug", "id", "Not A Slug"),
        ("the member of the time before", "change", "x"),
        ("clauses of no version", "clauses", {}),
        ("a clause in small letters", "clauses", {"v1": "v1-res-1"}),
    ],
    "codes": [("no code", "code", DELETED), ("a cut exact cause", "ec", ["2-40"])],
    "answers": [
        ("no source", "source", DELETED),
        ("a source that nobody can open", "source", "a thread"),
        ("the certainty of all rows", "certainty", "likely"),
        ("no words", "says", []),
        ("a condition that is one word", "when", ["path"]),
        ("another cause of another certainty", "also", ["surely token-expired"]),
    ],
    "weak": [("a row that nothing shows", "ec", DELETED), ("a word beside no code", "with", "x")],
    "calls": [
        ("an action of another service", "action", "ecs:RunInstances"),
        ("a name with marks", "names", ["put_object"]),
    ],
    "signers": [
        ("a unit that no call takes", "expiry", "days"),
        ("no source", "source", DELETED),
        ("a call that is not one of S3", "s3", False),
    ],
    "steps": [
        ("no cause", "cause", DELETED),
        ("a cause that is no slug", "cause", "Not A Slug"),
        ("no condition in a list of them", "when", []),
        ("a part of two texts", "part", "path"),
    ],
    "differences": [
        ("no relation", "relation", DELETED),
        ("a version of S3", "versions", ["v1", "s3"]),
        ("one version", "versions", "v1"),
        ("a code of an answer", "codes", ["NoSuchKey"]),
    ],
}
# The same in a row of variations.json.
BROKEN_VARIATIONS = [
    ("no id", "id", DELETED),
    ("no part", "part", DELETED),
    ("a version of S3", "versions", ["s3"]),
    ("one version", "versions", "v1"),
    ("a place that is none", "place", "form"),
    ("a test of nothing", "where", {}),
    ("a test that must not hold", "where", {"ascii": False}),
    ("a second change without a part", "and", [{"change": "reversed"}]),
    ("a second change with an id", "and", [{"id": "a", "part": "path", "change": "reversed"}]),
    ("an unknown member", "extra", 1),
]


def broken(suite, path, value):
    """The suite, with one wrong value in it or in its vector."""
    suite = copy.deepcopy(suite)
    *parents, name = path.split(".")
    found = suite if parents == ["suite"] else suite["vectors"][0]
    for parent in parents if parents != ["suite"] else []:
        found = found[parent]
    if value is DELETED:
        del found[name]
    elif name.endswith("[]"):
        found[name.removesuffix("[]")].append(value)
    else:
        found[name] = value
    return suite


def first_of_each_operation(suites):
    """For each operation, a suite with its first vector that expects an answer."""
    found = {}
    for suite in suites:
        for vector in suite["vectors"]:
            if "error" not in vector["expect"] and vector["operation"] not in found:
                found[vector["operation"]] = dict(suite, vectors=[vector], count=1)
    return found


def suite_faults(validator, suites):
    """What the schema refuses in each suite, three sentences at most."""
    for path, suite in suites.items():
        for error in list(validator.iter_errors(suite))[:3]:
            yield f"{path}: {error.json_path}: {error.message[:200]}"


def schema_faults(validator, suites):
    """What the schema accepts although it is broken."""
    examples = first_of_each_operation(suites.values())
    for operation, changes in BROKEN.items():
        for what, path, value in changes:
            if validator.is_valid(broken(examples[operation], path, value)):
                yield f"the schema accepts {what} in {operation}"


def changed(row, member, value):
    """The row, with one wrong value in it."""
    return {key: one for key, one in {**row, member: value}.items() if one is not DELETED}


def known_faults(schema, explain, variations):
    """What the schema refuses in what explain knows, or accepts although it is broken."""

    def part(name):
        reference = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
        return jsonschema.Draft202012Validator(reference)

    validators = {"explain": part("explain"), "variations": part("variations")}
    for name, file in (("explain", explain), ("variations", variations)):
        for error in list(validators[name].iter_errors(file))[:3]:
            yield f"{name}.json: {error.json_path}: {error.message[:200]}"
    for name, changes in BROKEN_EXPLAIN.items():
        groups = explain[name].values() if name == "steps" else [explain[name]]
        rows = [row for group in groups for row in group]
        sample = next((row for row in rows if "source" in row), rows[0])
        for what, member, value in changes:
            row = [changed(sample, member, value)]
            file = {**explain, name: row if name != "steps" else {"token": row}}
            if validators["explain"].is_valid(file):
                yield f"the schema accepts {what} in {name} of explain.json"
    for what, member, value in BROKEN_VARIATIONS:
        if validators["variations"].is_valid([changed(variations[0], member, value)]):
            yield f"the schema accepts {what} in variations.json"


def main(folder):
    """Print what is wrong and the counts; return the exit status."""
    schema = json.loads((folder / "schema.json").read_text("ascii"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    paths = [path for path in sorted(folder.rglob("*.json")) if path.parent != folder]
    suites = {path: json.loads(path.read_text("ascii")) for path in paths}
    names = ("explain.json", "variations.json")
    known = [json.loads((folder / name).read_text("ascii")) for name in names]
    faults = [*suite_faults(validator, suites), *schema_faults(validator, suites)]
    faults += known_faults(schema, *known)
    for fault in faults:
        print(fault)
    count = sum(map(len, [*BROKEN.values(), *BROKEN_EXPLAIN.values(), BROKEN_VARIATIONS]))
    print(f"schema: {len(suites)} suites, {count} broken parts, {len(faults)} faults")
    return 1 if faults or not suites else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
