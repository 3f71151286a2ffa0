public import OSSPrimitives
internal import OSSSigning

extension ServerError {
  /// The text of the first member of a name, without white space at its ends.
  ///
  /// - Parameter name: the name, such as `PartNumber` or `AccessDeniedDetail/PolicyType`; case
  ///   counts (ERR-MEM-1).
  /// - Returns: the text; nil where there is no such member (ERR-MEM-5), "" where it is empty.
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> String? {
    members.first { $0.name.hasSameBytes(as: name) }?.text
  }

  /// The kind of the error, such as `SignatureDoesNotMatch`.
  public var code: String? { self["Code"] }

  /// What went wrong, as a sentence in English.
  public var message: String? { self["Message"] }

  /// The id under which Alibaba Cloud finds the request again.
  public var requestID: String? { self["RequestId"] }

  /// The host that was asked.
  public var hostID: String? { self["HostId"] }

  /// The exact cause, such as `0002-00000040`: the body's, else that of `x-oss-ec` (ERR-HEAD-2).
  public var ec: String? {
    if let ec = self["EC"], !ec.utf8.isEmpty { return ec }
    guard let headerEC, !headerEC.utf8.isEmpty else { return nil }
    return headerEC
  }

  /// The page of the documentation about ``ec``.
  public var recommendedDocument: String? { self["RecommendDoc"] }

  /// The access key ID of the request.
  public var accessKeyID: String? { self["OSSAccessKeyId"] }

  /// The signature of the request.
  public var signatureProvided: String? { self["SignatureProvided"] }

  /// The text of `StringToSign` as it is; ``stringToSign`` is what OSS signed.
  public var stringToSignText: Bytes? { members.value(of: "StringToSign") }

  /// The bucket: `BucketName`, else `Bucket` (ERR-MEM-6).
  public var bucket: String? { self["BucketName"] ?? self["Bucket"] }

  /// The method that is allowed, or was used, where the error is about it.
  public var method: String? { self["Method"] }

  /// The endpoint to use instead, where the error is about it.
  public var endpoint: String? { self["Endpoint"] }
}
