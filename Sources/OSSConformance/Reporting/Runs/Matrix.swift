internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Which clauses several SDKs meet, side by side.
///
/// A vector that fails counts for those of its clauses that the named mistake breaks; where no known mistake
/// explains it, for the clause that it cites first. So one mistake does not speak against each clause that a
/// vector happens to touch.
struct Matrix {
  /// What one SDK's vectors say of one clause.
  struct Cell: Hashable {
    var passed = 0
    var failed = 0

    /// How the cell reads in a table: failed vectors, `.` where all passed, `-` where none was run.
    var text: String { failed > 0 ? String(failed) : passed > 0 ? "." : "-" }
  }

  /// A clause and a cell for each SDK.
  struct Row: Hashable {
    let clause: Clause
    let cells: [Cell]

    /// Whether an SDK fails it.
    var isFailed: Bool { cells.contains { $0.failed > 0 } }
  }

  /// The runs, in the order given.
  let runs: [ReportedRun]
  /// The clauses that a vector of the runs cites, in the order of the pages.
  let rows: [Row]

  init(_ runs: [ReportedRun], _ specification: Specification) {
    self.runs = runs
    let columns = runs.map(Self.cells)
    rows = specification.clauses.compactMap { clause in
      let cells = columns.map { $0[clause.id] ?? Cell() }
      return cells.allSatisfy { $0 == Cell() } ? nil : Row(clause: clause, cells: cells)
    }
  }

  private static func cells(of run: ReportedRun) -> [String: Cell] {
    var broken: [String: Set<String>] = [:]
    for mistake in run.mistakes where !mistake.ids.isEmpty {
      for vector in mistake.vectors { broken[vector, default: []].formUnion(mistake.clauses) }
    }
    var cells: [String: Cell] = [:]
    for result in run.results {
      switch result.state {
      case .notRun: break
      case .passed:
        for clause in result.clauses { cells[clause, default: Cell()].passed += 1 }
      case .failed:
        let named = result.clauses.filter { broken[result.id]?.contains($0) == true }
        for clause in named.isEmpty ? Array(result.clauses.prefix(1)) : named {
          cells[clause, default: Cell()].failed += 1
        }
      }
    }
    return cells
  }

  /// The table for a terminal: the clauses that an SDK fails, must first.
  func text() -> String {
    let text = columns(runs.enumerated().map { ["\($0 + 1)", $1.sdk.visible, Self.counts($1)] })
    let heads = ["failed vectors", ""] + runs.indices.map { String($0 + 1) }
    let lines = Level.allCases.flatMap { level in
      rows.filter { $0.isFailed && $0.clause.level == level }.map {
        [$0.clause.id, level.rawValue] + $0.cells.map(\.text)
      }
    }
    return text + "\n" + columns([heads] + lines, alignsRight: true)
      + "\nA dot: no vector failed; a hyphen: none was run.\n"
  }

  /// The numbers of a run, in words.
  static func counts(_ run: ReportedRun) -> String {
    "\(grouped(Int(run.executed))) run; failed \(run.failures)"
  }

  /// The table for programs: `sdks`, and of each clause `id`, `level` and `cells` (`passed`, `failed`).
  func json() -> JSONValue {
    [
      "sdks": .texts(runs.map(\.sdk)),
      "clauses": .array(
        rows.map { row in
          [
            "id": .string(row.clause.id), "level": .string(row.clause.level.rawValue),
            "cells": .array(
              row.cells.map { ["passed": .count($0.passed), "failed": .count($0.failed)] }),
          ]
        }),
    ]
  }
}

/// One page of HTML about one or several runs: the clauses by SDK, and each mistake with its evidence.
///
/// It needs nothing from elsewhere, and without scripts it lacks only its filters.
struct MatrixPage {
  private let matrix: Matrix
  private let specification: Specification

  init(_ runs: [ReportedRun], _ specification: Specification) {
    matrix = Matrix(runs, specification)
    self.specification = specification
  }

  func html() -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>OSS conformance</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <h1>OSS conformance</h1>
    <p>How SDKs sign requests to Alibaba Cloud OSS and keep credentials, measured by
    \(grouped(Int(matrix.runs.first?.declared ?? 0))) vectors. Only a <b>must</b> that fails means
    that OSS or STS refuses a request, or that the SDK refuses or misreads something valid.</p>
    \(summary)
    \(body)
    <footer>\(Program.name) \(Program.version), corpus \(String((matrix.runs.first?.digest ?? "").prefix(12)).xml)</footer>
    <script>
    \(Self.script)
    </script>
    </body>
    </html>

    """
  }

  /// The mistakes of one SDK come before the clauses; several SDKs are first compared by clauses.
  private var body: String {
    let sections = matrix.runs.map(section)
    return (sections.count == 1 ? sections + [table] : [table] + sections).joined(separator: "\n")
  }

  private var summary: String {
    let rows = matrix.runs.enumerated().map { index, run in
      let counts = Level.allCases.map { level in
        let count = run.failed(at: level)
        return "<td class=\"n\(count > 0 ? " \(level.rawValue)" : "")\">\(count)</td>"
      }
      return "<tr><th scope=row><a href=\"#s\(index + 1)\">\(run.sdk.xml)</a></th>"
        + "<td>\(run.language.xml)</td><td class=n>\(grouped(Int(run.executed)))</td>"
        + counts.joined() + "</tr>"
    }
    let heads = ["SDK", "language", "run"] + Level.allCases.map { "failed \($0.rawValue)" }
    return "<div class=wide><table class=plain><thead><tr>"
      + heads.map { "<th scope=col>\($0)</th>" }.joined() + "</tr></thead>\n<tbody>"
      + rows.joined(separator: "\n") + "</tbody></table></div>"
  }

  private var table: String {
    let heads = matrix.runs.map { "<th scope=col class=sdk><span>\($0.sdk.xml)</span></th>" }
    let rows = matrix.rows.map { row in
      let cells = zip(matrix.runs, row.cells).map { cell($1, of: row.clause, $0.sdk) }
      return "<tr data-level=\(row.clause.level.rawValue) data-failed=\(row.isFailed ? 1 : 0)>"
        + "<th scope=row title=\"\(row.clause.text.plain.xml)\">\(row.clause.id)</th>"
        + "<td>\(row.clause.level.rawValue)</td>\(cells.joined())"
        + "<td class=\"dim rule\">\(row.clause.text.plain.cut(after: 90).xml)</td></tr>"
    }
    return """
      <h2>Clauses</h2>
      <p>Failed vectors of each clause; <b>✓</b> all passed, <b>–</b> none was run.</p>
      <form id=filter><label>Level <select id=level><option value="">all<option>must<option>should
      <option>may</select></label> <label>Clause <input id=word placeholder="V4-" size=10></label>
      <label><input type=checkbox id=failed checked> only where an SDK fails</label></form>
      <div class=wide><table id=clauses><thead><tr><th scope=col>clause</th><th scope=col>level</th>
      \(heads.joined())<th scope=col class=rule>rule</th></tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      """
  }

  private func cell(_ cell: Matrix.Cell, of clause: Clause, _ sdk: String) -> String {
    if cell.failed > 0 {
      let title = "\(sdk), \(clause.id): \(cell.failed) failed, \(cell.passed) passed"
      return "<td class=\"n \(clause.level.rawValue)\" title=\"\(title.xml)\">\(cell.failed)</td>"
    }
    return cell.passed > 0 ? "<td class=\"n ok\">✓</td>" : "<td class=\"n none\">–</td>"
  }

  private func section(_ run: ReportedRun) -> String {
    let index = (matrix.runs.firstIndex(of: run) ?? 0) + 1
    let must = run.mistakes.filter { !run.musts(of: $0).isEmpty }
    let advice = run.mistakes.filter { run.musts(of: $0).isEmpty }
    var text = "<section id=s\(index)><h2>\(run.sdk.xml)</h2>\n<p>\(Matrix.counts(run).xml).</p>\n"
    if !must.isEmpty {
      text += "<h3>Breaks a must</h3>\n" + must.map { details($0, run, isOpen: true) }.joined()
    }
    if !advice.isEmpty {
      text += "<h3>Advice</h3>\n" + advice.map { details($0, run, isOpen: false) }.joined()
    }
    return text + "</section>"
  }

  private func details(_ mistake: ReportedMistake, _ run: ReportedRun, isOpen: Bool) -> String {
    let name =
      mistake.ids.isEmpty ? "unexplained" : mistake.doubt + mistake.ids.joined()
    let count = counted(mistake.vectors.count, "vector")
    var text =
      "<details\(isOpen ? " open" : "")><summary><code>\(name.xml)</code> · \(count)</summary>"
    text += "\n<p>\(mistake.text.html)</p>\n"
    if !mistake.fixes.isEmpty {
      text += "<p><b>Fix.</b> \(mistake.fixes.joined(separator: " ").html)</p>\n"
    }
    let clauses = mistake.clauses.compactMap { specification[id: $0] }
    // The first must: it shows why OSS refuses the request.
    if let clause = clauses.first(where: { $0.level == .must }) ?? clauses.first {
      text += "<p><b>\(clause.id)</b> (\(clause.level.rawValue)) \(clause.text.html)</p>\n"
      if !clause.source.isEmpty { text += "<p class=dim>Evidence: \(clause.source.html)</p>\n" }
    }
    text +=
      "<p class=dim>Smallest: <code>\(mistake.smallest.xml)</code> "
      + "<code>\(mistake.request.cut(after: 300).xml)</code></p>\n"
    if let result = run.results.first(where: { $0.id == mistake.smallest }) {
      text += sides(result)
    }
    return text + "</details>\n"
  }

  private func sides(_ result: ReportedResult) -> String {
    guard let difference = result.difference else {
      return "<p>\(result.message.xml)</p>\n"
    }
    let (expected, actual, line) = StepText.sides(of: difference)
    let title = difference.title + (line.map { ", line \($0)" } ?? "")
    return "<table class=sides><caption>\(title.xml)</caption>"
      + "<tr><th scope=row>expected</th><td class=good><code>\(expected.xml)</code></td></tr>"
      + "<tr><th scope=row>given</th><td class=bad><code>\(actual.xml)</code></td></tr></table>\n"
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #d0d7de; --dim: #59636e; --must: #cf222e; --must-bg: #ffebe9;
      --should: #7d4e00; --should-bg: #fff8c5; --may: #59636e; --may-bg: #eff2f5; --good: #1a7f37; --bg: #fff; }
    @media (prefers-color-scheme: dark) { :root { --line: #3d444d; --dim: #9198a1; --must: #ff7b72;
      --must-bg: #4b1d20; --should: #e3b341; --should-bg: #3d2e00; --may: #9198a1; --may-bg: #262c36;
      --good: #3fb950; --bg: #0d1117; } }
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem;
      background: var(--bg); }
    code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid var(--line); padding: .15rem .5rem; text-align: left; }
    thead th { vertical-align: bottom; }
    #clauses tbody th { position: sticky; left: 0; background: var(--bg); white-space: nowrap; }
    .sdk span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
    .n { text-align: right; font-variant-numeric: tabular-nums; }
    .must { color: var(--must); background: var(--must-bg); font-weight: 600; }
    .should { color: var(--should); background: var(--should-bg); }
    .may { color: var(--may); background: var(--may-bg); }
    .ok, .good { color: var(--good); } .bad { color: var(--must); } .none, .dim { color: var(--dim); }
    .sides { width: 100%; } .sides th { width: 6rem; } caption { text-align: left; color: var(--dim); }
    details { border: 1px solid var(--line); border-radius: 6px; padding: .3rem .8rem; margin: .5rem 0; }
    summary { cursor: pointer; } form label { margin-right: 1rem; } [hidden] { display: none; }
    footer { margin-top: 2rem; color: var(--dim); }
    @media (max-width: 50rem) { .rule { display: none; } }
    """

  private static let script = """
    const level = document.getElementById("level"), word = document.getElementById("word");
    const failed = document.getElementById("failed");
    const rows = [...document.querySelectorAll("#clauses tbody tr")];
    function show() {
      const text = word.value.trim().toUpperCase();
      for (const row of rows) {
        row.hidden = (level.value && row.dataset.level !== level.value)
          || (failed.checked && row.dataset.failed !== "1")
          || !row.firstElementChild.textContent.includes(text);
      }
    }
    for (const field of [level, word, failed]) field.addEventListener("input", show);
    document.getElementById("filter").addEventListener("submit", event => event.preventDefault());
    show();
    """
}

extension String {
  /// The words of a sentence of Markdown, without its marks.
  fileprivate var plain: String {
    withoutLinks.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.isMultiple(of: 2) ? $1.withoutStars : String($1) }.joined()
  }

  /// A sentence of Markdown as HTML, with code in it.
  fileprivate var html: String {
    withoutLinks.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.isMultiple(of: 2) ? $1.withoutStars.linked : "<code>\(String($1).xml)</code>" }
      .joined()
  }

  /// The text with the words of each link in its place.
  private var withoutLinks: String {
    var (text, rest) = ("", self)
    while let (words, address) = rest.halves(at: "]("), let start = words.lastIndex(of: "["),
      let (_, after) = address.halves(at: ")")
    {
      text += words[..<start] + words[words.index(after: start)...]
      rest = after
    }
    return text + rest
  }

  /// The text for HTML, with its addresses as links.
  fileprivate var linked: String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("https://") else { return String(word).xml }
      let address = String(word).xml
      return "<a href=\"\(address)\" rel=noreferrer>\(address)</a>"
    }.joined(separator: " ")
  }
}

extension Substring {
  /// The text without the marks of bold words.
  fileprivate var withoutStars: String { String(self).replacing("**", with: "") }
}
