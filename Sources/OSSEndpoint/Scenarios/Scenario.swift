internal import OSSExplain
package import OSSPrimitives

/// What servers do to a client at certain calls, and what a right client is seen to do: a file of data.
package struct Scenario: Sendable {
  /// What a scenario is about.
  package enum Group: String, CaseIterable, Sendable {
    case tokens, clock, service, transport, bytes
  }

  /// What a client is asked to do.
  package enum Task: String, CaseIterable, Sendable {
    case put, get, head, delete, append, multipart, many, presigned, callback, list
  }

  /// What a client has at the start: a token of the token server, or a key that lasts.
  package enum Start: String, CaseIterable, Sendable {
    case token
    case lasting = "static"
  }

  /// How often a right client makes a call.
  package struct Seen: Sendable {
    /// Which calls are counted.
    package let calls: CallFilter
    /// The counts that are right.
    package let range: ClosedRange<Int>
    /// The clause that says so.
    package let clause: String
  }

  /// The edit of the right client that this scenario catches.
  package struct Broken: Sendable {
    /// A line, what takes its place, and the ids of what is then found.
    package let (replaced, replacement): (String, String)
    package let breaks: [String]
  }

  /// The name, that of the file.
  package let name: String
  /// What happens, and what a right client does: a sentence each.
  package let (title, right): (String, String)
  package let group: Group
  /// The clauses that it shows.
  package let clauses: [String]
  package let task: Task
  package let start: Start
  /// How far the endpoint's clock is ahead of the machine's, in seconds.
  package let clock: Int64
  /// What is stored at the start.
  package let objects: [(key: String, body: Bytes)]
  /// What the token server gives, by its calls; the last one repeats.
  package let tokens: [TokenGrant]
  package let faults: [ScenarioFault]
  package let seen: [Seen]
  /// Whether a right client ends with success; nil where it may or may not.
  package let succeeds: Bool?
  package let broken: Broken?
}

/// Which calls are meant: names as the documents of OSS have them, or those of the token server.
package struct CallFilter: Hashable, Sendable {
  /// The name, or several with `|` between.
  package let text: String

  /// The calls of the token server that give a token out.
  package static let givers = ["Token", "Credentials", "AssumeRole", "AssumeRoleWithOIDC"]
  /// All names, but those of the operations of OSS.
  static let others = givers + ["Sign", "Stranger", "any"]
  /// All names.
  package static let known = others + StorageOperation.allCases.map(\.documentedName)

  /// Makes a filter from the text of a file.
  package init(_ text: String) { self.text = text }

  /// The names.
  package var names: [String] { text.split(separator: "|").map(String.init) }

  /// Whether each call that another filter means is meant, too.
  func includes(_ other: CallFilter) -> Bool {
    let names = names
    return other.names.allSatisfy { name in
      names.contains(name) || names.contains("Token") && Self.givers.contains(name)
        || names.contains("any") && !Self.others.contains(name)
    }
  }

  /// Whether a call is meant. `any` are all of OSS, `Token` all that give a token out, `Stranger` all to
  /// the stranger's port.
  package func covers(_ operation: String, of server: StageServer) -> Bool {
    names.contains { name in
      switch name {
      case "any": server == .oss
      case "Stranger": server == .stranger
      case "Token": Self.givers.contains(operation)
      default: name.hasSameBytes(as: operation)
      }
    }
  }
}

/// A server of a stage.
package enum StageServer: String, CaseIterable, Sendable {
  case oss, token, stranger
}

/// What happens at a call.
package struct ScenarioFault: Sendable {
  /// What moves the world.
  package enum Change: Hashable, Sendable {
    /// The endpoint's clock goes forward by so many seconds.
    case advance(Int64)
    /// All tokens that were given out end.
    case endToken
    /// All keys that were given out are removed.
    case dropKey
  }

  /// What is done to the answer of the call.
  package enum Act: Sendable {
    /// It is another one.
    case answer(InjectedAnswer)
    /// It has other headers; nil removes one.
    case headers([(name: String, value: String?)])
    /// The connection does something to it.
    case transport(TransportFault)
    /// So many bytes of its body are left out, and the connection is closed.
    case drop(Int)
    /// The connection is reset in the middle of its body.
    case resetInBody
    /// It sends the client to the stranger, with this status.
    case redirect(Int)
    /// `100 Continue` is not sent before it (SCN-BODY-2).
    case withholdContinue
  }

  package let calls: CallFilter
  /// The first call at which it happens, from 1, and how often; 0 is without end.
  package let (call, times): (Int, Int)
  /// What happens before the call is verified, and after its answer is made.
  package let (before, after): ([Change], [Change])
  /// What is done to the answer; nil for the right one.
  package let act: Act?

  /// Whether it happens at the call with this number.
  package func fires(at number: Int) -> Bool {
    number >= call && (times == 0 || number - call < times)
  }
}

/// An answer that a scenario gives in place of the right one.
package struct InjectedAnswer: Sendable {
  /// The status; of OSS one that it gives with the code.
  package let status: Int
  /// The code; nil for an answer without a body, as a proxy before OSS gives it.
  package let code: String?
  /// Headers beside those of the answer.
  package let fields: [WireResponse.Field]
  /// The body, where it is one of the token server.
  package let body: Bytes?

  /// Makes an answer, without a look whether OSS could give it.
  package init(
    _ status: Int, _ code: String?, fields: [WireResponse.Field] = [], body: Bytes? = nil
  ) {
    (self.status, self.code, self.fields, self.body) = (status, code, fields, body)
  }

  /// The refusals of OSS that a scenario can give, each code with its status.
  private static func refusals(of verdict: Verdict, at now: Moment) -> [Refusal] {
    let mismatch =
      verdict.text.map { Refusal.signature("=".bytes, of: $0, verdict.accessKeyID, verdict) }
      ?? Refusal(403, "SignatureDoesNotMatch", Refusal.mismatch, ec: "0002-00000040")
    return [
      .failedCallback("502."),
      .invalidSigningDate, .invalidDigest(ec: "0017-00000503"),
      Refusal(
        400, "RequestTimeout",
        "Your socket connection to the server was not read from or written to within the timeout "
          + "period."),
      Refusal(
        403, "AccessDenied", "You have no right to access this object.", ec: "0003-00000001"),
      .unknownKey(verdict.accessKeyID), .invalidToken, .skewed(nil, now: now), .expiredToken(nil),
      mismatch, Refusal(403, "UserDisable", "UserDisable", ec: "0003-00000801"),
      .noSuchBucket(verdict.resource?.bucket ?? []), .noSuchKey(verdict.resource?.key ?? []),
      .noSuchUpload([]), .positionNotEqualToLength, .preconditionFailed(nil),
      Refusal(500, "InternalError", "We encountered an internal error. Please try again."),
      Refusal(503, "ServiceUnavailable", "Please reduce your request rate."),
      Refusal(503, "SlowDown", "Please reduce your request rate."),
      Refusal(503, "DownloadTrafficRateLimitExceeded", "Download traffic rate limit exceeded."),
      Refusal(503, "UploadTrafficRateLimitExceeded", "Upload traffic rate limit exceeded."),
      Refusal(503, "QpsLimitExceeded", "Qps limit exceeded."),
    ]
  }

  private static let known = refusals(of: Verdict(region: ""), at: .epoch)

  /// The codes that a scenario can give.
  package static var codes: [String] { known.map(\.code) }

  /// What a proxy before OSS answers with, without a body.
  static let proxyStatuses = [429, 500, 502, 503, 504]

  /// Whether OSS, or a proxy before it, could give it.
  var isPossible: Bool {
    code == nil
      ? Self.proxyStatuses.contains(status)
      : Self.known.contains { $0.status == status && $0.code == code }
  }

  /// The refusal of OSS for a request that was verified; nil for an answer without a body.
  func refusal(_ verdict: Verdict, at now: Moment) -> Refusal? {
    Self.refusals(of: verdict, at: now).first { $0.status == status && $0.code == code }
  }
}
