internal import OSSJSON
package import OSSVectors

/// Why a list of known failures cannot be used.
package enum ExpectationsError: Error, Equatable, Sendable {
  /// The file cannot be read, or a member is missing, unknown, empty or of the wrong type.
  case malformed(VectorError)
  /// An entry has not exactly one of `id`, `pattern` and `mistake`.
  case noTarget(VectorLocation)
  /// No vector has the id of an entry; the nearest id that there is may be meant.
  case unknownID(String, nearest: String?, file: String)
  /// No vector's id matches the pattern of an entry.
  case unmatchedPattern(String, file: String)
  /// No known mistake has the id of an entry; the nearest id that there is may be meant.
  case unknownMistake(String, nearest: String?, file: String)
  /// Two entries have the same id, pattern or mistake.
  case repeatedTarget(String, file: String)
}

extension ExpectationsError: CustomStringConvertible {
  /// One sentence that names the file and the entry.
  package var description: String {
    switch self {
    case .malformed(let error): error.description
    case .noTarget(let place):
      "\(place): the entry must have one of id, pattern and mistake."
    case .unknownID(let id, let nearest, let file):
      "\(file): no vector has the id \(id)"
        + nearest.asHint
    case .unknownMistake(let id, let nearest, let file):
      "\(file): no mistake has the id \(id)"
        + nearest.asHint
    case .unmatchedPattern(let pattern, let file):
      "\(file): no vector's id matches the pattern \(pattern)."
    case .repeatedTarget(let target, let file): "\(file): \(target) is in the list twice."
    }
  }
}

extension Expectations {
  /// Reads a list of known failures strictly, and checks it against the vectors and the mistakes.
  package static func read(
    _ path: String, corpus: Corpus, _ known: KnownMistakes
  ) throws(ExpectationsError) -> Expectations {
    let list = try read(path)
    try list.check(against: corpus, known, file: path)
    return list
  }

  /// Reads a list of known failures strictly, whatever vectors its entries are about (FMT-EXP-1).
  package static func read(_ path: String) throws(ExpectationsError) -> Expectations {
    let sdk: String
    let readers: [MemberReader]
    do throws(VectorError) {
      let reader = try MemberReader(path: path)
      let format = try reader.integer("format")
      guard format == 1 else { throw .unknownFormat(file: path, format: format) }
      try reader.allow(only: ["format", "sdk", "expectations"])
      sdk = try reader.text("sdk")
      readers = try reader.readers("expectations")
    } catch {
      throw .malformed(error)
    }
    return Expectations(sdk: sdk, entries: try readers.map(ExpectedFailure.init))
  }
}

extension ExpectedFailure {
  fileprivate init(_ reader: MemberReader) throws(ExpectationsError) {
    let names: [String?]
    do throws(VectorError) {
      let isMistake = reader.object["mistake"] != nil
      try reader.allow(
        only: ["id", "pattern", "mistake", "reason", "link"] + (isMistake ? ["level"] : ["status"]))
      names = [
        try reader.optionalText("id"), try reader.optionalText("pattern"),
        try reader.optionalText("mistake"),
      ]
      status = isMistake ? nil : try Self.status(reader)
      level = reader.object["level"] == nil ? nil : try reader.word("level")
      reason = try reader.text("reason")
      link = try reader.optionalText("link")
    } catch {
      throw .malformed(error)
    }
    switch (names[0], names[1], names[2]) {
    case (let id?, nil, nil): target = .id(id)
    case (nil, let pattern?, nil): target = .pattern(Glob(pattern))
    case (nil, nil, let mistake?): target = .mistake(mistake)
    default: throw .noTarget(reader.place)
    }
  }

  private static func status(_ reader: MemberReader) throws(VectorError) -> ExpectedStatus {
    let word = try reader.text("status")
    guard let status = ExpectedStatus(word: word) else {
      throw .unknownWord(
        reader.place.member("status"), text: word,
        list: "one of " + ExpectedStatus.words.joined(separator: ", "))
    }
    return status
  }
}
