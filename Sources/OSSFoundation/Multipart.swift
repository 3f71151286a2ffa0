public import Foundation
internal import OSSPrimitives
public import OSSServices

// The answers about uploads in parts, read from `Data`.

extension MultipartUpload {
  /// Reads the answer to `initiate` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(initiated body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(initiated: bytes.span)
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
