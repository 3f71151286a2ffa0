internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The answer as it was pasted: headers where they are shown, and the error in it.
struct AnswerText {
  private(set) var error: ServerError?
  private(set) var fault: ErrorBodyError?
  let fields: [HTTPField]
  let body: Bytes

  init(_ text: Bytes) {
    let start = Bytes(text.drop { $0 == 0x20 || (0x09...0x0d).contains($0) })
    if start.hasPrefix("HTTP/") {
      let message = HTTPMessage(start)
      fields = message.fields
      body = message.body
    } else {
      fields = []
      body = text
    }
    let ec = fields.value(of: "x-oss-ec")?.text
    do {
      error = try Self.error(in: body, fields, ec)
    } catch {
      fault = error
    }
  }

  private static func error(
    in body: Bytes, _ fields: [HTTPField], _ ec: String?
  ) throws(ErrorBodyError) -> ServerError {
    if body.stripped.isEmpty, let header = fields.value(of: "x-oss-err") {
      return try ServerError(base64Header: header.text, ecHeader: ec)
    }
    do {
      return try ServerError(xml: body.span, ecHeader: ec)
    } catch {
      // A log puts other text around the body.
      guard let start = body.index(of: "<Error>"),
        let end = body.index(of: "</Error>", from: start)
      else { throw error }
      let part = Bytes(body[start..<(end + "</Error>".utf8.count)])
      return try ServerError(xml: part.span, ecHeader: ec)
    }
  }
}
