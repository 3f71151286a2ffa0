internal import OSSJSON
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
  private(set) var steps: [VariationStep]

  init(_ row: JSONObject) throws(KnowledgeError) {
    ids = [try row.text("id")] + row.texts("also")
    versions = try row.words("versions")
    isOfURL = row["place"]?.stringValue.map { $0 == "url" }
    (methods, with, without) = (row.bytes("methods"), row.bytes("with"), row.bytes("without"))
    steps = try VariationStep.steps(row)
    for step in row["and"]?.arrayValue ?? [] {
      steps += try VariationStep.steps(step.objectValue ?? [:])
    }
  }
}

/// A change of one part: of its text, or of the list that it is.
struct VariationStep: Sendable {
  enum Change: Sendable {
    case text(TextChange)
    case list(ListChange)
  }

  let part: SignedPart
  let change: Change
  let arguments: [Bytes]
  /// Where the last argument comes from; nil where all are written.
  let source: VariationSource?
  let condition: VariationCondition

  /// The change of a list; nil where it is one of a text.
  var list: ListChange? {
    if case .list(let change) = change { return change }
    return nil
  }

  /// One step for each part that is named.
  fileprivate static func steps(_ row: JSONObject) throws(KnowledgeError) -> [VariationStep] {
    let (name, condition) = (try row.text("change"), try VariationCondition(row))
    let source = try row["from"]?.stringValue.map(VariationSource.init)
    let parts: [SignedPart] = try row.words("part")
    var steps: [VariationStep] = []
    for part in parts {
      let isList = part == .headers || part == .parameters || part == .additionalHeaders
      let list: ListChange? = isList ? try? JSONObject.word(name, "change") : nil
      let change: Change =
        if let list { .list(list) } else { .text(try JSONObject.word(name, "change")) }
      steps.append(
        VariationStep(
          part: part, change: change, arguments: row.bytes("argument"), source: source,
          condition: condition))
    }
    return steps
  }
}

/// A part of what is signed.
enum SignedPart: String {
  case method, contentMd5, contentType, date
  /// That of an upload form.
  case policy
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
  /// Of a call of STS: the list of parameters, encoded once more.
  case encodedParameters
  case payload
  /// What is hashed first: the string to sign of V1 and V2, the canonical request of V4.
  case text
  case hash, string
  /// The parts of the scope, in the string to sign and in the key; its line with the line end.
  case scopeDate, scopeRegion, scopeProduct, scopeEnd, scopeLine
  case secret, firstKey, keyDate, keyRegion, keyProduct, keyEnd, derivedKey
  /// The hash of the HMAC: any change of it is the other one.
  case hmac
  /// What is made of key and message: `swapped`, `key first` or `message first`.
  case construction
  /// The bytes of the code, which are then written otherwise, and the signature as it is written.
  case digest, signature

  /// Whether a change of it can move, rename, add or drop a header.
  var isOfHeaderList: Bool {
    switch self {
    case .headers, .headerName, .headerOrder, .additionalHeaders: true
    default: false
    }
  }

  /// What has to be made again where the part is changed.
  var piece: SignedPiece {
    switch self {
    case .method, .contentMd5, .contentType, .date, .lines, .policy: .head
    case .headerName, .headerValue, .headerLine, .headerOrder, .headers: .headers
    case .additionalHeaders: .names
    case .bucket, .key, .path, .encodedPath: .path
    case .parameterName, .parameterValue, .encodedName, .encodedValue, .parameter,
      .parameterOrder, .parameters, .encodedParameters:
      .query
    case .payload: .payload
    case .text: .text
    case .secret, .firstKey, .keyDate, .keyRegion, .keyProduct, .keyEnd, .derivedKey, .hmac,
      .construction, .scopeDate, .scopeRegion, .scopeProduct, .scopeEnd:
      .key
    case .hash, .string, .scopeLine, .digest, .signature: .signature
    }
  }
}

/// A piece of what is hashed, or what is made of the hash: its key, the date of V4, and the rest.
enum SignedPiece: Int {
  case head, headers, names, path, query, payload, text, key, date, signature
}

/// A change of a list of headers, parameters or additional headers.
enum ListChange: String {
  case leftOut, leftOutInTurn, added, addedInTurn
  /// One more, with the arguments as name and value; one of each name in turn.
  case inserted, insertedInTurn
  /// Of those of one name alone; the last of the names that differ in case alone.
  case firstOfRepeated, lastOfRepeated, lastOfCase
  /// With the argument between the values of one name.
  case joinedBy
}

/// What else of the request an argument is: a word, and a name for some.
struct VariationSource: Sendable {
  private enum Word: String {
    /// The value of a header; as it was sent, with its blanks; of the first whose name begins so; of
    /// the one of this very spelling, empty without one.
    case header, sentHeader, headerBeginning, headerSpelled
    case parameter
    /// What is changed as it was sent; in an order, the name of a parameter before it is encoded.
    case sentName, sentValue
    case value
    case host, bucket, endpoint, key, list, region, product, end, date, id, token
    /// The host of the bucket at an endpoint of OSS, whose rest the name is, with a star for the region.
    case endpointHost
    /// The hash of the body.
    case bodyHash
  }

  private let word: Word
  private let name: Bytes

  fileprivate init(_ text: String) throws(KnowledgeError) {
    let (word, name) = text.bytes.halves(at: ":")
    (self.word, self.name) = (try JSONObject.word(word.text, "from"), name ?? [])
  }

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
    case .bodyHash: own.body.isEmpty ? nil : own.body.sha256
    case .region: own.scope.count == 4 ? own.scope[1] : nil
    case .product: own.scope.count == 4 ? own.scope[2] : nil
    case .end: own.scope.count == 4 ? own.scope[3] : nil
    case .date: own.date
    case .token: own.token
    case .id: own.id.isEmpty ? nil : own.id
    case .endpointHost:
      own.scope.count == 4
        ? (own.bucket ?? []) + name.replacing("*", with: own.scope[1].text) : nil
    }
  }
}

/// Which headers, parameters or texts a change is about: those that pass each test.
struct VariationCondition: Sendable {
  private enum Test: String {
    case name, prefix
    /// Whether a text is anywhere in the name.
    case containing
    /// The same of the name as it was sent.
    case spelled, spelledPrefix
    case value
    case ascii, bare, digits, lowerCase
    case signedByName, sent
    /// Of all that pass the tests before it, one in turn.
    case oneInTurn
    case subresource, subresourceInAnyCase, containsSubresource
    /// Whether the list of additional headers has the name somewhere.
    case partOfList
    /// Whether a parameter has the same name.
    case parameter
  }

  private var tests: [(test: Test, isNegative: Bool, texts: [Bytes])] = []

  /// Reads the tests of `where`; the word `not` before a name turns its test round.
  fileprivate init(_ row: JSONObject) throws(KnowledgeError) {
    let object = row["where"]?.objectValue ?? [:]
    for member in object.members {
      let isNegative = member.name.begins(with: "not ")
      let name = isNegative ? member.name.pieces(at: " ", most: 2)[1] : member.name
      let test: Test = try JSONObject.word(name, "where")
      if test == .oneInTurn { isInTurn = true }
      tests.append((test, isNegative, object.bytes(member.name)))
    }
  }

  /// Whether one of the items is meant in turn.
  private(set) var isInTurn = false

  var isEmpty: Bool { tests.isEmpty }

  func holds(for item: SignedItem, in own: Ingredients) -> Bool {
    for index in tests.indices
    where Self.passes(item, tests[index].test, tests[index].texts, own) == tests[index].isNegative {
      return false
    }
    return true
  }

  private static func passes(
    _ item: SignedItem, _ test: Test, _ texts: [Bytes], _ own: Ingredients
  ) -> Bool {
    switch test {
    case .name: texts.contains(item.name)
    case .prefix: texts.contains { item.name.starts(with: $0) }
    case .containing: texts.contains { item.name.index(of: $0) != nil }
    case .spelled: texts.contains(item.sentName)
    case .spelledPrefix: texts.contains { item.sentName.starts(with: $0) }
    case .value: texts.contains(item.value)
    case .ascii: item.value.allSatisfy { $0 < 0x80 }
    case .bare: item.sentValue == nil
    case .digits: item.name.decimal != nil
    case .lowerCase: item.sentName == item.sentName.lowercased
    case .signedByName: item.isSignedByName
    case .oneInTurn: true
    case .sent: own.headers.contains { $0.name == item.name }
    case .subresource: SubresourceNames.contains(item.name)
    case .subresourceInAnyCase: SubresourceNames.inLowerCase.contains(item.name.lowercased)
    case .containsSubresource: SubresourceNames.all.contains { item.name.index(of: $0) != nil }
    case .partOfList: own.sentList.lowercased.index(of: item.name) != nil
    case .parameter: own.parameters.contains { $0.name == item.name }
    }
  }
}
