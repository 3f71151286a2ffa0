internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// The steps from an input to an answer, so that one of them can be replaced.
///
/// With nothing replaced this is the reference. A mutant replaces one step and leaves the rest, so
/// whatever it gets wrong comes from that step alone. A replacement calls the step that it replaces
/// where it can; two changes, made one after the other, then add up.
struct ReferenceSteps: Sendable {
  typealias Operation = OSSVectors.Operation

  /// What is taken for the input.
  var input: @Sendable (Operation, JSONObject) -> JSONObject = { $1 } {
    didSet { changes.insert(.rest) }
  }
  /// Whether a fault is refused.
  var refuses: @Sendable (SigningError) -> Bool = { _ in true } {
    didSet { changes.insert(.refusals) }
  }
  /// The token that takes part, given the one of the input.
  var token: @Sendable (String?) -> Bytes? = { $0.flatMap { $0.isEmpty ? nil : Bytes($0.utf8) } } {
    didSet { changes.insert(.rest) }
  }
  /// The steps of a signature and of a URL.
  var signing = StepsV1.standard {
    didSet { changes.insert(signing.changesMoreThanString ? .rest : .string) }
  }
  /// The steps of a signature of V2 and of its URL.
  var signingV2 = StepsV2.standard {
    didSet { changes.insert(signingV2.changesMoreThanString ? .rest : .string) }
  }
  /// The steps of a signature of V4 and of its URL.
  var signingV4 = StepsV4.standard {
    didSet { changes.insert(signingV4.changesMoreThanString ? .rest : .string) }
  }
  /// The steps of an upload form and its policy.
  var post = StepsPost.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps of a call in the style of RPC.
  var rpc = StepsRPC.standard {
    didSet { changes.insert(.rest) }
  }
  /// The fault of a call in the style of RPC, given the input and the fault that it has.
  var rpcFault: @Sendable (JSONObject, RPCError?) -> RPCError? = { $1 } {
    didSet { changes.insert(.rest) }
  }
  /// The fault of the parameters of AssumeRole, given the input and the fault that they have.
  var roleFault: @Sendable (JSONObject, AssumeRoleError?) -> AssumeRoleError? = { $1 } {
    didSet { changes.insert(.rest) }
  }
  /// The steps from an answer of STS to a token.
  var assumeRole = AssumeRoleSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps of the URL of a LiveChannel.
  var liveChannel = StepsLiveChannel.standard {
    didSet { changes.insert(.rest) }
  }
  /// Whether a fault of a stream is refused.
  var refusesStream: @Sendable (LiveChannelError) -> Bool = { _ in true } {
    didSet { changes.insert(.refusals) }
  }
  /// The steps of asking for a callback and of verifying one.
  var callback = StepsCallback.standard {
    didSet { changes.insert(.rest) }
  }
  /// Whether a fault of a callback is refused.
  var refusesCallback: @Sendable (CallbackError) -> Bool = { _ in true } {
    didSet { changes.insert(.refusals) }
  }
  /// The key of callbacks, read from a text; nil for the package's own reader.
  var publicKey: (@Sendable (String) -> Result<RSAPublicKey, RSAKeyError>)? {
    didSet { changes.insert(.rest) }
  }
  /// Replaces steps of the signature as the input has it; nil for none.
  var adjust: (@Sendable (JSONObject, inout StepsV1) -> Void)? {
    didSet { changes.insert(.rest) }
  }
  /// Replaces steps of the signature of V4 as the input has it; nil for none.
  var adjustV4: (@Sendable (JSONObject, inout StepsV4) -> Void)? {
    didSet { changes.insert(.rest) }
  }
  /// What is given for an answer.
  var output: @Sendable (Operation, JSONObject, Answer) -> Answer = { $2 } {
    didSet { changes.insert(.output) }
  }
  /// Whether an answer shows the steps that led to it.
  var showsStages = true
  /// MD5 of bytes; nil for the package's own.
  var md5: (@Sendable (Bytes) -> Bytes)? {
    didSet { changes.insert(.rest) }
  }
  /// SHA-1 of bytes; nil for the package's own.
  var sha1: (@Sendable (Bytes) -> Bytes)? {
    didSet { changes.insert(.rest) }
  }
  /// SHA-256 of bytes; nil for the package's own.
  var sha256: (@Sendable (Bytes) -> Bytes)? {
    didSet { changes.insert(.rest) }
  }
  /// HMAC-SHA1 of a key and a message; nil for the package's own.
  var hmacSHA1: (@Sendable (_ key: Bytes, _ message: Bytes) -> Bytes)? {
    didSet { changes.insert(.rest) }
  }
  /// HMAC-SHA256 of a key and a message; nil for the package's own.
  var hmacSHA256: (@Sendable (_ key: Bytes, _ message: Bytes) -> Bytes)? {
    didSet { changes.insert(.rest) }
  }
  /// The base64 text of bytes; nil for the package's own.
  var base64Text: (@Sendable (Bytes) -> String)? {
    didSet { changes.insert(.rest) }
  }
  /// The bytes of a base64 text, or nil to refuse it; nil for the package's own.
  var base64Bytes: (@Sendable (String) -> Bytes?)? {
    didSet { changes.insert(.rest) }
  }
  /// The steps of the standing of credentials.
  var standing = StandingSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps of the limit of a presigned URL.
  var presignLimit = PresignLimitSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The rules of the machine that refreshes credentials.
  var refresh = RefreshSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps by which the time is learned.
  var clock = ClockSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps by which an action is found.
  var action = ActionSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps of a verdict.
  var verdict = VerdictSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps from an answer of a token server to a token.
  var tokens = TokenSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// The steps from names to a content type.
  var contentType = ContentTypeSteps.standard {
    didSet { changes.insert(.rest) }
  }
  /// Whether the name of an upload is refused; the reference refuses none.
  var refusesUploadName: @Sendable (String) -> Bool = { _ in false } {
    didSet { changes.insert(.rest) }
  }
  /// The texts that describe credentials.
  var texts: @Sendable (FederationToken) -> [String] = { DescribedCredentials.texts(of: $0) } {
    didSet { changes.insert(.rest) }
  }

  /// What was replaced.
  private(set) var changes: Changes = []

  /// The reference.
  static let standard = ReferenceSteps()

  /// The steps of a signature, with a replaced primitive put to use.
  var signer: StepsV1 {
    guard signing.signature == nil, hmacSHA1 != nil || base64Text != nil else { return signing }
    var steps = signing
    steps.signature = { [self] in text(authenticationCode(key: $0, message: $1)) }
    return steps
  }

  /// The steps for one input.
  func adjusted(to input: JSONObject) -> ReferenceSteps {
    if adjust == nil, adjustV4 == nil { return self }
    var steps = self
    adjust?(input, &steps.signing)
    adjustV4?(input, &steps.signingV4)
    return steps
  }

  func hash(_ data: Bytes) -> Bytes { sha1?(data) ?? SHA1.hash(data.span).bytes }

  func longHash(_ data: Bytes) -> Bytes { sha256?(data) ?? SHA256.hash(data.span).bytes }

  func authenticationCode(key: Bytes, message: Bytes) -> Bytes {
    hmacSHA1?(key, message) ?? HMACSHA1Key(key.span).authenticationCode(for: message.span).bytes
  }

  func longAuthenticationCode(key: Bytes, message: Bytes) -> Bytes {
    hmacSHA256?(key, message)
      ?? HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
  }

  func text(_ bytes: Bytes) -> String { base64Text?(bytes) ?? Base64.encode(bytes.span) }
}

extension ReferenceSteps {
  /// What the replaced steps can change of an answer.
  struct Changes: OptionSet, Sendable {
    let rawValue: Int
    /// The string to sign.
    static let string = Changes(rawValue: 1)
    /// Whether an input is refused.
    static let refusals = Changes(rawValue: 2)
    /// What is shown of an answer that is made already.
    static let output = Changes(rawValue: 4)
    /// Anything else.
    static let rest = Changes(rawValue: 8)
  }
}
