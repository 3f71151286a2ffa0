internal import OSSPrimitives
internal import OSSSigning

/// The rules for the parts of a callback (CALL-REF).
enum CallbackRules {
  /// Refuses no URL, more than 5 (CALL-PAR-4), and one that OSS does not call (CALL-REF-1).
  static func check(urls: [String]) throws(CallbackError) {
    if !(1...UploadCallback.greatestURLCount).contains(urls.count) {
      throw .urlCount(urls.count)
    }
    for (index, url) in urls.enumerated() {
      let bytes = Bytes(url.utf8)
      if bytes.isEmpty { throw .invalidURL(index: index, offset: 0) }
      // Visible ASCII but the semicolon, which is between two URLs.
      if let offset = bytes.firstIndex(where: { !(0x21...0x7E ~= $0) || $0 == 0x3B }) {
        throw .invalidURL(index: index, offset: offset)
      }
      if let offset = placeFault(of: url) { throw .invalidURL(index: index, offset: offset) }
    }
  }

  /// Where a URL has another scheme, no host or no good port (CALL-REF-1); nil if it is good.
  private static func placeFault(of text: String) -> Int? {
    let url = text.lowercasedBytes
    var start = 0
    for scheme in ["http://", "https://"] where url.starts(with: scheme.utf8) {
      start = scheme.utf8.count
    }
    let end = url[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? url.count
    var reader = EndpointReader(url[start..<end])
    do throws(SigningError) {
      _ = try reader.readHost()
      _ = try reader.readPort()
      return nil
    } catch {
      switch error {
      case .invalidEndpoint(.host(let offset)): return start + offset
      // From its colon on.
      case .invalidEndpoint(.port(let offset)): return start + offset - 1
      default: return start
      }
    }
  }

  /// Refuses an empty body, and a `${` without its `}` or with nothing in it (CALL-REF-2).
  static func check(body: String) throws(CallbackError) {
    let bytes = Bytes(body.utf8)
    if bytes.isEmpty { throw .emptyBody }
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "{") {
        guard let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "}")), end > index + 2
        else { throw .invalidVariableReference(offset: index) }
        index = end
      }
      index += 1
    }
  }

  /// Refuses a name that is not `x:` and lower-case letters, digits, `_`, `-` and `.` (CALL-VAR-2,
  /// CALL-REF-5).
  static func check(variable name: String) throws(CallbackError) {
    let bytes = Bytes(name.utf8)
    guard bytes.starts(with: "x:".utf8), bytes.count > 2 else { throw .invalidVariable(name) }
    for byte in bytes[2...] {
      switch byte {
      case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: continue
      default: throw .invalidVariable(name)
      }
    }
  }
}
