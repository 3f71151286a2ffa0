internal import OSSPrimitives

/// A row of the table of variations: how a client makes what it signs otherwise.
struct Variation: Sendable {
  /// The ids of the mistakes, or of another cause.
  let ids: [String]
  /// The versions, headers or URLs, and methods of which it can be made.
  let versions: [SignatureKind]
  let isOfURL: Bool?
  let methods: [Bytes]
  /// Names of headers that must be there, and of those that must not.
  let with: [Bytes]
  let without: [Bytes]
  let steps: [VariationStep]
}

/// A change of one part: of its text, or of the list that it is.
struct VariationStep: Sendable {
  let part: SignedPart
  let change: TextChange?
  let list: ListChange?
  let arguments: [Bytes]
  /// Where the last argument comes from; nil where all are written.
  let source: VariationSource?
  let condition: VariationCondition
}

/// A part of what is signed.
enum SignedPart: String {
  case method, contentMd5, contentType, date
  /// The four lines of V1 and V2 before the headers.
  case lines
  case headerName, headerValue, headerLine
  /// What headers and parameters are sorted by.
  case headerOrder, parameterOrder
  /// The lists, and their texts: with V4 that of the headers also with the empty line behind them and
  /// that of the parameters with its line end, with V1 and V2 that of the parameters with its mark.
  case headers, additionalHeaders, parameters
  /// The bucket with a slash behind it.
  case bucket
  case key, path, encodedPath
  case parameterName, parameterValue, encodedName, encodedValue, parameter
  case payload
  /// What is hashed first: the string to sign of V1 and V2, the canonical request of V4.
  case text
  case hash, string
  case secret, firstKey, keyDate, keyRegion, keyProduct, keyEnd, derivedKey
  /// The hash of the HMAC: any change of it is the other one.
  case hmac
  /// The bytes of the code, which are then written otherwise, and the signature as it is written.
  case digest, signature

  /// What has to be made again where the part is changed.
  var piece: SignedPiece {
    switch self {
    case .method, .contentMd5, .contentType, .date, .lines: .head
    case .headerName, .headerValue, .headerLine, .headerOrder, .headers: .headers
    case .additionalHeaders: .names
    case .bucket, .key, .path, .encodedPath: .path
    case .parameterName, .parameterValue, .encodedName, .encodedValue, .parameter,
      .parameterOrder, .parameters:
      .query
    case .payload: .payload
    case .text: .text
    case .secret, .firstKey, .keyDate, .keyRegion, .keyProduct, .keyEnd, .derivedKey, .hmac: .key
    case .hash, .string, .digest, .signature: .signature
    }
  }
}

/// A piece of what is hashed, or what is made of the hash: its key, and the rest.
enum SignedPiece { case head, headers, names, path, query, payload, text, key, signature }

/// A change of a list of headers, parameters or additional headers.
enum ListChange: String {
  case leftOut, leftOutInTurn, added, addedInTurn
  /// One more, with the arguments as name and value; one of each name in turn.
  case inserted, insertedInTurn
  /// Of those of one name alone; the last of the names that differ in case alone.
  case firstOfRepeated, lastOfRepeated, lastOfCase
  /// With the argument between the values of one name.
  case joinedBy

  /// Whether the change can be made with such arguments.
  func takes(_ arguments: [Bytes]) -> Bool {
    ![.inserted, .insertedInTurn, .joinedBy].contains(self) || !arguments.isEmpty
  }
}

/// What else of the request an argument is: a word, and a name for some.
struct VariationSource: Sendable {
  enum Word: String {
    /// The value of a header; as it was sent, with its blanks; of the first whose name begins so; of
    /// the one of this very spelling, empty without one.
    case header, sentHeader, headerBeginning, headerSpelled
    case parameter
    /// What is changed as it was sent; in an order, the name of a parameter before it is encoded.
    case sentName, sentValue
    case value
    case host, bucket, endpoint, key, list, region, product
  }

  let word: Word
  let name: Bytes

  func value(in own: Ingredients, _ item: SignedItem?) -> Bytes? {
    switch word {
    case .header: own.headers.first { $0.name == name }?.value
    case .sentHeader: own.headers.first { $0.name == name }?.sentValue
    case .headerBeginning: own.headers.first { $0.name.starts(with: name) }?.value
    case .headerSpelled: own.headers.first { $0.sentName == name }?.value ?? []
    case .parameter: own.parameters.first { $0.name == name }?.value
    case .sentName: item?.sentName
    case .sentValue: item.map { $0.sentValue ?? [] }
    case .value: item?.value
    case .host: own.host
    case .bucket: own.bucket.map { $0 + "/".bytes } ?? []
    case .endpoint: own.endpointPath.isEmpty ? nil : own.endpointPath
    case .key: own.sentKey
    case .list: own.sentList.isEmpty ? nil : own.sentList
    case .region: own.scope.count == 4 ? own.scope[1] : nil
    case .product: own.scope.count == 4 ? own.scope[2] : nil
    }
  }
}

/// Which headers, parameters or texts a change is about: those that pass each test.
struct VariationCondition: Sendable {
  enum Test: String {
    case name, prefix
    /// The same of the name as it was sent.
    case spelled, spelledPrefix
    case value
    case ascii, bare, digits, lowerCase
    case signedByName, sent
    case subresource, subresourceInAnyCase, containsSubresource
    /// Whether the list of additional headers has the name somewhere.
    case partOfList
    /// Whether a parameter has the same name.
    case parameter
  }

  let tests: [(test: Test, isNegative: Bool, texts: [Bytes])]

  func holds(for item: SignedItem, in own: Ingredients) -> Bool {
    tests.allSatisfy { Self.passes(item, $0.test, $0.texts, own) != $0.isNegative }
  }

  private static func passes(
    _ item: SignedItem, _ test: Test, _ texts: [Bytes], _ own: Ingredients
  ) -> Bool {
    switch test {
    case .name: texts.contains(item.name)
    case .prefix: texts.contains { item.name.starts(with: $0) }
    case .spelled: texts.contains(item.sentName)
    case .spelledPrefix: texts.contains { item.sentName.starts(with: $0) }
    case .value: texts.contains(item.value)
    case .ascii: item.value.allSatisfy { $0 < 0x80 }
    case .bare: item.sentValue == nil
    case .digits: item.name.decimal != nil
    case .lowerCase: item.sentName == item.sentName.lowercased
    case .signedByName: item.isSignedByName
    case .sent: own.headers.contains { $0.name == item.name }
    case .subresource: SubresourceNames.contains(item.name)
    case .subresourceInAnyCase: SubresourceNames.inLowerCase.contains(item.name.lowercased)
    case .containsSubresource: SubresourceNames.all.contains { item.name.index(of: $0) != nil }
    case .partOfList: own.sentList.lowercased.index(of: item.name) != nil
    case .parameter: own.parameters.contains { $0.name == item.name }
    }
  }
}
