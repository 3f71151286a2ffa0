package import OSSPrimitives

/// What a step found: the id of a cause, how sure it is, and what shows it.
struct Found {
  let cause: String
  var certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature (EXP-EV-2).
  let detail: String?
  let difference: TextDifference?
  /// Whether a signature or a hash that the client sent is that of the mistake.
  let isProved: Bool

  init(
    _ cause: String, _ certainty: Certainty, _ detail: String? = nil,
    difference: TextDifference? = nil, isProved: Bool = false
  ) {
    (self.cause, self.certainty, self.detail) = (cause, certainty, detail)
    (self.difference, self.isProved) = (difference, isProved)
  }
}

/// The two sides of a part that differs, as they are shown.
package struct TextDifference: Hashable, Sendable {
  /// The part, such as `line 3, Content-Type`.
  package let part: String
  /// What OSS signed; nil where it signed none.
  package let sent: Bytes?
  /// What the client signed.
  package let signed: Bytes?

  /// - Returns: nil for a part that may show a token or a signature, which nobody may see.
  init?(part: String, sent: Bytes?, signed: Bytes?) {
    for side in [part.bytes, sent ?? [], signed ?? []] {
      let text = side.lowercased
      if text.contains("token") || text.contains("signature=") { return nil }
    }
    (self.part, self.sent, self.signed) = (part, sent, signed)
  }

  /// The difference of a part of two texts.
  init?(_ part: ComparedPart, _ version: SignatureKind) {
    let isV4 = version == .v4
    let name = part.name.text.shown
    let place: String
    switch part.kind {
    case .method: place = "line 1, method"
    case .md5: place = isV4 ? "header content-md5" : "line 2, Content-MD5"
    case .type: place = isV4 ? "header content-type" : "line 3, Content-Type"
    case .date: place = name.isEmpty ? "line 4, Date or Expires" : "line 2, time"
    case .header, .token: place = "header " + name
    case .headers: place = "names of the headers"
    case .blankLine: return nil
    case .path: place = isV4 ? "line 2, canonical URI" : "canonicalized resource"
    case .parameter: place = "parameter " + name
    case .parameters, .query: place = isV4 ? "line 3, canonical query" : "parameters"
    case .additional: place = "additional headers"
    case .payload: place = "last line, payload"
    case .lines: place = "all lines"
    case .scope: place = "line 3, scope, " + name
    }
    self.init(part: place, sent: part.sent, signed: part.signed)
  }

  /// The first line in which two texts differ.
  init?(lines sent: Bytes, _ signed: Bytes) {
    let (right, wrong) = (sent.parts(at: "\n"), signed.parts(at: "\n"))
    var index = 0
    while index < right.count, index < wrong.count, right[index] == wrong[index] { index += 1 }
    if index >= right.count, index >= wrong.count { return nil }
    self.init(
      part: "line \(index + 1)", sent: index < right.count ? right[index] : nil,
      signed: index < wrong.count ? wrong[index] : nil)
  }
}
