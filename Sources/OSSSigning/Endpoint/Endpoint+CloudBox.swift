internal import OSSPrimitives

extension Endpoint {
  /// The ID of the CloudBox whose host this is; nil for any other host (V4-SCO-5).
  ///
  /// Such a host is `<ID>.<region>.oss-cloudbox.aliyuncs.com`, or the same with
  /// `oss-cloudbox-control`. The ID stands where the region stands when a CloudBox is signed for.
  /// - Complexity: O(*n*) in the length of the host.
  public var cloudBoxID: String? {
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count == 5, labels[0].starts(with: "cb-".utf8), labels[0].count > 3,
      labels[2].elementsEqual("oss-cloudbox".utf8)
        || labels[2].elementsEqual("oss-cloudbox-control".utf8),
      labels[3].elementsEqual("aliyuncs".utf8), labels[4].elementsEqual("com".utf8)
    else { return nil }
    return String(labels[0])
  }
}
