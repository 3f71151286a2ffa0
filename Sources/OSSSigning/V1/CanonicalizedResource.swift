internal import OSSPrimitives

extension StringToSignV1 {
  private static let tokenPrefix = Bytes("security-token=".utf8)

  /// Appends `/`, the bucket, the raw key and, after `?`, the signed subresources (V1-RES).
  ///
  /// OSS computes the resource from the decoded key, so nothing is percent-encoded here.
  static func appendCanonicalizedResource(
    of request: SigningRequest, token: Bytes?, to buffer: inout Bytes
  ) {
    buffer.append(UInt8(ascii: "/"))
    if let bucket = request.bucket {
      buffer.append(contentsOf: bucket.utf8)
      buffer.append(UInt8(ascii: "/"))
    }
    if let key = request.key { buffer.append(contentsOf: key.utf8) }
    appendSubresources(request.subresources, token: token, to: &buffer)
  }

  private static func appendSubresources(
    _ subresources: CanonicalSubresources, token: Bytes?, to buffer: inout Bytes
  ) {
    var separator = UInt8(ascii: "?")
    for index in 0...subresources.assembled.count {
      if index == subresources.tokenIndex, let token {
        buffer.append(separator)
        buffer.append(contentsOf: tokenPrefix)
        buffer.append(contentsOf: token)
        separator = UInt8(ascii: "&")
      }
      if index < subresources.assembled.count {
        buffer.append(separator)
        buffer.append(contentsOf: subresources.assembled[index])
        separator = UInt8(ascii: "&")
      }
    }
  }
}
