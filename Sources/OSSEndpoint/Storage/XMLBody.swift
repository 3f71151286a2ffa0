internal import OSSPrimitives

/// The body of an answer in XML, as OSS writes it: members on lines of their own, each level two spaces
/// deeper, and no namespace.
struct XMLBody {
  private(set) var bytes = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".bytes
  private var depth = 0

  /// Writes a document: members with texts, and what else is in its root.
  init(
    _ root: String, _ members: KeyValuePairs<String, String> = [:],
    _ rest: (inout XMLBody) -> Void = { _ in }
  ) { add(root, members, rest) }

  /// Writes a document whose root has a text.
  init(_ root: String, text: String) { add([root: text]) }

  /// An answer with the document.
  var response: WireResponse {
    WireResponse(status: 200, fields: [.init("Content-Type", "application/xml")], body: bytes)
  }

  /// Appends elements with texts.
  mutating func add(_ members: KeyValuePairs<String, String>) {
    for (name, text) in members {
      begin(name)
      // The way around what XML cannot hold is `encoding-type=url`.
      XMLEscape.append(text, to: &bytes)
      bytes.append("</\(name)>\n")
    }
  }

  /// Appends an element that holds others.
  mutating func add(
    _ name: String, _ members: KeyValuePairs<String, String> = [:],
    _ rest: (inout XMLBody) -> Void = { _ in }
  ) {
    begin(name)
    bytes.append(ascii: "\n")
    depth += 1
    add(members)
    rest(&self)
    depth -= 1
    bytes.append("\(String(repeating: "  ", count: depth))</\(name)>\n")
  }

  private mutating func begin(_ name: String) {
    bytes.append("\(String(repeating: "  ", count: depth))<\(name)>")
  }
}

/// How keys stand in an answer: as they are, or percent-encoded (`encoding-type=url`).
struct KeyEncoding {
  private let isURL: Bool

  init(of call: StorageCall) throws(Refusal) {
    let type = call.parameter("encoding-type")
    if let type, !type.isText("url") {
      throw .argument("Invalid Encoding Method specified in Request.", "encoding-type", type)
    }
    isURL = type != nil
  }

  /// What an answer says of it.
  var members: KeyValuePairs<String, String> { isURL ? ["EncodingType": "url"] : [:] }

  func callAsFunction(_ key: Bytes) -> String {
    guard isURL else { return key.text }
    var text = Bytes()
    PercentEncoding.append(key.span, keepingSlash: false, to: &text)
    return text.text
  }
}
