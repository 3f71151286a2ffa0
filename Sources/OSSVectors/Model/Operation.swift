/// What a vector asks for: one of the operations that the adapter protocol names.
///
/// The list is closed on purpose. A suite that names an operation which this kit does not judge is an
/// error at once, where an open list would turn a misspelling into a vector that nobody runs.
public enum Operation: String, CaseIterable, Hashable, Sendable {
  /// Signs a request's headers with signature version 1.
  case v1Header = "v1.header"
  /// Makes a presigned URL with signature version 1.
  case v1Presign = "v1.presign"
  /// Signs a given string, the app server's half of self-signing.
  case v1String = "v1.string"
  /// Signs a request's headers with signature version 2.
  case v2Header = "v2.header"
  /// Makes a presigned URL with signature version 2.
  case v2Presign = "v2.presign"
  /// Signs a request's headers with signature version 4.
  case v4Header = "v4.header"
  /// Makes a presigned URL with signature version 4.
  case v4Presign = "v4.presign"
  /// Signs a given string with signature version 4, for an app that holds no secret.
  case v4String = "v4.string"
  /// Writes the policy of an upload form.
  case postPolicy = "post.policy"
  /// Signs the policy of an upload form with signature version 1.
  case postV1 = "post.v1"
  /// Signs the policy of an upload form with signature version 4.
  case postV4 = "post.v4"
  /// Holds an upload form against its policy.
  case postCheck = "post.check"
  /// Signs a call of STS or another service in the style of RPC.
  case stsRPC = "sts.rpc"
  /// Makes the parameters of a call that assumes a role.
  case stsRole = "sts.role"
  /// Reads the answer to a call that assumes a role.
  case stsParse = "sts.parse"
  /// Makes the URL to which a stream is published.
  case livePublish = "live.publish"
  /// Writes the parameters that ask for a callback after an upload.
  case callbackParameter = "callback.parameter"
  /// Verifies that a callback comes from OSS.
  case callbackVerify = "callback.verify"
  /// Makes the URL of an object that anybody may read.
  case publicURL = "public.url"
  /// Reads the authorization value that a custom signer returned.
  case signerValue = "signer.value"
  /// Reads the body of an error, or the header that represents it.
  case errorBody = "error.body"
  /// Says which mistake explains that OSS refused a request.
  case errorExplain = "error.explain"
  /// Reads the answer of a server that hands out temporary credentials.
  case tokenParse = "token.parse"
  /// Says how a credential relates to its expiry.
  case credentialStanding = "credential.standing"
  /// Describes credentials, which must show no secret.
  case credentialDescription = "credential.description"
  /// Runs a provider of credentials through a script on a virtual clock.
  case credentialTimeline = "credential.timeline"
  /// Says when a presigned URL stops working.
  case presignExpiry = "presign.expiry"
  /// Learns from an answer how far the clock is off.
  case clockOffset = "clock.offset"
  /// Says what to do about a refusal of OSS.
  case errorAction = "error.action"
  /// Says whether an answer to a presigned request is a success.
  case responseVerdict = "response.verdict"
  /// Finds the content type of an upload from names.
  case contentType = "content.type"
  /// Hashes bytes with MD5.
  case md5 = "md5"
  /// Hashes bytes with SHA-1.
  case sha1 = "sha1"
  /// Hashes bytes with SHA-256.
  case sha256 = "sha256"
  /// Authenticates bytes with HMAC-SHA-1.
  case hmacSHA1 = "hmac.sha1"
  /// Authenticates bytes with HMAC-SHA-256.
  case hmacSHA256 = "hmac.sha256"
  /// Encodes bytes in base64, or decodes them.
  case base64 = "base64"

  /// Whether the operation signs a request, so that an answer may show any of several proofs.
  ///
  /// SDKs differ in what they let a caller see: one gives the signature, another only the header. The
  /// judge therefore asks a signing operation for at least one of them, and every other operation for
  /// all that is expected.
  public var signsRequest: Bool {
    switch self {
    case .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign: true
    case .postV1, .postV4, .stsRPC, .livePublish: true
    case .postPolicy, .postCheck, .stsRole, .stsParse, .callbackParameter, .callbackVerify: false
    case .v1String, .v4String, .publicURL, .signerValue, .errorBody, .errorExplain: false
    case .tokenParse, .credentialStanding, .credentialDescription, .credentialTimeline: false
    case .presignExpiry, .clockOffset, .errorAction, .responseVerdict, .contentType: false
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64: false
    }
  }
}
