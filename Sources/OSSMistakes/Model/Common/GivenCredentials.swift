internal import OSSPrimitives
package import OSSVectors

/// A fault for which a form or a call is refused, unless a mistake accepts it.
package enum ServiceFault: Hashable, Sendable {
  /// Credentials that cannot sign (POST-REF-2, RPC-REF-6).
  case emptyID, emptySecret, foreignID, brokenSecret, brokenToken
  /// Names that no scope can hold (POST-REF-3).
  case region, product
  /// Calls that STS does not take (RPC-REF-1 to RPC-REF-5).
  case reserved, repeated, nothingCalled, nameless, emptyNonce, path

  fileprivate var errorClass: ErrorClass {
    switch self {
    case .emptyID: .missingAccessKeyID
    case .emptySecret: .missingSecret
    case .foreignID: .invalidAccessKeyID
    case .brokenSecret: .invalidSecret
    case .brokenToken: .invalidSecurityToken
    case .region: .invalidRegion
    case .product: .invalidProduct
    case .reserved: .reservedParameter
    case .repeated: .duplicateParameter
    case .nothingCalled, .nameless: .invalidQueryParameter
    case .emptyNonce: .invalidNonce
    case .path: .invalidEndpoint
    }
  }
}

extension Set<ServiceFault> {
  /// Refuses a fault that is not among the accepted ones.
  func refuse(_ fault: ServiceFault, if isThere: Bool) throws(Refusal) {
    if isThere, !contains(fault) { throw Refusal(fault.errorClass, "The input has a fault.") }
  }
}

/// Credentials as an input has them.
package struct GivenCredentials: Sendable {
  package var id: String
  package var secret: String
  /// The security token; nil and an empty one mean the same (CRED-VAL-3, V1-TOK-2).
  package var token: String?
  /// When the credentials end, in milliseconds since 1970.
  package var expiration: Int64?

  /// Reads the credentials of an input, and judges nothing.
  init(_ input: InputReader) throws(Refusal) {
    let parts = try input.requiredObject("credentials")
    id = try parts.text("accessKeyId", orRefuseAs: .invalidAccessKeyID) ?? ""
    secret = try parts.text("accessKeySecret", orRefuseAs: .invalidInput) ?? ""
    token = try parts.text("securityToken", orRefuseAs: .invalidSecurityToken)
  }

  /// Reads credentials, and refuses those that cannot sign (POST-REF-2, RPC-REF-6).
  init(_ input: InputReader, accepting accepts: Set<ServiceFault>) throws(Refusal) {
    try self.init(input)
    for fault in faults { try accepts.refuse(fault, if: true) }
    if token?.utf8.isEmpty == true { token = nil }
  }

  /// Why the credentials cannot sign, the first reason first (V1-REF-1 to V1-REF-3,
  /// V1-REF-14, V1-REF-6).
  private var faults: [ServiceFault] {
    let all: [(ServiceFault, Bool)] = [
      (.emptyID, id.utf8.isEmpty), (.emptySecret, secret.utf8.isEmpty),
      (.foreignID, !id.isAccessKeyID), (.brokenSecret, secret.breaksLines),
      (.brokenToken, (token ?? "").breaksLines),
    ]
    return all.filter { $0.1 }.map { $0.0 }
  }

  /// The classes of what is wrong with the credentials, the first reason first.
  package var errorClasses: [ErrorClass] { faults.map(\.errorClass) }
}
