internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning

/// What an answer of STS in XML means: the object that the same answer is in JSON.
enum AssumeRoleMarkup {
  /// The root of an answer that holds a token.
  static let root = "AssumeRoleResponse"
  /// The root of an answer that reports an error.
  static let errorRoot = "Error"
  /// The elements that stand for objects.
  private static let objects = ["Credentials", "AssumedRoleUser"]

  /// Reads the elements of an answer, their texts as those of an error are (ROLE-RSP-3, ROLE-RSP-5,
  /// ROLE-RSP-9).
  static func document(in body: Bytes) throws(ErrorBodyError) -> XMLDocument {
    try XMLDocument(body, roots: [root, errorRoot])
  }

  /// The error that a document reports; nil where it reports no error (ROLE-RSP-8).
  ///
  /// Each `Code` is judged, so that one that says `Success` hides no other.
  static func fault(in document: XMLDocument) -> TokenResponseError? {
    let codes = document.elements.filter { $0.path.hasSameBytes(as: "Code") }
    let wrong = codes.first { $0.holdsElements || !$0.decoded.hasSameBytes(as: "Success") }
    guard wrong != nil || document.root.hasSameBytes(as: errorRoot) else { return nil }
    var said = texts(of: document)
    // The error is named by the code that reports it, not by one before it.
    if let wrong { said["Code"] = wrong.holdsElements ? nil : .string(wrong.decoded) }
    let value = wrong.flatMap { Int64(decimal: $0.decoded) }
    // What is said is kept without the secret and the token; of two nobody knows which it repeats.
    guard let answer = try? object(of: document) else {
      return .bodyStatus(member: "Code", value: value, nil)
    }
    said["Credentials"] = answer["Credentials"]
    return .bodyStatus(member: "Code", value: value, TokenServerError(said))
  }

  /// The object of a document: names are compared byte by byte, those of other elements are passed
  /// over (ROLE-RSP-4, ROLE-RSP-17, ROLE-RSP-16). Refused where a part of it is there twice (ROLE-RSP-10).
  static func object(of document: XMLDocument) throws(TokenResponseError) -> JSONObject {
    if let name = repeatedPart(of: document) { throw .torn(name, name) }
    var result: JSONObject = [:]
    for element in document.elements {
      let (parent, name) = element.names
      guard let name else { continue }
      guard let parent else {
        if result[name] == nil { result[name] = value(of: element, named: name) }
        continue
      }
      guard var object = result[parent]?.objectValue, object[name] == nil else { continue }
      object[name] = element.holdsElements ? .object([:]) : .string(element.decoded)
      result[parent] = .object(object)
    }
    return result
  }

  /// The members of a document that are texts.
  static func texts(of document: XMLDocument) -> JSONObject {
    var result: JSONObject = [:]
    for element in document.elements where !element.holdsElements {
      let (parent, name) = element.names
      if parent == nil, let name, result[name] == nil { result[name] = .string(element.decoded) }
    }
    return result
  }

  /// What an element in the root means: an object if its name is that of one and it has no
  /// text of its own (ROLE-RSP-11).
  private static func value(of element: XMLDocument.Element, named name: String) -> JSONValue {
    let isObject = objects.contains { $0.hasSameBytes(as: name) } && element.isBlank
    if isObject || element.holdsElements && element.isBlank { return .object([:]) }
    return .string(element.decoded)
  }

  /// The first part that is there twice (ROLE-RSP-10).
  private static func repeatedPart(of document: XMLDocument) -> String? {
    let names = TokenNames.pascalCase.inOrder
    for (path, name) in ["Credentials", "StatusCode", "statusCode"].map({ ($0, $0) })
      + names.map({ ("Credentials/\($0)", $0) })
    where document.elements.count(where: { $0.path.hasSameBytes(as: path) }) > 1 {
      return name
    }
    return nil
  }
}

extension XMLDocument.Element {
  /// The text.
  fileprivate var decoded: String { String(decoding: text, as: UTF8.self) }

  /// Whether there is nothing but white space in it, elements aside.
  fileprivate var isBlank: Bool { text.allSatisfy { XMLWhiteSpace.contains($0) } }

  /// The name of the element around it, nil where that is the root, and its own; no name for one
  /// that is deeper.
  fileprivate var names: (parent: String?, name: String?) {
    let parts = path.pieces(at: "/")
    switch parts.count {
    case 1: return (nil, path)
    case 2: return (parts[0], parts[1])
    default: return (nil, nil)
    }
  }
}
