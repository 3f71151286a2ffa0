package import OSSPrimitives

/// The steps of a verdict, so that one of them can be replaced.
package struct VerdictSteps: Sendable {
  /// Whether a status is a failure (UPL-STAT-1, UPL-STAT-2, UPL-STAT-3).
  package var isFailure: @Sendable (_ status: Int) -> Bool
  /// The text of a body (UPL-TEXT-1, UPL-TEXT-2).
  package var text: @Sendable (Bytes) -> String

  /// The steps as the specification has them.
  package static let standard = VerdictSteps(
    isFailure: { $0 == 203 || $0 >= 300 },
    text: { String(decoding: $0, as: UTF8.self) })
}
