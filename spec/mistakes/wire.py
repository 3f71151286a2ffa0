#!/usr/bin/env python3
"""Write the requests by which OSS sees a mistake: what a client with it sends, and OSS refuses.

    wire.py --write     write Tests/TestSupport/wire-mistakes.json
    wire.py --check     say whether that file is current
    wire.py --left-out  the mistakes of signing without a request, and why

A case is a mistake, and the request of a signing vector as a client with it sends it, of which OSS
makes another signature than the client. Of the vectors of a mistake those are taken, of up to two
operations, for which fewest other mistakes send the same.
"""

import collections
import itertools
import json
import multiprocessing
import re
import sys

import mistakes
from edited_oracle import Fault
from mistakes import SPEC, World, result_of
from pages import chosen
from received import BLANKS, Received, oracle

FILE = SPEC.parent / "Tests" / "TestSupport" / "wire-mistakes.json"
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


def values(name, headers):
    """The values of a header without outer blanks, as one."""
    return b",".join(value.strip(BLANKS) for own, value in headers if own.lower() == name.lower())


def sent_by(task):
    """What a client with a mistake sends for each vector that shows it, or why it sends nothing."""
    section, name, only = task
    world, found = mistakes.WORLD, {}
    answer, touched = world.oracle.edited(section.edits((name,) if name else ()))
    for vector in world.vectors:
        key, right = vector["id"], world.right[vector["id"]]
        is_asked = vector["operation"] in OPERATIONS and right["status"] == "ok"
        if not is_asked or world.calls[key].isdisjoint(touched) or key not in (only or {key}):
            continue
        try:
            reply = answer(vector["operation"], json.loads(world.inputs[key]))
            if reply["status"] != "ok":
                raise Fault("the client refuses it")
            if result_of(reply) != result_of(right):
                found[key] = written(vector["input"], reply["output"])
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
    tasks = [(one, name, None) for one in chosen() for name in one.names or [""]]
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


def cases():
    """The cases of all mistakes, and by mistake why it has none."""
    world = mistakes.WORLD = World()
    with multiprocessing.get_context("fork").Pool() as pool:
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
        tasks = [(section, name, {one["vector"]}) for (section, name, _), one in taken]
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
    kept, reasons = cases()
    if words == ["--left-out"]:
        for name, why in sorted(reasons.items()):
            print(f"{name}: {', '.join(sorted(why))}")
        return 0
    text = "[\n" + ",\n".join(json.dumps(one) for one in kept) + "\n]\n"
    if words == ["--write"]:
        FILE.write_text(text, "ascii")
    elif not FILE.is_file() or FILE.read_text("ascii") != text:
        print("Tests/TestSupport/wire-mistakes.json is not current; --write writes it.")
        return 1
    count = len({one["id"] for one in kept})
    print(f"{len(kept)} requests of {count} mistakes, {len(reasons)} mistakes without one")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
