internal import OSSPrimitives
internal import OSSVectors

/// Names of Amazon's signature where V4 of OSS has its own.
enum AWSNameDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let name = name(clues) else { return [] }
    return [Explanation(.awsNames, .certain, "It has \(name).")]
  }

  /// The first of them; nil where all of the request is Amazon's, which OSS reads too.
  private static func name(_ clues: Clues) -> String? {
    let own = clues.v4.clientString
    if own?.algorithm.hasPrefix("AWS4") == true, clues.isV4 || clues.request == nil {
      return "AWS4-HMAC-SHA256"
    }
    let scopes = [own?.scope, clues.v4.credential?.scope].compactMap { $0 }
    for scope in scopes where own?.algorithm.hasPrefix("AWS4") != true || clues.isV4 {
      if scope.terminator?.isText("aws4_request") == true { return "aws4_request" }
      if scope.product?.isText("s3") == true { return "the product s3" }
    }
    guard clues.isV4 else { return nil }
    if clues.v4.credential?.names.contains(where: { $0.isText("SignedHeaders") }) == true {
      return "SignedHeaders"
    }
    let request = clues.request
    for header in ["x-amz-date", "x-amz-content-sha256", "x-amz-security-token"]
    where request?.field(header) != nil {
      return header
    }
    let parameter = request?.rawParameters.first { $0.name.lowercased.hasPrefix("x-amz-") }
    return parameter?.name.text.visible
  }
}
