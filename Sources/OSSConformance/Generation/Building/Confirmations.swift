internal import OSSPrimitives
internal import OSSVectors

/// Which real SDKs give the bytes of a built vector.
///
/// An SDK confirms every vector that its adapter can be asked, apart from those in its list of known
/// failures. CI runs the SDKs against those lists, which must name each failure and nothing else, and
/// holds each claim against that run: so a claim is measured again each time.
struct Confirmations {
  /// A list of known failures, and what the SDK was asked besides.
  struct List {
    /// Where it stands below `spec/`.
    let path: String
    /// The operations of which the SDK's answer is all that a vector expects.
    let operations: Set<OSSVectors.Operation>
    /// Which inputs of these operations the SDK can be asked; nil for all that any SDK can be asked.
    var isAsked: (@Sendable (JSONObject) -> Bool)?
  }

  static let lists = [
    List(
      path: "adapters/python/oss2.expectations.json",
      operations: [
        .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign, .livePublish, .md5,
        .tokenParse, .responseVerdict, .contentType,
      ]),
    List(
      path: "adapters/python/oss_v2.expectations.json",
      operations: [
        .v1Header, .v1Presign, .v4Header, .v4Presign, .md5, .errorAction,
        .responseVerdict, .contentType,
      ]),
    List(
      path: "adapters/python/credentials.expectations.json",
      operations: [.stsRPC, .stsRole, .stsParse, .tokenParse]),
    .go, .openDAL, .libcloud,
  ]

  private let voices: [(list: List, expectations: Expectations)]

  /// Makes it of the lists that are there.
  init(_ voices: [(list: List, expectations: Expectations)]) {
    self.voices = voices
  }

  /// Whether some SDK is asked for an operation.
  func asks(_ operation: OSSVectors.Operation) -> Bool {
    voices.contains { $0.list.operations.contains(operation) }
  }

  /// The SDKs that give the expected bytes, with their versions.
  func sdks(
    for id: String, _ operation: OSSVectors.Operation, _ input: JSONObject
  ) -> [String] {
    guard Self.isExpressible(operation, input) else { return [] }
    return voices.filter { voice in
      voice.list.operations.contains(operation) && voice.list.isAsked?(input) != false
        && voice.expectations.entry(for: id) == nil
    }.map(\.expectations.sdk)
  }
}
