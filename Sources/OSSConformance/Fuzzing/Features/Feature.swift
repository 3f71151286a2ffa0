internal import OSSPrimitives
internal import OSSVectors

/// One thing in which a request can differ from the plainest one, and how to take it away.
///
/// A request that has been shrunk is described by its features, and so are the kinds of mistakes. All
/// that is known of a feature is seen from the request alone.
struct Feature: Sendable {
  /// The name by which other features refer to this one.
  let id: String
  /// The feature in a few words, such as `an x-oss- header`.
  let title: String
  /// The clauses that say how a request with the feature is signed.
  var clauses: [String]
  /// How binding they are.
  var level = Level.must
  /// The features that this one always comes with, which need not be named beside it.
  var implied: [String] = []
  /// Whether a request has the feature.
  let isHeld: @Sendable (FuzzRequest) -> Bool
  /// Makes the request one without the feature, all else left as it is where that is possible.
  let remove: @Sendable (inout FuzzRequest) -> Void

  /// The features that a request has.
  static func held(by request: FuzzRequest) -> [Feature] {
    (request.isV4 ? allV4 : allV1).filter { $0.isHeld(request) }
  }

  /// The features that describe a request: those that no other one brings along.
  static func telling(_ request: FuzzRequest) -> [Feature] {
    let held = held(by: request)
    let implied = Set(held.flatMap(\.implied))
    return held.filter { !implied.contains($0.id) }
  }
}

/// Members of a request.
extension Feature {
  /// A member that is not the one of the plainest request, which takes its place.
  static func member<Value: Equatable & Sendable>(
    _ id: String, _ title: String, _ clauses: String..., level: Level = .must,
    implied: [String] = [],
    of member: any WritableKeyPath<FuzzRequest, Value> & Sendable,
    where isHeld: (@Sendable (FuzzRequest) -> Bool)? = nil
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, level: level, implied: implied,
      isHeld: isHeld ?? { $0[keyPath: member] != FuzzRequest()[keyPath: member] },
      remove: { $0[keyPath: member] = FuzzRequest()[keyPath: member] })
  }
}

/// Headers and parameters.
extension Feature {
  typealias PairList = any WritableKeyPath<FuzzRequest, [FuzzPair]> & Sendable

  /// What is left of a pair without what a feature is about; nil where nothing is.
  typealias PairChange = @Sendable (FuzzPair) -> FuzzPair?

  /// The pair as a bare name.
  static let withoutValue: PairChange = { FuzzPair($0.name, nil) }

  /// The pair under another name.
  static func renamed(_ rename: @escaping @Sendable (String) -> String) -> PairChange {
    { FuzzPair(rename($0.name), $0.value) }
  }

  /// Pairs of which something is true.
  static func pairs(
    _ id: String, _ title: String, _ clauses: String..., level: Level = .must,
    implied: [String] = [], of list: PairList, becoming change: @escaping PairChange = { _ in nil },
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool,
    if isAsked: @escaping @Sendable (FuzzRequest) -> Bool = { _ in true }
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, level: level, implied: implied,
      isHeld: { isAsked($0) && $0[keyPath: list].contains(where: isMeant) },
      remove: { request in
        request[keyPath: list] = request[keyPath: list].compactMap { isMeant($0) ? change($0) : $0 }
      })
  }

  /// Two or more pairs of which something is true; the first of them stays.
  static func several(
    _ id: String, _ title: String, _ clauses: String..., implied: [String], of list: PairList,
    where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, implied: implied,
      isHeld: { $0[keyPath: list].count(where: isMeant) > 1 },
      remove: { request in
        var isFirst = true
        request[keyPath: list].removeAll { pair in
          guard isMeant(pair) else { return false }
          defer { isFirst = false }
          return !isFirst
        }
      })
  }

  /// Pairs whose name another one has before them; nil for the name of one that does not count.
  static func repeated(
    _ id: String, _ title: String, _ clause: String, implied: [String], of list: PairList,
    name: @escaping @Sendable (FuzzPair) -> Bytes?
  ) -> Feature {
    @Sendable func distinct(_ pairs: [FuzzPair]) -> [FuzzPair] {
      var names: Set<Bytes> = []
      return pairs.filter { pair in name(pair).map { names.insert($0).inserted } ?? true }
    }
    return Feature(
      id: id, title: title, clauses: [clause], level: .may, implied: implied,
      isHeld: { distinct($0[keyPath: list]).count < $0[keyPath: list].count },
      remove: { $0[keyPath: list] = distinct($0[keyPath: list]) })
  }
}

/// Texts.
extension Feature {
  /// A feature for each trait that the texts at some place of a request can have.
  static func texts(
    _ place: TextPlace, _ traits: [TextTrait], _ clauses: String..., level: Level = .must,
    implied others: [String] = []
  ) -> [Feature] {
    traits.map { trait in
      Feature(
        id: place.id + trait.id, title: "\(place.title) \(trait.title)", clauses: clauses,
        level: level, implied: [place.id] + others + trait.implied.map { place.id + $0 },
        isHeld: { request in place.texts(request).contains(where: trait.isHeld) },
        remove: { request in
          place.change(&request) { trait.isHeld($0) ? trait.removed($0) : $0 }
        })
    }
  }
}

/// What binds an SDK in how it signs a request: the clauses of the request's features, and their level.
struct RequestBinding {
  /// The features that distinguish the request from the plainest one.
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
