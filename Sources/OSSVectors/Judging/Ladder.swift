/// The order in which a signature comes about, step by step.
///
/// A mistake shows in the step where it is made and in all that follow, so the first step that
/// differs is the one to name.
package enum Ladder {
  /// All steps and members, first to last.
  package static let names = [
    "canonicalizedHeaders", "canonicalizedResource", "canonicalUri", "canonicalQuery",
    "canonicalHeaders", "additionalHeaders", "canonicalRequest", "canonicalRequestHash", "scope",
    "stringToSign", "signingKey", "signature", "authorization", "headers", "target", "url",
  ]

  /// The step that is made of another one, for the steps that have one.
  private static let nextSteps = [
    "canonicalizedHeaders": "stringToSign", "canonicalizedResource": "stringToSign",
    "canonicalUri": "canonicalRequest", "canonicalQuery": "canonicalRequest",
    "canonicalHeaders": "canonicalRequest", "additionalHeaders": "canonicalRequest",
    "canonicalRequest": "canonicalRequestHash", "canonicalRequestHash": "stringToSign",
    "scope": "stringToSign", "stringToSign": "signature", "signingKey": "signature",
    "signature": "authorization",
  ]

  /// Where a step or member is; unknown ones come last.
  package static func rank(of name: String) -> Int {
    names.firstIndex(of: name) ?? names.count
  }

  /// The steps and members that a step goes into, nearest first.
  package static func steps(after name: String) -> [String] {
    var steps: [String] = []
    var current = name
    while let next = nextSteps[current] {
      steps.append(next)
      current = next
    }
    // Header values and URLs hold the signature too; which of the three there is depends on the
    // operation.
    return steps.last == "authorization" ? steps + ["url"] : steps
  }
}
