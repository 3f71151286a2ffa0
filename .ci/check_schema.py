#!/usr/bin/env python3
"""Hold every suite against vectors/schema.json with PyPI's jsonschema, and the schema against broken suites.

    check_schema.py VECTORS_DIR

A schema that accepts everything would pass the first half, so the second half breaks a real suite in
ways that people break them and asks that each is refused.
"""
import copy
import json
import pathlib
import sys

import jsonschema


def changing(suite):
    """A function that breaks the suite, or its first vector, and says how."""
    def change(name, edit):
        result = copy.deepcopy(suite)
        edit(result, result["vectors"][0])
        return name, result

    return change


def broken_suites(suite):
    """Pairs of what was done and the suite after it."""
    change = changing(suite)
    return [
        change("an unknown member of the suite", lambda s, v: s.update(extra=1)),
        change("an unknown member of a vector", lambda s, v: v.update(extra=1)),
        change("a misspelt member of expect", lambda s, v: v["expect"].update(signatur="x")),
        change("a misspelt member of input", lambda s, v: v["input"].update(metod="GET")),
        change("a misspelt step", lambda s, v: v["expect"]["stages"].update(stringtosign="x")),
        change("no comment", lambda s, v: v.pop("comment")),
        change("an empty comment", lambda s, v: v.update(comment="")),
        change("an id that is no slug", lambda s, v: v.update(id="Not A Slug")),
        change("a level that is none", lambda s, v: v.update(level="might")),
        change("may without a reason", lambda s, v: v.update(level="may")),
        change("no provenance", lambda s, v: v.pop("provenance")),
        change("agreed by nobody", lambda s, v: v.update(provenance={"kind": "agreed", "sdks": []})),
        change("a signature of hexadecimal", lambda s, v: v["expect"].update(signature="00" * 20)),
        change("an unknown error class", lambda s, v: v.update(expect={"error": {"class": "bad"}})),
        change("a time that is text", lambda s, v: v["input"].update(time="now")),
        change("a header of one element", lambda s, v: v["input"].update(headers=[["a"]])),
        change("an unknown operation", lambda s, v: v.update(operation="v9.header")),
        change("another format", lambda s, v: s.update(format=2)),
    ]


def broken_timelines(suite):
    """The same for scripts and their bounds."""
    change = changing(suite)
    return [
        change("an event of two kinds", lambda s, v: v["input"]["events"].append({"at": 0, "ask": "c", "cancel": "c"})),
        change("an event of no kind", lambda s, v: v["input"]["events"].append({"at": 0})),
        change("a fetch that gives and fails", lambda s, v: v["input"]["fetches"].append({"takes": 0, "gives": "A", "fails": "torn"})),
        change("a fetch that fails for no known reason", lambda s, v: v["input"]["fetches"].append({"takes": 0, "fails": "x"})),
        change("no fetches", lambda s, v: v["input"].update(fetches=[])),
        change("a policy that is none", lambda s, v: v["input"].update(policy="eager")),
        change("an answer where bounds belong", lambda s, v: v["expect"].update(answers=[])),
        change("a misspelt invariant", lambda s, v: v["expect"].update(invariants=["never-expire"])),
        change("a caller who may get nothing", lambda s, v: v["expect"].update(callers={"c1": []})),
        change("nothing expected", lambda s, v: v.update(expect={})),
    ]


def broken_family(suites):
    """The same for the other signatures, of each operation that has a vector."""
    hexadecimal, base64 = "00" * 32, "A" * 43 + "="
    edits = {
        "v2.header": [
            ("a region, which only V4 has", lambda v: v["input"].update(region="cn-hangzhou")),
            ("a signature of hexadecimal", lambda v: v["expect"].update(signature=hexadecimal)),
            ("a step of V4", lambda v: v["expect"]["stages"].update(canonicalQuery="")),
        ],
        "v2.presign": [("no expiry", lambda v: v["input"].pop("expires"))],
        "v4.header": [
            ("a signature of base64", lambda v: v["expect"].update(signature=base64)),
            ("a signature in upper case", lambda v: v["expect"].update(signature="AB" * 32)),
            ("an Authorization of V1", lambda v: v["expect"].update(authorization="OSS id:" + base64)),
            ("a step of V1", lambda v: v["expect"]["stages"].update(canonicalizedResource="/")),
            ("a key that is no hexadecimal", lambda v: v["expect"]["stages"].update(signingKey="x")),
            ("one additional header", lambda v: v["input"].update(additionalHeaders="range")),
        ],
        "v4.presign": [("an expiry that is text", lambda v: v["input"].update(expires="60"))],
        "v4.string": [("an Authorization", lambda v: v["expect"].update(authorization="x"))],
        "post.policy": [("one condition", lambda v: v["input"].update(conditions={}))],
        "post.v1": [("a policy that is no base64", lambda v: v["expect"].update(policy="{}"))],
        "post.v4": [("the signature of V1", lambda v: v["expect"].update(signature="A" * 27 + "="))],
        "post.check": [
            ("a fault without a class", lambda v: v["expect"].update(faults=[{"field": "key"}])),
            ("a fault of two kinds", lambda v: v["expect"].update(
                faults=[{"class": "invalid-form-field", "field": "key", "condition": 0}])),
        ],
        "sts.rpc": [
            ("another method", lambda v: v["input"].update(method="PUT")),
            ("another format", lambda v: v["input"].update(format="YAML")),
            ("no nonce", lambda v: v["input"].pop("nonce")),
        ],
        "sts.role": [("a duration that is text", lambda v: v["input"].update(durationSeconds="1"))],
        "sts.parse": [("a hook that decodes", lambda v: v["input"].update(decoder="base64"))],
        "live.publish": [("a URL of HTTP", lambda v: v["expect"].update(url="https://example.com"))],
        "callback.parameter": [
            ("one URL", lambda v: v["input"].update(callbackUrl="https://example.com")),
            ("a truth value that is text", lambda v: v["input"].update(callbackSNI="true")),
        ],
        "callback.verify": [("no key", lambda v: v["input"].pop("publicKey"))],
        "md5": [("a digest in upper case", lambda v: v["expect"].update(digest="AB" * 16))],
    }
    return [
        changing(suites[operation])(f"{operation}: {name}", lambda s, v, edit=edit: edit(v))
        for operation, list_of_edits in edits.items()
        if operation in suites
        for name, edit in list_of_edits
    ]


def first_of_each_operation(suites):
    """For each operation, a suite that begins with a vector of it that expects an answer."""
    found = {}
    for suite in suites:
        for vector in suite["vectors"]:
            if "error" not in vector["expect"] and vector["operation"] not in found:
                found[vector["operation"]] = dict(suite, vectors=[vector], count=1)
    return found


def main():
    folder = pathlib.Path(sys.argv[1])
    schema = json.loads((folder / "schema.json").read_text("ascii"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = passed = 0
    suites = []
    for path in sorted(folder.rglob("*.json")):
        if path.name == "schema.json":
            continue
        suites.append(json.loads(path.read_text("ascii")))
        errors = list(validator.iter_errors(suites[-1]))
        for error in errors[:3]:
            print(f"{path}: {error.json_path}: {error.message[:200]}")
        failed, passed = failed + bool(errors), passed + (not errors)
    signing = json.loads((folder / "v1/string-to-sign.json").read_text("ascii"))
    timelines = json.loads((folder / "credentials/timeline-refresh.json").read_text("ascii"))
    family = broken_family(first_of_each_operation(suites))
    for name, broken in broken_suites(signing) + broken_timelines(timelines) + family:
        accepted = validator.is_valid(broken)
        if accepted:
            print(f"the schema accepts {name}")
        failed, passed = failed + accepted, passed + (not accepted)
    print(f"schema: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
