import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// What somebody pastes who has no command line: a HAR file, the answer of a token server, a printed error.
@Suite struct `What is pasted whole` {
  private static let host = "examplebucket.oss-cn-hangzhou.aliyuncs.com"
  private static let refusal =
    "<Error><Code>AccessDenied</Code><Message>Request has expired.</Message></Error>"

  private static let refusalInBase64 =
    "PEVycm9yPjxDb2RlPkFjY2Vzc0RlbmllZDwvQ29kZT48TWVzc2FnZT5SZXF1ZXN0IGhhcy"
    + "BleHBpcmVkLjwvTWVzc2FnZT48L0Vycm9yPg=="

  /// An entry of a HAR file.
  private static func entry(
    _ method: String, _ status: Int, _ body: String, path: String = "/a", encoding: String? = nil,
    headers: [(String, String)] = [], sent: String? = nil
  ) -> JSONValue {
    var request: JSONObject = [
      "method": .string(method), "url": .string("https://" + host + path),
      "headers": .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] }),
    ]
    request["postData"] = sent.map { ["mimeType": "multipart/form-data", "text": .string($0)] }
    var content: JSONObject = ["text": .string(body)]
    content["encoding"] = encoding.map { .string($0) }
    return [
      "request": .object(request),
      "response": [
        "status": .number(JSONNumber(status)), "headers": [], "content": .object(content),
      ],
    ]
  }

  private static func file(_ entries: [JSONValue]) -> String {
    let file: JSONValue = ["log": ["entries": .array(entries)]]
    return file.compact()
  }

  private static func explained(_ text: String) throws -> Explanation {
    let evidence = Evidence(text: text.bytes)
    return Explainer(try Refusals.knowledge.get()).explain(evidence)
  }

  /// EXP-EV-7.
  @Test func `is read by the entry that OSS refused last`() throws {
    let refused = Self.entry("GET", 403, Self.refusal)
    let (preflight, good) = (Self.entry("OPTIONS", 200, ""), Self.entry("GET", 200, "x"))
    let other = Self.entry("GET", 404, "no page")
    let base64 = Self.entry("GET", 403, Self.refusalInBase64, encoding: "base64")
    let files = [
      [refused], [preflight, refused], [refused, good], [refused, other],
      [good, base64, preflight],
      [Self.entry("PUT", 403, "<Error><Code>NoSuchKey</Code></Error>"), refused],
      [refused, Self.entry("OPTIONS", 403, "<Error><Code>NoSuchBucket</Code></Error>")],
    ]
    for entries in files {
      let explanation = try Self.explained(Self.file(entries))
      #expect(explanation.findings.first?.id == "url-expired", "\(Self.file(entries))")
      #expect(explanation.json.objectValue?["code"] == "AccessDenied")
    }
  }

  /// EXP-EV-7: a browser sends nothing behind a preflight request that was refused.
  @Test func `is read by the preflight request where that alone was refused`() throws {
    let refusal =
      "<Error><Code>AccessForbidden</Code><Message>CORSResponse: This CORS request is not allowed. "
      + "This is usually because the evalution of Origin, request method / "
      + "Access-Control-Request-Method or Access-Control-Requet-Headers are not whitelisted by the "
      + "resource's CORS spec.</Message></Error>"
    let entries = [Self.entry("GET", 404, "x"), Self.entry("OPTIONS", 403, refusal)]
    #expect(try Self.explained(Self.file(entries)).findings.first?.id == "cors-refused")
  }

  /// EXP-EV-7.
  @Test func `asks for an entry where none was refused`() throws {
    let good = Self.entry("GET", 200, "x")
    for entries in [[good, good], []] {
      let explanation = try Self.explained(Self.file(entries))
      #expect(explanation.findings.allSatisfy { $0.certainty == .possible })
      #expect(
        explanation.missing == [
          "the entry of the refused request: the HAR file shows none that was refused"
        ])
    }
  }

  @Test func `has the form in the body of its entry`() throws {
    let type = "multipart/form-data; boundary=b"
    let form = ["file\"; filename=\"a.png", "key", "policy", "OSSAccessKeyId", "Signature"].map {
      "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\nx\r\n"
    }
    let refusal =
      "<Error><Code>InvalidArgument</Code><Message>Bucket POST must contain a field named 'key'.  "
      + "If it is specified, please check the order of the fields.</Message>"
      + "<ArgumentName>key</ArgumentName></Error>"
    let entry = Self.entry(
      "POST", 400, refusal, path: "/", headers: [("Content-Type", type)],
      sent: form.joined() + "--b--\r\n")
    let found = try #require(try Self.explained(Self.file([entry])).findings.first)
    #expect(found.id == "post-field-missing")
    #expect(found.detail == "The field key comes after the file.")
  }

  /// An answer to HEAD has no body, so that nothing but another request shows its text.
  @Test func `is asked for again with GET where it answers HEAD`() throws {
    for (method, wanted) in [("HEAD", true), ("PUT", false)] {
      let text =
        "\(method) /a HTTP/1.1\nHost: \(Self.host)\nDate: Sat, 16 Dec 2023 16:20:57 GMT\n"
        + "Authorization: OSS exampleAccessKeyID00:e7SraDhJXAr2ERmY+/n0fAmnDgk=\n\n"
        + "HTTP/1.1 403 Forbidden\nServer: AliyunOSS\nx-oss-ec: 0002-00000040\n"
      let missing = try Self.explained(text).missing
      let get = "the answer to the same request with GET: one to HEAD has no body"
      #expect(missing.contains(get) == wanted, "\(missing)")
      #expect(missing.contains("the whole answer with its StringToSign") != wanted, "\(missing)")
    }
  }

  /// EXP-PAGE-3.
  @Test(arguments: [
    ("Error Code: AccessDenied, Message: x, EC: 0003-00000001.", "AccessDenied", "0003-00000001"),
    (
      "HTTP/1.1 403 Forbidden\nx-oss-ec: 0002-00000040\n\n", "SignatureDoesNotMatch",
      "0002-00000040"
    ),
    ("<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey", nil),
    ("<Error><Code>a secret word</Code></Error>", nil, nil),
    ("UserInfo={ErrorMessage=Can't get a federation token}", nil, nil),
    ("nothing of OSS", nil, nil),
  ])
  func `shows the code and the exact cause of its answer`(text: String, code: String?, ec: String?)
    throws
  {
    let json = try #require(try Self.explained(text).json.objectValue)
    #expect(json["code"]?.stringValue == code)
    #expect(json["ec"]?.stringValue == ec)
  }

  @Test(arguments: [
    (
      "Error Code: AccessDenied. \n Message: The bucket you access does not belong to you.. \n EC: 1.",
      "The answer says: The bucket you access does not belong to you."
    ),
    (
      "Error Domain=com.aliyun.oss Code=5 \"(null)\" UserInfo={ErrorMessage=Can't get a federation token}",
      "The answer says: Can't get a federation token."
    ),
    (
      "<Error><Code>InvalidArgument</Code><Message>Look at 'key'.</Message><ArgumentName>key</ArgumentName></Error>",
      "The answer says: Look at 'key'."
    ),
  ])
  func `has its words once, and no mark of the program around them`(text: String, says: String)
    throws
  {
    let detail = try Self.explained(text).findings.first?.detail
    #expect(detail?.hasPrefix(says) == true, "\(detail ?? "")")
    #expect(detail?.hasPrefix(says + ".") == false && detail?.hasPrefix(says + " key") == false)
  }

  /// EXP-ANS-25.
  @Test func `names the key and the permission where the bucket is another one's`() throws {
    let found = try Self.explained(
      "ErrorCode=AccessDenied, ErrorMessage=\"The bucket you access does not belong to you.\""
    ).findings
    #expect(Refusals.ids(found, .certain) == [])
    #expect(
      Refusals.ids(found, .likely) == ["bucket-of-another-account", "permission-denied"])
  }

  /// A token under its name for V4 does not help a URL of S3, either.
  @Test(arguments: ["x-amz-security-token", "x-oss-security-token"])
  func `of S3 has one advice whatever the token is called`(name: String) {
    let body =
      "<Error><Code>InvalidAccessKeyId</Code><Message>The OSS Access Key Id you provided does not "
      + "exist in our records. The Security Token may be lost to specify that it is a STS Access "
      + "Id.</Message></Error>"
    let found = Refusals.explain(
      body: body,
      url: "https://\(Self.host)/a?AWSAccessKeyId=STS.NUexample&Expires=1659340800&Signature=a&"
        + "\(name)=CAISexample")
    #expect(Refusals.ids(found, .likely) == ["s3-signature"])
    #expect(!found.contains { $0.id == "token-wrong-name" })
  }
}
