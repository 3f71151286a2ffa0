internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// A corpus, or a part of it, as one adapter answered it and the judge found it; nothing is weighed yet.
package struct Run: Sendable {
  /// Who answered.
  package let identity: AdapterIdentity
  /// The corpus from which the vectors are.
  package let corpus: Corpus
  /// What the judge found of each vector, in the order of the corpus.
  package private(set) var findings: [Finding] = []
  /// What it found of vectors that were asked only to weigh the others by.
  private(set) var controls: [Finding] = []
  /// The nanoseconds that each vector took: from the answer before it to its own. None for a file of replies.
  private(set) var durations: [Int64] = []
  /// How many vectors were left out, by the profile that the SDK does not claim.
  package private(set) var unclaimed: [Profile: Int] = [:]
  /// How many of the selected vectors were left out because the person who runs it said so.
  package var leftOut = 0
  /// The time zone in which the adapter was started, if one was started.
  package var zone: AdapterZone?
  /// What is worth telling about the run as a whole.
  package var notes: [String] = []

  /// Asks an adapter, and judges each answer while the adapter works at the next ones.
  ///
  /// - Parameters:
  ///   - adapter: Who is asked.
  ///   - selected: The vectors; those of other profiles than the chosen ones are not asked.
  ///   - corpus: The corpus from which they are.
  ///   - profiles: The profiles that are chosen.
  ///   - comparesSteps: Whether the steps that an adapter shows are compared, and not the results alone.
  ///   - progress: Called with the number of answers so far.
  /// - Throws: An ``AdapterError`` if the adapter cannot run.
  package init<Answering: Adapter & ~Copyable>(
    asking adapter: inout Answering, _ selected: [Vector], of corpus: Corpus,
    _ profiles: ProfileChoice = .claimed, comparesSteps: Bool = true,
    progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) {
    (identity, self.corpus) = (adapter.identity, corpus)
    let vectors: [Vector]
    (vectors, unclaimed) = profiles.cut(selected, of: corpus, for: identity)
    let asked = vectors + Plausibility.controls(for: vectors, in: corpus.vectors)
    var judged = [Finding?](repeating: nil, count: asked.count)
    var count = 0
    durations = [Int64](repeating: 0, count: asked.count)
    var last = MonotonicClock.now()
    try adapter.ask(asked.map { AdapterRequest($0) }) { index, reply in
      judged[index] = Self.judged(reply, to: asked[index], comparesSteps)
      let now = MonotonicClock.now()
      (durations[index], last) = (now - last, now)
      count += 1
      progress(min(count, vectors.count))
    }
    findings = judged.prefix(vectors.count).compactMap(\.self)
    controls = judged.dropFirst(vectors.count).compactMap(\.self)
    durations.removeLast(asked.count - vectors.count)
    notes = remarks
  }

  /// Judges replies that are there already.
  ///
  /// - Parameters:
  ///   - identity: Who gave them.
  ///   - corpus: The corpus from which the vectors are.
  ///   - selected: The vectors, each with its reply; those of other profiles than the chosen ones are
  ///     left out.
  ///   - profiles: The profiles that are chosen; all where none is said.
  ///   - comparesSteps: Whether the steps that an adapter shows are compared, and not the results alone.
  package init(
    of identity: AdapterIdentity, in corpus: Corpus, _ selected: [(Vector, Reply)],
    _ profiles: ProfileChoice = .named(Profile.allCases), comparesSteps: Bool = true
  ) {
    (self.identity, self.corpus) = (identity, corpus)
    let vectors: [Vector]
    (vectors, unclaimed) = profiles.cut(selected.map(\.0), of: corpus, for: identity)
    let replies = Dictionary(selected.map { ($0.id, $1) }) { first, _ in first }
    findings = vectors.compactMap { vector in
      replies[vector.id].map { Self.judged($0, to: vector, comparesSteps) }
    }
    notes = remarks
  }

  /// What the judge finds of a reply, or of its result alone; short enough to be kept.
  private static func judged(_ reply: Reply, to vector: Vector, _ comparesSteps: Bool) -> Finding {
    var reply = reply
    if !comparesSteps, case .ok(var answer) = reply {
      answer.stages = [:]
      reply = .ok(answer)
    }
    return Finding(vector: vector, reply: reply).shortened
  }
}

/// Which profiles a run is about.
package enum ProfileChoice: Hashable, Sendable {
  /// Those that the adapter claims.
  case claimed
  /// Those that the person who runs it names.
  case named([Profile])

  /// The vectors of the chosen profiles, and how many are of each other one.
  package func cut(
    _ vectors: [Vector], of corpus: Corpus, for identity: AdapterIdentity
  ) -> (asked: [Vector], unclaimed: [Profile: Int]) {
    let profiles =
      switch self {
      case .claimed: identity.claimed
      case .named(let profiles): profiles
      }
    if profiles.count == Profile.allCases.count { return (vectors, [:]) }
    var asked: [Vector] = []
    var unclaimed: [Profile: Int] = [:]
    for vector in vectors {
      let profile = corpus.profile(of: vector.id)
      if profiles.contains(profile) {
        asked.append(vector)
      } else {
        unclaimed[profile, default: 0] += 1
      }
    }
    return (asked, unclaimed)
  }
}

extension AdapterIdentity {
  /// The SDK and its version, as lists of known failures name them.
  package var sdk: String { "\(name) \(version)" }

  /// The profiles that the SDK claims, in the order of the list (ADP-PROF-1, ADP-PROF-2).
  package var claimed: [Profile] {
    Profile.allCases.filter { profile in
      profiles?.contains { $0.hasSameBytes(as: profile.rawValue) }
        ?? Profile.claimedByDefault.contains(profile)
    }
  }
}

extension Run {
  /// A sentence for each name in the handshake and each class in a reply that this runner does not
  /// know (ADP-PROF-3, ADP-HELLO-6), and one if the clock is not that of the requests (ADP-RUN-4).
  var remarks: [String] {
    let classes = findings.compactMap { finding -> String? in
      if case .rejected(let errorClass, _) = finding.reply { errorClass } else { nil }
    }
    return Self.unknown(identity.operations, Operation.self, "lists the unknown operation")
      + Self.unknown(identity.profiles ?? [], Profile.self, "claims the unknown profile")
      + Self.unknown(identity.habits, Habit.self, "declares the unknown habit")
      + Self.unknown(classes, ErrorClass.self, "answers with the unknown error class")
      + clockRemark
  }

  /// The first unknown names of a closed list, each once, with what may be meant.
  private static func unknown<Word: RawRepresentable<String> & CaseIterable>(
    _ names: [String], _ words: Word.Type, _ what: String
  ) -> [String] {
    var unknown: [String] = []
    for name in names where Word(rawValue: name) == nil && !unknown.contains(name) {
      unknown.append(name)
    }
    return unknown.prefix(8).map { name in
      let nearest = name.nearest(of: words.allCases.map(\.rawValue))
      return "The adapter \(what) “\(name.cut(after: 80))”\(nearest.asHint)"
    }
  }

  /// A sentence if no dated answer has the time of its request.
  ///
  /// A wrong time zone moves all dates alike, so it is not taken for a wrong clock.
  private var clockRemark: [String] {
    let differences = findings.compactMap(\.clockDifference)
    guard !differences.contains(0), Set(differences).count > 1 else { return [] }
    return [
      "Each of the \(differences.count) answers with a date has another time than its request: "
        + "freeze the clock of the SDK. \(Program.name) adapter-check -- COMMAND tries it."
    ]
  }
}

extension Finding {
  /// The seconds from the time of the request to the date of the answer; nil if it shows no date.
  fileprivate var clockDifference: Int64? {
    guard case .ok(let answer) = reply, let time = vector.input["time"]?.integerValue,
      case .array(let headers)? = answer.members["headers"]
    else { return nil }
    for case .array(let header) in headers where header.count == 2 {
      guard case .string(let name) = header[0], case .string(let text) = header[1] else { continue }
      let date: Moment? =
        switch name.lowercased() {
        case "date": try? Moment(rfc1123: text)
        case "x-oss-date": (try? Moment(iso8601Basic: text)) ?? (try? Moment(rfc1123: text))
        default: nil
        }
      if let date { return date.seconds - time }
    }
    return nil
  }
}
