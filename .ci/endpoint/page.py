#!/usr/bin/env python3
"""The page of `oss-conform serve` in headless Chromium: what it shows, and what it never shows.

    page.py OSS-CONFORM [FOLDER FOR SCREENSHOTS]

Without a browser it says so and exits with 0. Each fault is a line; the exit status is then 1.
"""

import base64
import contextlib
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
KEY, SECRET, TOKEN = "page-key-id", "page-secret-5c1f", "page-token-93ab/+7e="
OBJECT = "/conform-bucket/a.txt"
HOSTILE = "/conform-bucket/<img%20src=x%20onerror=window.hacked=1>'\"$(id)?a='%3Cscript%3E"
WRONG = "A" * 27 + "="
FAULTS = []


def expect(is_right, sentence):
    """Note a fault where something is not so."""
    if not is_right:
        FAULTS.append(sentence)
        print("fault:", sentence)


class Browser:
    """A browser that is driven over a pipe, by the protocol of its developer tools."""

    def __init__(self, path, folder):
        (commands, self.output), (self.input, answers) = os.pipe(), os.pipe()
        flags = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu"]
        words = ["bash", "-c", f'exec "$0" "$@" 3<&{commands} 4>&{answers}', path, *flags]
        words.append(f"--user-data-dir={folder}")
        ends = [commands, answers]
        self.process = subprocess.Popen(words, pass_fds=ends, stderr=subprocess.DEVNULL)
        for end in ends:
            os.close(end)
        self.number, self.rest, self.events, self.session = 0, b"", [], {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.session = {"sessionId": session}
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        """Call a method, and wait for its answer; keep the events that come before."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.input, 1 << 20) or sys.exit("the browser ended")
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        """The value of a script of the page."""
        options = {"expression": script, "awaitPromise": True, "returnByValue": True}
        return self.call("Runtime.evaluate", **options)["result"].get("value")

    def wait(self, script):
        """Wait until a script is true, five seconds at most."""
        end = time.monotonic() + 5
        while self.run(script) is not True and time.monotonic() < end:
            time.sleep(0.05)
        expect(time.monotonic() < end, "after five seconds it is not so: " + script)

    def press(self, key, code, **more):
        """Press a key."""
        more |= {"key": key, "code": key, "windowsVirtualKeyCode": code}
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, **more)

    def look(self, width, scheme, folder):
        """Lay the page out for a width and a scheme of colours, and take a screenshot."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])
        wide = self.run("document.documentElement.scrollWidth")
        expect(wide <= width, f"at {width} px the page is {wide} px wide")
        if folder:
            height = min(self.run("document.documentElement.scrollHeight"), 4000)
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            image = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
            path = pathlib.Path(folder) / f"page-{width}-{scheme}.png"
            path.write_bytes(base64.b64decode(image["data"]))


class Client:
    """Sends right and wrong requests, and knows what nobody may see."""

    def __init__(self, port):
        self.port, self.answers = port, []
        basic = base64.b64encode(f"{KEY}:{SECRET}".encode()).decode()
        self.secrets = {SECRET, TOKEN, urllib.parse.quote(TOKEN, safe=""), basic}
        base = {"Date": email.utils.formatdate(usegmt=True), "x-oss-security-token": TOKEN}
        tail = f"{base['Date']}\nx-oss-security-token:{TOKEN}\n{OBJECT}"
        plain, typed = (self.signature(f"PUT\n\n{one}\n{tail}") for one in ["", "image/jpeg"])
        end = int(time.time()) + 600
        signed = self.signature(f"GET\n\n\n{end}\n{OBJECT}?security-token={TOKEN}")
        token, signed = (urllib.parse.quote(one, safe="") for one in [TOKEN, signed])
        self.url = f"{OBJECT}?OSSAccessKeyId={KEY}&Expires={end}&security-token={token}&Signature="
        self.image = base | {"Content-Type": "image/jpeg", "Authorization": f"OSS {KEY}:{plain}"}
        puts = [base | {"Authorization": f"OSS {KEY}:{plain}"}, self.image]
        words = [f"OSS {KEY}:{WRONG}", f"oss {KEY}:{typed}", "Basic " + basic]
        puts += [self.image | {"Authorization": word} for word in words]
        self.requests = [("PUT", OBJECT, headers) for headers in puts]
        self.requests += [("GET", self.url + one, {}) for one in [signed, WRONG[:-1] + "%3D"]]
        odd = {"x-oss-meta-a": "<b onclick='x'>\"\u00a0&amp;", "<img/src=x>": "1"}
        self.requests.append(("GET", HOSTILE, odd))
        self.requests.append(("GET", OBJECT, {"Content-Length": "no number"}))

    def signature(self, text):
        """The right signature of V1."""
        digest = hmac.new(SECRET.encode(), text.encode(), hashlib.sha1).digest()
        text = base64.b64encode(digest).decode()
        self.secrets |= {text, urllib.parse.quote(text, safe="")}
        return text

    def send(self):
        """Send one request of each kind; the statuses of the answers."""
        statuses = []
        for request in self.requests:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request(request[0], request[1], headers=request[2])
            response = connection.getresponse()
            self.answers.append(str(response.headers) + response.read().decode())
            statuses.append(response.status)
        return statuses


def call(url, value=None):
    """What the control port answers."""
    body = json.dumps(value).encode() if value else None
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read().decode()


def look_at_rows(browser, client):
    """The rows, and how the keyboard goes to them."""
    browser.wait("document.readyState === 'complete' && $('how').open")
    browser.run("""window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach(
        (one) => { window.moved += one.value })).observe({type: 'layout-shift', buffered: true})""")
    statuses = client.send()
    expect(statuses == [200, 403, 403, 400, 400, 200, 403, 403, 400], f"answers: {statuses}")
    browser.wait("rows.size === 9")
    expect(browser.run("moved") < 0.01, f"the layout moved by {browser.run('moved')}")
    browser.run("$('how').open = false")
    states = browser.run("[...document.querySelectorAll('.chip')].map((one) => one.textContent)")
    wanted = ["verified", *["refused"] * 4, "verified", *["refused"] * 3]
    expect(states == wanted, f"the rows are {states}")
    expect("9 requests, 7 refused" in browser.run("$('counts').innerText"), "the counts are wrong")
    for name in ["only", "reset", *["SUMMARY"] * 4]:
        browser.press("Tab", 9)
        seen = browser.run("getComputedStyle(document.activeElement).outlineStyle")
        expect(seen == "solid", f"the focus on {name} cannot be seen")
        place = browser.run("document.activeElement.id || document.activeElement.tagName")
        expect(place == name, f"the keyboard goes to {place}, not {name}")


def look_at_reason(browser, folder):
    """What a red row opens to, and each layout."""
    browser.press("Enter", 13, text="\r")
    browser.wait("document.activeElement.parentElement.querySelector('.diff mark') !== null")
    text = browser.run("document.querySelector('.more').innerText")
    for part in ["content-type-added", "proved", "V1-", "image/jpeg", "***", "offset 5"]:
        expect(part in text, f"the row of a wrong Content-Type has no {part}")
    marks = browser.run("[...document.querySelectorAll('.diff mark')].map((one) => one.innerText)")
    expect(marks == ["i", "↵"], f"the first different bytes are {marks}")
    for width, scheme in [(1200, "light"), (1200, "dark"), (400, "light"), (400, "dark")]:
        browser.look(width, scheme, folder)
    browser.run("document.querySelectorAll('#rows details').forEach((one) => { one.open = true })")
    browser.wait("document.querySelectorAll('.more').length === 9")
    browser.look(400, "light", None)


def look_for_secrets(browser, client, control):
    """A copy as curl, the form, that no text became markup, and that nothing shows a secret."""
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    browser.run("[...rows.values()][7].querySelector('.buttons button').click()")
    browser.wait("window.copied !== undefined")
    subprocess.run(["bash", "-c", browser.run("copied")], capture_output=True, check=True)
    browser.wait("rows.size === 10")
    journal = call(control + "/journal")
    targets = [json.loads(journal)["entries"][index]["target"] for index in [7, 9]]
    expect(targets[0] == targets[1], f"the copy as curl asks for another: {targets}")
    url = f"http://127.0.0.1:{client.port}{client.url}{WRONG}"
    fields = "".join(f"{name}: {value}\r\n" for name, value in client.image.items())
    given = {"request": f"PUT {OBJECT} HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n", "url": url}
    given["body"] = client.answers[1].split("\n\n", 1)[1]
    explained = call(control + "/explain", given)
    expect("content-type-added" in explained, "explain has no cause")
    browser.run(f"for (const [name, text] of Object.entries({json.dumps(given)}))"
                "$('form').elements[name].value = text; $('form').requestSubmit()")  # fmt: skip
    browser.wait("$('found').querySelector('.reason') !== null")
    markup = browser.run("document.querySelectorAll('img, #rows b').length")
    expect(markup == 0 and not browser.run("window.hacked"), "a text became markup")
    texts = [call(control + "/health"), journal, explained]
    texts += [browser.run(f"document.documentElement.{one}") for one in ["outerHTML", "innerText"]]
    shown = [one for one in client.secrets if any(one in text for text in texts)]
    expect(not shown, f"what nobody may see is shown: {shown}")
    expect(not any(SECRET in one for one in client.answers), "an answer has the secret")


def look_at_vector(browser):
    """A copy of a signed request as a vector."""
    browser.run("window.copied = undefined")
    browser.run("[...document.querySelectorAll('.buttons button')]"
                ".find((one) => one.textContent === 'Copy as vector').click()")  # fmt: skip
    browser.wait("window.copied !== undefined")
    vector = json.loads(browser.run("copied"))
    expect(vector["expect"]["signature"] and vector["input"]["credentials"], "no vector")


def look_at_controls(browser, control):
    """The filter, the pause of a page that nobody sees, the reset, and what the browser says."""
    browser.run("$('only').click()")
    gone = browser.run("[...rows.values()].filter((one) => one.offsetHeight === 0).length")
    expect(gone == 2, f"the filter hides {gone} rows")
    browser.run("Object.defineProperty(document, 'hidden', {value: true, writable: true})")
    count = "performance.getEntriesByType('resource').length"
    before = browser.run(count)
    time.sleep(2.5)
    expect(browser.run(count) <= before + 2, "a hidden page goes on asking")
    browser.run("document.hidden = false; $('reset').click()")
    browser.wait("rows.size === 0 && !$('empty').hidden")
    for event in browser.events:
        if event["method"] == "Network.requestWillBeSent":
            place = event["params"]["request"]["url"]
            expect(place.startswith((control, "data:")), f"the page asks for {place}")
        if event["method"] in {"Runtime.exceptionThrown", "Log.entryAdded"}:
            expect(False, f"the browser says {json.dumps(event['params'])[:300]}")


def served_and_browser(stack, tool, path, folder):
    """Start an endpoint and a browser, which end with the stack; return what is served, and it."""
    command = [tool, "serve"]
    server = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    stack.callback(server.kill)
    served = json.loads(server.stdout.readline())
    browser = Browser(path, folder)
    stack.callback(browser.process.wait)
    stack.callback(browser.process.kill)
    return served, browser


def main(words):
    """Look at the page; return the exit status."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if not path:
        print("skipped: no browser")
        return 0
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        served, browser = served_and_browser(stack, words[0], path, folder)
        control = served["control"]
        key = {"accessKeyId": KEY, "accessKeySecret": SECRET, "securityToken": TOKEN}
        call(control + "/keys", key)
        client = Client(served["port"])
        browser.call("Page.navigate", url=control + "/")
        look_at_rows(browser, client)
        look_at_reason(browser, (words[1:] or [None])[0])
        look_for_secrets(browser, client, control)
        look_at_vector(browser)
        look_at_controls(browser, control)
    print(f"the page of serve: {len(FAULTS)} faults")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
