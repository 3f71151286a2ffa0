internal import OSSPrimitives

extension StringToSignV2 {
  /// Appends `/`, the bucket and the key, percent-encoded with their slashes, and after `?` every
  /// parameter (V2-RES).
  static func appendCanonicalizedResource(
    of request: SigningRequest, adding added: [QueryParameter], to buffer: inout Bytes
  ) {
    appendEncoded("/", to: &buffer)
    if let bucket = request.bucket {
      appendEncoded(bucket, to: &buffer)
      appendEncoded("/", to: &buffer)
    }
    if let key = request.key { appendEncoded(key, to: &buffer) }
    appendQuery(request.query + added, to: &buffer)
  }

  /// Sorted by the encoded names; a name that comes twice keeps its order (V2-RES-5, V2-RES-7).
  private static func appendQuery(_ query: [QueryParameter], to buffer: inout Bytes) {
    var encoded: [(name: Bytes, value: String?, position: Int)] = []
    for (position, parameter) in query.enumerated() {
      var name = Bytes()
      appendEncoded(parameter.name, to: &name)
      encoded.append((name, parameter.value, position))
    }
    encoded.sort {
      $0.name == $1.name ? $0.position < $1.position : $0.name.lexicographicallyPrecedes($1.name)
    }
    for (index, parameter) in encoded.enumerated() {
      buffer.append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      buffer.append(contentsOf: parameter.name)
      if let value = parameter.value, !value.utf8.isEmpty {
        buffer.append(UInt8(ascii: "="))
        appendEncoded(value, to: &buffer)
      }
    }
  }

  private static func appendEncoded(_ text: String, to buffer: inout Bytes) {
    PercentEncoding.append(text.utf8, keepingSlash: false, to: &buffer)
  }

  /// What presigning adds to the query but the signature (V2-PRE-2, V2-TOK-2).
  static func addedParameters(
    to request: SigningRequest, accessKeyID: String, expires: UnixTime, token: Bytes?
  ) -> [QueryParameter] {
    var added: [QueryParameter] = []
    if let token {
      added.append(QueryParameter("security-token", String(decoding: token, as: UTF8.self)))
    }
    added.append(QueryParameter("x-oss-signature-version", "OSS2"))
    added.append(QueryParameter("x-oss-expires", String(expires.seconds)))
    added.append(QueryParameter("x-oss-access-key-id", accessKeyID))
    var names = Bytes()
    appendAdditionalHeaders(of: request, token: nil, to: &names)
    if !names.isEmpty {
      let text = String(decoding: names, as: UTF8.self)
      added.append(QueryParameter("x-oss-additional-headers", text))
    }
    return added
  }
}
