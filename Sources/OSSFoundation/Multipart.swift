public import Foundation
internal import OSSPrimitives
public import OSSServices
public import OSSSigning

// The answers about uploads in parts, read from `Data`.

extension MultipartUpload {
  /// Reads the answer to `initiate` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.Completed {
  /// Reads the answer to `complete` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.PartList {
  /// Reads the answer to `listParts` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.UploadList {
  /// Reads the answer to `listUploads` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

// What people look for first: each has a place of its own, which the message names.
extension SigningRequest {
  /// Is made by ``MultipartUpload``.
  @available(*, unavailable, message: "write MultipartUpload.initiate(bucket:key:)")
  public static func initiateMultipartUpload(bucket: String, key: String) throws(SigningError)
    -> SigningRequest
  { throw .keyWithoutBucket }

  /// Is made by ``MultipartUpload``.
  @available(*, unavailable, message: "write MultipartUpload(bucket:key:uploadID:).part(number)")
  public static func uploadPart(
    bucket: String, key: String, uploadID: String, partNumber: Int
  ) throws(SigningError) -> SigningRequest { throw .keyWithoutBucket }

  /// Is made by ``MultipartUpload``.
  @available(*, unavailable, message: "write MultipartUpload(bucket:key:uploadID:).complete(parts)")
  public static func completeMultipartUpload(
    bucket: String, key: String, uploadID: String
  ) throws(SigningError) -> SigningRequest { throw .keyWithoutBucket }

  /// Is made by ``MultipartUpload``.
  @available(*, unavailable, message: "write MultipartUpload(bucket:key:uploadID:).abort()")
  public static func abortMultipartUpload(
    bucket: String, key: String, uploadID: String
  ) throws(SigningError) -> SigningRequest { throw .keyWithoutBucket }
}
