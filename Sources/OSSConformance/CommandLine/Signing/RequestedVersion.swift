internal import OSSPrimitives
internal import OSSVectors

/// The version of the signature that a command line asks for.
enum RequestedVersion: String, CaseIterable {
  case v1
  case v2
  case v4

  /// Reads the flag; without it V4 is meant where a region is given, else V1.
  init(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments.one(.signature) else {
      self = arguments.has(.region) ? .v4 : .v1
      return
    }
    guard let version = Self(rawValue: text) else {
      throw .invalidValue(.signature, text, expected: "v1, v2 or v4")
    }
    self = version
    if version == .v4, !arguments.has(.region) {
      throw .missingFlag(.region, command: arguments.command)
    }
    if version != .v4 {
      for flag in [Flag.region, .product] { try arguments.refuse(.signature, with: flag) }
    }
  }

  /// The operation that signs headers.
  var header: OSSVectors.Operation {
    switch self {
    case .v1: .v1Header
    case .v2: .v2Header
    case .v4: .v4Header
    }
  }

  /// The operation that makes a presigned URL.
  var presign: OSSVectors.Operation {
    switch self {
    case .v1: .v1Presign
    case .v2: .v2Presign
    case .v4: .v4Presign
    }
  }
}
