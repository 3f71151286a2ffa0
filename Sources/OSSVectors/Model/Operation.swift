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
  /// Signs a call of STS or another service with signature version 3.
  case stsACS3 = "sts.acs3"
  /// Signs a request to OSS Vectors, OSS Tables or an agentic bucket, and says where it goes.
  case serviceHeader = "service.header"
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
  /// Reads the answer of a server that hands out temporary credentials.
  case tokenParse = "token.parse"
  /// Says how a credential relates to its expiry.
  case credentialStanding = "credential.standing"
  /// Describes credentials, which must show no secret.
  case credentialDescription = "credential.description"
  /// Runs a provider of credentials through a script on a virtual clock.
  case credentialTimeline = "credential.timeline"
  /// Reads what a command printed that hands out credentials.
  case credentialProcess = "credential.process"
  /// Says what a profile of the CLI asks for.
  case credentialProfile = "credential.profile"
  /// Says where credentials are taken from, of an environment and files.
  case credentialSource = "credential.source"
  /// Asks the metadata service of an ECS instance, and reads what it answers.
  case credentialMetadata = "credential.metadata"
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
    case .v1String, .postV1, .postV4, .stsRPC, .stsACS3, .serviceHeader, .livePublish: true
    case .postPolicy, .postCheck, .stsRole, .stsParse, .callbackParameter, .callbackVerify: false
    case .v4String, .publicURL, .signerValue, .errorBody: false
    case .tokenParse, .credentialStanding, .credentialDescription, .credentialTimeline: false
    case .credentialProcess, .credentialProfile, .credentialSource, .credentialMetadata: false
    case .presignExpiry, .clockOffset, .errorAction, .responseVerdict, .contentType: false
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64: false
    }
  }
}

extension Operation {
  /// The names of the members that an input of the operation can have (FMT-IN-1).
  ///
  /// The page of the adapter protocol and the schema of the vectors say which of them are always there.
  package var inputMembers: [String] {
    switch self {
    case .v1Header: Self.request
    case .v1Presign: Self.request + ["expires"]
    case .v2Header: Self.request + ["additionalHeaders"]
    case .v2Presign: Self.request + ["expires", "additionalHeaders"]
    case .v4Header: Self.request + ["additionalHeaders"] + Self.scope
    case .v4Presign: Self.request + ["expires", "additionalHeaders"] + Self.scope
    case .publicURL: ["bucket", "key", "query", "endpoint", "addressing"]
    case .v1String: ["credentials", "stringToSign"]
    case .v4String: ["credentials", "stringToSign"] + Self.scope
    case .postPolicy: ["expiration", "conditions", "credentials", "time"] + Self.scope
    case .postV1: ["policy", "credentials"]
    case .postV4: ["policy", "credentials", "time"] + Self.scope
    case .postCheck: ["policy", "bucket", "fields", "fileSize", "now"]
    case .stsRPC:
      ["method", "action", "version", "format", "parameters", "credentials", "nonce", "time"]
        + ["endpoint", "allParameters"]
    case .stsACS3:
      ["method", "action", "version", "parameters", "headers", "credentials", "nonce", "time"]
        + ["endpoint"]
    case .serviceHeader:
      ["service", "accountId", "path", "region"] + Self.request
    case .stsRole:
      [
        "roleArn", "roleSessionName", "durationSeconds", "roleMaximumSeconds", "policy",
        "externalId", "identity",
      ]
    case .stsParse: ["body", "format", "httpStatus", "now"]
    case .livePublish:
      ["bucket", "channel", "playlistName", "parameters", "credentials", "expires", "endpoint"]
        + ["addressing"]
    case .callbackParameter:
      ["callbackUrl", "callbackBody", "callbackHost", "callbackBodyType", "callbackSNI"]
        + ["variables", "form"]
    case .callbackVerify: ["path", "query", "body", "authorization", "publicKeyUrl", "publicKey"]
    case .signerValue: ["value", "error"]
    case .tokenParse: ["body", "httpStatus", "now", "decoder"]
    case .credentialStanding: ["expiration", "obtained", "now", "offset", "policy"]
    case .credentialDescription: ["credentials", "expiration"]
    case .credentialTimeline:
      ["policy", "start", "clock", "tokens", "held", "fetches", "jitter", "completionsLast"]
        + ["events", "until"]
    case .credentialProcess: ["output", "now"]
    case .credentialProfile: ["file", "profile"]
    case .credentialSource: ["environment", "files", "silent"]
    case .credentialMetadata: ["environment", "role", "answers", "refuses", "now"]
    case .presignExpiry: ["version", "interval", "now", "credential", "expiration"]
    case .clockOffset:
      ["source", "status", "body", "header", "date", "age", "deviceTime", "offset"]
    case .errorAction: ["status", "body", "header", "ecHeader", "credential", "tried"]
    case .responseVerdict: ["status", "body"]
    case .contentType: ["filePath", "uploadName"]
    case .errorBody: ["body", "header", "ecHeader"]
    case .hmacSHA1, .hmacSHA256: ["key", "data"]
    case .base64: ["encode", "decode"]
    case .md5, .sha1, .sha256: ["data"]
    }
  }

  private static let request = [
    "method", "bucket", "key", "headers", "query", "credentials", "time", "endpoint", "addressing",
  ]
  private static let scope = ["region", "product"]
}

/// The names of the steps that an answer may show, as the adapter protocol lists them.
///
/// A step under any other name in a file of vectors is an error: it would never be compared.
public enum StageName: String, CaseIterable, Hashable, Sendable {
  /// The `x-oss-` headers as they are signed (V1).
  case canonicalizedHeaders
  /// The resource as it is signed (V1).
  case canonicalizedResource
  /// The encoded path (V4).
  case canonicalURI = "canonicalUri"
  /// The sorted query (V4).
  case canonicalQuery
  /// The headers as they are signed (V4).
  case canonicalHeaders
  /// The list of further signed headers (V2, V4).
  case additionalHeaders
  /// The canonical request (V4).
  case canonicalRequest
  /// The hash of the canonical request (V4).
  case canonicalRequestHash
  /// The credential scope (V4).
  case scope
  /// The string to sign.
  case stringToSign
  /// The derived key in hexadecimal (V4).
  case signingKey
}

/// A part of the vectors that an SDK promises or does not promise (FMT-PROF-1).
///
/// An SDK is asked for the vectors of the profiles that it claims. What it does not claim is no fault
/// of it.
public enum Profile: String, CaseIterable, Hashable, Sendable {
  /// Requests, URLs and given strings are signed as OSS expects, with the hashes beneath.
  case signing
  /// Upload forms, STS, LiveChannel, callbacks, and what OSS says in an error.
  case services
  /// Credentials are kept and refreshed: the rules that every policy of refresh keeps
  /// (FMT-PROF-2, which spec/oracle/oracle.py checks).
  case refresh
  /// Hostile or impossible input is refused, and nothing shows a secret.
  case hardening
  /// What the pages of the iOS SDK say: its token answers, its five minutes, its content types.
  case ios
  /// The policy of refresh of this kit, `scaled`, with its back-off, and how it decides.
  case scaled
  /// The answers of the metadata service of ECS.
  case ecs

  /// What an adapter claims that names no profiles (ADP-PROF-2).
  public static let claimedByDefault: Set<Profile> = [.signing, .services, .refresh]
}

extension Suite {
  /// The profile of one of the suite's vectors: its own, else `hardening` for a refusal that is not
  /// a must, else that of the suite (FMT-PROF-1).
  public func profile(of vector: Vector) -> Profile {
    if let own = vector.profile { return own }
    if vector.level != .must, case .rejection = vector.expectation.outcome { return .hardening }
    return profile
  }
}

/// Why an input is refused: the closed list that adapters map their SDK's own errors to.
public enum ErrorClass: String, CaseIterable, Hashable, Sendable {
  /// The access key ID is empty or absent.
  case missingAccessKeyID = "missing-access-key-id"
  /// The access key secret is empty or absent.
  case missingSecret = "missing-secret"
  /// The access key ID holds a byte that the protocol cannot carry.
  case invalidAccessKeyID = "invalid-access-key-id"
  /// The access key secret holds a line end or NUL.
  case invalidSecret = "invalid-secret"
  /// The security token holds a byte that the protocol cannot carry.
  case invalidSecurityToken = "invalid-security-token"
  /// The method is not an HTTP verb in upper case.
  case invalidMethod = "invalid-method"
  /// The bucket's name holds something that no bucket's name can hold.
  case invalidBucketName = "invalid-bucket-name"
  /// The ID of an account is not made of digits.
  case invalidAccountID = "invalid-account-id"
  /// A key is given without the bucket that it is in.
  case missingBucket = "missing-bucket"
  /// OSS cannot hold an object under this key.
  case invalidObjectKey = "invalid-object-key"
  /// A header's name is not a token.
  case invalidHeaderName = "invalid-header-name"
  /// A header's value would break its line.
  case invalidHeaderValue = "invalid-header-value"
  /// A header is there twice and no rule says which one counts.
  case duplicateHeader = "duplicate-header"
  /// A query parameter has no name, or one that cannot be sent.
  case invalidQueryParameter = "invalid-query-parameter"
  /// A query parameter is one that only the signer may set.
  case reservedParameter = "reserved-parameter"
  /// A header is one that only the signer may set.
  case reservedHeader = "reserved-header"
  /// The endpoint has no scheme or host, or has what no endpoint has.
  case invalidEndpoint = "invalid-endpoint"
  /// The way to address the bucket is unknown, or does not fit the endpoint.
  case invalidAddressing = "invalid-addressing"
  /// The time cannot be written in the protocol's format.
  case invalidTime = "invalid-time"
  /// The expiry is not a time that a presigned URL can carry.
  case invalidExpires = "invalid-expires"
  /// The text is not base64.
  case invalidBase64 = "invalid-base64"
  /// What a custom signer returned is not an authorization value.
  case invalidSignerValue = "invalid-signer-value"
  /// The HTTP status of a token response is not 200.
  case tokenHTTPStatus = "token-http-status"
  /// The decoder of an application gave nothing for a token response.
  case tokenNotDecoded = "token-not-decoded"
  /// A token response is not JSON.
  case tokenNotJSON = "token-not-json"
  /// A token response in XML is not XML, or has another root.
  case tokenNotXML = "token-not-xml"
  /// A token response is JSON and no object.
  case tokenNotObject = "token-not-object"
  /// A token response says itself that it is a failure.
  case tokenStatus = "token-status"
  /// A token response lacks a member.
  case tokenMissingMember = "token-missing-member"
  /// A member of a token response is null.
  case tokenNullMember = "token-null-member"
  /// A member of a token response is not text.
  case tokenNonTextMember = "token-non-text-member"
  /// A member of a token response is empty.
  case tokenEmptyMember = "token-empty-member"
  /// The expiration of a token response cannot be read.
  case tokenInvalidTime = "token-invalid-time"
  /// A token response mixes the members of two shapes.
  case tokenTorn = "token-torn"
  /// A token response holds credentials that have expired.
  case tokenExpired = "token-expired"
  /// A custom signer returned neither a value nor an error.
  case missingSignerValue = "missing-signer-value"
  /// A custom signer returned an error.
  case signerFailed = "signer-failed"
  /// The region cannot stand in a credential scope.
  case invalidRegion = "invalid-region"
  /// The product cannot stand in a credential scope.
  case invalidProduct = "invalid-product"
  /// The name of an additional header is one that none of them can have.
  case invalidAdditionalHeader = "invalid-additional-header"
  /// The text is not a string to sign for the region and the product of the signer.
  case invalidStringToSign = "invalid-string-to-sign"
  /// The text is not a policy.
  case invalidPolicy = "invalid-policy"
  /// The policy of an upload form has expired.
  case policyExpired = "policy-expired"
  /// An upload form does not fulfil a condition of its policy.
  case policyConditionFailed = "policy-condition-failed"
  /// An upload form lacks a field.
  case missingFormField = "missing-form-field"
  /// An upload form has a field twice.
  case duplicateFormField = "duplicate-form-field"
  /// A field of an upload form has a value that it cannot have.
  case invalidFormField = "invalid-form-field"
  /// The policy has no condition for a field of the signature.
  case uncoveredFormField = "uncovered-form-field"
  /// The signature of an upload form is too old, or of the future.
  case signatureExpired = "signature-expired"
  /// A parameter is given twice.
  case duplicateParameter = "duplicate-parameter"
  /// The nonce of a call is empty.
  case invalidNonce = "invalid-nonce"
  /// The text is not the ARN of a role.
  case invalidRoleARN = "invalid-role-arn"
  /// The name of a session is too short, too long, or holds what it cannot hold.
  case invalidSessionName = "invalid-session-name"
  /// The duration is shorter than STS allows, or longer than the role does.
  case invalidDuration = "invalid-duration"
  /// The external ID is too short, too long, or holds what it cannot hold.
  case invalidExternalID = "invalid-external-id"
  /// The ARN of an identity provider has another form.
  case invalidProviderARN = "invalid-provider-arn"
  /// The token of an identity provider has another length or byte than it can have.
  case invalidIdentityToken = "invalid-identity-token"
  /// The text is not the name of a LiveChannel.
  case invalidChannelName = "invalid-channel-name"
  /// The text is not the name of a playlist.
  case invalidPlaylistName = "invalid-playlist-name"
  /// A member of a callback is missing, or is one that OSS does not take.
  case invalidCallback = "invalid-callback"
  /// The name of a variable is one that OSS does not take.
  case invalidCallbackVar = "invalid-callback-var"
  /// The URL of a key is missing, or is not one of OSS.
  case invalidKeyURL = "invalid-key-url"
  /// The signature of a callback is missing, or is not that of the key.
  case invalidCallbackSignature = "invalid-callback-signature"
  /// The text is not an RSA key that can verify a callback.
  case invalidPublicKey = "invalid-public-key"
  /// The text is not the body of an error of OSS.
  case invalidErrorBody = "invalid-error-body"
  /// The mode of a profile or of the output of a process is not known.
  case unsupportedMode = "unsupported-mode"
  /// No profile has the name.
  case unknownProfile = "unknown-profile"
  /// The text holds no profiles, or the profile lacks what its mode needs.
  case invalidProfile = "invalid-profile"
  /// No source gives credentials.
  case noCredentials = "no-credentials"
  /// The input lacks a member, has one of the wrong type, or makes no sense as a whole.
  case invalidInput = "invalid-input"
}
