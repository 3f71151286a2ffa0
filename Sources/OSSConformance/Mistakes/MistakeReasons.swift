internal import OSSVectors

/// Why something has no mistake, or no kill, and is right all the same.
package enum MistakeReasons: Sendable {
  /// Must clauses without a mistake, and why none can exist.
  package static let withoutMistake: [String: String] = [:]

  /// Vectors that kill no mistake of a clause that they cite, by their id, and why they stay.
  package static let withoutKill: [String: String] = [:]

  /// Why a vector stays whatever it kills, if there is such a reason.
  ///
  /// - Parameters:
  ///   - vector: the vector.
  ///   - suite: the name of its suite.
  static func reason(for vector: Vector, in suite: String) -> String? {
    if let reason = withoutKill[vector.id] { return reason }
    if !vector.expectation.alternatives.isEmpty {
      return "The rule is open: the vector takes each answer that SDKs give, and notes which."
    }
    return suitesWithoutKill[suite]
  }

  /// Suites of which every vector may stay, whatever it kills, and why.
  package static let suitesWithoutKill: [String: String] = [
    "callback/published": "A document or a test states them: they are the evidence for the others.",
    "live-channel/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v1/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v1/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v1/agreed-presign": "Several SDKs gave these bytes: they are the evidence for the others.",
    "sts/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v4/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v4/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v4/agreed-presign": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v2/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v2/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "post/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
  ]
}
