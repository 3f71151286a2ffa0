#!/usr/bin/env python3
"""Hold both runners against adapters that misbehave: the same end, and the one that is due.

    bad_adapters.py TOOL

Each adapter computes MD5 and misbehaves in a phase of the protocol: `hello` in place of the
handshake, `run` in place of the reply to one request, `bye` at the end. Whatever comes, the run
ends in time with the status that is due, and one request has failed in the way that is due; it
leaves no process, hands on no credentials, and prints no control character and no trace of a crash.
"""

import base64
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
RUNNER = VECTORS / "oss_conform.py"
SDK = {"name": "bad", "version": "1", "language": "python"}
GREETING = {"protocol": 1, "sdk": SDK, "operations": ["md5"], "window": 4}
CREDENTIALS = (
    "OSS_ACCESS_KEY_SECRET", "OSS_STS_TOKEN", "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
    "ALIBABACLOUD_SECURITY_TOKEN", "ALIYUN_ACCESS_KEY_SECRET", "ALICLOUD_SECRET_KEY",
)  # fmt: skip
STEERING = {
    "c0": "".join(map(chr, range(32))),
    "c1": "".join(map(chr, range(127, 160))) + "\x9b2J",
    "bidi": "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202eabc\u2066\u2067\u2068\u2069",
    "title": "\x1b]0;title\x07\x1b[2J\r\n# heading",
}
UNSEEN = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
    "|Traceback|Fatal error"
)
TEXTS_OF_HELLO = {"operations": 0, "profiles": 0, "habits": 0, "features": 0, "error": 3}
# The member of a reply, the status with which it comes, and how the request fails, if it does.
TEXTS_OF_RUN = {
    "digest": ("output", "mismatch"), "step": ("output", 0), "reason": ("unsupported", 0),
    "message": ("failed", "adapter-failed"), "class": ("rejected", "rejected"),
    "error": ("rejected", "rejected"), "transport": ("rejected", 0),
    "seq": ("output", "crash"), "status": ("output", "adapter-failed"),
}  # fmt: skip
# In place of a line; `@` is the right line without its last brace.
LINES = {
    "escapes": b"\x1b]0;title\x07\x1b[2J\x9b1m\xc2\x9b",
    "reordered": "\u202eabc\u2066".encode(),
    "no-utf-8": b"\xff\xfe\xfa",
    "mark-first": b"\xef\xbb\xbf@}",
    "doubled": b'@,"window":4,"seq":"x","protocol":1,"window":4,"seq":"x","protocol":1}',
    "half-pair": b'@,"x":"\\ud800"}',
    "no-number": b'@,"x":NaN}',
    "deep": b"[" * 200_000,
    "deep-object": b'{"a":' * 100_000,
    "deeper-than-64": b'@,"x":' + b"[" * 64 + b"]" * 64 + b"}",
    "empty": b"",
    "array": b"[]",
    "text": b'"\\u001b[2J"',
    "nul": b"\0" * 100,
    "no-end": b"x" * (1 << 21),
    "two-values": b"@} {}",
}
# Members of the handshake of the wrong kind; those of the last line are right.
HELLO_VALUES = {
    "window": [0, -1, 1.5, 4.0, "4", True, [], 10**30], "protocol": [True, 1.0, "1", None, 2, {}],
    "operations": [None, "md5", [1], {}], "profiles": ["signing", [1], {}],
    "habits": [{}, [None]], "features": ["x", [1]],
    "sdk": [None, [], "x", {}, {**SDK, "name": None}, {**SDK, "language": 1}],
}  # fmt: skip
LENGTHS = {256: 0, 257: 3, 900_000: 3}
REPLY_VALUES = {
    "status": [None, 5, [], {}], "output": [None, [], "x", {"stages": []}],
    "rejected": [[], "x", {"class": 5}, {"message": []}], "refusedBy": ["x", 5, True],
    "unsupported": [5, []], "failed": [5, {}],
}  # fmt: skip
# What is done in place of a message, and how the request fails; a handshake that waits is waited
# for, so the second part is not tried there.
ACTIONS = {
    "exits": "crash", "is-killed": "crash", "closes-output": "crash", "cuts-line": "crash",
    "leaves-child-with-output": "crash", "child-of-own-session": "crash", "floods": "crash",
    "floods-without-end": "crash",
}  # fmt: skip
SLOW_ACTIONS = {
    "stops": "timeout", "spins": "timeout", "ignores-signals": "timeout",
    "closes-input": "timeout", "repeats-without-end": "crash",
}  # fmt: skip
# What is done with all requests.
HABITS = {"answers": 0, "answers-twice": 0, "answers-backwards": 0, "dies-at-third": 0, "talks": 3}
SIGNALS = ("INT", "TERM", "HUP", "QUIT", "KILL")
HELD = {"last": b"", "all": []}  # the last line that an attacker sent, and all replies


def attacks():
    """Each attack: the phase, what is done with which argument, and the status that is due.

    Of one that makes a request fail it is how that fails; the status is then 1.
    """
    for name in STEERING:
        for member in SDK:
            yield "hello", "sdk", (member, name), 0
        yield from (("hello", "text", (one, name), due) for one, due in TEXTS_OF_HELLO.items())
        yield from (("run", "text", (one, name), due) for one, (_, due) in TEXTS_OF_RUN.items())
    for length, due in LENGTHS.items():
        yield from (("hello", "long", (member, length), due) for member in SDK)
    for name in LINES:
        yield from (("hello", "line", (name,), 3), ("run", "line", (name,), "crash"))
    for member, values in HELLO_VALUES.items():
        yield from (("hello", "value", (member, place), 3) for place in range(len(values)))
    for member, values in REPLY_VALUES.items():
        yield from (
            ("run", "value", (member, place), "adapter-failed") for place in range(len(values))
        )
    for name, due in {**ACTIONS, **SLOW_ACTIONS}.items():
        yield from (("run", "act", (name,), due), ("bye", "act", (name,), 0))
    yield from (("hello", "act", (name,), 3) for name in ACTIONS)
    yield from (("all", "habit", (name,), due) for name, due in HABITS.items())
    for name in SIGNALS:
        due = -getattr(signal, f"SIG{name}")
        yield from ((phase, "signal", (name,), due) for phase in ("hello", "run", "bye"))


def put(line):
    """Write bytes as they are; a reader that is gone ends the adapter."""
    try:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    except OSError:
        os._exit(0)


def without_end(line):
    """Write without end."""
    while True:
        put(line)


def sleep_deaf(is_busy):
    """Live on, whatever signal comes but one that nobody can ignore."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    while is_busy:
        pass
    time.sleep(60)


def leave_child(is_own):
    """Start a child: in a session of its own, or with the output of this process."""
    output = subprocess.DEVNULL if is_own else None
    subprocess.Popen(["sleep", "60"], stdout=output, start_new_session=is_own)


def act(name, right):
    """Do something other than answering, and end."""
    {
        "exits": lambda: None,
        "is-killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "stops": lambda: os.kill(os.getpid(), signal.SIGSTOP),
        "leaves-child-with-output": lambda: leave_child(False),
        "child-of-own-session": lambda: leave_child(True),
        "closes-output": lambda: (os.close(1), time.sleep(60)),
        "closes-input": lambda: (os.close(0), time.sleep(60)),
        "cuts-line": lambda: put(right[:-3]),
        "floods": lambda: put(b"[]\n" * 500_000),
        "floods-without-end": lambda: without_end(b"x" * (1 << 16)),
        "repeats-without-end": lambda: without_end(HELD["last"] * 100),
        "spins": lambda: sleep_deaf(True),
        "ignores-signals": lambda: sleep_deaf(False),
    }[name]()
    os._exit(0)


def attacked(message, phase, kind, argument):
    """A right message of the phase, made wrong."""
    if kind == "sdk":
        message["sdk"] = {**SDK, argument[0]: STEERING[argument[1]]}
    elif kind == "long":
        message["sdk"] = {**SDK, argument[0]: "x" * argument[1]}
    elif phase == "hello":
        member, rest = argument
        if kind == "value":
            message[member] = HELLO_VALUES[member][rest]
        else:
            text = STEERING[rest]
            names = {"operations": ["md5"], "profiles": ["signing"]}.get(member, [])
            message[member] = text if member == "error" else [*names, text]
    elif kind == "text":
        spoil_text(message, argument[0], STEERING[argument[1]])
    else:
        spoil_value(message, argument[0], REPLY_VALUES[argument[0]][argument[1]])
    return message


def spoil_text(reply, member, text):
    """Put a text into one member of a reply."""
    status = TEXTS_OF_RUN[member][0]
    if status != "output":
        reply["status"] = status
    changes = {
        "digest": {"output": {"digest": text}}, "seq": {"seq": text}, "status": {"status": text},
        "step": {"output": {**reply["output"], text: text, "stages": {text: text}}},
        "reason": {"reason": text}, "message": {"message": text},
        "class": {"error": {"class": text}}, "error": {"error": {"message": text}},
        "transport": {"refusedBy": "transport", "output": None, "error": {"message": text}},
    }  # fmt: skip
    reply.update(changes[member])


def spoil_value(reply, member, value):
    """Put a value of the wrong kind into a reply."""
    if member in ("rejected", "refusedBy", "unsupported", "failed"):
        reply["status"] = "rejected" if member == "refusedBy" else member
    names = {"rejected": "error", "unsupported": "reason", "failed": "message"}
    reply[names.get(member, member)] = value


def right_message(request):
    """What an adapter that does nothing wrong answers."""
    if request["op"] != "run":
        return dict(GREETING)
    data = request["input"]["data"]
    data = data.encode() if isinstance(data, str) else base64.b64decode(data["base64"])
    output = {"digest": hashlib.md5(data).hexdigest()}
    return {"seq": request["seq"], "status": "ok", "output": output}


def line_of(habit, count, line):
    """What an adapter with a habit writes for a request, of which this is the right line."""
    HELD["all"] = HELD["all"] + [line] if count > 1 else [line]
    if habit == "dies-at-third" and count == 3:
        sys.exit(5)
    if habit == "answers-backwards":
        return b"".join(reversed(HELD["all"])) if count == 3 else b""
    return {"answers-twice": line + line, "talks": b"INFO signing\n"}.get(habit, line)


def attacker(phase, kind, *rest):
    """An adapter that attacks."""
    (*argument, ready) = rest
    argument = [int(one) if one.isdigit() else one for one in argument]
    if any(name in os.environ for name in CREDENTIALS):
        sys.exit("a secret reached the adapter")
    for count, line in enumerate(sys.stdin.buffer):
        request = json.loads(line)
        op, message = request["op"], right_message(request)
        is_due = op == phase and (op != "run" or request["input"]["data"] == "abc")
        right = json.dumps(message).encode() + b"\n"
        if is_due and kind == "signal":
            pathlib.Path(ready).touch()
            act("spins", right)
        if is_due and kind == "act":
            act(argument[0], right)
        if op == "bye":
            return
        HELD["last"] = right
        if kind == "habit":
            right = line_of(argument[0], count, right) if op == "run" else right
        elif is_due and kind == "line":
            right = LINES[argument[0]].replace(b"@", right[:-2]) + b"\n"
        elif is_due:
            right = json.dumps(attacked(message, phase, kind, argument)).encode() + b"\n"
        put(right)


def left_of(mark):
    """The processes that still run of those that a run started, where the system shows them."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path.parent.joinpath("cmdline").read_bytes().replace(b"\0", b" "))
        except OSError:
            continue
    return found


def run_of(runner, case, folder, environment):
    """The exit status of a run; None where it had to be killed."""
    phase, kind, argument, _ = case
    ready, is_signal = folder / "ready", kind == "signal"
    flags = ["--id", "md5-empty,md5-abc,md5-a", "--vectors", MD5[0], "--verbose"]
    flags += ["--timeout", "30" if is_signal else "0.4", "--report", "junit=report.xml"]
    command = [*runner, "check", *flags, "--", sys.executable, "-S", "-E", __file__, "--attacker"]
    command = [*map(str, [*command, phase, kind, *argument, ready])]
    with (folder / "output").open("wb") as output:
        run = subprocess.Popen(command, env=environment, stdout=output, stderr=output, cwd=folder)
    until = time.monotonic() + 20
    while is_signal and not ready.exists() and time.monotonic() < until:
        time.sleep(0.01)
    if is_signal:
        time.sleep(0.05)
        run.send_signal(getattr(signal, f"SIG{argument[0]}"))
    try:
        return run.wait(20)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
        return None


def faults(runner, case):
    """What is wrong with the end of one run."""
    mark = secrets.token_hex(8)
    # The toolchain of Swift would take SIGQUIT to show where the program is.
    environment = {**os.environ, "MARK_OF_THIS_RUN": mark, "SWIFT_BACKTRACE": "enable=no"}
    environment.update(dict.fromkeys(CREDENTIALS, "a-secret-of-this-check"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        status = run_of(runner, case, folder, environment)
        said = (folder / "output").read_text("utf-8", "surrogateescape")
        path = folder / "report.xml"
        report = path.read_text("utf-8") if path.exists() else ""
    # What was killed ends when it is its turn, which is late on a busy machine.
    until = time.monotonic() + 10
    while left_of(mark) and time.monotonic() < until:
        time.sleep(0.02)
    found = [f"it leaves {one.decode()[:200]}" for one in left_of(mark)]
    kinds = [] if isinstance(case[3], int) else [case[3]]
    due, failed = (
        1 if kinds else case[3],
        re.findall(r'<(?:failure|error) [^>]*type="([^"]*)"', report),
    )
    if (status, failed) != (due, kinds):
        found.append(f"its status is {status}, not {due}, and {failed} failed, not {kinds}")
    text = said + report
    for one in list(UNSEEN.finditer(text))[:1]:
        found.append(f"it prints {text[max(one.start() - 40, 0) : one.end() + 40]!r}")
    return found


MD5 = []


def attacked_by_all(tool):
    """Run both runners against each attack, two at a time; return how many runs went wrong."""
    runners = {"tool": [tool], "oss_conform.py": [sys.executable, RUNNER]}
    runs = [(name, case) for case in attacks() for name in runners]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        found = list(pool.map(lambda run: faults(runners[run[0]], run[1]), runs))
    for (name, (phase, kind, argument, _)), sentences in zip(runs, found, strict=True):
        for sentence in sentences:
            print("NOT", name, phase, kind, *argument, sentence)
    wrong = sum(map(bool, found))
    print(f"attacks: {len(runs) // 2} adapters, {len(runs)} runs, {wrong} wrong")
    return wrong


def main(tool):
    """Run both runners on all; return the exit status."""
    # What a shell starts in the background may ignore these two, and so would the adapters.
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    tool = str(pathlib.Path(tool).resolve())
    with tempfile.TemporaryDirectory() as folder:
        suite = pathlib.Path(folder, "vectors", "primitives")
        suite.mkdir(parents=True)
        shutil.copy(VECTORS / "primitives" / "md5.json", suite)
        MD5[:] = [suite.parent]
        return 1 if attacked_by_all(tool) else 0


if __name__ == "__main__":
    if sys.argv[1] == "--attacker":
        attacker(*sys.argv[2:])
    else:
        sys.exit(main(*sys.argv[1:]))
