internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// `list`: one line for each vector that is selected.
enum ListCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    arguments.console.write(text(try arguments.vectors(of: corpus).selected))
    return .asExpected
  }

  /// The lines, their columns under each other.
  static func text(_ vectors: [Vector]) -> String {
    columns(
      vectors.map { vector in
        [
          vector.id, vector.level.rawValue.padded(to: 6), vector.operation.rawValue,
          vector.clauses.joined(separator: ","),
        ]
      })
  }
}

/// `show`: all that there is about one vector, one clause or one mistake.
enum ShowCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let id = arguments.words[0]
    guard let vector = corpus[id: id],
      let suite = corpus.suites.first(where: { $0.vectors.contains(vector) })
    else {
      if let mistake = Mistake.named(id, over: corpus.vectors) {
        let failing = mistake.failing(corpus.vectors)
        let own = failing.filter { $0.clauses.contains(where: mistake.clauses.contains) }
        // First those that are about little else.
        let vectors =
          own.sorted { $0.clauses.count < $1.clauses.count }
          + failing.filter { !own.contains($0) }
        arguments.write(
          .object(mistake.json(vectors)), or: text(mistake, vectors, arguments.console.style))
        return .asExpected
      }
      let folder = try arguments.vectorsFolder()
      let pages = Specification(besideVectors: folder)
      if pages == nil, corpus.vectors.contains(where: { $0.clauses.contains(id) }) {
        throw .noPages(besideVectors: folder)
      }
      guard let clause = pages?[id: id] else {
        let clauses = pages?.clauses.map(\.id) ?? []
        let names = corpus.vectors.map(\.id) + clauses + Catalogue.all.map(\.id)
        throw .unknownName(id, nearest: id.nearest(of: names))
      }
      let row = Coverage.Row(clause, vectors: corpus.vectors)
      arguments.write(row.json, or: row.text(style: arguments.console.style))
      return .asExpected
    }
    arguments.write(
      vector.json, or: text(vector, suite: suite.name, style: arguments.console.style))
    return .asExpected
  }

  /// The vector for a person: what it catches, then input and expectation as JSON.
  static func text(_ vector: Vector, suite: String, style: Style) -> String {
    var rows = [
      ("catches", vector.comment), ("mistakes", mistakes(of: vector)),
      ("operation", vector.operation.rawValue), ("file", "vectors/\(suite).json"),
      ("level", vector.level.rawValue + (vector.reason.map { ": \($0)" } ?? "")),
      ("clauses", vector.clauses.joined(separator: ", ")),
    ]
    if !vector.flags.isEmpty { rows.append(("flags", vector.flags.joined(separator: ", "))) }
    rows += provenance(vector.provenance)
    var text = style.bold(vector.id) + "\n\n"
    for (name, value) in rows { text += name.padded(to: 12) + value + "\n" }
    let parts: JSONObject = [
      "input": .object(vector.input), "expect": vector.json.objectValue?["expect"] ?? .null,
    ]
    return text + "\n"
      + String(decoding: JSONValue.object(parts).canonical(), as: UTF8.self)
  }

  /// The mistakes that fail the vector: those that break a clause of it, or else all.
  private static func mistakes(of vector: Vector) -> String {
    let shown = 5
    let failing = Catalogue.all.filter { !$0.failing([vector]).isEmpty }
    let own = failing.filter { $0.clauses.contains(where: vector.clauses.contains) }
    let ids = (own.isEmpty ? failing : own).map(\.id).prefix(shown)
    let rest = failing.count - ids.count
    return ids.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The mistake for a person: what it is, its fix, who made it, and the vectors that catch it.
  private static func text(_ mistake: Mistake, _ vectors: [Vector], _ style: Style) -> String {
    let shown = 10
    let seen = mistake.seen.map { "\($0.sdk) \($0.version)" }.joined(separator: ", ")
    let rows = [
      ("fix", mistake.fix), ("clauses", mistake.clauses.joined(separator: ", ")), ("seen in", seen),
      ("vectors", "\(vectors.count) catch it" + (mistake.equivalent.map { ": \($0)" } ?? "")),
    ].filter { !$0.1.isEmpty }.flatMap { wrapped($0.1, after: $0.0.padded(to: 9)) }
    let ids = vectors.prefix(shown).map { "  \($0.id) (\($0.level.rawValue))" }
    let rest = vectors.count - ids.count
    return
      ([style.bold(mistake.id)] + wrapped(mistake.sentence) + [""] + rows + ids
      + (rest > 0 ? ["  … and \(rest) more: --json has all"] : []))
      .joined(separator: "\n") + "\n"
  }

  private static func provenance(_ provenance: Provenance) -> [(String, String)] {
    let (kind, text, note) =
      switch provenance {
      case .published(let source, let note): ("published", source, note)
      case .agreed(let sdks, let note): ("agreed", sdks.joined(separator: ", "), note)
      case .observed(let source, let read, let quote, let note):
        ("observed", "\(source), read \(read): \(quote)", note)
      case .derived(let reason, let note): ("derived", reason, note)
      }
    return [("provenance", "\(kind): \(text)")] + (note.map { [("note", $0)] } ?? [])
  }
}

/// `help`: lists the commands, or explains one.
enum HelpCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    if let word = arguments.words.first {
      arguments.console.write(HelpText.text(try CommandLineTool.command(word)))
    } else {
      arguments.console.write(HelpText.overview)
    }
    return .asExpected
  }
}

/// `version`: prints the versions of the tool and of the vectors, where there are any.
enum VersionCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    arguments.console.write("\(Program.name) \(Program.version), adapter protocol 1\n")
    do throws(CommandError) {
      let source = try CorpusSource(folder: try arguments.vectorsFolder())
      arguments.console.write(source.name + "\n")
    } catch {
      // A tool that was copied without the vectors has a version all the same.
      guard case .noVectors = error else { throw error }
    }
    return .asExpected
  }
}
