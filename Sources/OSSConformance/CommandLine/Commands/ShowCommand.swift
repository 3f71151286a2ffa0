internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `show`: all that there is about vectors, clauses, topics of clauses and mistakes.
enum ShowCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "show vectors, clauses, topics of clauses or mistakes whole",
    operands: .some("ID"),
    flags: [.vectors, .json],
    details: [
      "A topic is the first part of clause ids: V1-HDR shows all clauses from V1-HDR-1 on."
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let known = try arguments.knownMistakes(of: corpus)
    let folder = try arguments.vectorsFolder()
    let pages = Specification(besideVectors: folder)
    let causes = (try? arguments.knowledge())?.causes ?? []
    let rows = ClauseRows(besideVectors: folder)
    var shown: [Shown] = []
    for id in arguments.words {
      let style = arguments.console.style
      let cause = causes.first { $0.id == id }.map { [causeShown($0, style)] }
      guard let one = named(id, corpus, known, pages, rows, style) ?? cause else {
        let cited = pages == nil ? corpus.vectors.flatMap(\.clauses) : []
        if cited.contains(where: { [$0, Clause.topic(of: $0)].contains(id) }) {
          throw .noPages(besideVectors: folder)
        }
        let clauses = pages?.clauses.map(\.id) ?? []
        let names = corpus.vectors.map(\.id) + clauses + known.all.map(\.id) + causes.map(\.id)
        throw .unknownName(id, nearest: id.nearest(of: names))
      }
      shown += one
    }
    arguments.write(
      shown.count == 1 ? shown[0].json : .array(shown.map(\.json)),
      or: shown.map(\.text).joined(separator: "\n"))
    return .asExpected
  }

  /// What is shown of one vector, clause or mistake.
  private typealias Shown = (json: JSONValue, text: String)

  /// A cause of refusals that is no mistake of an SDK.
  private static func causeShown(_ cause: Cause, _ style: Style) -> Shown {
    let rows = [
      ("fix", cause.fix), ("with V4", cause.fixV4 ?? ""),
      ("clauses", cause.clauses.joined(separator: ", ")),
      ("vectors", cause.vectors.joined(separator: ", ")), ("page", "spec/explain.md"),
    ].filter { !$0.1.isEmpty }.flatMap { wrapped($0.1, after: $0.0.padded(to: 9)) }
    let lines = [style.bold(cause.id)] + wrapped(cause.sentence) + [""] + rows
    let json: JSONObject = [
      "id": .string(cause.id), "sentence": .string(cause.sentence), "fix": .string(cause.fix),
      "clauses": .texts(cause.clauses), "vectors": .texts(cause.vectors),
    ]
    return (.object(json), lines.joined(separator: "\n") + "\n")
  }

  /// What an id or a topic names: a topic such as `V1-HDR` names all its clauses.
  private static func named(
    _ id: String, _ corpus: Corpus, _ known: KnownMistakes, _ pages: Specification?,
    _ rows: ClauseRows, _ style: Style
  ) -> [Shown]? {
    if let vector = corpus[id: id],
      let suite = corpus.suites.first(where: { $0.vectors.contains(vector) })
    {
      return [(vector.json, text(vector, suite: suite.name, known, style: style))]
    }
    if let mistake = known[id: id] {
      let vectors = inOrder(
        known.vectors(catching: id, among: corpus.vectors), of: mistake)
      return [(mistake.json(vectors), text(mistake, vectors, style))]
    }
    if let clause = pages?[id: id] {
      let row = ClauseCoverage(clause, corpus, known, rows)
      return [(row.json, row.text(style: style))]
    }
    let topic = pages?.clauses.filter { $0.topic.hasSameBytes(as: id) } ?? []
    return topic.isEmpty
      ? nil
      : topic.map { clause in
        let row = ClauseCoverage(clause, corpus, known, rows)
        return (row.json, row.summary(style: style))
      }
  }

  /// The vectors that catch a mistake: first those that are about little else.
  private static func inOrder(_ failing: [Vector], of mistake: Mistake) -> [Vector] {
    let own = failing.filter { $0.clauses.contains(where: mistake.clauses.contains) }
    return own.sorted { $0.clauses.count < $1.clauses.count }
      + failing.filter { !own.contains($0) }
  }

  /// The vector for a person: what it catches, then input and expectation as JSON.
  private static func text(
    _ vector: Vector, suite: String, _ known: KnownMistakes, style: Style
  ) -> String {
    var rows = [
      ("catches", vector.comment), ("mistakes", mistakes(of: vector, known)),
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
  private static func mistakes(of vector: Vector, _ known: KnownMistakes) -> String {
    let shown = 5
    let failing = known.mistakes(caughtBy: vector.id)
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
      ("OSS", mistake.accepted.map { "accepts it: \($0)" } ?? ""),
      ("page", "spec/mistakes/\(mistake.page).md"), ("vectors", "\(vectors.count) catch it"),
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

extension Mistake {
  /// The mistake with the vectors that catch it.
  fileprivate func json(_ vectors: [Vector]) -> JSONValue {
    var object: JSONObject = [
      "id": .string(id), "page": .string(page), "clauses": .texts(clauses),
      "sentence": .string(sentence), "fix": .string(fix), "seen": .array(seen.map(\.json)),
    ]
    if let accepted { object["accepted"] = .string(accepted) }
    object["vectors"] = .texts(vectors.map(\.id))
    return .object(object)
  }
}

/// `list`: one line for each vector that is selected.
enum ListCommand: CommandWork {
  static let usage = CommandUsage(summary: "list vectors", flags: Flag.selection + [.vectors])

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

/// `help`: lists the commands, or explains one.
enum HelpCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "explain a command and its flags", operands: .optional("COMMAND"))

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
enum VersionCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "print the versions of the tool and of the vectors", flags: [.vectors])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    arguments.console.write("\(Program.name) \(Program.version), adapter protocol 1\n")
    do throws(CommandError) {
      let folder = try arguments.vectorsFolder()
      let recorded = arguments.one(.vectors) == nil ? recorded(in: folder) : nil
      let name = if let recorded { recorded } else { try CorpusSource(folder: folder).name }
      arguments.console.write(name + "\n")
    } catch {
      // A tool that was copied without the vectors has a version all the same.
      guard case .noVectors = error else { throw error }
    }
    return .asExpected
  }

  /// What the file of fingerprints begins with (FMT-PRINT-13); to read and hash the vectors takes
  /// fifty times as long as all else here.
  private static func recorded(in folder: String) -> String? {
    let path = folder + "/" + KnownMistakes.fingerprintsFile
    guard let head = FileSystem.contents(of: path, limit: 255),
      let version = head.between("\"version\":\"", "\""),
      let digest = head.between("\"corpus\":\"", "\"")
    else { return nil }
    return "vectors of version \(version.text), SHA-256 \(digest.text)"
  }
}

/// `advise`: says what changes for an SDK from one corpus to another.
enum AdviseCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "say what changes for an SDK between two corpora",
    operands: .two("OLD", "NEW"),
    flags: [.expectations],
    details: [
      "OLD and NEW are folders of vectors, folders that have one, or archives of them, which the",
      "program tar unpacks.",
      "With a list of known failures it says which entries turn a run red. The exit status is 1",
      "if one does for certain.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let old = try CorpusSource(arguments.words[0])
    let new = try CorpusSource(arguments.words[1])
    let step = CorpusStep(from: old.corpus, to: new.corpus, new.known)
    arguments.console.write("old: \(old.name)\nnew: \(new.name)\n" + step.text)
    guard let path = arguments.one(.expectations) else { return .asExpected }
    let list = try rethrowing(Expectations.read(path))
    let effect = StepEffect(of: step, on: list)
    arguments.console.write(
      "\(path): \(list.entries.count) known failures of \(list.sdk.visible)\n\(effect.text)")
    return effect.certain.isEmpty ? .asExpected : .failures
  }
}

/// A corpus that was read from a folder or an archive.
struct CorpusSource {
  let corpus: Corpus
  /// The mistakes that are known beside it.
  let known: KnownMistakes
  /// Its size, its version where it is known, and its digest.
  let name: String

  /// Reads the corpus at a path.
  init(_ path: String) throws(CommandError) {
    if FileSystem.isFolder(path) {
      try self.init(folder: FileAccess.vectorsFolder(in: path))
    } else {
      let folder = try rethrowing(FileAccess.unpack(path))
      defer { FileAccess.removeAll(at: folder) }
      try self.init(folder: FileAccess.vectorsFolder(in: folder))
    }
  }

  /// Reads the corpus of a folder of vectors.
  init(folder: String) throws(CommandError) {
    corpus = try rethrowing(Corpus.read(from: folder, by: FileAccess.read))
    known = try rethrowing(KnownMistakes(in: folder, of: corpus))
    name =
      "\(corpus.vectors.count) vectors, " + (known.version.map { "version \($0), " } ?? "")
      + "SHA-256 \(corpus.digest())"
  }
}

/// What differs between two corpora.
struct CorpusStep {
  /// A vector that both have and that differs.
  struct Change {
    let vector: Vector
    /// The names of the members that differ.
    let members: [String]

    /// Whether an SDK may be judged otherwise.
    var concernsAnswers: Bool {
      members.contains { ["operation", "level", "profile", "input", "expect"].contains($0) }
    }
  }

  let old: Corpus
  let new: Corpus
  /// The mistakes that are known beside the new vectors.
  let known: KnownMistakes
  let added: [Vector]
  let retired: [Vector]
  let changes: [Change]

  init(from old: Corpus, to new: Corpus, _ known: KnownMistakes) {
    (self.old, self.new, self.known) = (old, new, known)
    added = new.vectors.filter { old[id: $0.id] == nil }
    retired = old.vectors.filter { new[id: $0.id] == nil }
    changes = new.vectors.compactMap { vector in
      guard let before = old[id: vector.id] else { return nil }
      var members = before.differences(from: vector)
      if old.profile(of: vector.id) != new.profile(of: vector.id), !members.contains("profile") {
        members.append("profile")
      }
      return members.isEmpty ? nil : Change(vector: vector, members: members)
    }
  }

  /// A line for each vector.
  var text: String {
    let judged = changes.filter(\.concernsAnswers)
    let described = changes.filter { !$0.concernsAnswers }
    return block("new", added.map { "\($0.id) (\($0.level.rawValue)): \($0.comment)" })
      + block("changed", judged.map { "\($0.vector.id): \($0.members.joined(separator: ", "))" })
      + block("retired", retired.map(\.id))
      + block(
        "described otherwise",
        described.map { "\($0.vector.id): \($0.members.joined(separator: ", "))" })
  }
}

/// What a step from one corpus to another does to a list of known failures.
struct StepEffect {
  /// What turns every run red.
  let certain: [String]
  /// What turns a run red if the SDK answers otherwise than the list says.
  let possible: [String]

  init(of step: CorpusStep, on list: Expectations) {
    certain = list.entries.compactMap { entry in
      switch entry.target {
      case .id(let id) where step.new[id: id] == nil: "\(id) is the id of no vector"
      case .pattern(let glob)
      where !step.new.vectors.contains(where: { entry.target.covers($0.id) }):
        "\(glob.pattern) is the id of no vector"
      case .mistake(let id) where step.known[id: id] == nil:
        "\(id) is the id of no mistake"
      default: nil
      }
    }
    let judged = step.changes.filter(\.concernsAnswers)
    possible =
      judged.map { change in
        let entry = list.entry(for: change.vector.id)
        let due = entry.map { "known as \($0.expected)" } ?? "not in the list"
        return "\(change.vector.id) has changed and is \(due)"
      }
      + step.added.map { vector in
        let entry = list.entry(for: vector.id)
        return "\(vector.id) is new and "
          + (entry.map { "a pattern expects \($0.expected)" } ?? "not in the list")
      }
  }

  var text: String { block("turn red", certain) + block("may turn red", possible) }
}

/// A heading with a count, and lines below it.
private func block(_ title: String, _ lines: [String]) -> String {
  (["\(title): \(lines.count)"] + lines.map { "  \($0.visible)" }).joined(separator: "\n") + "\n"
}

extension Vector {
  /// The names of the members that another vector has not, or has otherwise.
  fileprivate func differences(from other: Vector) -> [String] {
    guard case .object(let old) = json, case .object(let new) = other.json else { return [] }
    let names = old.members.map(\.name) + new.members.map(\.name).filter { old[$0] == nil }
    return names.filter { old[$0] != new[$0] }
  }
}
