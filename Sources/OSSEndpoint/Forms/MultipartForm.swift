internal import OSSPrimitives

/// The body of an upload form, multipart/form-data, up to its file.
///
/// It is split at its marks as they were sent, and no byte of the file is changed. What follows the file
/// is not read (POST-FORM-3).
struct MultipartForm {
  /// The names and values of the fields before the file, in their order.
  private(set) var fields: [(name: String, value: Bytes)] = []
  /// What the file field holds; nil without one.
  private(set) var file: (name: String, type: String, bytes: Bytes)?

  /// How many fields a form may have.
  static let maximumFieldCount = 100

  /// Reads a body; nil for one that is no form with this Content-Type.
  init?(_ body: Bytes, contentType: Bytes) {
    guard contentType.lowercased.begins(with: "multipart/form-data"),
      let named = contentType.behind("boundary=")
    else { return nil }
    let boundary = named.halves(at: ";").before.filter { $0 != UInt8(ascii: "\"") }
    guard !boundary.isEmpty else { return nil }
    let mark = "\r\n--".bytes + boundary
    // The first mark may stand without the line end before it.
    let text = "\r\n".bytes + body
    guard var place = text.index(of: mark) else { return nil }
    while file == nil, fields.count < Self.maximumFieldCount {
      let start = place + mark.count
      guard text[start...].begins(with: "\r\n"),
        let end = text.index(of: mark, from: start),
        let blank = text.index(of: "\r\n\r\n".bytes, from: start), blank < end
      else { return }
      take(Bytes(text[start..<blank]), Bytes(text[(blank + 4)..<end]))
      place = end
    }
  }

  private mutating func take(_ head: Bytes, _ value: Bytes) {
    var (name, fileName, type): (String?, String?, String) = (nil, nil, "application/octet-stream")
    for line in head.parts(at: "\n").map({ $0.stripped }) {
      let (header, rest) = line.halves(at: ":")
      if header.lowercased.isText("content-type") { type = (rest ?? []).trimmingBlanks.text }
      guard header.lowercased.isText("content-disposition") else { continue }
      for part in (rest ?? []).parts(at: ";").map({ $0.trimmingBlanks }) {
        let (key, text) = part.halves(at: "=")
        let plain = (text ?? []).filter { $0 != UInt8(ascii: "\"") }
        if key.isText("name") { name = Bytes(plain).text }
        if key.isText("filename") { fileName = Bytes(plain).text }
      }
    }
    guard let name else { return }
    if name == "file" || fileName != nil {
      file = (fileName ?? "", type, value)
    } else {
      fields.append((name, value))
    }
  }

  /// The value of a field; the names of a form have no case.
  func value(_ name: String) -> Bytes? {
    fields.first { $0.name.bytes[...].isCaseless(name) }?.value
  }
}
