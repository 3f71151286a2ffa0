import OSSEndpoint
import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// Status, code, message, members in their order, and EC, as public tests of SDKs, threads and the
/// documents of OSS have them.
@Suite struct `A refusal that is documented` {
  /// What is asked, and how it is refused.
  struct Row: Sendable, CustomTestStringConvertible {
    let request: String
    var body = ""
    let status: Int
    let code: String
    let message: String
    let ec: String?
    let members: [String]

    init(
      _ request: String, body: String = "", _ status: Int, _ code: String, _ message: String,
      _ ec: String? = nil, _ members: [String] = []
    ) {
      (self.request, self.body, self.status) = (request, body, status)
      (self.code, self.message, self.ec, self.members) = (code, message, ec, members)
    }

    var testDescription: String { request + ", " + code }
  }

  private static let noUpload =
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been "
    + "aborted or completed."
  private static let badXML =
    "The XML you provided was not well-formed or did not validate against our published schema."

  /// Requests to the bucket `b`, which has the object `k`, the link `l` to itself, and the link `n` to
  /// nothing.
  static let rows = [
    Row(
      "GET /none", 404, "NoSuchKey", "The specified key does not exist.", "0026-00000001", ["Key"]),
    Row(
      "GET other/k", 404, "NoSuchBucket", "The specified bucket does not exist.", "0015-00000101",
      ["BucketName"]),
    Row("GET /k?uploadId=0", 404, "NoSuchUpload", noUpload, "0042-00000002", ["UploadId"]),
    Row(
      "DELETE /", 409, "BucketNotEmpty", "The bucket you tried to delete is not empty.",
      "0015-00000301", ["BucketName"]),
    Row(
      "POST /a?append&position=1", 409, "PositionNotEqualToLength",
      "Position is not equal to file length", "0026-00000016"),
    Row(
      "POST /k?append&position=4", 409, "ObjectNotAppendable", "The object is not appendable"),
    Row(
      "PUT /k\nx-oss-forbid-overwrite: true", 409, "FileAlreadyExists",
      "The object you specified already exists and can not be overwritten.", "0026-00000002"),
    Row("POST /?delete", body: "<a", 400, "MalformedXML", badXML, "0016-00000608", ["ErrorDetail"]),
    Row(
      "POST /k", 405, "MethodNotAllowed",
      "The specified method is not allowed against this resource.", "0003-00000016",
      ["ResourceType", "Method", "Header"]),
    Row(
      "PUT a_b/", 400, "InvalidBucketName", "The specified bucket is not valid.", "0015-00000001",
      ["BucketName"]),
    Row(
      "GET /l", 400, "InvalidTargetType", "The symlink's target object type is invalid",
      "0026-00000011", ["TargetType"]),
    Row(
      "GET /n", 404, "SymlinkTargetNotExist", "The symlink target object does not exist",
      "0026-00000012", ["Key"]),
    Row("GET /k?symlink", 400, "NotSymlink", "The object is not symlink", "0043-00000101"),
    Row(
      "PUT /a\nIf-Modified-Since: Sun, 03 Dec 2023 12:12:12 GMT", 400, "NotImplemented",
      "A header you provided implies functionality that is not implemented.", nil, ["Header"]),
    Row(
      "PUT /a\nContent-MD5: AAAA", 400, "InvalidDigest",
      "The Content-MD5 you specified was invalid.",
      "0017-00000502"),
    Row(
      "GET /k\nRange: bytes=9-\nx-oss-range-behavior: standard", 416, "InvalidRange",
      "The requested range cannot be satisfied"),
    Row(
      "GET /k\nIf-Match: a", 412, "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold.", "0017-00001001",
      ["Condition"]),
    Row(
      "GET /?max-keys=x", 400, "InvalidArgument",
      "Argument max-keys must be an integer between 1 and 1000.", "0015-00000402",
      ["ArgumentName", "ArgumentValue"]),
  ]

  @Test(arguments: rows) func `is that of the endpoint`(_ row: Row) throws {
    var endpoint = LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []), buckets: ["b"],
      isReportOnly: true)
    for made in [
      "PUT /k", "PUT /l?symlink\nx-oss-symlink-target: l",
      "PUT /n?symlink\nx-oss-symlink-target: o",
    ] {
      #expect(try Self.answer(&endpoint, made, "body").status == 200)
    }
    let answer = try Self.answer(&endpoint, row.request, row.body)
    #expect(answer.status == row.status)
    let lines = answer.body.text.split(separator: "\n").dropFirst(2).dropLast()
    let members = lines.map { line in String(line.dropFirst(3).prefix { $0 != ">" }) }
    let ends = row.ec == nil ? [] : ["EC", "RecommendDoc"]
    #expect(members == ["Code", "Message", "RequestId", "HostId"] + row.members + ends)
    #expect(lines.contains("  <Code>\(row.code)</Code>"))
    #expect(lines.contains("  <Message>\(row.message)</Message>"))
    let ec = answer.fields.first { $0.name == "x-oss-ec" }?.value
    #expect(ec == row.ec && lines.contains { $0 == "  <EC>\(row.ec ?? "")</EC>" } == (ec != nil))
  }

  @Test func `is in a header of the answer to HEAD`() throws {
    var endpoint = LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []), buckets: ["b"],
      isReportOnly: true)
    let answer = try Self.answer(&endpoint, "HEAD /none", "")
    #expect(answer.status == 404 && answer.body.isEmpty)
    let text = try #require(answer.fields.first { $0.name == "x-oss-err" }?.value)
    #expect(try Base64.decode(text).text.contains("<Code>NoSuchKey</Code>"))
    #expect(answer.fields.contains { $0.name == "x-oss-ec" && $0.value == "0026-00000001" })
  }

  /// Asks by a method and a path, which has the bucket before it where it is not `b`.
  private static func answer(
    _ endpoint: inout LiveEndpoint, _ request: String, _ body: String
  ) throws -> WireResponse {
    let lines = request.split(separator: "\n").map(String.init)
    let words = lines[0].split(separator: " ")
    let bucket = words[1].prefix { $0 != "/" }
    let head = [
      "\(words[0]) \(words[1].dropFirst(bucket.count))",
      "Host: \(bucket.isEmpty ? "b" : bucket).oss.test",
    ]
    return endpoint.answer(
      to: try WireRequest(head + lines.dropFirst(), body: body.bytes),
      at: try Moment(iso8601Basic: "20231203T121212Z"))
  }
}
