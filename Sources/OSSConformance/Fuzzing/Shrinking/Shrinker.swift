internal import OSSPrimitives
internal import OSSVectors

/// Makes a failing request the smallest one that fails in the same way.
///
/// First whole features go, many at once where that is possible; then what texts are left lose all
/// that the failure does not need. The result is minimal in one sense: no single step is left that
/// could be taken.
struct Shrinker {
  /// How often an adapter may be asked for one request to be shrunk.
  static let requestLimit = 800
  /// The same where every failure costs the adapter's time limit, or its process.
  static let costlyRequestLimit = 40

  /// How often an adapter may be asked for all requests together.
  static let totalLimit = 20_000

  /// How long all that is asked here may take, in nanoseconds.
  let timeLimit: Int64
  /// How often the adapter was asked so far.
  private(set) var asked = 0
  /// How long that took, in nanoseconds.
  private(set) var duration: Int64 = 0
  private var limit = 0

  init(timeLimit: Int64) { self.timeLimit = timeLimit }

  /// Whether nothing may be asked any more.
  var isSpent: Bool { asked >= Self.totalLimit || duration > timeLimit }
  private var isDone: Bool { asked >= limit || isSpent }

  /// Asks an adapter for requests that no count of the run has, as ``FuzzTrial/ask(_:of:progress:)`` does.
  mutating func ask<Answering: Adapter & ~Copyable>(
    _ requests: [FuzzRequest], of adapter: inout Answering
  ) throws(AdapterError) -> [FuzzTrial?] {
    let start = ByteChannel.now()
    let trials = try FuzzTrial.ask(requests, of: &adapter)
    duration += ByteChannel.now() - start
    asked += trials.count { $0 != nil }
    return trials
  }

  /// The smallest request that fails as the given one does.
  mutating func shrink<Answering: Adapter & ~Copyable>(
    _ trial: FuzzTrial, with adapter: inout Answering
  ) throws(AdapterError) -> FuzzTrial {
    let isCostly = [.timeout, .crash].contains(trial.finding.verdict.failure?.kind)
    limit = asked + (isCostly ? Self.costlyRequestLimit : Self.requestLimit)
    var current = try withoutURL(trial, &adapter)
    while true {
      let before = current
      current = try withoutFeatures(current, &adapter)
      current = try withPlainTexts(current, &adapter)
      if current.request.isSame(as: before.request) || isDone { return current }
    }
  }

  /// Sat, 02 Dec 2023 16:20:57 GMT: as plain as a time can be whose day has one digit.
  private static let shortDayTime: Int64 = 1_701_534_057

  private typealias Step = @Sendable (inout FuzzRequest) -> Void

  private static func steps(for request: FuzzRequest) -> [Step] {
    let toHeader: Step = { $0.operation = $0.isV4 ? .v4Header : .v1Header }
    // From the last one on, so that several steps in a row leave the places of the others alone.
    let headers = request.headers.indices.reversed().map { index -> Step in
      { _ = $0.headers.remove(at: index) }
    }
    let parameters = request.query.indices.reversed().map { index -> Step in
      { _ = $0.query.remove(at: index) }
    }
    let names = request.additionalHeaders.indices.reversed().map { index -> Step in
      { _ = $0.additionalHeaders.remove(at: index) }
    }
    let spelling: [Step] = request.additionalHeaders.isEmpty ? [] : [{ $0.lowerListedNames() }]
    return (request.isPresigned ? [toHeader] : []) + spelling + names + headers + parameters
      + Feature.held(by: request).map(\.remove)
      + (request.time == FuzzRequest.plainTime ? [] : [{ $0.time = shortDayTime }])
  }

  /// Takes every feature away that the failure does not need.
  private mutating func withoutFeatures<Answering: Adapter & ~Copyable>(
    _ trial: FuzzTrial, _ adapter: inout Answering
  ) throws(AdapterError) -> FuzzTrial {
    var current = trial
    while !isDone {
      let steps = Self.steps(for: current.request)
      let single = steps.map { current.request.after([$0]) }
      let failing = try failures(among: single, like: current, &adapter)
      let possible = steps.indices.filter { failing[$0] != nil }
      guard let first = possible.first, let least = failing[first] else { return current }
      // Steps that are possible one by one are mostly possible together.
      let together = [possible.count, possible.count / 2, possible.count / 4].filter { $0 > 1 }
        .map { count in current.request.after(possible.prefix(count).map { steps[$0] }) }
      let greater = try failures(among: together, like: current, &adapter)
      current = greater.compactMap { $0 }.first ?? least
    }
    return current
  }

  /// The same request for headers, if that fails too.
  ///
  /// A URL of V4 has its scope and its list of additional headers in the query, so one mistake shows
  /// in another step there. It is reported once, of the headers.
  private mutating func withoutURL<Answering: Adapter & ~Copyable>(
    _ trial: FuzzTrial, _ adapter: inout Answering
  ) throws(AdapterError) -> FuzzTrial {
    guard trial.request.operation == .v4Presign else { return trial }
    var request = trial.request
    request.operation = .v4Header
    guard let other = try ask([request], of: &adapter).first.flatMap({ $0 }),
      other.shape != nil
    else { return trial }
    return other
  }

  private mutating func withPlainTexts<Answering: Adapter & ~Copyable>(
    _ trial: FuzzTrial, _ adapter: inout Answering
  ) throws(AdapterError) -> FuzzTrial {
    var current = trial
    for place in TextReduction.places(of: trial.request) {
      while !isDone {
        let candidates = TextReduction.candidates(of: current.request, at: place)
        let failing = try failures(among: candidates, like: current, &adapter)
        guard let next = failing.compactMap({ $0 }).first else { break }
        current = next
      }
    }
    return current
  }

  /// The trials of those requests that are simpler than the current one and fail as it does.
  ///
  /// A step that brings a feature in which was not there is no step: the feature would be reported.
  private mutating func failures<Answering: Adapter & ~Copyable>(
    among requests: [FuzzRequest], like current: FuzzTrial, _ adapter: inout Answering
  ) throws(AdapterError) -> [FuzzTrial?] {
    var result = [FuzzTrial?](repeating: nil, count: requests.count)
    let held = Set(Feature.held(by: current.request).map(\.id))
    let wanted = requests.indices.filter { index in
      !requests[index].isSame(as: current.request)
        && Feature.held(by: requests[index]).allSatisfy { held.contains($0.id) }
    }.prefix(max(0, limit - asked))
    let trials = try ask(wanted.map { requests[$0] }, of: &adapter)
    for (index, trial) in zip(wanted, trials) where trial?.shape == current.shape {
      result[index] = trial
    }
    return result
  }
}

extension FuzzRequest {
  /// Puts the names of additional headers into lower case, where they are listed and where they
  /// stand.
  fileprivate mutating func lowerListedNames() {
    for index in headers.indices where additionalHeaders.contains(where: headers[index].isNamed) {
      headers[index].name = headers[index].name.lowercased()
    }
    additionalHeaders = additionalHeaders.map { $0.lowercased() }
  }

  /// The request after some steps.
  fileprivate func after(_ steps: [@Sendable (inout FuzzRequest) -> Void]) -> FuzzRequest {
    var request = self
    for step in steps { step(&request) }
    return request
  }
}

/// Makes the texts of a request shorter and plainer, one step at a time.
enum TextReduction {
  typealias Place = WritableKeyPath<FuzzRequest, String>

  /// How many steps of one text are tried at once.
  private static let limit = 24

  /// The requests in which one text is a step plainer, the greatest steps first.
  static func candidates(of request: FuzzRequest, at place: Place) -> [FuzzRequest] {
    steps(of: request[keyPath: place]).prefix(limit).map { text in
      var candidate = request
      candidate[keyPath: place] = text
      return candidate
    }
  }

  /// Where texts stand that are not the plain ones.
  static func places(of request: FuzzRequest) -> [Place] {
    let plain = FuzzRequest()
    let members: [Place] = [
      \.[default: \.key], \.[default: \.securityToken], \.[default: \.bucket], \.accessKeySecret,
      \.accessKeyID, \.region, \.method,
    ]
    var places = members.filter { place in
      // An empty text, or none, has nothing to lose.
      let text = request[keyPath: place]
      return !text.utf8.isEmpty && !text.hasSameBytes(as: plain[keyPath: place])
    }
    for index in request.headers.indices {
      places += [\.headers[index].name, \.headers[index].text]
    }
    for index in request.query.indices {
      places += [\.query[index].name, \.query[index].text]
    }
    return places
  }

  /// A text with a part left out, or with plain letters for a part.
  private static func steps(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var steps: [String] = []
    var size = (scalars.count + 1) / 2
    while size > 0, !scalars.isEmpty {
      for start in stride(from: 0, to: scalars.count, by: size) {
        let end = min(start + size, scalars.count)
        steps.append(String(String.UnicodeScalarView(scalars[..<start] + scalars[end...])))
      }
      if size == 1 || steps.count >= limit { break }
      size = (size + 1) / 2
    }
    return plainer(scalars) + steps
  }

  /// The text with `a` for every character, for all letters and digits, and for each one.
  private static func plainer(_ scalars: [Unicode.Scalar]) -> [String] {
    let others = scalars.indices.filter { scalars[$0] != "a" }
    if others.isEmpty { return [] }
    let words = others.filter {
      scalars[$0].properties.isAlphabetic || scalars[$0].properties.numericType != nil
    }
    var sets = [others, words].filter { !$0.isEmpty }
    if others.count <= 8 { sets += others.map { [$0] } }
    return sets.map { indices in
      var changed = scalars
      for index in indices { changed[index] = "a" }
      return String(String.UnicodeScalarView(changed))
    }
  }
}

extension FuzzRequest {
  /// A text that is there, by the path of a member that may be without one.
  fileprivate subscript(default member: WritableKeyPath<FuzzRequest, String?>) -> String {
    get { self[keyPath: member] ?? "" }
    set { self[keyPath: member] = newValue }
  }
}

extension FuzzPair {
  /// The value, where an empty text means no value too.
  fileprivate var text: String {
    get { value ?? "" }
    set { if value != nil { value = newValue } }
  }
}
