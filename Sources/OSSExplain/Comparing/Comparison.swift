internal import OSSPrimitives

/// One comparison of two texts for all versions: part by part, and each difference by one table.
struct Comparison {
  let facts: Facts
  let pair: TextPair
  let rows: [DifferenceRow]

  /// What the two texts show; empty where one is missing.
  var findings: [Found] {
    guard let (server, client) = pair.both else { return lineFindings }
    var found = lineFindings
    if let extra = extraLine(server, client) { return found + [extra] }
    if client.isWhole, client.version != .v4 {
      // Where lines are lost or moved, no other line is compared with its neighbour (EXP-LINE-1).
      let form = named(
        [ComparedPart(kind: .form, sent: server.bytes, signed: client.bytes)], server.version)
      if !form.isEmpty { return form }
    }
    if !client.isWhole {
      let detail =
        client.version == .v4
        ? "The parts are method, URI, query, headers, additional headers and payload line."
        : "There are \(client.lineCount) lines before the resource, and 4 are due."
      found.append(Found("string-line-missing", pair.sureness, detail))
      if client.version == .v4 {
        return found + named([method(server, client), path(server, client)], server.version)
      }
    }
    found += named([method(server, client)] + head(server, client), server.version)
    // A request may be shown without its headers, and hardly without its path.
    let isDerived = !pair.isServerShown && server.version == .v4
    if isDerived { found += named([path(server, client)], server.version) }
    let headers = named(headerParts(server, client), server.version)
    found += headers
    if headers.isEmpty {
      let names = { (text: SignedText) in text.headers.map { $0.name }.joined(by: "\n") }
      found += named(
        [ComparedPart(kind: .headers, sent: names(server), signed: names(client))], server.version)
    }
    if !isDerived { found += named([path(server, client)], server.version) }
    found += queryFindings(server, client)
    found += named(
      [
        ComparedPart(kind: .additional, sent: server.additional, signed: client.additional),
        ComparedPart(kind: .payload, sent: server.payload, signed: client.payload),
      ], server.version)
    if found.isEmpty {
      found = named(
        [ComparedPart(kind: .lines, sent: server.bytes, signed: client.bytes)], server.version)
    }
    func has(_ ids: [String]) -> Bool { found.contains { ids.containsBytes(of: $0.cause) } }
    let isOfTwo =
      has(["date-differs", "expires-differs"])
      && has(["method-differs", "key-differs", "bucket-differs"])
    if !isOfTwo { return found }
    // So much differs that the two texts are rather of two requests (EXP-LINE-2).
    return [Found("string-of-another-request", .likely)]
      + found.map { Found($0.cause, .possible, $0.detail, difference: $0.difference) }
  }

  /// What one empty line shows that the client's text has besides (EXP-LINE-1): behind a value that ends in an
  /// LF, or in a canonical request of V4. What follows may differ, too.
  private func extraLine(_ server: SignedText, _ client: SignedText) -> Found? {
    // No request has as many lines as a longer text.
    if max(server.bytes.count, client.bytes.count) > Variations.byteCount { return nil }
    let (sent, signed) = (server.bytes.parts(at: "\n"), client.bytes.parts(at: "\n"))
    let (isV4, count) = (server.version == .v4, min(sent.count, signed.count))
    let same = (0..<count).first { sent[$0] != signed[$0] } ?? count
    guard same > 1, same + 1 < signed.count, same < sent.count, signed[same].stripped.isEmpty else {
      return nil
    }
    let rest = signed[(same + 1)...]
    let isSame = rest.elementsEqual(sent[same...])
    let isHead =
      isV4
      ? same == 3 && sent[3].contains(":") && rest.first?.contains(":") == true
      : same < 4 && rest.prefix(4 - same).elementsEqual(sent[same..<min(4, sent.count)])
    if !isHead, !isV4 || !isSame || client.isWhole { return nil }
    let sureness = isSame ? pair.sureness : .likely
    switch server.version {
    case .v4:
      let detail = "It has an empty line too many; each header ends its own line."
      return Found("canonical-request-differs", sureness, detail)
    case .v1 where same == 2 && !server.contentMD5.isEmpty:
      return Found("base64-line-feed-at-end", sureness, "It is Content-MD5.")
    case .v1 where same == 3 && !server.contentType.isEmpty:
      return Found("string-type-not-trimmed", sureness, "An LF is behind it.")
    case .v1, .v2:
      return Found("string-lines-moved", .likely, "An empty line too many is before the date.")
    case .s3, .rpc: return nil
    }
  }

  /// What the form of the client's text shows, and what its string to sign of V4 has beside the hash.
  private var lineFindings: [Found] {
    var found: [Found] = []
    if let own = pair.clientString, !pair.isSame {
      let scope = pair.serverString?.scope ?? facts.sentScope
      for (index, name) in ["date", "region", "product"].enumerated() where found.isEmpty {
        guard let scope, index < scope.count, index < own.scope.count else { break }
        let part = ComparedPart(
          kind: .scope, name: name.bytes, sent: scope[index], signed: own.scope[index])
        found += named([part], .v4)
      }
      if let time = pair.serverString?.time ?? facts["signing-time"] {
        found += named(
          [ComparedPart(kind: .date, name: "time".bytes, sent: time, signed: own.time)], .v4)
      }
    }
    return found
  }

  /// The cause of each part that differs: that of the first row that fits (EXP-FIND-8).
  func named(_ parts: [ComparedPart], _ version: SignatureKind) -> [Found] {
    var found: [Found] = []
    for part in parts where part.sent != part.signed && !part.isHidden {
      facts.focus = part
      let row = rows.first { $0.fits(part, version, facts) }
      if let row, row.cause != "none" { found.append(finding(part, row, version)) }
      facts.focus = nil
    }
    return found
  }

  private func finding(
    _ part: ComparedPart, _ row: DifferenceRow, _ version: SignatureKind
  ) -> Found {
    // A string to sign is the client's own.
    let isOwn = part.kind == .scope || part.kind == .date && !part.name.isEmpty
    let own: Certainty = isOwn ? .certain : pair.sureness
    let sureness = row.certainty.map { pair.isClientDerived ? .likely : $0 } ?? own
    if pair.isOfCode {
      let detail = row.detail.flatMap { facts.filled($0) } ?? detail(part) ?? ""
      return Found(row.cause, .likely, detail + (detail.isEmpty ? "" : " ") + Self.ofCode)
    }
    if part.kind == .form {
      return Found(
        row.cause, sureness, row.detail,
        difference: TextDifference(lines: part.sent ?? [], part.signed ?? []))
    }
    let hasBoth = part.sent != nil && part.signed != nil
    let isShown = hasBoth || part.kind == .type || part.kind == .md5 || part.kind == .date
    return Found(
      row.cause, sureness, row.detail.flatMap { facts.filled($0) } ?? detail(part),
      difference: isShown ? TextDifference(part, version) : nil)
  }

  private static let ofCode = "So the code has it that makes the string."

  private func detail(_ part: ComparedPart) -> String? {
    let name = part.name.text.shown
    switch part.kind {
    case .method:
      return "OSS received \((part.sent ?? []).text), \((part.signed ?? []).text) was signed."
    case .header, .parameter, .token:
      let kind = part.isParameter ? "parameter" : "header"
      if part.signed == nil { return "OSS signs the \(kind) \(name), the client does not." }
      if part.sent == nil { return "The client signs the \(kind) \(name), and OSS does not." }
      return "It is the \(kind) \(name)."
    case .date:
      return TimeText.zone(part.sent.flatMap(TimeText.any), part.signed.flatMap(TimeText.any))
    case .md5, .type, .headers, .blankLine, .path, .parameters, .query, .additional, .payload,
      .lines, .form, .scope:
      return nil
    }
  }

  private func method(_ server: SignedText, _ client: SignedText) -> ComparedPart {
    // A URL alone shows no method.
    let isKnown = pair.isServerShown && (!pair.isClientDerived || pair.isOfCode)
    let isUnknown = !isKnown && facts["method"] == nil
    return ComparedPart(
      kind: .method, sent: isUnknown ? client.method : server.method, signed: client.method)
  }

  private func path(_ server: SignedText, _ client: SignedText) -> ComparedPart {
    ComparedPart(kind: .path, sent: server.path, signed: client.path)
  }

  /// The three lines after the method with V1 and V2.
  private func head(_ server: SignedText, _ client: SignedText) -> [ComparedPart] {
    guard server.version != .v4, server.isWhole, client.isWhole else { return [] }
    func part(_ kind: ComparedPart.Kind, _ sent: Bytes, _ signed: Bytes) -> ComparedPart {
      ComparedPart(
        kind: kind, sent: sent.isEmpty ? nil : sent, signed: signed.isEmpty ? nil : signed)
    }
    return [
      part(.md5, server.contentMD5, client.contentMD5),
      part(.type, server.contentType, client.contentType), part(.date, server.date, client.date),
    ]
  }

  /// The headers that have one name on both sides, or are on one side alone.
  private func headerParts(_ server: SignedText, _ client: SignedText) -> [ComparedPart] {
    guard server.isWhole || server.version == .v4, client.isWhole else { return [] }
    func kind(_ name: Bytes) -> ComparedPart.Kind {
      if name.isText("x-oss-security-token") { return .token }
      guard server.version == .v4 else { return .header }
      return name.isText("content-type") ? .type : name.isText("content-md5") ? .md5 : .header
    }
    var parts: [ComparedPart] = []
    if client.blankLines > server.blankLines {
      parts.append(ComparedPart(kind: .blankLine, sent: nil, signed: []))
    }
    let names = client.headers.map { $0.name.stripped.lowercased }
    let signed = places(names)
    // A line may have an equals sign in place of the colon.
    let equals = places(names.map { $0.contains("=") ? $0.halves(at: "=").before : [] })
    var taken = Set<Int>()
    for line in server.headers {
      let name = line.name.lowercased
      if signed[name] == nil, let index = equals[name] {
        taken.insert(index)
        let (sent, own) = (line.name + ":".bytes + line.value, client.headers[index].name)
        parts.append(ComparedPart(kind: .header, name: name, sent: sent, signed: own))
        continue
      }
      let other = signed[name].map { client.headers[$0] }
      // The blanks of a value are to the right of the colon, those of a name to its left.
      let (sent, signed) = (line.value, other?.value)
      if let other, other.name.stripped != line.name {
        parts.append(ComparedPart(kind: .header, name: name, sent: line.name, signed: other.name))
      } else {
        parts.append(ComparedPart(kind: kind(name), name: name, sent: sent, signed: signed))
      }
    }
    let sent = places(server.headers.map { $0.name.lowercased })
    for (index, name) in names.enumerated()
    where sent[name] == nil && !taken.contains(index) {
      let value = client.headers[index].value
      parts.append(ComparedPart(kind: kind(name), name: name, sent: nil, signed: value))
    }
    return parts
  }

  /// The parameters: the whole query by the rules of other encoders, then one by one, then the order.
  private func queryFindings(_ server: SignedText, _ client: SignedText) -> [Found] {
    guard server.query != client.query, client.isWhole else { return [] }
    let isV4 = server.version != .v1
    if isV4 {
      let part = ComparedPart(
        kind: .query, sent: server.query ?? [], signed: client.query ?? [])
      let found = self.named([part], server.version)
      if !found.isEmpty { return found }
    }
    func pieces(_ text: SignedText) -> [(name: Bytes, piece: Bytes)] {
      text.parameters.map { parameter in
        let value = parameter.value.map { "=".bytes + $0 } ?? []
        return (parameter.name.percentDecoded, parameter.name + value)
      }
    }
    let (sent, signed) = (pieces(server), pieces(client))
    let (sentNames, signedNames) = (places(sent.map { $0.name }), places(signed.map { $0.name }))
    var parts: [ComparedPart] = []
    for one in sent {
      let other = signedNames[one.name].map { signed[$0].piece }
      parts.append(
        ComparedPart(
          kind: kind(one.name), name: one.name, isParameter: true, sent: one.piece, signed: other))
    }
    for one in signed where sentNames[one.name] == nil {
      parts.append(
        ComparedPart(
          kind: kind(one.name), name: one.name, isParameter: true, sent: nil, signed: one.piece))
    }
    let found = self.named(parts, server.version)
    if !found.isEmpty { return found }
    let part = ComparedPart(
      kind: .parameters, sent: server.query ?? [], signed: client.query ?? [])
    return self.named([part], server.version)
  }

  /// The first place of each name.
  private func places(_ names: [Bytes]) -> [Bytes: Int] {
    var places: [Bytes: Int] = [:]
    for (index, name) in names.enumerated() where places[name] == nil { places[name] = index }
    return places
  }

  private func kind(_ parameter: Bytes) -> ComparedPart.Kind {
    parameter.ends(with: "security-token") ? .token : .parameter
  }
}
