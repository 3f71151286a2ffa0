internal import OSSJSON
internal import OSSPrimitives

/// A row of the table of variations: how a client makes what it signs otherwise.
struct Variation: Sendable {
  /// The ids of the mistakes, or of another cause.
  let ids: [String]
  /// The versions, headers or URLs, and methods of which it can be made.
  let versions: Set<SignedVersion>
  let isOfURL: Bool?
  let methods: [Bytes]
  /// Names of headers that must be there, and of those that must not.
  let with: [Bytes]
  let without: [Bytes]
  let steps: [VariationStep]
}

enum SignedVersion: Hashable, Sendable { case v1, v2, v4 }

/// A change of one part.
struct VariationStep: Sendable {
  let part: SignedPart
  let name: String
  let arguments: [Bytes]
  /// Where the argument comes from; nil for the arguments that are written.
  let source: VariationSource?
  let condition: VariationCondition
  /// The change of a list; nil for one of a text.
  let list: ListChange?

  /// The change with its argument; nil where the request lacks what is its argument.
  func change(of ingredients: Ingredients) -> TextChange? {
    guard let source else { return TextChange(name, arguments) }
    return source.value(in: ingredients).flatMap { TextChange(name, [$0]) }
  }
}

/// A part of what is signed; ``names`` has its name in the table.
enum SignedPart: UInt8 {
  case method, contentMD5, contentType, date
  /// The four lines of V1 and V2 before the headers.
  case lines
  case sentHeaderName, headerName, sentHeaderValue, headerValue, headerLine
  /// What headers are sorted by.
  case headerOrder, sentHeaderOrder, headerLineOrder
  /// The list of headers, and their lines, with V4 also the empty line behind them.
  case headers
  /// The list of additional headers, and their line.
  case additionalHeaders
  case bucket, sentKey, key, path, encodedKey, encodedPath
  case sentParameterName, sentParameterValue, parameterName, parameterValue, encodedName
  case encodedValue, parameter
  /// What parameters are sorted by.
  case parameterOrder, decodedOrder, pairOrder
  /// The list of parameters, and their text; with V4 also with its line end.
  case parameters, queryLine
  case resource, payload
  /// What is hashed first: the string to sign of V1 and V2, the canonical request of V4.
  case text
  case hash, scope, string
  case secret, firstKey, keyDate, keyRegion, keyProduct, keyEnd, derivedKey, signingKey
  /// The hash of the HMAC: any change of it is the other one.
  case hmac
  /// The bytes of the code, which are then written otherwise, and the signature as it is written.
  case digest, signature

  /// The names in the order of the cases.
  private static let names = [
    "method", "Content-MD5", "Content-Type", "date", "lines", "sent header name", "header name",
    "sent header value", "header value", "header line", "header order", "sent header order",
    "header line order", "headers", "additional headers", "bucket", "sent key", "key", "path",
    "encoded key", "encoded path", "sent parameter name", "sent parameter value",
    "parameter name", "parameter value", "encoded name", "encoded value", "parameter",
    "parameter order", "decoded parameter order", "parameter pair order", "parameters",
    "query line", "resource", "payload", "text", "hash", "scope", "string", "secret", "first key",
    "key date", "key region", "key product", "key end", "derived key", "signing key", "HMAC",
    "digest", "signature",
  ]

  init?(name: String) {
    guard let index = Self.names.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
      return nil
    }
    self.init(rawValue: UInt8(index))
  }

  var name: String { Self.names[Int(rawValue)] }

  /// The part as one of a set.
  var option: SignedParts { SignedParts(rawValue: 1 << UInt64(rawValue)) }
}

/// Some parts.
struct SignedParts: OptionSet {
  let rawValue: UInt64

  /// What each piece of a text is made of.
  static let ofHead = parts([.method, .contentMD5, .contentType, .date, .lines])
  static let ofHeaders = parts([
    .sentHeaderName, .headerName, .sentHeaderValue, .headerValue, .headerLine, .headerOrder,
    .sentHeaderOrder, .headerLineOrder, .headers, .additionalHeaders,
  ])
  static let ofHeaderOrder = parts([.headerOrder, .sentHeaderOrder, .headerLineOrder, .headers])
  static let ofPath = parts([.bucket, .sentKey, .key, .path, .encodedKey, .encodedPath])
  static let ofQuery = parts([
    .sentParameterName, .sentParameterValue, .parameterName, .parameterValue, .encodedName,
    .encodedValue, .parameter, .parameterOrder, .decodedOrder, .pairOrder, .parameters, .queryLine,
  ])
  static let ofText = parts([.resource, .payload, .text])
  static let ofKey = parts([
    .secret, .firstKey, .keyDate, .keyRegion, .keyProduct, .keyEnd, .derivedKey, .signingKey,
  ])
  /// What is made after the canonical request of V4, or the string to sign of V1 and V2.
  static let ofSignature = ofKey.union(
    parts([.hash, .scope, .string, .hmac, .digest, .signature]))

  private static func parts(_ parts: [SignedPart]) -> SignedParts {
    parts.reduce(into: []) { $0.insert($1.option) }
  }
}

/// A change of a list of headers, parameters or additional headers.
enum ListChange: String, CaseIterable {
  case leftOut = "left out"
  case leftOutInTurn = "left out in turn"
  case added
  case addedInTurn = "added in turn"
  /// One more of the first argument's name; its value is the second argument, or from elsewhere.
  case inserted
  /// One more, of each name in turn.
  case insertedInTurn = "inserted in turn"
  case movedFirst = "moved first"
  case movedLast = "moved last"
  case firstOfRepeated = "first of repeated"
  case lastOfRepeated = "last of repeated"
  /// The last of names that differ in case alone.
  case lastOfCase = "last of those that differ in case"
  case joinedBy = "joined by"
  case reversed
}

/// What else of the request an argument is.
enum VariationSource: Sendable {
  case header(Bytes)
  /// The header as it was sent, with its blanks.
  case sentHeader(Bytes)
  /// The header of this very spelling; empty without one.
  case spelledHeader(Bytes)
  /// The first header whose name begins so.
  case headerPrefix(Bytes)
  case parameter(Bytes)
  case host, bucket, endpointPath, sentKey, sentList, secret, region, product

  init?(_ text: String) {
    let words = text.pieces(at: " ", most: 2)
    let name = words.count > 1 ? words[1].bytes : []
    switch words[0] {
    case "header": self = .header(name)
    case "sent": self = .sentHeader(name)
    case "spelled": self = .spelledHeader(name)
    case "header*": self = .headerPrefix(name)
    case "parameter": self = .parameter(name)
    case "host": self = .host
    case "bucket": self = .bucket
    case "endpoint": self = .endpointPath
    case "key": self = .sentKey
    case "list": self = .sentList
    case "secret": self = .secret
    case "region": self = .region
    case "product": self = .product
    default: return nil
    }
  }

  func value(in ingredients: Ingredients) -> Bytes? {
    switch self {
    case .header(let name): ingredients.headers.first { $0.name == name }?.value
    case .sentHeader(let name): ingredients.headers.first { $0.name == name }?.sentValue
    case .spelledHeader(let name): ingredients.headers.first { $0.sentName == name }?.value ?? []
    case .headerPrefix(let prefix):
      ingredients.headers.first { $0.name.starts(with: prefix) }?.value
    case .parameter(let name): ingredients.parameters.first { $0.name == name }?.value
    case .host: ingredients.host
    case .bucket: ingredients.bucket.map { $0 + "/".bytes }
    case .endpointPath: ingredients.endpointPath.isEmpty ? nil : ingredients.endpointPath
    case .sentKey: ingredients.sentKey
    case .sentList: ingredients.sentList.isEmpty ? nil : ingredients.sentList
    case .secret: ingredients.secret
    case .region: ingredients.scope.count == 4 ? ingredients.scope[1] : nil
    case .product: ingredients.scope.count == 4 ? ingredients.scope[2] : nil
    }
  }
}

/// Which headers, parameters or texts a change is about: those that pass each test.
struct VariationCondition: Sendable {
  enum Test: String, CaseIterable {
    case name
    /// The name as it was sent.
    case spelled
    case prefix
    case spelledPrefix = "spelled prefix"
    case contains, suffix, value
    case valueContains = "value contains"
    case ascii, visible, bare, empty, digits, signed, additional
    case lowerCase = "lower case"
    case subresource
    case subresourceInAnyCase = "subresource in any case"
    case containsSubresource = "contains a subresource"
    case partOfList = "part of list"
    /// Whether a parameter has the same name.
    case parameter
    case listInLowerCase = "list in lower case"
    /// Whether the request is about a bucket and no key.
    case bucketAlone = "bucket alone"
  }

  let tests: [(test: Test, isNegative: Bool, texts: [Bytes])]

  func holds(for item: SignedItem, in ingredients: Ingredients) -> Bool {
    for (test, isNegative, texts) in tests {
      if Self.passes(item, test, texts, ingredients) == isNegative { return false }
    }
    return true
  }

  private static func passes(
    _ item: SignedItem, _ test: Test, _ texts: [Bytes], _ ingredients: Ingredients
  ) -> Bool {
    switch test {
    case .name: texts.contains(item.name)
    case .spelled: texts.contains(item.sentName)
    case .prefix: texts.contains { item.name.starts(with: $0) }
    case .spelledPrefix: texts.contains { item.sentName.starts(with: $0) }
    case .contains: texts.contains { item.name.firstPlace(of: $0) != nil }
    case .suffix: texts.contains { item.name.dropping(suffix: $0) != item.name }
    case .value: texts.contains(item.value)
    case .valueContains: texts.contains { item.value.firstPlace(of: $0) != nil }
    case .ascii: item.value.allSatisfy { $0 < 0x80 }
    case .visible: item.value.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x09 }
    case .bare: item.isBare
    case .empty: item.value.isEmpty
    case .digits: !item.name.isEmpty && item.name.allSatisfy { 0x30...0x39 ~= $0 }
    case .signed: item.isSigned
    case .additional: item.isAdditional
    case .lowerCase: item.sentName == item.name
    case .subresource: SubresourceNames.contains(item.name)
    case .subresourceInAnyCase:
      SubresourceNames.inLowerCase.contains(item.name[...].lowercased)
    case .containsSubresource:
      SubresourceNames.all.contains { item.name.firstPlace(of: $0) != nil }
    case .listInLowerCase: ingredients.sentList == ingredients.sentList[...].lowercased
    case .parameter: ingredients.parameters.contains { $0.name == item.name }
    case .bucketAlone: ingredients.bucket != nil && ingredients.key.isEmpty
    case .partOfList: ingredients.sentList[...].lowercased.firstPlace(of: item.name) != nil
    }
  }
}
