internal import OSSPrimitives
internal import OSSServices
internal import OSSVectors

/// What STS and other services with the RPC signature say of a signature.
enum RPCDetector {
  private static let mark = "string to sign is:"

  /// The findings where OSS answers, or where the answer quotes the server's string; nil for another.
  static func findings(_ clues: Clues) -> [Explanation]? {
    if let request = clues.request, request.hasParameter("Action"),
      request.hasParameter("SignatureMethod"), clues.error?.hostID?.contains("oss-") == true
    {
      return [Explanation(.serviceMixed, .likely, "It calls an action by the signature of STS.")]
    }
    guard let start = Bytes(clues.message).index(of: mark) else { return nil }
    let server = Bytes(Bytes(clues.message)[(start + mark.utf8.count)...]).stripped
    guard let own = clues.evidence.string?.stripped else {
      return [Explanation(.secretWrong, .likely, "Clients of STS rarely sign another string.")]
    }
    if own == server {
      return [Explanation(.secretWrong, .likely, "The two strings to sign are the same bytes.")]
    }
    let hasToken = [own, server].contains { $0.contains("SecurityToken") }
    let difference =
      hasToken
      ? nil : Difference(name: "stringToSign", part: "of STS", expected: server, actual: own)
    return [Explanation(.rpcString, .likely, differs(own, server), difference: difference)]
  }

  /// In what two strings of STS differ; nil where their values do.
  private static func differs(_ own: Bytes, _ server: Bytes) -> String? {
    let (one, other) = (pairs(own), pairs(server))
    if own.halves(at: UInt8(ascii: "&")).before != server.halves(at: UInt8(ascii: "&")).before {
      return "The method is another one."
    }
    if one == other {
      return "They differ in their percent-encoding: encodeURIComponent leaves * ! ' ( ) as they "
        + "are, and a form encoder writes a blank as +."
    }
    if Set(one) == Set(other) { return "The parameters are in another order." }
    let names = { (pairs: [Bytes]) in
      Set(pairs.map { $0.halves(at: UInt8(ascii: "=")).before.text })
    }
    let missing = names(one).symmetricDifference(names(other)).sorted()
    return missing.isEmpty ? nil : "One side alone has \(missing.joined(separator: ", ").visible)."
  }

  /// The parameters of a string of STS, decoded.
  private static func pairs(_ string: Bytes) -> [Bytes] {
    let last = string.parts(at: UInt8(ascii: "&")).last ?? []
    return last.percentDecoded.parts(at: UInt8(ascii: "&")).map(\.percentDecoded)
  }
}
