internal import OSSPrimitives
internal import OSSVectors

extension TimedOperation {
  /// The primitives, over a string to sign.
  static var primitives: [TimedOperation] {
    let data = JSONValue.string(stringToSign)
    return [
      TimedOperation(.md5, ["data": data]),
      TimedOperation(.sha1, ["data": data]),
      TimedOperation(.sha256, ["data": data]),
      TimedOperation(.hmacSHA1, ["key": secret, "data": data]),
      TimedOperation(.hmacSHA256, ["key": secret, "data": data]),
      TimedOperation(.base64, ["encode": data]),
    ]
  }
}
