package import OSSJSON
internal import OSSPrimitives

/// Compares the headers to send with the ones that are expected.
struct HeaderComparison {
  /// Whether the caller gave x-oss-date, beside which a Date that is sent means nothing.
  let callerGivesOSSDate: Bool

  /// What differs; one difference for the whole where the given value is not a list of headers.
  func differences(
    _ name: String, expected: JSONValue, actual: JSONValue
  ) -> [Difference] {
    let names = Set(Field.list(expected)?.map(\.name) ?? [])
    guard let wanted = Self.judged(expected, beside: names),
      let judged = Self.judged(actual, beside: names)
    else {
      return TextComparison.differences(name, expected: expected, actual: actual).map {
        Difference(
          name: name, part: "not a list of names and values", expected: $0.expected,
          actual: $0.actual)
      }
    }
    let found = Field.differences(name, kind: "header", expected: wanted, actual: judged)
    return found.flatMap { refined($0) }
  }

  /// Passes over what does no harm, and compares Authorization by its parts.
  private func refined(_ difference: Difference) -> [Difference] {
    switch difference.part {
    case "header date" where callerGivesOSSDate && difference.expected == nil:
      []
    case "header authorization":
      if let expected = difference.expected, let actual = difference.actual {
        AuthorizationParts.differences(difference.name, expected: expected, actual: actual).map {
          Difference(
            name: $0.name, part: $0.part.map { "header authorization, \($0)" } ?? difference.part,
            expected: $0.expected, actual: $0.actual)
        }
      } else {
        [difference]
      }
    default: [difference]
    }
  }

  /// Whether a header that nobody asked for changes what the server computes.
  private static func isSigned(_ name: Bytes) -> Bool {
    let names = ["content-type", "content-md5", "authorization"]
    return name.begins(with: "x-oss-") || names.contains(where: name.isText)
  }

  /// The headers of a value that are judged where those of some names are expected, without blanks
  /// at their ends; nil where it is not a list of headers.
  static func judged(_ value: JSONValue, beside names: Set<Bytes>) -> [Field]? {
    Field.list(value)?.filter { names.contains($0.name) || isSigned($0.name) }
      .map { Field(name: $0.name, value: $0.value.trimmingBlanks) }
  }

  /// The comparison for the input of a vector.
  init(input: JSONObject) {
    let fields = input["headers"].flatMap(Field.list) ?? []
    callerGivesOSSDate = fields.contains { $0.name.isText("x-oss-date") }
  }
}

/// A name and a value: a query parameter or a header, as it is compared.
struct Field: Hashable {
  var name: Bytes
  var value: Bytes

  /// The pairs of a value, their names in lower case; nil where it is not a list of pairs of texts.
  static func list(_ value: JSONValue) -> [Field]? {
    guard let entries = value.arrayValue else { return nil }
    var fields: [Field] = []
    for entry in entries {
      guard let pair = entry.arrayValue, pair.count == 2, let name = pair[0].protocolText,
        let value = pair[1].protocolText
      else { return nil }
      fields.append(Field(name: name.lowercased, value: value))
    }
    return fields
  }

  /// What differs between two lists in which order means nothing.
  ///
  /// A field that is missing and one that is too many under the same name are one difference.
  static func differences(
    _ name: String, kind: String, expected: [Field], actual: [Field]
  ) -> [Difference] {
    var extra = actual
    var missing: [Field] = []
    for field in expected {
      if let index = extra.firstIndex(of: field) {
        extra.remove(at: index)
      } else {
        missing.append(field)
      }
    }
    var differences: [Difference] = []
    for field in missing {
      let index = extra.firstIndex { $0.name == field.name }
      let given = index.map { extra.remove(at: $0).value }
      differences.append(
        Difference(
          name: name, part: field.title(kind), expected: field.value, actual: given))
    }
    for field in extra {
      differences.append(
        Difference(name: name, part: field.title(kind), expected: nil, actual: field.value))
    }
    return differences
  }

  private func title(_ kind: String) -> String {
    (kind.isEmpty ? "" : kind + " ") + name.text
  }
}

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
