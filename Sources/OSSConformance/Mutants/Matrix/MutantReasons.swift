internal import OSSVectors

/// Why something has no mutant, or no kill, and is right all the same.
public enum MutantReasons: Sendable {
  /// Must clauses without a mutant, and why none can exist.
  public static let withoutMutant: [String: String] = [:]

  /// Vectors that kill no mutant of a clause that they cite, by their id, and why they stay.
  public static let withoutKill: [String: String] = [:]

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
  public static let suitesWithoutKill: [String: String] = [
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
