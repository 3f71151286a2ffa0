internal import OSSPrimitives

/// The body of an answer in XML, as OSS writes it: members on lines of their own, two spaces deeper each,
/// and no namespace.
struct XMLBody {
  private(set) var bytes = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".bytes
  private var depth = 0
  /// Whether keys are percent-encoded (`encoding-type=url`).
  private let encodesKeys: Bool

  /// Writes a document.
  init(_ root: String, encodesKeys: Bool = false, _ content: (inout XMLBody) -> Void) {
    self.encodesKeys = encodesKeys
    add(root, content)
  }

  /// Writes a document whose root has a text.
  init(_ root: String, _ text: String) {
    encodesKeys = false
    add(root, text)
  }

  /// An answer with the document.
  var response: WireResponse {
    WireResponse(status: 200, fields: [.init("Content-Type", "application/xml")], body: bytes)
  }

  /// Appends an element with members.
  mutating func add(_ name: String, _ content: (inout XMLBody) -> Void) {
    begin(name)
    bytes.append(ascii: "\n")
    depth += 1
    content(&self)
    depth -= 1
    indent()
    end(name)
  }

  /// Appends an element with a text.
  mutating func add(_ name: String, _ text: Bytes) {
    begin(name)
    append(text)
    end(name)
  }

  /// Appends an element with a text.
  mutating func add(_ name: String, _ text: String) { add(name, text.bytes) }

  /// Appends an element with a number.
  mutating func add(_ name: String, _ number: Int) { add(name, String(number)) }

  /// Appends an element with a key, or a part of one, encoded where the request asked for it.
  mutating func add(key name: String, _ key: Bytes) {
    guard encodesKeys else { return add(name, key) }
    var text = Bytes()
    PercentEncoding.append(key.span, keepingSlash: false, to: &text)
    add(name, text)
  }

  /// Says that keys are encoded, where they are.
  mutating func addEncoding() { if encodesKeys { add("EncodingType", "url") } }

  private mutating func begin(_ name: String) {
    indent()
    bytes.append("<\(name)>")
  }

  private mutating func end(_ name: String) { bytes.append("</\(name)>\n") }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  /// Appends a text. Tabs and line ends are references, which readers do not change; a character that XML
  /// cannot carry, and a byte that is not UTF-8, becomes U+FFFD.
  private mutating func append(_ text: Bytes) {
    for scalar in text.text.unicodeScalars {
      switch scalar {
      case "&": bytes.append("&amp;")
      case "<": bytes.append("&lt;")
      case ">": bytes.append("&gt;")
      case "\t", "\n": bytes.append(UInt8(ascii: scalar))
      case "\r": bytes.append("&#13;")
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": bytes.append("\u{FFFD}")
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}
