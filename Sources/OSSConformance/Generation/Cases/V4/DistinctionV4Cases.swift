internal import OSSPrimitives
internal import OSSVectors

/// Suite `v4/distinctions`: mistakes that other suites catch by the way, each with its own clause.
enum DistinctionV4Cases {
  static let all: [BuiltCase] = [
    .headerV4(
      "v4-dis-names-in-two-cases", "V4-QRY-1", "V4-QRY-7",
      comment: "Of two parameters whose names differ in case alone one is lost."
    ) { $0.query = [("acl", "1"), ("ACL", "2")] },
    .presignV4(
      "v4-dis-names-that-are-numbers", "V4-PRE-10", "PRE-QRY-3",
      comment: "A parameter whose name is a number is lost on the way into the URL."
    ) { $0.query = [("10", "a"), ("9", "b")] },
    .headerV4(
      "v4-dis-listed-underscore", "V4-REF-4", "V4-ADD-3",
      comment: "A listed name with an underscore is refused though it is signed anyway."
    ) {
      $0.headers = [("x-oss-meta-a_b", "1")]
      $0.additionalHeaders = ["x-oss-meta-a_b"]
    }.should,
    .presignV4(
      "v4-dis-seven-days", "V4-REF-5", "V4-PRE-3",
      comment: "A URL for exactly seven days is refused."
    ) { $0.validity = 604_800 }.should,
    .presignV4(
      "v4-dis-one-second", "V4-REF-5", "V4-PRE-3",
      comment: "A URL for a single second is refused."
    ) { $0.validity = 1 }.should,
  ]
}
