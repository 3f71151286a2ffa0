internal import OSSPrimitives

/// An answer about an upload: what is said once, and the entries of a list.
struct MultipartAnswer {
  let fields: MultipartFields
  let entries: [MultipartFields]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - xml: the body of the answer.
  ///   - root: the name that its root has.
  ///   - name: the name of the elements that are entries of a list; nil where it has none.
  init(_ xml: Span<UInt8>, root: String, entry name: String? = nil) throws(MultipartError) {
    let limits = name == nil ? XMLLimits.errorBody : .list
    guard xml.count <= limits.byteCount else {
      throw .notXML(.tooLarge(byteCount: xml.count, limit: limits.byteCount))
    }
    let elements: [XMLDocument.Element]
    do {
      elements = try XMLDocument(Bytes(copying: xml), roots: [root], limits: limits).elements
    } catch {
      guard case .unexpectedRoot(let found, _) = error else { throw .notXML(error) }
      throw .unexpectedRoot(found, expected: root)
    }
    var fields: [String: Bytes] = [:]
    var entries: [[String: Bytes]] = []
    for element in elements {
      let path = element.path.pieces(at: "/")
      let isEntry = name.map { path[0].hasSameBytes(as: $0) } ?? false
      switch path.count {
      case 1 where isEntry: entries.append([:])
      // What holds elements says nothing by itself, and may be there often.
      case 1 where !element.holdsElements:
        if fields.updateValue(element.text, forKey: element.path) != nil {
          throw .repeatedElement(element.path)
        }
      // An element in an entry belongs to the latest one.
      case 2 where isEntry && !element.holdsElements:
        if entries[entries.count - 1].updateValue(element.text, forKey: path[1]) != nil {
          throw .repeatedElement(element.path)
        }
      default: break
      }
    }
    let isEncoded = fields["EncodingType"] == "url".bytes
    self.fields = MultipartFields(texts: fields, isEncoded: isEncoded)
    self.entries = entries.map { MultipartFields(texts: $0, isEncoded: isEncoded) }
  }
}

/// The texts of an answer, or of one entry of a list, by the names of their elements.
struct MultipartFields {
  let texts: [String: Bytes]
  /// Whether keys are percent-encoded, as `encoding-type` asks for.
  let isEncoded: Bool

  /// The text of an element without white space at its ends.
  func text(_ name: String) throws(MultipartError) -> String {
    guard let text = optionalText(name), !text.utf8.isEmpty else { throw .missingElement(name) }
    return text
  }

  /// The text of an element that may be left out.
  func optionalText(_ name: String) -> String? {
    texts[name].map { String(decoding: XMLWhiteSpace.trimmed($0), as: UTF8.self) }
  }

  /// The text of an element that is percent-encoded where the answer says so; a space of a key
  /// that is not encoded stays.
  func decodedText(_ name: String) throws(MultipartError) -> String {
    guard let text = texts[name] else { throw .missingElement(name) }
    guard isEncoded else { return String(decoding: text, as: UTF8.self) }
    let bytes: Bytes
    do throws(PercentEncodingError) {
      // A plus sign of a key is `%2B`, so that one here is a space, as forms write it.
      bytes = try PercentEncoding.decode(
        String(decoding: XMLWhiteSpace.trimmed(text), as: UTF8.self), plusIsSpace: true)
    } catch {
      throw .invalidElement(name)
    }
    guard let decoded = String(validUTF8: bytes) else { throw .invalidElement(name) }
    return decoded
  }

  /// The number of a part.
  func partNumber(_ name: String) throws(MultipartError) -> Int {
    guard let value = Self.count(try text(name)), let number = Int(exactly: value),
      MultipartUpload.partNumbers.contains(number)
    else { throw .invalidElement(name) }
    return number
  }

  /// A number of bytes that may be left out.
  func count(_ name: String) throws(MultipartError) -> Int64? {
    guard let text = optionalText(name) else { return nil }
    guard let value = Self.count(text) else { throw .invalidElement(name) }
    return value
  }

  /// A number in digits alone; `Int64(_:)` would take a sign.
  private static func count(_ text: String) -> Int64? {
    text.isAll({ 0x30...0x39 ~= $0 }) ? Int64(decimal: text) : nil
  }

  /// A checksum that may be left out.
  func checksum(_ name: String) throws(MultipartError) -> CRC64? {
    guard let text = optionalText(name) else { return nil }
    guard let value = CRC64(header: text) else { throw .invalidElement(name) }
    return value
  }

  /// A time that may be left out.
  func time(_ name: String) throws(MultipartError) -> Moment? {
    guard let text = optionalText(name) else { return nil }
    do {
      return try Moment(iso8601: text)
    } catch {
      throw .invalidElement(name)
    }
  }

  /// A choice that is no where it is left out.
  func flag(_ name: String) throws(MultipartError) -> Bool {
    switch optionalText(name) {
    case "true": true
    case "false", nil: false
    default: throw .invalidElement(name)
    }
  }
}
