internal import OSSPrimitives
internal import OSSSigning

/// The steps of the signatures, which are replaced where an alternative is checked.
struct ReferenceSteps: Sendable {
  /// Whether a fault is refused.
  var refuses: @Sendable (SigningError) -> Bool = { _ in true }
  /// The token that takes part, given the one of the input.
  var token: @Sendable (String?) -> Bytes? = { $0.flatMap { $0.isEmpty ? nil : Bytes($0.utf8) } }
  /// The steps of a signature and of a URL.
  var signing = StepsV1.standard
  /// The steps of a signature of V2 and of its URL.
  var signingV2 = StepsV2.standard
  /// The steps of a signature of V4 and of its URL.
  var signingV4 = StepsV4.standard
  /// Whether an answer shows the steps that led to it.
  var showsStages = true

  /// The reference.
  static let standard = ReferenceSteps()

  /// The steps of a signature.
  var signer: StepsV1 { signing }
}
