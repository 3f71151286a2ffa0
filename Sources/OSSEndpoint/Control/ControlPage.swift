internal import OSSPrimitives

/// The page of the control port: one document, which needs nothing from elsewhere.
///
/// What was sent is hostile: the script writes it as text, never as markup.
package enum ControlPage {
  /// The document.
  package static let text =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n" + head + "<style>" + style
    + "</style>\n</head>\n<body>\n" + body + "<script>" + script + "</script>\n</body>\n</html>\n"

  /// The Content-Security-Policy: this style and this script, and calls to this port, and no more.
  package static let policy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
    + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-" + Base64.encode(SHA256.hash(text.bytes.span).bytes.span)
  }

  private static let head = #"""
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>oss-conform serve</title>
    <link rel="icon" href="data:,">

    """#

  private static let body = #"""
    <header>
    <h1>oss-conform serve</h1>
    <p id="counts" role="status">&nbsp;</p>
    <p>Time of the endpoint: <time id="time">…</time></p>
    <label><input type="checkbox" id="only"> Refused only</label>
    <button id="reset" title="Forgets the requests, the objects and where the clock was moved">
    Reset</button>
    </header>
    <main id="main" hidden>
    <details id="how"><summary>Point a client here</summary>
    <p>Any client will do. The secret is in the first line that <code>serve</code> prints, and in
    <code>OSS_ACCESS_KEY_SECRET</code> of a command that it starts; this page does not have it.</p>
    <h3>oss2, Python</h3><pre id="oss2"></pre>
    <h3>Go SDK v2</h3><pre id="go"></pre>
    <h3>curl, with a URL that is signed</h3><pre id="curl"></pre>
    </details>
    <details id="ask"><summary>Explain an error of OSS</summary>
    <p id="page" hidden><a href="/explain.html" target="_blank" rel="noopener">The explain page</a>
    takes all in one text, and sends nothing at all.</p>
    <form id="form">
    <p>Give what you have; more evidence helps. The texts go to this endpoint alone.</p>
    <label>The error body, or the whole answer
    <textarea name="body" rows="4" spellcheck="false" autocomplete="off"></textarea></label>
    <label>The request: HTTP, a curl command, a HAR entry or a log
    <textarea name="request" rows="4" spellcheck="false" autocomplete="off"></textarea></label>
    <label>The presigned URL
    <textarea name="url" rows="1" spellcheck="false" autocomplete="off"></textarea></label>
    <button>Explain</button>
    </form>
    <div id="found" role="status"></div>
    </details>
    <section id="play" hidden aria-labelledby="name">
    <h2 id="name"></h2><p id="what"></p>
    <ol id="steps"></ol>
    <div id="findings" role="status"></div>
    </section>
    <h2 id="title">Requests, the newest last</h2>
    <p id="empty">No request yet.</p>
    <ol id="rows" aria-labelledby="title"></ol>
    </main>

    """#

  private static let style = #"""
    :root { color-scheme: light dark; --bg: #fff; --fg: #1b1f24; --dim: #59626d; --line: #d4dae1;
      --soft: #f3f5f8; --ok: #0f6029; --note: #7a4a00; --bad: #b0101c; --okbg: #dcf4e2;
      --notebg: #ffefcb; --badbg: #ffe1e1; --focus: #0a58ca }
    @media (prefers-color-scheme: dark) { :root { --bg: #14171a; --fg: #e6e9ec; --dim: #9ca6b1;
      --line: #363d45; --soft: #1d2226; --ok: #79da93; --note: #f2c260; --bad: #ff9a9a;
      --okbg: #17331f; --notebg: #392c11; --badbg: #431d20; --focus: #82b7ff } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.45 system-ui, sans-serif }
    header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 20px;
      align-items: center; padding: 8px 16px; background: var(--soft);
      border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums }
    main { padding: 8px 16px 32px; max-width: 1500px; margin: auto }
    h1 { font-size: 17px; margin: 0 } h2 { font-size: 17px; margin: 20px 0 8px }
    h3 { font-size: 15px; margin: 14px 0 4px } p { margin: 4px 0 }
    header p { margin: 0 } #counts { min-width: 15em }
    #time { display: inline-block; min-width: 13em }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 1px }
    summary { cursor: pointer; padding: 5px 8px }
    #rows summary::before { content: "▸" / ""; color: var(--dim) }
    #rows [open] > summary::before { content: "▾" / "" }
    summary:hover { background: var(--soft) }
    main > details { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0 }
    main > details > :not(summary) { margin: 8px 12px }
    pre, code, .line, textarea { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace }
    pre { background: var(--soft); padding: 8px; border-radius: 4px; white-space: pre-wrap;
      overflow-wrap: anywhere }
    code { overflow-wrap: anywhere }
    button, textarea { font-size: 14px; color: inherit; background: var(--bg);
      border: 1px solid var(--dim); border-radius: 4px; padding: 4px 10px }
    button { cursor: pointer } button:hover { background: var(--soft) }
    textarea { display: block; width: 100%; margin: 2px 0 8px; resize: vertical }
    ol, ul { margin: 0; padding: 0; list-style: none }
    #rows > li { border-top: 1px solid var(--line) }
    #rows > li:last-child { border-bottom: 1px solid var(--line) }
    #rows.only > li:not(.bad) { display: none }
    #rows summary { display: grid; gap: 0 12px; align-items: baseline;
      grid-template-columns: .6em 5.5em 2.5em 4.5em 4.5em minmax(0, 1fr) auto }
    #rows summary > * { font-variant-numeric: tabular-nums }
    .head { grid-column: 6 / -1; color: var(--note) } .bad .head { color: var(--bad) }
    .dim, .number, summary time { color: var(--dim) } .number { text-align: right }
    .chip { border-radius: 4px; padding: 0 8px; text-align: center; font-size: 13px;
      color: var(--ok); background: var(--okbg) }
    .note > details > summary > .chip { color: var(--note); background: var(--notebg) }
    .bad > details > summary > .chip { color: var(--bad); background: var(--badbg) }
    .more { padding: 4px 12px 16px; border-left: 4px solid var(--line); margin: 4px 0 8px 8px }
    .bad .more { border-color: var(--bad) } .note .more { border-color: var(--note) }
    .reason + .reason { margin-top: 12px; padding-top: 8px; border-top: 1px dashed var(--line) }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; margin: 4px 0 }
    dt { color: var(--dim) } dd { margin: 0; overflow-wrap: anywhere }
    .diff { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 12px; margin: 4px 0 }
    .diff > * { grid-row: var(--row); grid-column: var(--side) }
    .diff h4 { margin: 0; font-size: 14px }
    .line { padding: 0 6px; background: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere;
      min-height: 1.5em }
    .line.left { background: var(--okbg) } .line.right { background: var(--badbg) }
    .odd { color: var(--dim); user-select: none }
    mark, mark .odd { background: var(--fg); color: var(--bg) }
    #steps { border-left: 3px solid var(--line) }
    #steps li { display: grid; gap: 0 12px; padding: 1px 8px;
      grid-template-columns: 5.5em 5.5em minmax(0, 1fr) minmax(0, 1fr) }
    #steps .bad { border-left: 3px solid var(--bad); margin-left: -3px }
    .buttons { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 12px }
    @media (max-width: 700px) {
      #rows summary { grid-template-columns: .6em 5.5em 2.5em 4.5em minmax(0, 1fr) }
      .target, .status, .head { grid-column: 2 / -1 } .diff { display: block } .diff h4 { margin-top: 8px }
      .more { margin-left: 0; padding-right: 4px } dt { overflow-wrap: anywhere }
      dl { grid-template-columns: minmax(0, 7em) minmax(0, 1fr) } main, header { padding-left: 8px; padding-right: 8px }
    }

    """#

  private static let script = #"""
    "use strict";
    const $ = (id) => document.getElementById(id);
    /// An element with a class and what it holds: elements, and texts, which are never markup.
    const make = (name, kind, ...parts) => {
      const one = document.createElement(name);
      if (kind) one.className = kind;
      one.append(...parts.filter((part) => part !== null && part !== undefined));
      return one;
    };
    const call = async (path, object) => {
      const options = object && {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(object) };
      const answer = await fetch(path, options), json = await answer.json();
      if (!answer.ok) throw new Error(json.error);
      return json;
    };

    /// A text with its invisible characters shown; the character at `at` is marked.
    const shown = (text, at = -1) => {
      const characters = [...text], parts = [];
      characters.forEach((one, index) => {
        const code = one.codePointAt(0);
        let sign = null;
        if (one === " ") {
          const beside = [characters[index - 1], characters[index + 1]];
          if (beside.some((other) => other === undefined || other === " " || other === "\n")) sign = "·";
        } else if (one === "\n") sign = "↵";
        else if (code < 0x80 && /\p{Cc}/u.test(one)) sign = "\\x" + code.toString(16).padStart(2, 0);
        else if (/[\p{C}\p{Z}]/u.test(one)) sign = `\\u{${code.toString(16)}}`;
        const part = sign ? make("span", "odd", sign) : one;
        parts.push(index === at ? make("mark", "", part) : part);
      });
      return parts;
    };

    /// Two texts, line by line, with the first difference marked. Equal lines at the end are side by side.
    const compared = (left, right, name) => {
      const sides = [left, right].map((text) => text.split("\n"));
      sides.forEach((lines) => lines.forEach((line, index) => {
        if (index < lines.length - 1) lines[index] = line + "\n";
      }));
      const [mine, other] = sides, least = Math.min(mine.length, other.length);
      let start = 0, end = 0;
      while (start < least && mine[start] === other[start]) start++;
      while (end < least - start && mine[mine.length - 1 - end] === other[other.length - 1 - end]) end++;
      const height = Math.max(mine.length, other.length);
      const [a, b] = sides.map((lines) => [...(lines[start] ?? "")]);
      let byte = 0;
      while (byte < a.length && byte < b.length && a[byte] === b[byte]) byte++;
      const box = make("div", "diff");
      const add = (part, row, side) => {
        part.style.setProperty("--row", row);
        part.style.setProperty("--side", side + 1);
        box.append(part);
      };
      sides.forEach((lines, side) => {
        add(make("h4", "", side ? name : "OSS signs (expected)"), 1, side);
        for (let row = 0; row < height; row++) {
          const gap = height - lines.length, last = height - end;
          const index = row < last ? row : row - gap;
          const isThere = row < last - gap || row >= last;
          const differs = row >= start && row < last;
          const line = make("div", "line" + (differs ? (side ? " right" : " left") : ""));
          const text = isThere ? lines[index] : "";
          line.append(...shown(text, differs && row === start ? byte : -1));
          if (differs && row === start && byte >= [...text].length) {
            line.append(make("mark", "", isThere ? "(end)" : "(no line)"));
          }
          add(line, row + 2, side);
        }
      });
      return box;
    };
    const single = (text) => {
      const box = make("div");
      text.split(/(?<=\n)/).forEach((line) => box.append(make("div", "line", ...shown(line))));
      return box;
    };

    const list = (pairs) => {
      const box = make("dl");
      for (const [name, value] of pairs) {
        if (value !== null && value !== undefined && value !== "") {
          box.append(make("dt", "", name), make("dd", "", ...[value].flat()));
        }
      }
      return box;
    };
    const certainty = ({ proved, certainty: word }) => proved && word !== "possible"
      ? (word === "certain" ? "proved" : "likely: the text is proved, and others give it, too")
      : { certain: "certain", likely: "likely", possible: "perhaps" }[word];
    /// What explains a refusal, the surest first; guesses only where nothing is surer.
    const explained = (reasons) => {
      const [proof, sure] = [["certain"], ["certain", "likely"]].map((words) =>
        reasons.filter((reason) => words.includes(reason.certainty)));
      const found = sure.length ? new Set([...proof, ...sure]) : reasons;
      return [...found].map((reason) => make("div", "reason",
        make("strong", "", reason.sentence), reason.detail && make("p", "", ...shown(reason.detail)),
        list([["how sure", certainty(reason)], ["fix", reason.fix], ["clause", reason.clause],
          ["mistake", make("code", "", reason.id)], ...(reason.difference ? [["part", reason.difference.part],
            ["OSS signs", shown(reason.difference.expected || "(nothing)")],
            ["client signed", shown(reason.difference.signed || "(nothing)")]] : [])])));
    };

    let endpoint = "";
    /// The request as a command of a shell, without what curl adds by itself and without its body.
    const curl = (entry) => {
      const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
      const own = ["content-length", "transfer-encoding", "expect", "connection"];
      const method = entry.method === "HEAD" ? "--head" : "-X " + quoted(entry.method);
      const headers = entry.headers.filter((field) => !own.includes(field.name.toLowerCase()))
        .map((field) => " \\\n  -H " + quoted(field.name + (field.value ? ": " + field.value : ";")));
      return `curl -g --path-as-is ${method} ${quoted(endpoint + entry.target)}${headers.join("")}`;
    };
    const copier = (name, text, said) => {
      const button = make("button", "", name);
      button.onclick = async () => {
        try {
          await navigator.clipboard.writeText(await text());
          said.replaceChildren("Copied.");
        } catch {
          const area = make("textarea", "", await text());
          said.replaceChildren(area);
          area.select();
        }
      };
      return button;
    };

    /// All that the journal has of a request.
    const more = (entry) => {
      const box = make("div", "more"), reasons = explained(entry.reasons);
      if (entry.fault) box.append(make("h3", "", "What was wrong"), make("p", "", ...shown(entry.fault)));
      if (reasons.length) box.append(make("h3", "", "What was wrong"), ...reasons);
      const steps = (title, rows) => rows.length && box.append(make("h3", "", title), list(rows));
      steps("All steps that failed", entry.failed.map((one) =>
        [one.step, [one.clause ? one.clause + " " : "", ...shown(one.sentence), " ", make("code", "", one.code)]]));
      steps("Served all the same", entry.notes.map((one) => [one.clause, one.sentence]));
      if (entry.expected !== undefined && entry.signed !== undefined) {
        const byte = entry.firstDifferentByte;
        box.append(make("h3", "", "The texts"), make("p", "", byte === undefined
          ? "They differ only in what is hidden here." : `The first different byte is at offset ${byte}.`),
        compared(entry.expected, entry.signed, "The client signed"));
      } else if (entry.expected !== undefined && !entry.verified) {
        const area = make("textarea"), result = make("div", "", single(entry.expected));
        area.rows = 4;
        area.oninput = () => result.replaceChildren(
          area.value ? compared(entry.expected, area.value, "Yours") : single(entry.expected));
        box.append(make("h3", "", "OSS signs"), result,
          make("label", "", "Paste what your client signs, with *** for its token, to compare it", area));
      }
      const said = make("span"), version = entry.version;
      said.role = "status";
      box.append(make("h3", "", "The request"), list([
        ["signature", version ? `${version.toUpperCase()} in ${entry.place === "url" ? "the URL" : "a header"}` : "none"],
        ["bucket", entry.bucket && shown(entry.bucket)], ["bucket found in", entry.bucketIn],
        ["key", entry.key && shown(entry.key)], ["request ID", entry.requestId],
        ...entry.headers.map((field) => [field.name, shown(field.value)])]));
      const buttons = make("div", "buttons");
      if (entry.method) buttons.append(copier("Copy as curl", () => curl(entry), said));
      if (version && entry.place !== "form") {
        const vector = () => call("/vector?number=" + entry.number);
        buttons.append(copier("Copy as vector", async () => JSON.stringify(await vector(), null, 2), said));
      }
      buttons.append(copier("Copy as JSON", () => JSON.stringify(entry, null, 2), said), said);
      box.append(buttons, make("p", "dim", "Signatures and tokens are hidden (***): sign a copy again."));
      return box;
    };
    /// The row of a request; what it holds is made when it is opened.
    const row = (entry) => {
      const isNote = entry.notes.length > 0;
      const state = !entry.verified ? "refused" : !entry.version ? "unsigned" : isNote ? "note" : "verified";
      const time = make("time", "", entry.time.slice(11, 19));
      time.dateTime = entry.time;
      const details = make("details", "", make("summary", "", make("span", "chip", state),
        make("span", "number", String(entry.number)), time, make("code", "", entry.method || "–"),
        make("code", "target", ...shown(entry.target || "no request of HTTP")),
        make("span", "status", `${entry.status} ${entry.code ?? ""}`),
        entry.headline && make("span", "head", ...shown(entry.headline))));
      details.ontoggle = () => {
        if (details.open && details.children.length === 1) details.append(more(entry));
      };
      return make("li", entry.verified ? (isNote ? "note" : "") : "bad", details);
    };

    /// The calls of a scenario in their time, and what is found in them.
    const play = ({ name, title, right, findings, missing, trace }) => {
      const bad = new Set(findings.flatMap((finding) => finding.calls));
      $("play").hidden = false;
      $("name").textContent = "Scenario " + name;
      $("what").replaceChildren(...shown(title + " " + right));
      $("steps").replaceChildren(...trace.map((one) => make("li", bad.has(one.number) ? "bad" : "",
        make("span", "number", `${one.milliseconds} ms`),
        make("span", "chip", one.server),
        make("code", "", ...shown(one.operation || one.method), one.token ? `, ${one.token}` : ""),
        make("span", "", one.status ? `${one.status} ${one.code ?? ""}` : "no answer",
          one.injected ? make("span", "dim", ` (${one.injected})`) : ""))));
      $("findings").replaceChildren(...findings.map((one) => make("div", "reason",
        make("strong", "", one.clause), " ", ...shown(one.sentence))),
        ...missing.map((one) => make("div", "dim", "So far ", ...shown(one))));
    };

    const rows = new Map();
    let last = 0, requests = 0, isFirst = true, isLost = false, busy = false;
    const forget = (isGone) => rows.forEach((item, number) => {
      if (isGone(number)) { item.remove(); rows.delete(number); }
    });
    const show = (health, journal) => {
      $("time").textContent = health.time.slice(0, 19).replace("T", " ") + " UTC";
      $("counts").textContent =
        `${journal.requests} request${journal.requests === 1 ? "" : "s"}, ${journal.refused} refused`;
      const page = document.documentElement;
      const isAtEnd = page.scrollTop > 0 && page.scrollTop + innerHeight > page.scrollHeight - 40;
      forget((number) => journal.first === null || number < journal.first);
      for (const entry of journal.entries) {
        rows.set(entry.number, row(entry));
        $("rows").append(rows.get(entry.number));
        last = Math.max(last, entry.number);
      }
      requests = journal.requests;
      $("empty").hidden = rows.size > 0;
      if (isAtEnd && journal.entries.length) scrollTo(0, page.scrollHeight);
      if (isFirst) {
        isFirst = false;
        guide(health);
        $("how").open = rows.size === 0;
        $("main").hidden = false;
      }
    };
    const guide = ({ endpoint: url, bucket, region, accessKeyId: id }) => {
      const [b, r, i, u] = [bucket, region, id, url].map((text) => JSON.stringify(text));
      endpoint = url;
      $("oss2").textContent = `auth = oss2.AuthV4(${i}, os.environ["OSS_ACCESS_KEY_SECRET"])\n`
        + `bucket = oss2.Bucket(auth, ${u}, ${b}, region=${r})`;
      $("go").textContent = `provider := credentials.NewStaticCredentialsProvider(${i}, `
        + `os.Getenv("OSS_ACCESS_KEY_SECRET"))\nclient := oss.NewClient(oss.LoadDefaultConfig().`
        + `WithRegion(${r}).WithEndpoint(${u}).\n\tWithUsePathStyle(true).WithCredentialsProvider(provider))`;
      $("curl").textContent = `export OSS_ACCESS_KEY_ID=${i}  # and OSS_ACCESS_KEY_SECRET\n`
        + `curl "$(oss-conform presign --endpoint ${url} --bucket ${bucket} --region ${region} `
        + `--key hello.txt --expires +600)"`;
    };
    const poll = async () => {
      if (document.hidden || busy) return;
      busy = true;
      try {
        let [health, journal] = await Promise.all([call("/health"), call("/journal?after=" + last)]);
        if (isLost || journal.requests < requests) {
          forget(() => true);
          last = 0;
          journal = await call("/journal");
          isLost = false;
        }
        $("page").hidden = !health.explainPage;
        show(health, journal);
        if (health.scenario) play(await call("/scenario"));
      } catch {
        isLost = true;
        $("counts").textContent = "The endpoint does not answer.";
      }
      busy = false;
    };
    document.onvisibilitychange = poll;
    $("only").onchange = () => $("rows").classList.toggle("only", $("only").checked);
    $("reset").onclick = () => call("/reset", {}).then(poll, poll);
    $("form").onsubmit = async (event) => {
      event.preventDefault();
      const parts = [];
      try {
        const found = await call("/explain", Object.fromEntries(new FormData($("form"))));
        parts.push(make("h3", "", found.findings.length ? "Causes" : "Nothing that you gave explains it"));
        parts.push(...explained(found.findings));
        if (found.expected) parts.push(make("h3", "", "OSS signs"), single(found.expected.text));
        if (found.missing.length) parts.push(make("p", "", `To tell more: ${found.missing.join(", ")}.`));
      } catch (error) {
        parts.push(make("p", "", ...shown(error.message)));
      }
      $("found").replaceChildren(...parts);
    };
    poll();
    setInterval(poll, 1000);

    """#
}
