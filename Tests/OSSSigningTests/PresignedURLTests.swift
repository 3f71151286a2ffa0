import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `Presigned URLs` {
  private func presign(
    _ version: SignatureVersion, until end: Int64 = 1_699_807_420
  ) throws -> PresignedURL {
    let end = try Moment(seconds: end)
    return try signer(version).presign(
      SigningRequest(method: "GET", bucket: "b", key: "k"),
      at: Endpoint("http://h"), now: version.isV4 ? end.adding(.seconds(-1)) : .epoch, until: end)
  }

  @Test(arguments: SignatureVersion.each)
  func `work up to their last second`(version: SignatureVersion) throws {
    let url = try presign(version)
    #expect(url.expires.seconds == 1_699_807_420)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_420)) == false)
    #expect(url.hasExpired(at: try Moment(seconds: 1_699_807_421)))
    #expect("\(url)" == "PresignedURL(GET, ends: \(url.expires))")
  }

  @Test func `can be made in the last second`() throws {
    let url = try signer(.v4(region: "cn-hangzhou")).presign(
      SigningRequest(method: "GET"), at: Endpoint("http://h"), now: .latest,
      validFor: .seconds(604_800))
    #expect(url.expires == .latest)
    // V4-PRE-9: the slashes are encoded.
    #expect(url.url.hasPrefix("http://h/?x-oss-credential=ak%2F99991231%2F"))
  }

  /// V4-REF-5. The last two end after the year 9999.
  @Test(arguments: [Int64.min, -1, 0, 251_700_000_000, .max])
  func `are not made if they would not work at all`(seconds: Int64) throws {
    let request = try SigningRequest(method: "PUT", bucket: "b", key: "k")
    let (endpoint, time) = (try Endpoint("http://h"), try Moment(seconds: 1_702_743_657))
    // A span counts milliseconds, so that the longest one has fewer seconds.
    let whole = TimeSpan.seconds(seconds).seconds
    let versions: [(SignatureVersion, SigningError)] = [
      (.v1, .invalidInterval(seconds: whole)), (.v2, .invalidInterval(seconds: whole)),
      (.v4(region: "r"), .invalidValidity(seconds: whole)),
    ]
    for (version, error) in versions {
      let signer = try signer(version)
      #expect(throws: error) {
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(seconds))
      }
      #expect(
        try signer.presign(request, at: endpoint, now: time, validFor: .seconds(1)).expires
          == time.adding(seconds: 1))
    }
  }
}
