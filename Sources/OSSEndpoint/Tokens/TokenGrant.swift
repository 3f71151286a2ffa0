internal import OSSPrimitives

/// What the token server gives at one call.
package struct TokenGrant: Sendable {
  /// How the members of `/distribute-token.json` are written (TOK-SHAPE-1, TOK-SHAPE-2).
  package enum Spelling: String, Sendable {
    /// `AccessKeyId`, with `StatusCode`.
    case first
    /// `accessKeyId`, without a status, as the page of 2017 has it.
    case second
  }

  /// The zone in which an expiration is written.
  package struct Zone: Sendable {
    /// UTC, written as `Z`.
    package static let utc = Zone(text: "Z", ahead: .seconds(0))

    private let text: String
    private let ahead: TimeSpan

    private init(text: String, ahead: TimeSpan) { (self.text, self.ahead) = (text, ahead) }

    /// Reads `Z`, or a distance such as `+08:00`; nil for another text.
    package init?(_ text: String) {
      // A zone has its midnight as long before that of UTC as it is ahead.
      guard let first = text.utf8.first, "Z+-".utf8.contains(first),
        let here = try? Moment(iso8601: "2000-01-01T00:00:00" + text),
        let utc = try? Moment(iso8601: "2000-01-01T00:00:00Z")
      else { return nil }
      self.init(text: text, ahead: utc.since(here))
    }

    /// A moment as its clocks show it.
    func written(_ time: Moment) -> String {
      String(time.adding(ahead).iso8601.dropLast()) + text
    }
  }

  /// How many seconds the token lives by the endpoint's clock; one that is not above 0 has ended.
  package var lifetime: Int64
  /// What the token allows, such as `oss:GetObject`; nil for everything.
  package var actions: [String]?
  /// Whether the former token is given again.
  package var repeatsFormer: Bool
  /// How the members are written.
  package var spelling: Spelling
  /// In which zone the expiration is written.
  package var zone: Zone

  /// Makes a grant.
  package init(
    lifetime: Int64 = 3600, actions: [String]? = nil, repeatsFormer: Bool = false,
    spelling: Spelling = .first, zone: Zone = .utc
  ) {
    (self.lifetime, self.actions, self.repeatsFormer) = (lifetime, actions, repeatsFormer)
    (self.spelling, self.zone) = (spelling, zone)
  }
}

/// A token that was given out.
struct IssuedToken {
  let id: String
  let secret: String
  let token: String
  let end: Moment

  init(number: Int, end: Moment) {
    func digest(_ text: String) -> SHA256Digest { SHA256.hash("\(text) \(number)".bytes.span) }
    id = "conform-token-key-\(number)"
    secret = String(Hexadecimal.encode(digest("secret").bytes.span).prefix(30))
    // Tokens of STS begin so, and hold each byte of base64 that must be percent-encoded.
    token = "CAES+/" + Base64.encode(digest("token").bytes.span)
    self.end = end
  }
}

extension IssuedToken: Redacted {
  /// The access key ID; never the secret or the token.
  var description: String { "IssuedToken(\(id.shown))" }
}

/// Gives out tokens, and makes their keys known to the endpoint.
struct TokenIssuer {
  /// How many of its keys the endpoint knows; of more, the oldest goes.
  static let limit = 1000

  private let grant: (Int) -> TokenGrant
  private var count = 0
  private var issued: [IssuedToken] = []

  init(_ grant: @escaping (Int) -> TokenGrant) { self.grant = grant }

  /// Gives out the next token.
  ///
  /// - Parameters:
  ///   - longest: how many seconds it may live; nil for as long as its grant says.
  ///   - policy: what it may do, as far as its grant allows it; nil for everything.
  mutating func next(
    for service: EndpointService, longest: Int64? = nil, policy: SessionPolicy? = nil
  ) -> (token: IssuedToken, grant: TokenGrant) {
    count += 1
    let grant = grant(count)
    if grant.repeatsFormer, let former = issued.last { return (former, grant) }
    // An Expiration has whole seconds, and the endpoint holds to what it says.
    let start = Moment(milliseconds: service.now.seconds * 1000)
    let end = start.adding(.seconds(min(grant.lifetime, longest ?? .max)))
    let token = IssuedToken(number: count, end: end)
    let known = grant.actions.map { SessionPolicy(allowing: $0) }
    service.endpoint.verifier.keys.append(
      KnownKey(
        id: token.id.bytes, secret: token.secret.bytes,
        token: KnownKey.Token(token.token.bytes, end: end),
        policy: policy?.and(known) ?? known))
    issued.append(token)
    if issued.count > Self.limit {
      let oldest = issued.removeFirst().id.bytes
      service.endpoint.verifier.keys.removeAll { $0.id == oldest }
    }
    return (token, grant)
  }
}
