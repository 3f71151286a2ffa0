package import OSSJSON
internal import OSSPrimitives

/// The value of an Authorization header, taken apart (FMT-JUDGE-2, FMT-PRINT-3).
///
/// With V1 it is `OSS <id>:<signature>`; with V2 `OSS2 ` and pairs such as `Signature:…`, with V4
/// `OSS4-HMAC-SHA256 ` and pairs such as `Signature=…`, with a comma between them, and with version 3
/// of STS the same after `ACS3-HMAC-SHA256 `.
struct AuthorizationParts {
  let scheme: Bytes
  /// What follows the scheme, each with its name; of pairs the order means nothing.
  let parts: [Field]

  /// The part that is the signature.
  var signature: Bytes? { parts.first { $0.name == Self.signatureName }?.value }

  private static let idName = "access key ID".bytes
  private static let signatureName = "signature".bytes

  /// Takes a value apart, if it has exactly one of these forms.
  ///
  /// There is one space, which ends the scheme.
  init?(_ value: Bytes) {
    guard case (let scheme, let rest?) = value[...].halves(at: " ") else { return nil }
    self.scheme = Bytes(scheme)
    let read =
      switch self.scheme.text {
      case "OSS": Self.pair(rest)
      case "OSS2": Self.list(rest, separator: ":")
      case "OSS4-HMAC-SHA256", "ACS3-HMAC-SHA256": Self.list(rest, separator: "=")
      default: nil as [Field]?
      }
    guard let read, read.contains(where: { $0.name == Self.signatureName }) else { return nil }
    parts = read
  }

  /// An id and a signature. The last colon divides, because no signature holds one; an id may.
  private static func pair(_ text: Bytes.SubSequence) -> [Field]? {
    guard !text.contains(UInt8(ascii: " ")), let colon = text.lastIndex(of: UInt8(ascii: ":")),
      colon > text.startIndex, colon + 1 < text.endIndex
    else { return nil }
    return [
      Field(name: idName, value: Bytes(text[..<colon])),
      Field(name: signatureName, value: Bytes(text[(colon + 1)...])),
    ]
  }

  /// Pairs with a comma between them; a blank after it is passed over.
  private static func list(
    _ text: Bytes.SubSequence, separator: Unicode.Scalar
  ) -> [Field]? {
    var fields: [Field] = []
    for piece in text.pieces(at: ",") {
      let pair = fields.isEmpty ? piece : piece.drop { $0.isBlank }
      guard case (let name, let value?) = Bytes(pair).halves(at: separator), !name.isEmpty,
        !pair.contains(UInt8(ascii: " "))
      else { return nil }
      if name.isText("Signature") {
        fields.append(Field(name: signatureName, value: value))
      } else if separator == ":", name.isText("AdditionalHeaders") {
        // In the header of V2 the order of these names is not judged (V2-ADD-8).
        let names = value[...].pieces(at: ";").sorted { $0.precedes($1) }
        fields.append(Field(name: name, value: names.map { Bytes($0) }.joined(by: ";")))
      } else {
        fields.append(Field(name: name, value: value))
      }
    }
    return fields
  }

  /// What differs between two values; both sides whole where either has another form or scheme.
  static func differences(_ name: String, expected: Bytes, actual: Bytes) -> [Difference] {
    if expected == actual { return [] }
    guard let wanted = AuthorizationParts(expected), let given = AuthorizationParts(actual),
      wanted.scheme == given.scheme
    else { return [Difference(name: name, expected: expected, actual: actual)] }
    return Field.differences(name, kind: "", expected: wanted.parts, actual: given.parts)
  }
}

extension Answer {
  /// The signature that an answer shows only inside another member, which is not expected itself.
  ///
  /// Some vectors know the signature alone, and some SDKs show nothing but the header or the URL: the
  /// one must not be judged wrong for the other.
  ///
  /// - Parameter expected: The expected members; those are compared as they are.
  package func signatureShown(besides expected: JSONObject) -> JSONValue? {
    if expected["authorization"] == nil,
      let value = members["authorization"]?.protocolText,
      let signature = AuthorizationParts(value)?.signature
    {
      return .string(signature.text)
    }
    guard expected["url"] == nil, let value = members["url"]?.protocolText,
      let parts = URLParts(value)
    else { return nil }
    let signatures = parts.query.filter { parameter in
      ["Signature", "x-oss-signature"].contains(where: parameter.name.isText)
    }
    return signatures.count == 1 ? .string(signatures[0].value.text) : nil
  }
}
