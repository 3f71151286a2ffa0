internal import OSSPrimitives
internal import OSSVectors

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
