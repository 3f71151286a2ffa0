internal import OSSVectors

/// Which real SDKs give the bytes of a built vector.
///
/// An SDK confirms every vector of the operations that its adapter has, apart from those in its
/// list of known failures. CI runs the SDKs against those lists, which must name each failure and
/// nothing else: so the claim is measured again each time.
struct Confirmations {
  /// Where the lists stand below `spec/`.
  static let lists = [
    "adapters/python/oss2.expectations.json",
    "adapters/python/oss_v2.expectations.json",
  ]
  private static let operations: Set<OSSVectors.Operation> = [.v1Header, .v1Presign]

  private let expectations: [Expectations]

  init(_ expectations: [Expectations]) { self.expectations = expectations }

  /// The SDKs that give the expected bytes, with their versions.
  func sdks(for id: String, _ operation: OSSVectors.Operation) -> [String] {
    guard Self.operations.contains(operation) else { return [] }
    return expectations.filter { $0.entry(for: id) == nil }.map(\.sdk)
  }
}
