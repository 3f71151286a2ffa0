internal import OSSPrimitives

/// Which headers a version signs: those that it chooses itself, and those that the caller adds.
struct SignedNames: Sendable {
  private let version: SignatureVersion.Number
  /// The names that the caller asks for and the request has, in lower case and in order; those that
  /// the version signs without listing them are left out.
  private(set) var listed: [Bytes] = []

  /// The choice of V1, which looks at no additional headers (V1-HDR-1).
  static let v1 = SignedNames(version: .v1)

  private init(version: SignatureVersion.Number) { self.version = version }

  /// The choice of V2 or V4 for a request.
  ///
  /// A name is listed once, if the request has such a header, without regard to case (V2-ADD-2,
  /// V2-ADD-3, V4-ADD-4, V4-ADD-5, V4-ADD-7). Only what the caller asks for is listed, `Host` too
  /// (V2-ADD-7, V4-ADD-6).
  ///
  /// - Parameters:
  ///   - version: V2 (V2-ADD) or V4 (V4-ADD).
  ///   - names: those that the caller asks for.
  ///   - headers: those of the request.
  ///   - addsToken: whether signing adds the header of the security token, which V2 lists if it is
  ///     asked to.
  /// - Throws: ``SigningError/invalidAdditionalHeader(_:offset:)``.
  init(
    _ version: SignatureVersion.Number, _ names: [String], of headers: CanonicalHeaders,
    addsToken: Bool
  ) throws(SigningError) {
    self.version = version
    if names.isEmpty { return }
    for name in names { try Self.check(name) }
    let asked = names.map { $0.lowercasedBytes }
    for index in sortedIndices(asked.count, by: { asked[$0][...].precedes(asked[$1][...]) }) {
      let name = asked[index]
      if name == listed.last || !canBeListed(name) { continue }
      let isAdded = addsToken && name == HeaderName.securityToken
      if isAdded || headers.value(of: name) != nil { listed.append(name) }
    }
  }

  /// Whether a line of a request's headers takes part in the canonical headers (V1-HDR-1, V2-HDR-1,
  /// V4-HDR-1); one that is listed does, a `Date` too (V2-ADD-6, V4-ADD-2, V4-DATE-4).
  func signs(_ index: Int, of headers: CanonicalHeaders) -> Bool {
    if headers.lines.hasPrefix(Self.prefix, at: index) { return true }
    if version == .v4 {
      if headers.lines.hasValue(at: index, in: headers.places.contentType) { return true }
      if headers.lines.hasValue(at: index, in: headers.places.contentMD5) { return true }
    }
    // The names are in their order.
    var range = listed.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      switch headers.lines.order(at: index, of: listed[middle]) {
      case .same: return true
      case .before: range = range.lowerBound..<middle
      case .after: range = middle + 1..<range.upperBound
      }
    }
    return false
  }

  /// Whether a header takes part in the signature at all, and so must be sent as it was signed
  /// (PRE-STS-2, V2-PRE-4, V4-PRE-6).
  func mustSend(_ header: HeaderField) -> Bool {
    let name = header.name.lowercasedBytes
    return name.begins(with: Self.beginning) || Self.isContent(name) || listed.contains(name)
  }

  /// Appends the listed names with `;` between them, everywhere alike (V2-ADD-1, V2-ADD-8,
  /// V4-ADD-1).
  func appendList(to buffer: inout Bytes) {
    for (index, name) in listed.enumerated() {
      if index > 0 { buffer.append(ascii: ";") }
      buffer.append(contentsOf: name)
    }
  }

  /// The names that need not be asked for begin with this in all versions (V1-HDR-1, V2-HDR-1); with
  /// V4 the two of the content need not either (V4-HDR-1), for which V1 and V2 have lines.
  private static let beginning = "x-oss-"
  private static let prefix = beginning.bytes

  private static func isContent(_ name: Bytes) -> Bool {
    name == HeaderName.contentType || name == HeaderName.contentMD5
  }

  /// V4 lists nothing that is signed anyway (V4-ADD-3). V2 lists no name with an underscore, which
  /// OSS refuses, and not the header that signing itself writes (V2-ADD-9, V2-ADD-5).
  private func canBeListed(_ name: Bytes) -> Bool {
    if version == .v4 { return !name.begins(with: Self.beginning) && !Self.isContent(name) }
    return !name.contains(UInt8(ascii: "_")) && !name[...].isText("date")
  }

  /// Refuses a name that no list can hold (V2-REF-1, V4-REF-4), such as one with an underscore
  /// (V4-ADD-8).
  ///
  /// A name that V4 signs anyway is never listed, so that it may have an underscore.
  private static func check(_ name: String) throws(SigningError) {
    let lowercased = name.lowercasedBytes
    let isListed = !lowercased.begins(with: Self.beginning)
    if lowercased.isEmpty || lowercased[...].isText("authorization") {
      throw .invalidAdditionalHeader(name, offset: 0)
    }
    for (offset, byte) in lowercased.enumerated()
    where !HeaderField.isNameByte(byte) || isListed && byte == UInt8(ascii: "_") {
      throw .invalidAdditionalHeader(name, offset: offset)
    }
  }
}

extension CanonicalHeaders {
  /// Appends the signed lines from an index on whose names sort before a name, and moves the index
  /// behind them, and behind the line of that name, which the caller writes.
  func appendLines(
    before name: Bytes, from next: inout Int, signing names: SignedNames, to buffer: inout Bytes
  ) {
    while next < lines.count {
      switch lines.order(at: next, of: name) {
      case .before:
        if names.signs(next, of: self) { buffer.append(contentsOf: lines[next]) }
        next += 1
      case .same:
        next += 1
        return
      case .after: return
      }
    }
  }

  /// Appends the signed lines from an index on, each a name, a colon, the value and an LF
  /// (V1-HDR-6, V2-HDR-5, V4-HDR-6), also where the value is empty (V1-HDR-7, V4-HDR-7).
  func appendLines(from next: Int, signing names: SignedNames, to buffer: inout Bytes) {
    for index in next..<lines.count where names.signs(index, of: self) {
      buffer.append(contentsOf: lines[index])
    }
  }
}
