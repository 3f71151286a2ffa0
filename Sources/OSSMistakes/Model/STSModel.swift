package import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// Calls of STS and their answers (sts.md).
package struct STSModel: Sendable {
  /// The faults that a mistake accepts; none.
  package var accepts: Set<ServiceFault> = []

  /// The names that a caller does not give (RPC-REF-1).
  package var reserved = RPCCall.reserved

  // MARK: Calls

  /// The parameter `Timestamp` (RPC-PAR-2).
  package var timestamp: @Sendable (Int64) -> String = {
    CivilTime.text($0, "yyyy-MM-ddTHH:mm:ssZ")
  }
  /// The parameter `SignatureNonce` (RPC-PAR-5).
  package var nonce: @Sendable (String) -> String = { $0 }
  /// The parameters that every call has, from those that this one has (RPC-PAR-1, RPC-PAR-3, RPC-PAR-4).
  package var common: @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] = { $0 }
  /// The parameters that the caller gives (RPC-REF-2).
  package var chosen: @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] = { $0 }
  /// Whether a parameter is signed, from the method and its name (RPC-CAN-1, RPC-PAR-4).
  package var isSigned: @Sendable (String, String) -> Bool = { _, _ in true }
  /// Whether a name is before another one (RPC-CAN-2).
  package var precedes: @Sendable (String, String) -> Bool = { $0.precedesInBytes($1) }
  /// A text, percent-encoded (RPC-CAN-3).
  package var encode: @Sendable (String) -> String = { $0.encoded }
  /// A parameter in the canonical query, from its encoded parts; nil for none (RPC-CAN-3, RPC-CAN-4).
  package var piece: @Sendable (String, String) -> String? = { "\($0)=\($1)" }
  /// The string to sign, from the method, the canonical query and how it is encoded (RPC-STS-1, RPC-STS-2).
  package var stringToSign: @Sendable (String, String, (String) -> String) -> String = {
    "\($0)&%2F&\($2($1))"
  }
  /// The key, from the secret (RPC-SIG-1).
  package var key: @Sendable (String) -> Bytes = { "\($0)&".raw }
  /// The signature, from the key and the string to sign (RPC-SIG-1).
  package var signature: @Sendable (Bytes, Bytes) -> String = {
    SigningModel.hmacSHA1($0, $1).base64
  }
  /// The signature as it is sent, from how it is encoded (RPC-SIG-2).
  package var sentSignature: @Sendable (String, (String) -> String) -> String = { $1($0) }
  /// The URL and the body, from the method, the endpoint and the parameters (RPC-SIG-3, RPC-SIG-4).
  package var sent: @Sendable (String, SigningEndpoint, String) -> (url: String, body: String?) = {
    $0 == "GET" ? ("\($1.origin)/?\($2)", nil) : ("\($1.origin)/", $2)
  }

  // MARK: AssumeRole

  /// The parameters of AssumeRole, from those that are given (ROLE-PAR-1, ROLE-PAR-2).
  package var role: @Sendable ([RPCCall.Parameter]) -> [RPCCall.Parameter] = { $0 }
  /// Whether a policy or an external ID is there (ROLE-REF-4, ROLE-REF-6).
  package var isGiven: @Sendable (String) -> Bool = { _ in true }
  /// How long a session may last where the role is not known (ROLE-REF-3).
  package var longestSession: Int64 = 43_200
  /// How long the name of a role may be (ROLE-REF-1).
  package var roleNames = 1...64
  /// How long the name of a session may be (ROLE-REF-2).
  package var sessionNames = 2...64
  /// How long an external ID may be (ROLE-REF-6).
  package var externalIDs = 2...1224
  /// How long a policy may be (ROLE-REF-4).
  package var policies = 1...2048
  /// The length of a policy (ROLE-REF-4).
  package var policyLength: @Sendable (String) -> Int = { $0.unicodeScalars.count }
  /// Whether a text is an ARN, from the text and how long a name may be (ROLE-REF-1).
  package var isARN: @Sendable (String, ClosedRange<Int>) -> Bool = { RoleRules.isARN($0, $1) }
  /// Whether a byte may stand in the name of a session (ROLE-REF-2).
  package var isSessionByte: @Sendable (UInt8) -> Bool = {
    RoleRules.isNameByte($0) || $0 == UInt8(ascii: "@")
  }
  /// Whether a byte may stand in an external ID (ROLE-REF-6).
  package var isExternalIDByte: @Sendable (UInt8) -> Bool = {
    RoleRules.isNameByte($0) || "=+,@:/".utf8.contains($0)
  }
  /// Whether a session may last so many seconds, from what the role allows (ROLE-REF-3).
  package var isDuration: @Sendable (_ seconds: Int64?, _ most: Int64) -> Bool = {
    3600...43_200 ~= $1 && 900...$1 ~= $0 ?? 900
  }
  /// Whether a text is a policy (ROLE-REF-5).
  package var isPolicy: @Sendable (String) -> Bool = {
    (try? JSONReader.read($0))?.objectValue != nil
  }

  // MARK: Answers

  /// Whether an answer is read as XML, from the format of the call and the body (ROLE-RSP-1).
  package var isXML: @Sendable (String, Bytes) -> Bool = { format, _ in format == "XML" }
  /// What is judged, one after the other (ROLE-RSP-14).
  package var order: [RoleAnswer.Step] = RoleAnswer.Step.allCases
  /// The elements of an answer in XML, nil for none (ROLE-RSP-5, ROLE-RSP-9).
  package var markup: @Sendable (Bytes) -> RoleElement? = { RoleElement.root(of: $0) }
  /// Whether a root is that of an answer or of an error (ROLE-RSP-9).
  package var isRoot: @Sendable (String) -> Bool = {
    ["AssumeRoleResponse", "Error"].containsBytes(of: $0)
  }
  /// Whether an answer in XML reports an error, from the root (ROLE-RSP-8).
  package var tellsError: @Sendable (RoleElement) -> Bool = { RoleAnswer.tellsError($0) }
  /// Whether a part is there twice, from the root (ROLE-RSP-10).
  package var isTwice: @Sendable (RoleElement) -> Bool = { RoleAnswer.isTwice($0) }
  /// The object that an answer in XML means (ROLE-RSP-3, ROLE-RSP-4, ROLE-RSP-11).
  package var object: @Sendable (RoleElement, Value) -> JSONObject = {
    RoleAnswer.object($0, value: $1)
  }
  /// What an element in the root or in an object means (ROLE-RSP-11).
  package typealias Value = @Sendable (RoleElement, _ isObject: Bool) -> JSONValue
  /// The value of an element (ROLE-RSP-11).
  package var value: Value = { RoleAnswer.value($0, isObject: $1) }
  /// What is in the place of `Credentials`, as it is read (ROLE-RSP-2).
  package var credentials: @Sendable (JSONObject) -> JSONValue? = { $0["Credentials"] }
  /// The error for an answer without `Credentials` (ROLE-RSP-2).
  package var lacking = ErrorClass.tokenMissingMember
  /// Whether the white space at the ends of a text is taken off (ROLE-RSP-6).
  package var isTrimmed: @Sendable (_ isXML: Bool) -> Bool = { _ in true }
  /// The statuses and the members of the object, which are read as a token server's
  /// (ROLE-RSP-2, ROLE-RSP-3, ROLE-RSP-7, ROLE-RSP-8, ROLE-RSP-11).
  package var tokens = TokenModel()
}
