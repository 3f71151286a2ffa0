internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The list of additional headers that is sent beside the signature of V4.
enum AdditionalHeadersDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let credential = clues.v4.credential, let request = clues.request,
      let list = credential.additional
    else { return [] }
    let isRefused = ["0002-00000209", "0002-00000210"].contains(clues.error?.ec ?? "")
    let sureness: Explanation.Certainty = isRefused ? .certain : .likely
    if list.isEmpty { return [Explanation(.additionalEmpty, .certain)] }
    let names = credential.additionalNames
    let lower = names.map(\.lowercased)
    if let name = lower.first(where: SentRequest.isSignedAnyway) {
      return [Explanation(.additionalNeedless, sureness, "\(name.text) is listed.")]
    }
    var found: [Explanation] = []
    let isOrdered = zip(lower, lower.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
    if names != lower || !isOrdered || names.contains(where: \.isEmpty) {
      found.append(Explanation(.additionalList, sureness, "The list is \(list.text.visible)."))
    }
    // Host is always sent; a request that shows no other header may be copied in part.
    let shown = request.fields.count > 1 || (isRefused && !request.fields.isEmpty)
    let absent = lower.filter { !$0.isEmpty && !$0.isText("host") && request.field($0.text) == nil }
    if shown, let name = absent.first {
      found.append(
        Explanation(.additionalNotSent, sureness, "The request has no \(name.text)."))
    }
    return found
  }
}
