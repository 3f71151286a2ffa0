package import OSSPrimitives

/// What is to be signed: the input of an operation, as bytes.
package struct SigningInput: Sendable {
  /// A version of the signature.
  package enum Version: Sendable { case v1, v2, v4 }

  package let version: Version
  /// Whether the signature goes into a URL, and not into a header.
  package let isURL: Bool
  package var method = "GET".raw
  package var bucket: Bytes?
  package var key: Bytes?
  package var headers: [SigningField] = []
  package var query: [SigningField] = []
  package var additionalHeaders: [Bytes] = []
  package var accessKeyID: Bytes = []
  package var secret: Bytes = []
  /// The token of the credentials; nil for a long-term pair.
  package var token: Bytes?
  package var region: Bytes = []
  package var product = "oss".raw
  /// The time of signing, in seconds since 1970.
  package var time: Int64 = 0
  /// When a URL expires: in seconds since 1970, with V4 in seconds from the time of signing on.
  package var expires: Int64 = 0
  package var endpoint: SigningEndpoint?

  /// The value of the caller's header of a name in lower case, without outer blanks; those of one name
  /// are joined (V1-HDR-8).
  package func header(_ name: String) -> Bytes? {
    let values = headers.filter { $0.name.lowerCase.isText(name) }.map(\.text.trimmed)
    return values.isEmpty ? nil : values.joined(with: ",")
  }

  /// The value of the caller's first header of which the name, as it was given, makes a statement true.
  package func givenHeader(_ isMatch: (Bytes) -> Bool) -> Bytes? {
    headers.first { isMatch($0.name) }?.text
  }
}

/// A header or a parameter.
package struct SigningField: Hashable, Sendable {
  package var name: Bytes
  /// The value; nil for the bare name of a parameter.
  package var value: Bytes?

  package init(_ name: Bytes, _ value: Bytes?) { (self.name, self.value) = (name, value) }
  package init(_ name: String, _ value: Bytes?) { self.init(name.raw, value) }

  /// The value, empty for a bare name.
  package var text: Bytes { value ?? [] }
}

/// One of the texts of an input.
package enum SigningText: Sendable {
  case method, bucket, key, accessKeyID, secret, token, region, product, endpoint
}

/// One of the numbers of an input.
package enum SigningNumber: Sendable { case time, expires }

/// A header on its way into the string to sign.
package struct HeaderLine: Sendable {
  /// The name as it is signed.
  package var name: Bytes
  /// The value as it is signed.
  package var value: Bytes
  /// The header as it was given.
  package let given: SigningField

  /// Whether the header is one of OSS, whatever the case of its name.
  package var isOSS: Bool { name.lowerCase.begins(with: "x-oss-") }
  /// Whether V4 signs the header without being asked (V4-HDR-1).
  package var isSignedAnyway: Bool { SigningModel.isSignedAnyway(name.lowerCase) }
  /// The line as the pages have it (V1-HDR-6).
  package var text: Bytes { name + ":".raw + value + "\n".raw }
}

/// A parameter on its way into the string to sign or into a URL.
package struct QueryPart: Sendable {
  /// The parameter as it was given.
  package var given: SigningField
  /// Whether signing adds it.
  package let isAdded: Bool
  /// The name as it is written.
  package var name: Bytes = []
  /// The value as it is written; nil for a bare name.
  package var value: Bytes?

  /// The parameter with its equals sign if it has a value that is not empty (V1-RES-7, V1-RES-8).
  package var text: Bytes {
    guard let value, !value.isEmpty else { return name }
    return name + "=".raw + value
  }
}

/// A part of a string to sign or of a canonical request.
package struct StringPart: Sendable {
  package enum Kind: Sendable {
    case method, contentMD5, contentType, date, headers, additional, resource
    case uri, query, payload
    case algorithm, timestamp, scope, hash
  }

  package let kind: Kind
  package var text: Bytes
  /// What follows the text: a line end, or nothing.
  package var end: Bytes = "\n".raw
}
