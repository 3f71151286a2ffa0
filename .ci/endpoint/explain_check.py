#!/usr/bin/env python3
"""The explain page in headless Chromium: the answers of the tool, and nothing sent or kept.

    explain_check.py OSS-CONFORM PAGE [FOLDER FOR SCREENSHOTS]

Without a browser it says so and exits with 0. Each fault is a line; the exit status is then 1.
Where the package axe-core-python is installed, its rules of accessibility are run, too.
"""

import concurrent.futures
import contextlib
import importlib.util
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

from page import FAULTS, NAMES, Browser, expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = ROOT / "Tests" / "OSSExplainTests" / "Cases"
COUNT = 20_000
SECRET = "page-secret-5c1f"
PARTS = ("body", "request", "url")

# In the page: the answers of the cases, and damaged inputs of which none may end the module. Those
# that take long whole are damaged less often.
ANSWERS = """(async (all) => {
  const found = [];
  for (const one of all) found.push(await ask(one));
  return found;
})"""
DAMAGED = """(async (all, count) => {
  let state = 39;
  const below = (limit) => {
    state = Math.imul(state ^ state >>> 15, state | 1);
    state ^= state + Math.imul(state ^ state >>> 7, state | 61);
    return ((state ^ state >>> 14) >>> 0) % Math.max(limit, 1);
  };
  const damage = (text) => {
    const letters = [...text];
    for (let left = below(4); left >= 0; left--) {
      const place = below(letters.length), kind = below(5);
      if (kind === 0) letters[place] = String.fromCodePoint(below(256));
      else if (kind === 1) letters.splice(place, 1);
      else if (kind === 2) letters.splice(place, 0, letters[place] ?? "\\n");
      else if (kind === 3) {
        const piece = letters.splice(place, below(40));
        letters.splice(below(letters.length), 0, ...piece);
      }
      else letters.length = place;
    }
    return letters.join("");
  };
  const slow = new Set();
  for (const one of all) {
    const start = performance.now();
    await ask(one);
    if (performance.now() - start > 3) slow.add(one);
  }
  let [done, explained] = [0, 0];
  while (done < count) {
    const one = all[below(all.length)];
    if (slow.has(one) && below(10)) continue;
    const given = {};
    for (const name in one) given[name] = damage(one[name]);
    try {
      if (JSON.parse(await ask(given)).findings.length) explained++;
    } catch (error) {
      return `${error} of ${JSON.stringify(given)}`;
    }
    done++;
  }
  return [done, explained];
})"""


def evidence():
    """What the cases give: apart, as they are, and in one text."""
    found = []
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text("utf-8")):
            more = {name: case[name] for name in ("string", "credentials") if name in case}
            parts = {name: case[name] for name in PARTS if name in case}
            found += [parts | more] if parts else []
            found.append({"text": case.get("text") or "\n\n".join(parts.values())} | more)
    return found


def by_tool(conform, given, folder):
    """What the tool prints of one."""
    words = [conform, "explain", "--json"]
    for name, value in given.items():
        if name == "url":
            words += ["--url", value]
            continue
        path = pathlib.Path(folder) / name
        text = value if isinstance(value, str) else json.dumps(value)
        path.write_text(text, "utf-8", newline="")
        words += [f"--{name}", str(path)]
    return subprocess.run(words, capture_output=True, check=False).stdout.decode()


def same_answers(browser, conform):
    """The page gives the very bytes of the tool."""
    given = evidence()

    def some(start):
        with tempfile.TemporaryDirectory() as folder:
            return [by_tool(conform, one, folder) for one in given[start::2]]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        halves = [pool.submit(some, start) for start in (0, 1)]
        answers = browser.run(f"{ANSWERS}({json.dumps(given)})")
        tool = [half.result() for half in halves]
    for index, one in enumerate(given):
        wanted = tool[index % 2][index // 2]
        expect(wanted and answers[index] == wanted, f"the tool says otherwise of {one}: {wanted}")
    expect(len(given) > 1_000, f"there are {len(given)} cases")
    plain = [{name: text for name, text in one.items() if name != "credentials"} for one in given]
    browser.call("Page.bringToFront")
    result = browser.run(f"{DAMAGED}({json.dumps(plain)}, {COUNT})")
    is_good = isinstance(result, list) and result[0] == COUNT and result[1] > COUNT / 2
    expect(is_good, f"damaged inputs: {str(result)[:2000]}")
    return len(given)


def fill(browser, **fields):
    """Fill fields and ask; wait for the answer."""
    browser.run(
        f"$('form').reset(); for (const [id, text] of Object.entries({json.dumps(fields)}))"
        "$(id).value = text; $('form').requestSubmit()"
    )
    browser.wait("$('status').textContent !== ''")


def look_at_answer(browser):
    """What a person sees, with the keyboard alone, and what a link opens."""
    for name in ["language", "text", "string", "SUMMARY"]:
        browser.press("Tab", 9)
        seen = browser.run("getComputedStyle(document.activeElement).outlineStyle")
        expect(seen == "solid", f"the focus on {name} cannot be seen")
        place = browser.run("document.activeElement.id || document.activeElement.tagName")
        expect(place == name, f"the keyboard goes to {place}, not {name}")
    browser.run("$('example').click()")
    browser.wait("!$('answer').hidden")
    text = browser.run("$('answer').innerText")
    for part in ["certain", "Content-Type", "image/jpeg", "SignatureDoesNotMatch"]:
        expect(part in text, f"the answer to the example has no {part}: {text}")
    marks = browser.run("[...document.querySelectorAll('#found mark')].map((one) => one.innerText)")
    expect(marks == ["i"], f"the first different bytes are {marks}")
    fill(browser, text="<Error><Code>AccessDenied</Code><Message><img src=x></Message></Error>")
    expect(
        browser.run("document.querySelectorAll('#found img').length") == 0, "a text became markup"
    )
    fill(browser, text=" ")
    expect(browser.run("$('answer').hidden"), "nothing is explained")
    fill(browser, text="x" * ((1 << 20) + 1))
    expect("1,048,576" in browser.run("$('status').textContent"), "a long text is not refused")
    browser.run("location.hash = '#cause=content-type-added'")
    browser.wait("$('heading').textContent === 'A cause'")
    place = browser.run("document.activeElement.id")
    expect(place == "heading", f"a link leads to {place}")
    browser.run("location.hash = '#cause=no-such-cause'")
    browser.wait("$('status').textContent.includes('names no cause')")


def look_at_old_answer(browser):
    """Back leads to the answer again; a changed text marks it as old; a text may show no cause."""
    browser.run("$('example').click()")
    browser.wait("$('status').textContent.includes('Causes found')")
    folded = browser.run("[$('answer').innerText, $('answer').textContent]")
    expect("V1-" not in folded[0] and "V1-" in folded[1], "the clause is not folded up")
    browser.run("document.querySelector('#found a[href^=\"#cause=\"]').click()")
    browser.wait("$('heading').textContent === 'A cause'")
    browser.run("history.back()")
    browser.wait("$('heading').textContent === 'Causes'")
    browser.run("$('text').value += ' '; $('text').dispatchEvent(new Event('input', {bubbles: 1}))")
    is_old = "[$('answer').classList.contains('old'), $('status').textContent.includes('changed')]"
    expect(browser.run(is_old) == [True, True], "an old answer is not marked")
    browser.run("$('form').requestSubmit()")
    browser.wait("$('status').textContent.includes('Causes found')")
    expect(browser.run(is_old) == [False, False], "a new answer is marked as old")
    fill(browser, text="Request failed with status code 403")
    start = browser.run("$('heading').textContent")
    expect(start.startswith("This text cannot show the cause yet: paste the"), f"it says {start}")


def look_at_words(browser):
    """The code and its page are the answer's, and sentences are Chinese where they can be."""
    pages = {
        "<Error><Code>SignatureDoesNotMatch</Code></Error>": [],
        "<Error><Code>AccessDenied</Code></Error>": ["http-403-error-code"],
        "Error Code: AccessDenied, EC: 0003-00000001.": ["troubleshoot?q=0003-00000001"],
        "x-oss-ec: 0002-00000201\n\n403 Forbidden": ["troubleshoot?q=0002-00000201"],
    }
    for text, wanted in pages.items():
        fill(browser, text=text)
        found = browser.run("[...$('found').querySelectorAll(':scope > dl a')].map((a) => a.href)")
        is_right = len(found) == len(wanted) and all(map(str.endswith, found, wanted))
        expect(is_right, f"the pages beside {text} are {found}")
    fill(browser, text="Request failed with status code 403")
    answers = browser.run("[$('heading').textContent, $('status').textContent]")
    expect(answers[0] != answers[1], f"it says the same twice: {answers}")
    browser.run("language = 'zh'; speak()")
    text = "The policy expired at 2019-10-28T03:04:12Z. Nobody knows this sentence."
    found = browser.run(f"make('p', '', ...worded({json.dumps(text)})).outerHTML")
    is_mixed = "过期时间" in found and '<span lang="en">Nobody knows this sentence.</span>' in found
    expect(is_mixed, f"of two sentences it makes {found}")
    part = browser.run("make('p', '', ...worded('canonicalized resource')).textContent")
    expect("规范化资源" in part, f"the name of a part is {part}")
    browser.run("language = 'en'; speak()")


def look_at_trap(browser):
    """Where the module ends, the page says so and works on."""
    fill(browser, text="<Error><Code>AccessDenied</Code></Error>")
    # A number of bytes that no memory has, at which the module traps.
    browser.run(
        "const real = running.exports; running.exports = { ...real,"
        "explain: (reader, start) => real.explain(reader, start, -1) };"
        "$('form').requestSubmit()"
    )
    browser.wait("$('status').textContent.includes('a fault of the page')")
    fill(browser, text="<Error><Code>AccessDenied</Code></Error>")
    browser.wait("$('found').querySelector('article') !== null")


def look_for_secret(browser):
    """A secret is used, and nothing keeps it or what was given."""
    case = next(one for one in evidence() if "credentials" in one and "text" in one)
    key = case["credentials"]
    browser.run("$('keys').open = true")
    fill(browser, text=case["text"], id=key["accessKeyId"], secret=key["accessKeySecret"])
    browser.wait("!$('answer').hidden && running === null")
    fill(browser, text=f"GET /{SECRET} HTTP/1.1\nHost: a\n\n", id="a", secret=SECRET)
    browser.wait("running === null")
    kept = browser.run(
        "Promise.all([caches.keys(), indexedDB.databases()]).catch(() => [[], []])"
        ".then((lists) => [localStorage.length, sessionStorage.length, document.cookie,"
        "lists.flat().length, location.href, history.state])"
    )
    expect(kept[:4] == [0, 0, "", 0] and kept[5] is None, f"the page keeps {kept}")
    expect(SECRET not in kept[4] and "#" not in kept[4], f"the address has {kept[4]}")
    browser.run("$('form').reset()")
    text = browser.run("document.documentElement.outerHTML + document.body.innerText")
    expect(SECRET not in text, "the secret is shown after a reset")


def look_at_layout(browser, folder):
    """Each width, scheme and language; the rules of accessibility."""
    found = importlib.util.find_spec("axe_core_python")
    if found:
        place = pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js"
        browser.run(place.read_text("utf-8") + ";0")
    else:
        print("skipped: axe-core-python is not installed")
    states = ["$('example').click()", "location.hash = '#cause=' + 'token-missing'"]
    for language in ["en", "zh"]:
        browser.run(f"language = '{language}'; speak(); $('keys').open = true")
        for state in states:
            browser.run(state)
            shots = folder and pathlib.Path(folder) / f"{language}-{states.index(state)}"
            if shots:
                shots.mkdir(parents=True, exist_ok=True)
            for width, scheme in [(360, "light"), (360, "dark"), (1200, "light"), (1200, "dark")]:
                browser.look(width, scheme, shots)
                if found:
                    rules = browser.run(
                        "axe.run().then((all) => all.violations.map((one) =>"
                        "one.id + ' at ' + one.nodes.map((node) => node.target).join(' ')))"
                    )
                    expect(rules == [], f"{language}, {state}, {width}, {scheme}: {rules}")
    zh = browser.run("[document.documentElement.lang, document.title, $('heading').textContent]")
    expect(zh[0] == "zh-CN" and "OSS 为什么" in zh[1] and zh[2] == "原因说明", f"Chinese: {zh}")
    browser.run("location.hash = ''; $('language').click()")
    expect(browser.run("document.documentElement.lang") == "en", "it cannot be switched to English")


def look_for_requests(browser, page):
    """Nothing was asked for but the page, and nothing can be."""
    for event in browser.events:
        if event["method"] == "Network.requestWillBeSent":
            place = event["params"]["request"]["url"]
            is_own = place.split("#")[0] == page or place.startswith(("data:", "blob:"))
            expect(is_own, f"the page asks for {place}")
        if event["method"] in {"Runtime.exceptionThrown", "Log.entryAdded"}:
            expect(False, f"the browser says {json.dumps(event['params'])[:300]}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        calls = []
        threading.Thread(target=lambda: accept(server, calls), daemon=True).start()
        place = f"127.0.0.1:{server.getsockname()[1]}"
        browser.run(
            f"""(async () => {{
              const place = "http://{place}/";
              await fetch(place, {{ mode: "no-cors" }}).catch(() => {{}});
              navigator.sendBeacon(place, "x");
              for (const [name, member] of [["img", "src"], ["script", "src"], ["iframe", "src"],
                ["link", "href"], ["object", "data"], ["video", "src"]]) {{
                const one = document.createElement(name);
                one.rel = "stylesheet";
                one[member] = place;
                document.body.append(one);
              }}
              try {{ new WebSocket("ws://{place}/") }} catch {{}}
              try {{ new EventSource(place) }} catch {{}}
              try {{ new Worker(place) }} catch {{}}
              const form = document.createElement("form");
              form.action = place;
              document.body.append(form);
              form.submit();
              await new Promise((done) => setTimeout(done, 500));
            }})()"""
        )
        # A browser may connect before it asks the policy; what counts is what it sends there.
        expect(not calls, f"the page can send to {place}: {calls}")


def accept(server, calls):
    """Keep what comes on each connection, until the server is closed."""
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            threading.Thread(target=receive, args=(connection, calls), daemon=True).start()


def receive(connection, calls):
    """Keep the first that comes on a connection, and close it."""
    with connection, contextlib.suppress(OSError):
        connection.settimeout(5)
        sent = connection.recv(1_000)
        if sent:
            calls.append(sent)


def main(words):
    """Look at the page; return the exit status."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if not path:
        print("skipped: no browser")
        return 0
    conform, page = words[0], pathlib.Path(words[1]).resolve().as_uri()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        browser = Browser(path, folder)
        stack.callback(browser.process.wait)
        stack.callback(browser.process.kill)
        browser.call("Page.navigate", url=page)
        browser.wait(
            "document.readyState === 'complete' && known !== null && !$('example').disabled"
        )
        look_at_answer(browser)
        look_at_old_answer(browser)
        look_at_words(browser)
        look_at_trap(browser)
        look_for_secret(browser)
        look_at_layout(browser, (words[2:] or [None])[0])
        count = same_answers(browser, conform)
        look_for_requests(browser, page)
    print(f"the explain page: {count} answers, {COUNT} damaged inputs, {len(FAULTS)} faults")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[2:] else __doc__)
