internal import OSSPrimitives
internal import OSSVectors

/// The shape of the client's string: its lines and line ends.
enum ShapeDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    md5(clues) + (clues.isClientDerived ? [] : string(clues))
  }

  private static func string(_ clues: Clues) -> [Explanation] {
    guard let client = clues.client, let server = clues.server,
      let text = clues.clientText, clues.serverText?.isShort == false
    else { return [] }
    var found: [Explanation] = []
    if text.isShort {
      let detail = "There are \(text.lineCount) lines before the resource, and 4 are due."
      found.append(Explanation(.lineMissing, .certain, detail))
    }
    if client == server + [0x0a] {
      found.append(
        Explanation(
          .stringEndsInLine, .possible, "An editor may have put it there, too."))
    }
    return found
  }

  /// Content-MD5 of the hexadecimal text, or that text itself.
  private static func md5(_ clues: Clues) -> [Explanation] {
    let values = [
      clues.clientText?.contentMD5, clues.serverText?.contentMD5,
      clues.request?.field("content-md5"),
    ]
    for case let value? in values {
      let digest = (try? Base64.decode(value.text)) ?? []
      let texts = [value, digest]
      if texts.contains(where: { $0.count == 32 && $0.allSatisfy { $0.hexadecimalDigit != nil } }) {
        return [Explanation(.md5Hexadecimal, .likely)]
      }
    }
    return []
  }
}
