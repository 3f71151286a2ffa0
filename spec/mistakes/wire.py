#!/usr/bin/env python3
"""Write the requests by which OSS sees a mistake: what a client with it sends, and OSS refuses.

    wire.py --write     write wire-mistakes.json and sts-mistakes.json in Tests/TestSupport
    wire.py --check     say whether these files are current
    wire.py --left-out  the mistakes of signing without a request, and why

A case is a mistake, and the request of a signing vector as a client with it sends it, of which OSS
makes another signature than the client. Of the vectors of a mistake those are taken, of up to two
operations, for which fewest other mistakes send the same; those with a target have keys that other
vectors have, too. The second file has the calls of STS that
such a client sends otherwise, whatever STS makes of them.
"""

import collections
import itertools
import json
import re
import sys
import urllib.parse

import mistakes
from edited_oracle import Fault
from mistakes import SPEC, World, result_of
from pages import chosen
from received import BLANKS, Received, oracle

FOLDER = SPEC.parent / "Tests" / "TestSupport"
STS = ["sts.rpc", "sts.acs3"]
OPERATIONS = [f"v{version}.{kind}" for version in (1, 2, 4) for kind in ("header", "presign")]
ENDPOINT = {"endpoint": "https://oss-cn-hangzhou.aliyuncs.com"}


def written(given, output):
    """What a client sends: method, authority, target and headers."""
    to_bytes = oracle("values").to_bytes
    headers = [(to_bytes(name), to_bytes(value)) for name, value in given["headers"]]
    if "url" in output:
        place = to_bytes(output["url"])
    else:
        members = {**ENDPOINT, **given}
        target = oracle("request").Request(members, endpoint_needed=False).target
        place = oracle("url").url(target.location(), target.query)
        sent = [(to_bytes(name), to_bytes(value)) for name, value in output["headers"]]
        # A value is sent with the outer blanks that the caller gave it.
        headers = [one for one in headers if values(one[0], headers) == values(one[0], sent)]
        kept = {name.lower() for name, _ in headers}
        headers += [one for one in sent if one[0].lower() not in kept]
    parts = re.fullmatch(rb"(?i)https?://([^/?#]*)([^#\r\n ]*)(?:#.*)?", place, re.DOTALL)
    if parts is None or any(re.search(rb"[\r\n\0]", value) for _, value in headers):
        raise Fault("HTTP cannot send it")
    if not any(name.lower() == b"host" for name, _ in headers):
        headers = [(b"Host", parts[1]), *headers]
    target = parts[2] if parts[2][:1] == b"/" else b"/" + parts[2]
    return to_bytes(given.get("method") or "GET"), parts[1], target, headers


def called(given, output):
    """A call of STS as HTTP writes it, or a Fault."""
    to_bytes = oracle("values").to_bytes
    parts = re.fullmatch(rb"(?i)https?://([^/?#]*)([^#\r\n ]*)", to_bytes(output["url"]), re.DOTALL)
    headers = [(to_bytes(name), to_bytes(value)) for name, value in output.get("headers", [])]
    if parts is None or any(re.search(rb"[\r\n\0]", value) for _, value in headers):
        raise Fault("HTTP cannot send it")
    body = to_bytes(output.get("body") or "")
    if body:
        headers.append((b"Content-Type", b"application/x-www-form-urlencoded"))
    target = parts[2] if parts[2][:1] == b"/" else b"/" + parts[2]
    # HTTP libraries leave out the port that the scheme has anyway (ACS3-HDR-4).
    port = b":443" if to_bytes(output["url"])[:6].lower() == b"https:" else b":80"
    host = parts[1].removesuffix(port)
    lines = [to_bytes(given["method"]) + b" " + target + b" HTTP/1.1", b"Host: " + host]
    lines += [name + b": " + value for name, value in headers]
    return b"\r\n".join([*lines, b"", body]).decode()


def meaning(request):
    """What a call of STS says, whatever escapes it is written with."""
    head, _, body = request.partition("\r\n\r\n")
    line, *headers = head.split("\r\n")
    method, target, _ = line.split(" ")
    path, _, query = target.partition("?")
    read = [urllib.parse.parse_qsl(text, True, encoding="latin-1") for text in (query, body)]
    return method, path, headers, [sorted(pairs) for pairs in read]


def values(name, headers):
    """The values of a header without outer blanks, as one."""
    return b",".join(value.strip(BLANKS) for own, value in headers if own.lower() == name.lower())


def sent_by(task):
    """What a client with a mistake sends for each vector that shows it, or why it sends nothing."""
    section, name, only, operations = task
    world, found = mistakes.WORLD, {}
    answer, touched = world.oracle.edited(section.edits((name,) if name else ()))
    for vector in world.vectors:
        key, right = vector["id"], world.right[vector["id"]]
        is_asked = vector["operation"] in operations and right["status"] == "ok"
        is_asked = is_asked and "target" not in right.get("output", {})
        if not is_asked or world.calls[key].isdisjoint(touched) or key not in (only or {key}):
            continue
        try:
            reply = answer(vector["operation"], json.loads(world.inputs[key]))
            if reply["status"] != "ok":
                raise Fault("the client refuses it")
            if result_of(reply) != result_of(right):
                write = called if operations == STS else written
                found[key] = write(vector["input"], reply["output"])
        except Fault as fault:
            found[key] = str(fault)
        except Exception:
            found[key] = "it ends in an exception"
    return found


def host_of(given):
    """The host of an endpoint, its path, and whether the path of a URL begins with the bucket."""
    endpoint = oracle("url").Endpoint((given.get("endpoint") or ENDPOINT["endpoint"]).encode())
    is_path = endpoint.addressing((given.get("addressing") or "").encode() or None) == b"path"
    return endpoint.host, endpoint.base_path, is_path


# OSS reads one of two of these, and no one knows which (V1-REF-11).
READ_ONCE = {b"content-md5", b"content-type", b"date", b"x-oss-date", b"x-oss-content-sha256"}


def check_read(given, request):
    """A Fault where OSS does not come to the signature, or no one knows what it signs."""
    token = (given["credentials"].get("securityToken") or "").encode()
    sent = b"\n".join([request[2], *(value for _, value in request[3])])
    if token not in sent and oracle("url").percent_encode(token) not in sent:
        raise Fault("the token does not come, which OSS misses before the signature")
    names = [name.lower() for name, _ in request[3]]
    if any(names.count(name) > 1 for name in READ_ONCE):
        raise Fault("a header comes twice of which OSS reads one")


def case_of(vector, right, request):
    """A case without its mistakes; a Fault where its signature is not what OSS refuses."""
    given = vector["input"]
    host, prefix, is_path = host_of(given)
    bucket = given.get("bucket")
    is_path = is_path and bucket is not None
    place = (vector["operation"][:2], bucket and bucket.encode(), prefix, is_path)
    secret = given["credentials"]["accessKeySecret"].encode()
    if right[1] != request[1] or not request[2].startswith(prefix + b"/"):
        raise Fault("it asks another host")
    check_read(given, request)
    meant, received = (Received(place[0], one, *place[1:]) for one in (right, request))
    if meant.bucket != received.bucket:
        raise Fault("it asks for another bucket")
    if len(set(meant.signatures(secret))) > 1:
        raise Fault("the vector is of another host")
    if len(set(received.signatures(secret))) == 1:
        raise Fault("what is sent is what is signed")
    lines = [request[0] + b" " + request[2] + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in request[3]]
    known = {"endpoint": host.decode()} if is_path else {"bucket": bucket}
    text = b"\r\n".join([*lines, b"", b""]).decode()
    return {**known, "prefix": prefix.decode(), "secret": secret.decode(), "request": text}


def gathered(pool):
    """By mistake its cases, and by mistake and reason why there are none."""
    world, found, reasons = mistakes.WORLD, {}, collections.defaultdict(set)
    tasks = [(one, name, None, OPERATIONS) for one in chosen() for name in one.names or [""]]
    every = list(pool.imap(sent_by, tasks, 8))
    world.oracle.answering({})
    for task, requests in zip(tasks, every, strict=True):
        for key, request in requests.items():
            vector, name = world.corpus.by_id[key], task[0].id
            try:
                if isinstance(request, str):
                    raise Fault(request)
                right = written(vector["input"], world.right[key]["output"])
                case = {"id": name, "also": [], "vector": key, **case_of(vector, right, request)}
                found.setdefault(name, []).append((task, case))
            except UnicodeDecodeError:
                reasons[name].add("it is no text")
            except Fault as fault:
                reasons[name].add(str(fault))
    return found, reasons


def calls():
    """By mistake and operation the shortest call of STS that a client with it sends otherwise."""
    found = {}
    tasks = [(one, name, None, STS) for one in chosen() for name in one.names or [""]]
    with mistakes.workers() as pool:
        for task, requests in zip(tasks, pool.imap(sent_by, tasks, 8), strict=True):
            for key, request in requests.items():
                vector = mistakes.WORLD.corpus.by_id[key]
                given = vector["input"]
                # Who is given all parameters may lack those before the signature.
                if not request.startswith(("GET ", "POST ")) or "time" not in given:
                    continue
                right = called(given, mistakes.WORLD.right[key]["output"])
                if meaning(request) == meaning(right):
                    continue
                case = {"id": task[0].id, "vector": key, "time": given["time"]}
                case["credentials"] = given["credentials"]
                case["request"] = request
                found.setdefault((task[0].id, vector["operation"]), []).append(case)
    return [
        min(some, key=lambda one: (len(one["request"]), one["vector"])) for some in found.values()
    ]


def cases():
    """The cases of all mistakes, and by mistake why it has none."""
    world = mistakes.WORLD
    with mistakes.workers() as pool:
        found, reasons = gathered(pool)
        same, taken = collections.defaultdict(set), []
        for one in (one for _, one in itertools.chain(*found.values())):
            same[one["vector"], one["request"]].add(one["id"])
        for pairs in found.values():
            order = {}
            for task, one in pairs:
                names = sorted(same[one["vector"], one["request"]] - {one["id"]})
                place = (len(names), len(one["request"]), one["vector"])
                order[place] = (task, {**one, "also": names})
            best = {}
            for place in sorted(order):
                operation = world.corpus.by_id[place[2]]["operation"]
                best.setdefault(operation, order[place])
            taken += list(best.values())[:2]
        # A client that goes wrong by what it remembers does not so with one request.
        tasks = [(section, name, {one["vector"]}, OPERATIONS) for (section, name, *_), one in taken]
        again = pool.imap(sent_by, tasks, 8)
        kept = [one for (_, one), is_sent in zip(taken, again, strict=True) if is_sent]
    for name in found:
        reasons[name] = {"it needs another request before"}
    for one in kept:
        reasons.pop(one["id"], None)
    return kept, reasons


def main(words):
    """Run one command; return the exit status."""
    if words not in (["--write"], ["--check"], ["--left-out"]):
        sys.exit(__doc__)
    mistakes.WORLD = World()
    kept, reasons = cases()
    if words == ["--left-out"]:
        for name, why in sorted(reasons.items()):
            print(f"{name}: {', '.join(sorted(why))}")
        return 0
    status = 0
    for name, found in (("wire-mistakes.json", kept), ("sts-mistakes.json", calls())):
        text = "[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]\n"
        file = FOLDER / name
        if words == ["--write"]:
            file.write_text(text, "ascii")
        elif not file.is_file() or file.read_text("ascii") != text:
            print(f"Tests/TestSupport/{name} is not current; --write writes it.")
            status = 1
        count = len({one["id"] for one in found})
        print(f"{name}: {len(found)} requests of {count} mistakes")
    print(f"{len(reasons)} mistakes of requests to OSS have none")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
