package import OSSPrimitives

/// What a verified request asks of the storage.
package struct StorageCall: Sendable {
  /// The request with its body.
  package let request: WireRequest
  /// The bucket, decoded; nil for a call of the service.
  package let bucket: Bytes?
  /// The key, decoded; empty for a call of the bucket.
  package let key: Bytes
  /// The time by the endpoint's clock.
  package let time: Moment
  /// The region of the bucket, such as `cn-hangzhou`.
  package let region: String

  /// Makes a call.
  package init(
    _ request: WireRequest, bucket: Bytes?, key: Bytes, time: Moment, region: String
  ) {
    (self.request, self.bucket, self.key) = (request, bucket, key)
    (self.time, self.region) = (time, region)
  }
}
