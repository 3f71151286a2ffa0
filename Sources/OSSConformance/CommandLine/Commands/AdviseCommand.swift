internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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
    let list = try rethrowing(as: CommandError.expectations, Expectations.read(path))
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
      let folder = try rethrowing(as: CommandError.file, FileAccess.unpack(path))
      defer { FileAccess.removeAll(at: folder) }
      try self.init(folder: FileAccess.vectorsFolder(in: folder))
    }
  }

  /// Reads the corpus of a folder of vectors.
  init(folder: String) throws(CommandError) {
    corpus = try rethrowing(
      as: CommandError.vectors, Corpus.read(from: folder, by: FileAccess.read))
    known = try rethrowing(
      as: CommandError.vectors, KnownMistakes(in: folder, of: corpus))
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
