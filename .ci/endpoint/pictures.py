#!/usr/bin/env python3
"""Draws the pictures of README in headless Chromium, or says whether they are what would be drawn.

    pictures.py [--check] OSS-CONFORM PYTHON

PYTHON is an interpreter with oss2. A picture is a PNG in spec/pictures; beside it is what can be
read in it, with a # for each number. That text is what --check compares, with the size, so that
neither a clock, a font nor a count of vectors makes a picture stale. Without a browser it says so
and exits with 0.
"""

import base64
import contextlib
import difflib
import email.utils
import hashlib
import hmac
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from page import NAMES, Client, call, served_and_browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "spec/pictures"
LIMIT = 150_000
KEY, SECRET = "picture-key-id", "picture-secret"


class Photographer:
    """Draws a part of a page, and compares it with the picture that there is."""

    def __init__(self, browser, is_check):
        self.browser, self.is_check, self.faults = browser, is_check, []

    def take(self, name, width, height):
        """The top of the page, and what can be read in it."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.call("Emulation.setDeviceMetricsOverride", **size)
        feature = {"name": "prefers-color-scheme", "value": "light"}
        self.browser.call("Emulation.setEmulatedMedia", features=[feature])
        text = self.browser.run("document.body.innerText")
        text = "\n".join(filter(None, (line.strip() for line in text.split("\n"))))
        # Dates and the IDs of requests.
        text = re.sub(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[0-9A-F]{24}", "#", text)
        text = re.sub(r"[0-9][0-9.,:]*", "#", text) + "\n"
        image = self.browser.call("Page.captureScreenshot", optimizeForSpeed=False)
        data = base64.b64decode(image["data"])
        if self.is_check:
            self.compare(name, text, data)
            return
        if len(data) > LIMIT:
            self.faults.append(f"{name}.png would have {len(data)} bytes, more than {LIMIT}")
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.png").write_bytes(data)
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")
        print(f"{name}.png has {len(data)} bytes")

    def compare(self, name, text, data):
        """Whether a picture is as the one that was drawn now."""
        kept = (FOLDER / f"{name}.png").read_bytes()
        if len(kept) > LIMIT:
            self.faults.append(f"{name}.png has {len(kept)} bytes, more than {LIMIT}")
        if size_of(kept) != size_of(data):
            self.faults.append(f"{name}.png is {size_of(kept)}, and would be {size_of(data)}")
        known = (FOLDER / f"{name}.txt").read_text("utf-8")
        changes = difflib.unified_diff(known.split("\n"), text.split("\n"), n=0, lineterm="")
        self.faults += [f"{name}: {line}" for line in list(changes)[2:]]


def size_of(data):
    """The width and the height of a PNG."""
    return struct.unpack(">II", data[16:24])


def requests():
    """Signed requests of V1: one signs a value with its blanks, one with another secret."""
    date = email.utils.formatdate(usegmt=True)
    title, cat = "x-oss-meta-title", "/conform-bucket/photos/cat.jpg"
    for method, signed, sent, secret in [
        ("PUT", f"{title}:my cat\n", {title: "my cat"}, SECRET),
        ("GET", "", {}, SECRET),
        ("PUT", f"{title}:my cat \n", {title: "my cat "}, SECRET),
        ("GET", "", {}, SECRET + "x"),
    ]:
        text = f"{method}\n\n\n{date}\n{signed}{cat}"
        digest = hmac.new(secret.encode(), text.encode(), hashlib.sha1).digest()
        signature = f"OSS {KEY}:{base64.b64encode(digest).decode()}"
        yield method, cat, sent | {"Date": date, "Authorization": signature}


def show_endpoint(browser, served):
    """Show four requests, and open the third."""
    call(served["control"] + "/keys", {"accessKeyId": KEY, "accessKeySecret": SECRET})
    client = Client(served["port"])
    client.requests = list(requests())
    browser.call("Page.navigate", url=served["control"] + "/")
    browser.wait("document.readyState === 'complete' && $('how').open")
    client.send()
    browser.wait("rows.size === 4")
    browser.run("$('how').open = false; document.querySelectorAll('#rows details')[2].open = true")
    browser.wait("document.querySelector('.diff mark') !== null")


def show_report(browser, tool, python, folder):
    """Show the report of one SDK."""
    path = pathlib.Path(folder) / "report.html"
    command = [tool, "check", "--quiet", "--report", f"html={path}", "--", python]
    command.append(str(ROOT / "spec/adapters/python/oss2_adapter.py"))
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    browser.call("Page.navigate", url=path.as_uri())
    browser.wait("document.readyState === 'complete' && document.querySelector('h2') !== null")
    # The mistakes that break a must, of which one is open; the rest does not fit into a picture.
    browser.run("""(() => {
      const parts = [...document.querySelectorAll('details')];
      const chosen = 'header-values-not-trimmed';
      parts.forEach((one) => { one.open = one.textContent.trim().startsWith(chosen) });
      const last = [...document.querySelectorAll('h3')][1];
      const rest = document.createRange();
      rest.setStartBefore(last);
      rest.setEndAfter(document.body.lastChild);
      rest.deleteContents();
    })()""")


def main(words):
    """Draw or compare; return the exit status."""
    is_check = words[0] == "--check"
    tool, python = words[1:] if is_check else words
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if not path:
        print("skipped: no browser")
        return 0
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        served, browser = served_and_browser(stack, tool, path, folder + "/browser")
        browser.call("Emulation.setScrollbarsHidden", hidden=True)
        photographer = Photographer(browser, is_check)
        show_endpoint(browser, served)
        photographer.take("serve", 1000, 840)
        show_report(browser, tool, python, folder)
        photographer.take("report", 1000, 940)
    if photographer.faults:
        print("\n".join(photographer.faults))
        print("Draw them again: .ci/endpoint/pictures.py OSS-CONFORM PYTHON")
    return 1 if photographer.faults else 0


if __name__ == "__main__":
    if len(sys.argv) != (4 if "--check" in sys.argv[1:2] else 3):
        sys.exit(__doc__.splitlines()[2].strip())
    sys.exit(main(sys.argv[1:]))
