internal import OSSExplain
package import OSSPrimitives

/// What every answer of OSS has: its time by the clock of the endpoint, and the ID of the request.
package struct AnswerFrame: Sendable {
  /// The ID of the request: 24 digits.
  package let requestID: String
  /// The time.
  package let time: Moment
  /// The host of the request, with its port.
  private let host: Bytes

  /// Makes a frame.
  ///
  /// - Parameter number: which request it is, from 1.
  package init(number: Int, time: Moment, host: Bytes) {
    var id = Bytes()
    for word in [UInt64(bitPattern: time.seconds), UInt64(number)] {
      for place in 0..<12 {
        id.append(Hexadecimal.upperCaseDigit(UInt8(word >> UInt64(44 - 4 * place) & 15)))
      }
    }
    (requestID, self.time, self.host) = (id.text, time, host)
  }

  /// The answer with the headers that every one has.
  package func framed(_ response: WireResponse) -> WireResponse {
    var response = response
    response.fields =
      [
        WireResponse.Field("Server", "AliyunOSS"), WireResponse.Field("Date", time.rfc1123),
        WireResponse.Field("x-oss-request-id", requestID),
        WireResponse.Field("x-oss-server-time", "1"),
      ] + response.fields
    return response
  }

  /// The answer that refuses a request: with a body of XML, or, to a HEAD, with the same in `x-oss-err`.
  package func answer(_ refusal: Refusal, isHead: Bool) -> WireResponse {
    let body = self.body(of: refusal)
    var fields = [WireResponse.Field("Content-Type", "application/xml")]
    if let ec = refusal.ec { fields.append(WireResponse.Field("x-oss-ec", ec)) }
    if isHead { fields.append(WireResponse.Field("x-oss-err", Base64.encode(body.span))) }
    return framed(
      WireResponse(status: refusal.status, fields: fields, body: isHead ? [] : body))
  }

  /// The error body, its members in the order of OSS.
  package func body(of refusal: Refusal) -> Bytes {
    XMLBody(
      "Error",
      [
        "Code": refusal.code, "Message": refusal.message, "RequestId": requestID,
        "HostId": host.text,
      ]
    ) { xml in
      for member in refusal.members { xml.add([member.name: member.text.text]) }
      guard let ec = refusal.ec else { return }
      xml.add(["EC": ec, "RecommendDoc": "https://api.aliyun.com/troubleshoot?q=" + ec])
    }.bytes
  }
}

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

/// What lets a page of any origin use the endpoint (CORS), as a bucket does whose rule allows all.
extension SentRequest {
  /// The answer to what a browser asks before it sends a request; nil for another request. It needs no
  /// signature.
  var preflightAnswer: WireResponse? {
    guard method.isText("OPTIONS"), let origin = value(of: "origin"),
      let asked = value(of: "access-control-request-method")
    else { return nil }
    var fields = [
      WireResponse.Field("Access-Control-Allow-Origin", origin.text),
      WireResponse.Field("Access-Control-Allow-Methods", asked.text),
      WireResponse.Field("Access-Control-Max-Age", "60"),
      WireResponse.Field("Vary", "Origin"),
    ]
    if let names = value(of: "access-control-request-headers") {
      fields.append(WireResponse.Field("Access-Control-Allow-Headers", names.text))
    }
    return WireResponse(status: 200, fields: fields)
  }

  /// What an answer to a page has beside its own headers; nothing for another client.
  var sharingFields: [WireResponse.Field] {
    guard let origin = value(of: "origin") else { return [] }
    let names = "ETag, x-oss-request-id, x-oss-hash-crc64ecma, x-oss-ec, x-oss-conform, Date"
    return [
      WireResponse.Field("Access-Control-Allow-Origin", origin.text),
      WireResponse.Field("Access-Control-Expose-Headers", names),
      WireResponse.Field("Vary", "Origin"),
    ]
  }
}
