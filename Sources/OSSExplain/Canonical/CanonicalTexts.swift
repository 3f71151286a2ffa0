package import OSSPrimitives

/// The texts that OSS makes of a request to check its signature, part by part.
package enum CanonicalTexts: Hashable, Sendable {
  case v1(StringParts)
  case v2(StringParts)
  case v4(RequestParts)

  /// The bytes that are signed.
  package var stringToSign: Bytes {
    switch self {
    case .v1(let parts), .v2(let parts): parts.stringToSign
    case .v4(let parts): parts.stringToSign
    }
  }
}

/// The parts of the string to sign of V1 and V2 (V1-STS-1, V2-STS-1).
package struct StringParts: Hashable, Sendable {
  package var method: Bytes
  /// The values of the two headers of the content; empty without them.
  package var contentMD5: Bytes
  package var contentType: Bytes
  /// The date, or the end of a presigned URL.
  package var date: Bytes
  package var headers: [SignedLine]
  /// In lower case and sorted; nil with V1, which has no line for them.
  package var additionalHeaders: [Bytes]?
  /// The bucket, the key and the signed parameters.
  package var resource: Bytes

  /// The bytes that are signed.
  package var stringToSign: Bytes {
    var text = [method, contentMD5, contentType, date].lines + headers.text
    if let additionalHeaders { text += [additionalHeaders.joined(by: ";")].lines }
    return text + resource
  }
}

/// The parts of the canonical request and of the string to sign of V4 (V4-REQ-1, V4-STS-1).
package struct RequestParts: Hashable, Sendable {
  package var method: Bytes
  package var uri: Bytes
  package var query: Bytes
  package var headers: [SignedLine]
  /// In lower case and sorted.
  package var additionalHeaders: [Bytes]
  /// The payload line.
  package var payload: Bytes
  /// The second and the third line of the string to sign.
  package var date: Bytes
  package var scope: Bytes

  /// The bytes whose hash is signed.
  package var canonicalRequest: Bytes {
    let names = additionalHeaders.joined(by: ";")
    return [method, uri, query].lines + headers.text + [[], names].lines + payload
  }

  /// The SHA-256 of the canonical request in hexadecimal digits (V4-STS-3).
  package var requestHash: Bytes { canonicalRequest.sha256 }

  /// The bytes that are signed.
  package var stringToSign: Bytes { ["OSS4-HMAC-SHA256".bytes, date, scope].lines + requestHash }
}

/// A header as a version signs it: its name in lower case, and the values of its name joined.
package struct SignedLine: Hashable, Sendable {
  /// The name in lower case.
  package var name: Bytes
  /// The value without outer blanks.
  package var value: Bytes
}

extension [SignedLine] {
  /// The lines, each with its LF.
  package var text: Bytes {
    var text = Bytes()
    for line in self {
      text.append(contentsOf: line.name)
      text.append(ascii: ":")
      text.append(contentsOf: line.value)
      text.append(0x0A)
    }
    return text
  }
}

extension [Bytes] {
  /// The texts, each with its LF.
  fileprivate var lines: Bytes {
    var text = Bytes()
    for line in self {
      text.append(contentsOf: line)
      text.append(ascii: "\n")
    }
    return text
  }

  /// The texts with an ASCII character between.
  package func joined(by separator: Unicode.Scalar) -> Bytes {
    var text = Bytes()
    for (index, piece) in enumerated() {
      if index > 0 { text.append(ascii: separator) }
      text.append(contentsOf: piece)
    }
    return text
  }
}
