"""The tables of spec/explain.md, made of what explain.json and mistakes.json have."""

import json

SHOWS = {"codes": "code", "says": "message", "ec": "exact cause"}


def compact(value):
    """JSON on one line."""
    return json.dumps(value, separators=(",", ":"))


def quoted(texts):
    """Texts as code, with commas between; one with blanks that a page hides is shown as JSON."""
    plain = [text if text == " ".join(text.split()) else compact(text) for text in texts]
    return ", ".join(f"`{text}`" for text in plain).replace("|", "\\|")


def table(titles, rows):
    """A table of Markdown between two empty lines; cells without a title are left out."""
    titles = titles.split("|")
    lines = (line[: len(titles)] for line in [titles, ["---"] * len(titles), *rows])
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def when(row):
    """What shows a row: one of code, message and exact cause, and what must hold besides."""
    shown = [f"{word} {quoted(row[what])}" for what, word in SHOWS.items() if what in row]
    shown[:1] = [f"{one} with `{row['with']}`" if "with" in row else one for one in shown[:1]]
    sent = f"a request that is shown has one of {quoted(row['sends'])}" if "sends" in row else ""
    parts = [
        " or ".join(shown),
        ", ".join(map(quoted, ([one] for one in row.get("when", [])))),
        sent,
    ]
    return "; ".join(filter(None, parts))


def named(row):
    """The causes that a row names, the one that leads first."""
    names = [row.get("cause", row.get("id")), *(one.split()[-1] for one in row.get("also", []))]
    return [name for name in names if name != "none"]


def tables(data, mistakes, used):
    """The tables by the names of their marks."""
    pages = {name: f"mistakes/{one['page']}.md#{name}" for name, one in mistakes.items()}
    links = {name: f"[`{name}`]({page})" for name, page in pages.items()}

    def cells(row):
        found = " or ".join(links.get(one, f"`{one}`") for one in named(row)) or "nothing"
        certainty = row.get("certainty", "likely") if named(row) else ""
        if "relation" not in row:
            source = f"[page]({row['source']})" if "source" in row else ""
            return found, certainty, when(row) or "else", source
        versions = ", ".join(row.get("versions", ["all"])).replace("v", "V")
        part = quoted(row["part"])
        return part, quoted([row["relation"]]), versions, when(row), found

    rows = {name: map(cells, data[name]) for name in ("answers", "weak", "differences")}
    rows |= {f"step {name}": map(cells, ones) for name, ones in data["steps"].items()}
    rows["codes"] = ((f"`{one['code']}`", when(one)) for one in data["codes"])
    rows["calls"] = ((f"`{one['action']}`", quoted(one["names"])) for one in data["calls"])
    rows["signers"] = (
        (
            quoted(one["names"]),
            one.get("method", "asked for"),
            one["expiry"],
            f"[page]({one['source']})",
        )
        for one in data["signers"]
    )
    rows["causes"] = (
        (
            f"`{one['id']}`",
            one["sentence"],
            *(one.get("clauses", {}).get(v, "") for v in ("v1", "v4")),
        )
        for one in data["causes"]
    )
    found = (mistakes[name] for name in mistakes if name in used)
    rows["mistakes"] = ((links[m["id"]], m["sentence"], ", ".join(m["clauses"])) for m in found)
    titles = {
        "answers": "finding|certainty|when|source",
        "weak": "finding|certainty|when|source",
        "differences": "part|relation|versions|when|finding",
        "codes": "code|when",
        "calls": "action|calls",
        "signers": "call|method without one|expiry|source",
        "causes": "finding|the cause|V1|V4",
        "mistakes": "finding|the mistake|clauses",
    }
    return {name: table(titles.get(name, "finding|certainty|when"), rows[name]) for name in rows}
