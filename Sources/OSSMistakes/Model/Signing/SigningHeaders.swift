internal import OSSPrimitives

/// Which headers are sent and signed, and how they become lines (V1-HDR, V2-HDR, V4-HDR, V1-TOK).
extension SigningModel {
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.begins(with: "x-oss-") || name.isText("content-type") || name.isText("content-md5")
  }

  /// The name of the parameter that carries the token (PRE-TOK-1, V2-TOK-2, V4-TOK-2).
  static func tokenParameter(_ version: SigningInput.Version) -> String {
    version == .v4 ? "x-oss-security-token" : "security-token"
  }

  /// The headers that signing adds to a request: the date, the token, and with V4 the form of the
  /// payload (V1-DATE-1, V1-DATE-2, V1-TOK-1, V2-DATE-1, V4-REQ-3, V4-DATE-1, V4-TOK-1).
  func headersToAdd(_ input: SigningInput) -> [SigningField] {
    if input.isURL { return addedHeaders(input, []) }
    var added: [SigningField] = []
    switch input.version {
    case .v1, .v2:
      if input.version == .v2 || input.header("x-oss-date") == nil {
        added.append(SigningField("Date", fourthLine(input)))
      }
    case .v4:
      added.append(SigningField("x-oss-content-sha256", "UNSIGNED-PAYLOAD".raw))
      added.append(SigningField("x-oss-date", basicTime(civil(input.time))))
    }
    if let token = token(input.token) {
      added.append(SigningField("x-oss-security-token", token))
    }
    return addedHeaders(input, added)
  }

  /// The headers of a request: the caller's, but for those that signing replaces, and the added ones.
  func headers(_ input: SigningInput) -> [SigningField] {
    let added = headersToAdd(input).filter { header in
      replaces(header.name) || input.header(header.name.lowerCase.text) == nil
    }
    var replaced = added.map(\.name.lowerCase)
    if !input.isURL {
      replaced.append("authorization".raw)
      if input.version != .v4, replaces("Date".raw) { replaced.append("date".raw) }
    }
    return input.headers.filter { !replaced.contains(foundName($0.name)) } + added
  }

  /// The headers to send: values without outer blanks, those of one name in one header (V1-HDR-8).
  func headersToSend(_ input: SigningInput, authorization: Bytes) -> [SigningField] {
    var sent: [SigningField] = []
    for header in headers(input) {
      let name = header.name.lowerCase
      if let index = sent.firstIndex(where: { $0.name.lowerCase == name }) {
        sent[index].value = sent[index].text + ",".raw + header.text.trimmed
      } else {
        sent.append(SigningField(header.name, header.text.trimmed))
      }
    }
    return sentHeaders(input, sent + [SigningField("Authorization", authorization)])
  }

  /// The lines of the signed headers, sorted by name (V1-HDR-1 to V1-HDR-8).
  func headerLines(_ input: SigningInput) -> Bytes {
    let listed = names(input).map(\.lowerCase)
    var lines: [HeaderLine] = []
    for header in headers(input) {
      let line = HeaderLine(
        name: headerName(header.name), value: headerValue(header.text), given: header)
      guard signsHeader(input.version, line, listed) else { continue }
      if let index = lines.firstIndex(where: { $0.name == line.name }) {
        lines[index].value = headerValues(lines[index].value, line.value)
      } else {
        lines.append(line)
      }
    }
    return lines.stablySorted(by: headerPrecedes).map(headerText).joined(with: "")
  }

  /// The names of the additional headers as they are listed: those that are asked for and sent, in
  /// lower case, sorted, each once. V2 leaves `Date` and names with an underscore out, V4 what is
  /// signed anyway (V2-ADD-1 to V2-ADD-5, V4-ADD-1 to V4-ADD-5).
  func names(_ input: SigningInput) -> [Bytes] {
    if input.version == .v1 { return [] }
    let asked = input.additionalHeaders.map(\.lowerCase)
    if asked.isEmpty { return listedNames(input, []) }
    let sent = Set(headers(input).map(\.name.lowerCase))
    let due = sent.filter { name in
      asked.contains(name)
        && (input.version == .v4
          ? !Self.isSignedAnyway(name)
          : !name.contains(UInt8(ascii: "_")) && !name.isText("date"))
    }
    return listedNames(input, due.sorted { $0.precedes($1) })
  }

  /// The value on the line of Content-MD5 or Content-Type; empty if the header is absent (V1-STS-2,
  /// V1-STS-4, V1-STS-5).
  func contentLine(_ input: SigningInput, _ name: String) -> Bytes {
    contentValue(input, name) ?? []
  }

  /// The Date line: the time of signing or the value of `x-oss-date`, for a URL the expiry (V1-DATE-1,
  /// V1-DATE-2, PRE-STS-1, V2-DATE-1, V2-PRE-1).
  func fourthLine(_ input: SigningInput) -> Bytes {
    dateLine(input, input.isURL ? expiry(input) : httpDate(civil(input.time)))
  }
}
