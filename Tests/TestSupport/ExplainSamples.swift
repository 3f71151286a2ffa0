internal import OSSPrimitives

/// Bodies of errors for tests.
package enum ExplainSamples {
  package static let date = "Sat, 16 Dec 2023 16:20:57 GMT"

  /// The body of SignatureDoesNotMatch.
  package static func body(
    stringToSign: String, signature: String = "e7SraDhJXAr2ERmY+/n0fAmnDgk="
  ) -> String {
    let bytes = stringToSign.utf8.map { Hexadecimal.encode($0) }.joined(separator: " ")
    return body(
      code: "SignatureDoesNotMatch", message: "The request signature does not match.",
      extra: "<OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId>"
        + "<SignatureProvided>\(signature)</SignatureProvided>"
        + "<StringToSignBytes>\(bytes)</StringToSignBytes>")
  }

  /// The body of an error.
  package static func body(code: String, message: String, extra: String = "") -> String {
    "<Error><Code>\(code)</Code><Message>\(message)</Message>"
      + "<HostId>examplebucket.oss-cn-hangzhou.aliyuncs.com</HostId>\(extra)</Error>"
  }
}

/// Texts of V4 for tests.
package enum ExplainSamplesV4 {
  package static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"
  package static let headers =
    "x-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:20231216T162057Z\n"

  /// A canonical request.
  package static func canonical(
    uri: String = "/examplebucket/key.txt", query: String = "", headers: String = headers,
    additional: String = ""
  ) -> String {
    "GET\n\(uri)\n\(query)\n\(headers)\n\(additional)\nUNSIGNED-PAYLOAD"
  }

  /// A body that shows a canonical request.
  package static func body(_ canonical: String) -> String {
    let text = canonical.replacing("&", with: "&amp;")
    return ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "No match.",
      extra: "<CanonicalRequest>\(text)</CanonicalRequest>")
  }

  /// A request with a signature in its headers.
  package static func request(_ target: String, host: String, more: String = "", list: String = "")
    -> String
  {
    "GET \(target) HTTP/1.1\nHost: \(host)\nx-oss-date: 20231216T162057Z\n"
      + "x-oss-content-sha256: UNSIGNED-PAYLOAD\n\(more)"
      + "Authorization: OSS4-HMAC-SHA256 Credential=id/\(scope),\(list)Signature=********\n\n"
  }
}
