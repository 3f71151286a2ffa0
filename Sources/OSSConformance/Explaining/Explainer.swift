internal import OSSPrimitives

/// Finds out why OSS refused a request, from what a developer has in hand.
///
/// Nothing here reads a file, a clock or the network, and no credentials are needed: OSS itself says
/// what it signed. With the client's string, the request or a secret the findings become surer.
public enum Explainer: Sendable {
  /// What explains a refusal, the surest first.
  ///
  /// - Parameter evidence: what was given.
  /// - Returns: each mistake once; none where nothing was found.
  /// - Complexity: O(*n* log *n*) in the size of the evidence.
  public static func explain(_ evidence: Evidence) -> [Explanation] {
    let clues = Clues(evidence)
    var found: [Explanation] = []
    for detector in detectors {
      for explanation in detector(clues)
      where !found.contains(where: { $0.mistake.id == explanation.mistake.id }) {
        found.append(explanation)
      }
    }
    // Where the right secret makes the signature over the string of OSS, no string differs.
    if let proof = found.first(where: { $0.mistake == .secretNotOfOSS }) { found = [proof] }
    return Explanation.Certainty.allCases.flatMap { certainty in
      found.filter { $0.certainty == certainty }.map { $0.of(v4: clues.isV4) }
    }
  }

  /// What looks for mistakes; of two findings that are as sure, that of the earlier one leads.
  private static let detectors: [@Sendable (Clues) -> [Explanation]] = [
    DeliveryDetector.findings, TimeDetector.findings, TokenDetector.findings,
    AWSNameDetector.findings, VersionDetector.findings, ScopeDetector.findings,
    PermissionDetector.findings, SecretDetector.findings, SignatureDetector.findings,
    SignatureV4Detector.findings, ShapeDetector.findings,
    HeadDetector.findings, HeaderDetector.findings, PathDetector.findings,
    SubresourceDetector.findings, CanonicalRequestDetector.findings, HashDetector.findings,
    AdditionalHeadersDetector.findings, RequestV4Detector.findings, HintDetector.findings,
    HintV4Detector.findings,
  ]
}
