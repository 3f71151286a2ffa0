internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

/// What a token may do: a policy of RAM, in its part without conditions.
///
/// An action is allowed where a statement allows it on the resource, and none denies it.
package struct SessionPolicy: Sendable {
  /// A statement of a policy.
  private struct Statement: Sendable {
    let allows: Bool
    /// Patterns of names such as `oss:PutObject`.
    let actions: [Bytes]
    /// Patterns of resources such as `acs:oss:*:*:bucket/key`.
    let resources: [Bytes]

    func fits(_ right: NeededRight) -> Bool {
      actions.contains { right.action.bytes.fits($0) }
        && resources.contains { $0.isText("*") || right.isNamed(by: $0) }
    }
  }

  /// The statements of each policy; a right takes the consent of all policies.
  private var policies: [[Statement]]

  /// Allows actions on every resource.
  package init(allowing actions: [String]) {
    let actions = actions.map { $0.bytes }
    policies = [[Statement(allows: true, actions: actions, resources: ["*".bytes])]]
  }

  /// Reads a policy of a call of STS: an object of JSON with statements.
  ///
  /// - Throws: the refusal of STS; for a part that nobody judges here, such as a condition, one that says
  ///   so: it would be wrong to pass over it.
  init(json text: String) throws(STSRefusal) {
    guard let object = (try? JSONReader.read(text))?.objectValue else {
      throw .grammar("It is not an object of JSON.")
    }
    try Self.check(object, ["Version", "Statement"], "The policy")
    guard object["Version"]?.stringValue == "1" else { throw .grammar("Its Version is not '1'.") }
    guard let statements = object["Statement"]?.arrayValue, !statements.isEmpty else {
      throw .grammar("Its Statement is not an array of objects.")
    }
    var policy: [Statement] = []
    for (index, statement) in statements.enumerated() {
      policy.append(try Self.statement(statement.objectValue ?? [:], "Statement \(index + 1)"))
    }
    policies = [policy]
  }

  private static func statement(
    _ object: JSONObject, _ name: String
  ) throws(STSRefusal) -> Statement {
    try check(object, ["Effect", "Action", "Resource"], name)
    func texts(_ member: String) throws(STSRefusal) -> [Bytes] {
      let value = object[member]
      let texts = (value?.arrayValue ?? [value ?? .null]).map { $0.stringValue?.bytes ?? [] }
      if texts.isEmpty || texts.contains([]) {
        throw .grammar("\(name) has no \(member) that is a text or an array of texts.")
      }
      return texts
    }
    let effect = object["Effect"]?.stringValue
    guard effect == "Allow" || effect == "Deny" else {
      throw .grammar("\(name) has no Effect that is 'Allow' or 'Deny'.")
    }
    return Statement(
      allows: effect == "Allow", actions: try texts("Action"), resources: try texts("Resource"))
  }

  /// Refuses members that are not known, and those that are not judged.
  private static func check(
    _ object: JSONObject, _ names: [String], _ place: String
  ) throws(STSRefusal) {
    for member in object.members where !names.contains(member.name) {
      if ["Condition", "NotAction", "NotResource", "Principal"].contains(member.name) {
        throw STSRefusal(
          501, "NotImplemented",
          "\(place) has the member \(member.name), which this token server does not judge.")
      }
      throw .grammar("\(place) has the member \(member.name.shown).")
    }
  }

  /// The policy that allows what both allow.
  func and(_ other: SessionPolicy?) -> SessionPolicy {
    var both = self
    both.policies += other?.policies ?? []
    return both
  }

  /// Whether it allows a right.
  func allows(_ right: NeededRight) -> Bool {
    policies.allSatisfy { statements in
      let fitting = statements.filter { $0.fits(right) }
      return !fitting.isEmpty && fitting.allSatisfy { $0.allows }
    }
  }
}

/// An action on a bucket or an object, or on the whole service where the place is empty.
struct NeededRight {
  let action: String
  /// A bucket, or a bucket, a slash and a key.
  let place: Bytes
  let (region, owner): (String, String)

  /// Whether a pattern `acs:oss:region:owner:place` names it.
  func isNamed(by pattern: Bytes) -> Bool {
    let parts = pattern[...].pieces(at: ":", most: 5).map { Bytes($0) }
    guard parts.count == 5, parts[0].isText("acs"), parts[1].isText("oss") else { return false }
    let isHere = [region, "oss-" + region].contains { $0.bytes.fits(parts[2]) }
    return isHere && owner.bytes.fits(parts[3]) && place.fits(parts[4])
  }
}

extension StorageCall {
  /// The rights that a call needs, by the page on policies of RAM; none where it is no call of the
  /// storage, which refuses it.
  func rights(owner: String) -> [NeededRight] {
    guard let operation = try? StorageOperation(of: self) else { return [] }
    func right(_ action: String, _ place: Bytes) -> NeededRight {
      NeededRight(action: "oss:" + action, place: place, region: region, owner: owner)
    }
    let name = bucketName
    let place = key.isEmpty ? name : name + "/".bytes + key
    if operation == .deleteObjects {
      let elements = (try? Storage.elements(of: self, root: "Delete")) ?? []
      return elements.rows("Object", ["Key"]).map {
        right(operation.action, name + "/".bytes + $0[0])
      }
    }
    var rights = [right(operation.action, place)]
    if let source = header("x-oss-copy-source") {
      rights.append(right("GetObject", SentRequest.copiedPath(of: source.bytes).path))
    }
    if header("x-oss-tagging") != nil { rights.append(right("PutObjectTagging", place)) }
    return rights
  }
}

extension StorageOperation {
  /// The action of a policy, without `oss:`.
  fileprivate var action: String {
    switch self {
    case .deleteObject, .deleteObjects: "DeleteObject"
    case .putObject, .copyObject, .appendObject, .putSymlink, .initiateUpload, .putPart, .copyPart,
      .completeUpload:
      "PutObject"
    case .getObject, .headObject, .objectMeta, .getSymlink: "GetObject"
    case .listBuckets, .putBucket, .deleteBucket, .bucketInfo, .bucketStat, .bucketLocation,
      .getBucketACL, .putBucketACL, .bucketVersioning, .listObjects, .listVersions, .listUploads,
      .getObjectACL, .putObjectACL, .getTagging, .putTagging, .deleteTagging, .listParts,
      .abortUpload:
      documentedName
    }
  }
}

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
