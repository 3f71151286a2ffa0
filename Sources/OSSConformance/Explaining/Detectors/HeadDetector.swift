internal import OSSPrimitives
internal import OSSVectors

/// The first four lines of the two strings: method, Content-MD5, Content-Type, Date.
enum HeadDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let (server, client) = clues.bothTexts else { return [] }
    return method(clues, server, client) + md5(clues, server, client)
      + type(clues, server, client) + date(clues, server, client)
  }

  private static func method(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    guard server.method != client.method else { return [] }
    // A URL alone shows no method.
    if clues.isClientDerived, clues.request?.method == nil { return [] }
    let isCase = server.method.lowercased == client.method.lowercased
    return [
      Explanation(
        isCase ? .methodLowerCase : .methodDiffers, clues.sureness,
        "OSS received \(server.method.text), \(client.method.text) was signed.",
        difference: clues.difference("line 1, method", server.method, client.method))
    ]
  }

  private static func md5(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    guard server.contentMD5 != client.contentMD5 else { return [] }
    let mistake: RefusalCause =
      server.contentMD5.isEmpty
      ? .md5NotSent : client.contentMD5.isEmpty ? .md5NotSigned : .md5Differs
    return [
      Explanation(
        mistake, clues.sureness,
        difference: clues.difference(
          "line 2, Content-MD5", server.contentMD5, client.contentMD5))
    ]
  }

  private static func type(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let (sent, signed) = (server.contentType, client.contentType)
    guard sent != signed else { return [] }
    return [
      Explanation(
        mistake(sent: sent, signed: signed, clues), clues.sureness,
        difference: clues.difference("line 3, Content-Type", sent, signed))
    ]
  }

  private static func mistake(sent: Bytes, signed: Bytes, _ clues: Clues) -> RefusalCause {
    if sent.isEmpty { return .typeNotSent }
    if !signed.isEmpty {
      let base = sent.halves(at: UInt8(ascii: ";"))
      let isLonger = base.after != nil && base.before.stripped.lowercased == signed.lowercased
      return isLonger ? .typeCharset : .typeDiffers
    }
    if let request = clues.request, !clues.isClientDerived {
      return request.field("content-type") == nil ? .typeAdded : .typeNotSigned
    }
    return clues.isClientDerived || isDefault(sent) ? .typeAdded : .typeNotSigned
  }

  /// Whether HTTP clients send such a type without being asked.
  static func isDefault(_ type: Bytes) -> Bool {
    let name = type.lowercased.halves(at: UInt8(ascii: ";")).before.stripped.text
    return [
      "application/x-www-form-urlencoded", "application/octet-stream", "text/plain",
      "application/json", "multipart/form-data",
    ].contains(name)
  }

  private static func date(
    _ clues: Clues, _ server: StringText, _ client: StringText
  ) -> [Explanation] {
    let (sent, signed) = (server.date, client.date)
    guard sent != signed else { return [] }
    let difference = clues.difference("line 4, Date or Expires", sent, signed)
    if clues.isClientDerived, signed.isEmpty { return [] }
    if sent.isEmpty { return [Explanation(.dateNotSent, clues.sureness, difference: difference)] }
    if signed.isEmpty {
      return [Explanation(.dateNotSigned, clues.sureness, difference: difference)]
    }
    if let expiry = sent.decimal {
      let mistake: RefusalCause =
        signed.decimal == expiry * 1000 || signed.decimal.map { $0 * 1000 } == expiry
        ? .expiresMilliseconds : .expiresDiffers
      return [Explanation(mistake, clues.sureness, difference: difference)]
    }
    if TimeText.rfc1123(signed) == nil {
      return [Explanation(.dateMalformed, clues.sureness, difference: difference)]
    }
    let shift = TimeText.rfc1123(sent).flatMap { sent in
      TimeText.rfc1123(signed).map { sent - $0 }
    }
    if let shift, shift != 0, shift % 1800 == 0, abs(shift) <= 14 * 3600 {
      let detail = "The two times are \(TimeText.span(shift)) apart."
      return [Explanation(.timeZone, clues.sureness, detail, difference: difference)]
    }
    return [Explanation(.dateDiffers, clues.sureness, difference: difference)]
  }
}
