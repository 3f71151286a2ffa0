internal import OSSPrimitives

extension Storage {
  func getObject(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let found = try object(call)
    var object = found
    if found.kind == .symlink { object = try target(of: found, call) }
    if try object.conditions(of: call) {
      return WireResponse(
        status: 304,
        fields: [
          .init("ETag", object.etag), .init("Last-Modified", object.modified.rfc1123),
        ])
    }
    var answer = WireResponse(status: 200, fields: try Self.overridden(object.fields, by: call))
    answer.fields += [
      .init("Accept-Ranges", "bytes"), .init("Last-Modified", object.modified.rfc1123),
      .init("x-oss-object-type", found.kind.rawValue), .init("x-oss-storage-class", "Standard"),
    ]
    answer.fields += object.checkFields
    if object.kind == .appendable {
      answer.fields.append(.init("x-oss-next-append-position", String(object.body.count)))
    }
    if !object.tags.isEmpty {
      answer.fields.append(.init("x-oss-tagging-count", String(object.tags.count)))
    }
    if let range = try Self.range(of: call, in: object.body.count) {
      let place = "bytes %-%/%".filled(
        String(range.lowerBound), String(range.upperBound - 1), String(object.body.count))
      answer.fields.append(.init("Content-Range", place))
      (answer.status, answer.body) = (206, Bytes(object.body[range]))
    } else {
      answer.body = object.body
    }
    return answer
  }

  func objectMeta(_ object: StoredObject) -> WireResponse {
    let modified = WireResponse.Field("Last-Modified", object.modified.rfc1123)
    return WireResponse(status: 200, fields: object.checkFields + [modified], body: object.body)
  }

  /// What a symlink points to.
  func target(of link: StoredObject, _ call: StorageCall) throws(Refusal) -> StoredObject {
    let key = link.target.bytes[...].percentDecoded(plusIsSpace: true)
    guard let object = try bucket(call)[key] else {
      throw Refusal(
        404, "SymlinkTargetNotExist", "The symlink target object does not exist",
        ec: "0026-00000012", members: [.init("Key", call.key)])
    }
    if object.kind == .symlink {
      throw Refusal(
        400, "InvalidTargetType", "The symlink's target object type is invalid",
        ec: "0026-00000011", members: [.init("TargetType", "Symlink".bytes)])
    }
    return object
  }

  /// The headers of an object with the values that `response-…` asks for.
  private static func overridden(
    _ fields: [WireResponse.Field], by call: StorageCall
  ) throws(Refusal) -> [WireResponse.Field] {
    var fields = fields
    for name in [
      "Content-Type", "Content-Language", "Expires", "Cache-Control", "Content-Disposition",
      "Content-Encoding",
    ] {
      let parameter = "response-" + String(decoding: name.lowercasedBytes, as: UTF8.self)
      guard let value = call.parameter(parameter) else { continue }
      if value.contains(where: { $0.breaksLine }) {
        throw .argument("The value has a line end.", parameter, value)
      }
      let field = WireResponse.Field(name, value.text)
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index] = field
      } else {
        fields.append(field)
      }
    }
    return fields
  }

  /// The range that a GET asks for; nil for the whole object.
  ///
  /// A range that is not within the object means the whole, unless `x-oss-range-behavior: standard` asks for
  /// what RFC 9110 section 14 says. Of several ranges OSS gives the first.
  private static func range(of call: StorageCall, in count: Int) throws(Refusal) -> Range<Int>? {
    guard call.method == "GET", let text = call.header("range") else { return nil }
    let isStandard = call.header("x-oss-range-behavior") == "standard"
    return try range(text, in: count, isStandard: isStandard)
  }

  /// Reads a range; nil for one that does not count.
  static func range(_ text: String, in count: Int, isStandard: Bool) throws(Refusal) -> Range<Int>?
  {
    guard text.begins(with: "bytes=") else { return nil }
    let first = text.bytes.dropFirst(6).prefix { $0 != UInt8(ascii: ",") }
    guard case (let start, let end?) = Bytes(first).trimmingBlanks.halves(at: "-"),
      start.isEmpty || start.decimal != nil, end.isEmpty || end.decimal != nil,
      !(start.isEmpty && end.isEmpty)
    else { return nil }
    let (size, length) = (Int64(count), end.decimal ?? 0)
    let low = start.decimal ?? max(0, size - length)
    let high = start.isEmpty ? size - 1 : end.decimal ?? size - 1
    if !start.isEmpty, !end.isEmpty, high < low { return nil }
    if !isStandard, low >= size || high >= size || start.isEmpty && length > size { return nil }
    if low >= size { throw .invalidRange }
    return Int(low)..<Int(min(high, size - 1)) + 1
  }
}

extension StoredObject {
  /// Checks the conditions of a request, in the order of RFC 9110 section 13.2.2.
  ///
  /// - Parameter prefix: what the headers of a copy have before their names.
  /// - Returns: whether the answer is that nothing was modified.
  /// - Throws: PreconditionFailed.
  func conditions(of call: StorageCall, prefix: String = "") throws(Refusal) -> Bool {
    func time(_ name: String) -> Moment? {
      call.header(prefix + name).flatMap { try? Moment(rfc1123: $0) }
    }
    if let match = call.header(prefix + "if-match") {
      if !isMatch(match) { throw .preconditionFailed("If-Match") }
    } else if let limit = time("if-unmodified-since"), modified > limit {
      throw .preconditionFailed("If-Unmodified-Since")
    }
    if let match = call.header(prefix + "if-none-match") { return isMatch(match) }
    return time("if-modified-since").map { modified <= $0 } ?? false
  }

  private func isMatch(_ list: String) -> Bool {
    list.pieces(at: ",").contains {
      $0.trimmingBlanks == "*" || Self.bare($0.bytes) == Self.bare(etag.bytes)
    }
  }
}
