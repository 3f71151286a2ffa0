#!/usr/bin/env python3
"""What the pages for readers link to, and the commands that they show.

    pages.py OSS-CONFORM

- A link to a file leads to a file or a folder, and its part behind # to a heading of that page.
- A picture has a text for those who do not see it.
- A command of `oss-conform` is one that the parser of the tool takes, flags and all.
- A program of the package, such as `.ci/run`, is there, and can be run.

A line is a command where it is code: between fences, or indented. The options of `oss-conform` are
also read between two backticks. Each fault is a line; the exit status is then 1.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
# The words of a shell between two commands.
ENDS = {"|", "||", "&&", ";", ">", "<", "2>", ">>"}
PROGRAM = re.compile(r"^(?:\.ci|spec|vectors)/[\w./-]+$")
FAULTS = []


def fault(page, line, sentence):
    """Note a fault of a page."""
    FAULTS.append(f"{page.relative_to(ROOT)}:{line}: {sentence}")


def pages():
    """The pages for readers: under version control, or not ignored by it."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "--", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / path for path in sorted(set(listed.split("\n"))) if path]


def prose_and_code(text):
    """The numbered lines of a page: its prose, and its code with continued lines joined."""
    prose, code, fence, begun = [], [], "", ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r" *(`{3,})", line)
        if mark and (not fence or line.strip() == fence):
            fence, begun = "" if fence else mark[1], ""
        elif fence or begun or re.match(r" {4,}[^ *-]", line):
            begun += line.strip()
            if begun.endswith("\\"):
                begun = begun[:-1]
                continue
            code.append((number, begun))
            begun = ""
        else:
            prose.append((number, line))
    return prose, code


def anchors(page):
    """What a link can name in a page: each heading, as GitHub and GitLab write it."""
    found = {}
    for _, line in prose_and_code(page.read_text("utf-8"))[0]:
        heading = re.match(r"#{1,6} +(.*?) *$", line)
        if heading:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            count = found[name] = found.get(name, -1) + 1
            if count:
                found[f"{name}-{count}"] = 0
    return found


def look_at_links(page, prose, known):
    """Where each link of a page leads; how many there are."""
    # A link may go on in the next line.
    text = "\n".join(line for _, line in prose)
    # Code is no link.
    text = re.sub(r"`[^`\n]*`", lambda code: "x" * len(code[0]), text)
    links = list(LINK.finditer(text))
    for link in links:
        line = prose[text.count("\n", 0, link.start())][0]
        path, _, anchor = link[3].partition("#")
        if link[1] and len(link[2].split()) < 8:
            fault(page, line, f"the picture {path} has no text of eight words")
        if re.match(r"[a-z]+:", path):
            continue
        # This page is the README of an archive, which has the folders of the package.
        folder = ROOT if page.name == "archive.md" else page.parent
        target = (folder / path).resolve() if path else page
        lines = re.fullmatch(r"L(\d+)(?:-L(\d+))?", anchor)
        if not target.exists():
            fault(page, line, f"{link[3]} leads to no file")
        elif lines:
            if int(lines[lines.lastindex]) > target.read_text("utf-8").count("\n"):
                fault(page, line, f"{link[3]} leads to no line")
        elif anchor and anchor not in known.setdefault(target, anchors(target)):
            fault(page, line, f"{link[3]} leads to no heading")
    return len(links)


def words_of(line):
    """The words of each command of a line, also of one whose output is a word, without comments."""
    within = re.compile(r"\$\(([^()]*)\)")
    for part in within.findall(line):
        yield from words_of(part)
    try:
        found = shlex.split(within.sub("OUTPUT", line), comments=True)
    except ValueError:
        return
    words = []
    for word in [*found, ";"]:
        if word not in ENDS and not word.endswith(";"):
            words.append(word)
            continue
        # Variables that are set for the command alone.
        while words and re.match(r"^\w+=", words[0]):
            words.pop(0)
        if words:
            yield words
        words = []


def look_at_command(page, line, words, tool, tried):
    """Look whether the tool takes the words, or the package has the program; 1 if it is one."""
    if PROGRAM.match(words[0]):
        if not os.access(ROOT / words[0], os.X_OK) or (ROOT / words[0]).is_dir():
            fault(page, line, f"{words[0]} is no program")
        return 1
    if words[0] in ("python3", "sh", "ruby") and len(words) > 1 and PROGRAM.match(words[1]):
        if not (ROOT / words[1]).is_file():
            fault(page, line, f"{words[1]} is no program")
        return 1
    # Another program may start it, such as `swift run`.
    start = [at for at, word in enumerate(words) if pathlib.PurePath(word).name == "oss-conform"]
    if not start or len(words) < start[0] + 2:
        return 0
    words = words[start[0] :]
    flags = words[1 : words.index("--")] if "--" in words else words[1:]
    # With --help the tool reads all flags, and does nothing. `...` means more of the same.
    command = tuple(word for word in flags if word != "...")
    if command not in tried:
        words_of_help = [tool, *command, "--help"]
        run = subprocess.run(words_of_help, check=False, capture_output=True, text=True, cwd=ROOT)
        tried[command] = run.stderr.strip() if run.returncode else ""
    if tried[command]:
        fault(page, line, f"{' '.join(words)}: {tried[command]}")
    return 1


def main(tool):
    """Look at each page; return the exit status."""
    known, tried, links, commands = {}, {}, 0, 0
    for page in pages():
        prose, code = prose_and_code(page.read_text("utf-8"))
        if "/Tests/" not in str(page):
            links += look_at_links(page, prose, known)
        inline = [
            (number, found)
            for number, line in prose
            for found in re.findall(r"`(oss-conform [^`]+)`", line)
        ]
        for number, line in code + inline:
            for words in words_of(line):
                commands += look_at_command(page, number, words, tool, tried)
    print(
        "\n".join(FAULTS)
        or f"{links} links and {commands} commands of {len(pages())} pages are right."
    )
    if links < 300 or commands < 80:
        FAULTS.append("few were found")
        print(f"only {links} links and {commands} commands were found")
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__.splitlines()[2].strip())
