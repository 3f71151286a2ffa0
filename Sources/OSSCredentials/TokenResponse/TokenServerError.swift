internal import OSSJSON
internal import OSSPrimitives

/// What a token server says of its own failure.
///
/// The texts are bounded, on one line, and left out where they hold the text of a secret or a token
/// of the same answer (TOK-STAT-8, TOK-SEC-1).
public struct TokenServerError: Hashable, Sendable {
  /// The server's code, such as `NoPermission`: at most 64 characters of `ErrorCode`, else `Code`.
  public let code: String?
  /// The server's message: at most 256 characters of `ErrorMessage`, else `Message`.
  public let message: String?
  /// The ID of the request, under which the server finds it again: at most 64 characters of
  /// `RequestId`.
  public let requestID: String?

  /// Makes what a server says.
  package init(code: String?, message: String?, requestID: String? = nil) {
    self.code = code
    self.message = message
    self.requestID = requestID
  }
}

extension TokenServerError: CustomStringConvertible {
  /// The code and the message, with a colon between them.
  public var description: String {
    switch (code, message) {
    case (let code?, let message?): "\(code): \(message)"
    case (let text?, nil), (nil, let text?): text
    case (nil, nil): "nothing"
    }
  }
}

extension TokenServerError {
  /// Reads what a server says in the body of a failure; nil where it says nothing.
  init?(_ object: JSONObject) {
    let secrets = object.heldSecrets
    code =
      (object.text("ErrorCode") ?? object.text("Code"))?.presentable(64, withoutAny: secrets)
    message =
      (object.text("ErrorMessage") ?? object.text("Message"))?
      .withoutStringToSign.presentable(256, withoutAny: secrets)
    requestID = object.text("RequestId")?.presentable(64, withoutAny: secrets)
    if code == nil, message == nil { return nil }
  }

  /// Reads what a server says in a body that may be anything.
  init?(body: Bytes) {
    guard let object = (try? TokenReader.json(in: body))?.objectValue else { return nil }
    self.init(object)
  }
}

extension JSONObject {
  fileprivate func text(_ name: String) -> String? { self[name]?.stringValue }

  /// Every secret and token that the answer holds, in whichever shape.
  fileprivate var heldSecrets: [String] {
    let names = TokenNames.all.flatMap { [$0.accessKeySecret, $0.securityToken] }
    let objects = [self] + ["Credentials"].compactMap { self[$0]?.objectValue }
    return objects.flatMap { object in names.compactMap { object.text($0) } }
      .map { OuterWhiteSpace.trimmed($0) }.filter { !$0.utf8.isEmpty }
  }
}

extension String {
  /// The text on one line and no longer than it may be; nil if it holds one of the secrets.
  fileprivate func presentable(_ limit: Int, withoutAny secrets: [String]) -> String? {
    if utf8.isEmpty || secrets.contains(where: { holdsBytes(of: $0) }) { return nil }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).onOneLine
  }

  /// The text up to the string to sign that STS shows in it, which holds the call's own token
  /// (ROLE-RSP-13).
  fileprivate var withoutStringToSign: String {
    let mark = "string to sign is:"
    guard let start = firstOffset(of: mark) else { return self }
    return String(decoding: utf8.prefix(start + mark.utf8.count), as: UTF8.self)
  }

  /// Whether the bytes of another text stand somewhere in this one.
  private func holdsBytes(of other: String) -> Bool { firstOffset(of: other) != nil }

  /// Where the bytes of another text, which is not empty, stand first in this one.
  private func firstOffset(of other: String) -> Int? {
    let sought = other.bytes
    // For each byte that is sought, how long a beginning of all of them ends with it.
    var borders = [0]
    /// How much of what is sought ends with a byte, where so much of it ended before that byte.
    func matched(_ count: Int, _ byte: UInt8) -> Int {
      var count = count
      while count > 0, sought[count] != byte { count = borders[count - 1] }
      return sought[count] == byte ? count + 1 : 0
    }
    for byte in sought.dropFirst() { borders.append(matched(borders[borders.count - 1], byte)) }
    var (offset, count) = (0, 0)
    for byte in utf8 {
      offset += 1
      count = matched(count, byte)
      if count == sought.count { return offset - count }
    }
    return nil
  }
}
