internal import OSSPrimitives
internal import OSSVectors

/// One thing in which a request can differ from the plainest one, and how to take it away.
///
/// What is left of a request that has been shrunk is reported as its features, and kinds of
/// mistakes are distinguished by them. All that is known of a feature is seen from the request
/// alone.
struct Feature: Sendable {
  /// The name by which other features refer to this one.
  let id: String
  /// The feature in a few words, such as `an x-oss- header`.
  let title: String
  /// The clauses that say how a request with the feature is signed.
  var clauses: [String]
  /// How binding they are.
  var level = Level.must
  /// The features that this one always comes with, which need not be reported beside it.
  var implied: [String] = []
  /// Whether a request has the feature.
  let isHeld: @Sendable (FuzzRequest) -> Bool
  /// Makes the request one without the feature, all else left as it is where that is possible.
  let remove: @Sendable (inout FuzzRequest) -> Void

  /// All features of a request of V1, those first whose removal takes the most away.
  static let allV1: [Feature] =
    credentials + ossHeaders + standardHeaders + queries + resources + places

  /// The features that a request has.
  static func held(by request: FuzzRequest) -> [Feature] {
    (request.isV4 ? allV4 : allV1).filter { $0.isHeld(request) }
  }

  /// The features to tell of a request: those that no other one brings along.
  static func telling(_ request: FuzzRequest) -> [Feature] {
    let held = held(by: request)
    let implied = Set(held.flatMap(\.implied))
    return held.filter { !implied.contains($0.id) }
  }
}

extension Feature {
  /// A feature of the texts at some place of a request.
  init(
    _ place: TextPlace, _ trait: TextTrait, _ clauses: String..., level: Level = .must
  ) {
    self.init(place, trait, clauses, level: level)
  }

  /// A feature of texts that comes with others beside that of the place.
  init(
    _ place: TextPlace, _ trait: TextTrait, _ clauses: [String], level: Level = .must,
    implied others: [String] = []
  ) {
    self.init(
      id: place.id + trait.id, title: "\(place.title) \(trait.title)", clauses: clauses,
      level: level, implied: [place.id] + others + trait.implied.map { place.id + $0 },
      isHeld: { request in place.texts(request).contains(where: trait.isHeld) },
      remove: { request in
        place.change(&request) { trait.isHeld($0) ? trait.removed($0) : $0 }
      })
  }
}

/// Where texts of one kind stand in a request.
struct TextPlace: Sendable {
  /// The id of the feature that such a text is there at all.
  let id: String
  /// The text in a few words.
  let title: String
  let texts: @Sendable (FuzzRequest) -> [String]
  let change: @Sendable (inout FuzzRequest, (String) -> String) -> Void

  /// The values of those headers or parameters of which something is true.
  static func values(
    _ id: String, _ title: String, of list: any WritableKeyPath<FuzzRequest, [FuzzPair]> & Sendable,
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { $0[keyPath: list].filter(isMeant).compactMap(\.value) },
      change: { request, change in
        for index in request[keyPath: list].indices where isMeant(request[keyPath: list][index]) {
          request[keyPath: list][index].value = request[keyPath: list][index].value.map(change)
        }
      })
  }

  /// A text that is by itself, if it is another than the plain one.
  static func text(
    _ id: String, _ title: String, _ member: any WritableKeyPath<FuzzRequest, String?> & Sendable,
    plain: String?
  ) -> TextPlace {
    TextPlace(
      id: id, title: title,
      texts: { request in
        guard let text = request[keyPath: member] else { return [] }
        return plain?.hasSameBytes(as: text) == true ? [] : [text]
      },
      change: { request, change in
        request[keyPath: member] = request[keyPath: member].map(change)
      })
  }
}

/// What binds an SDK in how it signs a request: the clauses of the request's features, and their level.
struct RequestBinding {
  /// The features that tell the request from the plainest one.
  let features: [Feature]
  /// The clauses that say how such a request is signed.
  let clauses: [String]
  /// How binding they are: as the weakest of them.
  let level: Level

  /// Reads the features of a request.
  init(_ request: FuzzRequest) {
    features = Feature.telling(request)
    let clauses = Self.clauses(of: features, isPresigned: request.isPresigned)
    let all = request.isV4 ? ["V4-STS-1", "V4-STS-4"] : ["V1-STS-1", "V1-SIG-1"]
    self.clauses = clauses.isEmpty ? all : clauses
    let levels = features.map(\.level)
    level = levels.contains(.may) ? .may : levels.contains(.should) ? .should : .must
  }

  /// Why a vector of the request has the level may; nil for another level.
  var reason: String? {
    level == .may
      ? "The clause leaves it open; the answer of the reference is one of several." : nil
  }

  /// The clauses of features, of which those on presigned URLs stand for themselves.
  private static func clauses(of features: [Feature], isPresigned: Bool) -> [String] {
    var clauses: [String] = []
    for feature in features {
      let others = feature.clauses.filter(isAboutURLs)
      let headers = feature.clauses.filter { !isAboutURLs($0) }
      let wanted =
        isPresigned ? (others.isEmpty ? headers : others) : (headers.isEmpty ? others : headers)
      for clause in wanted where !clauses.contains(clause) { clauses.append(clause) }
    }
    return clauses
  }

  private static func isAboutURLs(_ clause: String) -> Bool {
    clause.hasPrefix("PRE-") || clause.hasPrefix("V4-PRE-") || clause == "V4-TOK-2"
  }
}

/// One way in which a text is more than a plain word, and how to take it away.
struct TextTrait: Sendable {
  let id: String
  /// The trait behind the name of the text, such as `with a space at an end`.
  let title: String
  /// The traits that this one always comes with.
  var implied: [String] = []
  let isHeld: @Sendable (String) -> Bool
  let removed: @Sendable (String) -> String

  static let empty = TextTrait(
    id: "-empty", title: "that is empty", isHeld: { $0.utf8.isEmpty }, removed: { _ in "a" })

  static let zero = TextTrait(
    id: "-zero", title: "that is 0", isHeld: { $0.utf8.elementsEqual("0".utf8) },
    removed: { _ in "a" })

  static let blank = TextTrait(
    id: "-blank", title: "of blanks alone",
    isHeld: { !$0.utf8.isEmpty && $0.utf8.allSatisfy(\.isBlank) }, removed: { _ in "a" })

  static let spaceAtEnd = atEnd("-space", "with a space at an end", " ")
  static let tabAtEnd = atEnd("-tab", "with a tab at an end", "\t")

  /// A character at an end that programs strip and HTTP does not, such as a no-break space.
  static let strangeBlankAtEnd = TextTrait(
    id: "-strange", title: "with a character at an end that only some programs call a blank",
    implied: ["-foreign", "-control"],
    isHeld: { text in
      [text.unicodeScalars.first, text.unicodeScalars.last].contains { isStrangeBlank($0) }
    },
    removed: { replaced($0, where: isStrangeBlank) })

  static let innerBlank = TextTrait(
    id: "-inner", title: "with a blank inside",
    isHeld: { trimmed($0, of: isBlank).unicodeScalars.contains(where: isBlank) },
    removed: { replaced($0, where: isBlank) })

  static let foreign = characters("-foreign", "with a character outside ASCII") { !$0.isASCII }
  static let control = characters("-control", "with a control character") {
    ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7f
  }
  static let percent = characters("-percent", "with a percent sign") { $0 == "%" }
  static let plus = characters("-plus", "with a plus sign") { $0 == "+" }
  static let slash = characters("-slash", "with a slash") { $0 == "/" }
  static let mark = characters("-mark", "with a punctuation mark") {
    $0.isASCII && $0.value > 0x20 && !"%+/.-_0123456789".unicodeScalars.contains($0)
      && !$0.properties.isAlphabetic && $0.value != 0x7f
  }

  /// More bytes than a bound.
  static func long(_ bound: Int) -> TextTrait {
    TextTrait(
      id: "-long", title: "of more than \(bound) bytes", isHeld: { $0.utf8.count > bound },
      removed: { text in
        var short = ""
        for scalar in text.unicodeScalars {
          if short.utf8.count + UTF8.width(scalar) > bound { break }
          short.unicodeScalars.append(scalar)
        }
        return short
      })
  }

  /// One of the two blanks, anywhere in the blanks at the ends of a text that has more than blanks.
  private static func atEnd(_ id: String, _ title: String, _ blank: Unicode.Scalar) -> TextTrait {
    TextTrait(
      id: id, title: title,
      isHeld: { text in
        let middle = trimmed(text, of: isBlank)
        return !middle.utf8.isEmpty
          && text.unicodeScalars.count { $0 == blank }
            > middle.unicodeScalars.count { $0 == blank }
      },
      removed: { text in
        let isKept = { (scalar: Unicode.Scalar) in isBlank(scalar) && scalar != blank }
        let front = text.unicodeScalars.prefix(while: isBlank).filter(isKept)
        let back = text.unicodeScalars.reversed().prefix(while: isBlank).filter(isKept)
        return joined(front) + trimmed(text, of: isBlank) + joined(back)
      })
  }

  private static func joined(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func characters(
    _ id: String, _ title: String, _ isMeant: @escaping @Sendable (Unicode.Scalar) -> Bool
  ) -> TextTrait {
    TextTrait(
      id: id, title: title, isHeld: { $0.unicodeScalars.contains(where: isMeant) },
      removed: { replaced($0, where: isMeant) })
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isStrangeBlank(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, !isBlank(scalar) else { return false }
    return scalar.properties.isWhitespace || scalar == "\u{feff}"
  }

  /// The text with `a` for each character of which something is true.
  private static func replaced(
    _ text: String, where isMeant: (Unicode.Scalar) -> Bool
  ) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isMeant($0) ? "a" : $0 }))
  }

  /// The text without the characters at its ends of which something is true.
  private static func trimmed(_ text: String, of isMeant: (Unicode.Scalar) -> Bool) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isMeant(first) { scalars.removeFirst() }
    while let last = scalars.last, isMeant(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
