package import OSSPrimitives

/// What a person has in hand when OSS refuses a request.
///
/// Each part is a text as it was pasted, and each may be missing. One that cannot be read is left out,
/// or is itself a finding: reading never fails (EXP-EV-1).
package struct Evidence: Sendable {
  /// How many bytes of a part are read; a longer one is left out (EXP-EV-4).
  package static let limit = 1 << 20

  /// The answer, or what a log printed of it.
  let answer: Bytes?
  /// The request, or the presigned URL where no other request is given.
  package let request: SentRequest?
  /// Why the request was not read; nil where it was, or was not given.
  package let requestFault: SentRequestError?
  /// The presigned URL, also beside a request.
  let url: SentRequest?
  /// The string that the client signed, or its canonical request.
  let string: Bytes?
  /// The credentials, which are used and never shown.
  let credentials: GivenCredentials?

  /// Reads what there is.
  ///
  /// - Parameters:
  ///   - body: the error body, the whole answer with its headers, or what `curl -v` printed.
  ///   - request: the request, in a form that ``SentRequest/read(_:)`` knows.
  ///   - string: the client's own string to sign, or its canonical request.
  ///   - url: a presigned URL that was refused.
  ///   - credentials: those with which the signature is made again.
  package init(
    body: Bytes? = nil, request: Bytes? = nil, string: Bytes? = nil, url: Bytes? = nil,
    credentials: GivenCredentials? = nil
  ) {
    let body = Self.part(body)
    let shown = body.flatMap { VerboseLog($0).answer }
    answer = shown ?? body
    var (sent, fault): (SentRequest?, SentRequestError?) = (nil, nil)
    if let text = Self.part(request) ?? (shown == nil ? nil : body) {
      do throws(SentRequestError) { sent = try SentRequest.read(text) } catch { fault = error }
    }
    self.url = Self.part(url).flatMap { try? SentRequest(url: $0) }
    self.request = sent ?? self.url ?? Self.logged(body)
    requestFault = fault
    // A string with a NUL is not a text that anybody signed: no header and no path of HTTP holds one.
    self.string = Self.part(string).flatMap { $0.contains(0) ? nil : Self.unescaped($0) }
    self.credentials = credentials
  }

  /// The URL of OSS that a line of a log names; nil where the text is an answer as it was sent.
  private static func logged(_ text: Bytes?) -> SentRequest? {
    guard let text, !["<", "{", "HTTP/"].contains(where: { text.stripped.begins(with: $0) }) else {
      return nil
    }
    for scheme in ["https://", "http://"] {
      guard let start = text.index(of: scheme.bytes) else { continue }
      let end = text[start...].firstIndex { $0 <= 0x20 || "\"'()<>[]{},".utf8.contains($0) }
      let url = Bytes(text[start..<(end ?? text.count)])
      guard let request = try? SentRequest(url: url), let host = request.hostName,
        host.ends(with: ".aliyuncs.com"), host.contains("oss-")
      else { continue }
      return request
    }
    return nil
  }

  private static func part(_ text: Bytes?) -> Bytes? {
    guard let text, text.count <= limit else { return nil }
    return text
  }

  /// A string on one line with `\n` in it is one that a log escaped.
  private static func unescaped(_ string: Bytes) -> Bytes {
    let string = string.contains(0x0D) ? string.replacing("\r\n", with: "\n") : string
    if string.stripped.contains(0x0A) || !string.contains("\\n") { return string }
    return string.stripped.replacing("\\n", with: "\n")
  }
}

extension Evidence: Redacted {
  /// Nothing of what it holds, which may be a token or a signature.
  package var description: String { "Evidence (not shown)" }
}

/// Credentials as somebody gives them, also ones that no signer takes: what is wrong with them may be
/// the mistake.
package struct GivenCredentials: Sendable {
  package let accessKeyID: String
  package let accessKeySecret: String
  package let securityToken: String?

  /// Takes credentials as they are.
  package init(accessKeyID: String, accessKeySecret: String, securityToken: String?) {
    self.accessKeyID = accessKeyID
    self.accessKeySecret = accessKeySecret
    self.securityToken = securityToken
  }
}

extension GivenCredentials: Redacted {
  /// Nothing of what it holds.
  package var description: String { "Credentials (not shown)" }
}
