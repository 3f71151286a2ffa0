import OSSConformance
import Testing

@Suite struct `The command explain` {
  static let date = ExplainSamples.date
  static let resource = "/examplebucket/key.txt"

  private func run(
    body: String? = nil, request: String? = nil, string: String? = nil, _ more: String...,
    environment: [String: String] = [:]
  ) throws -> (status: RunnerStatus, output: String, errors: String) {
    let folder = try TemporaryFolder()
    var arguments = ["explain"]
    for (flag, text) in [("body", body), ("request", request), ("string", string)] {
      guard let text else { continue }
      try folder.write(text, to: flag)
      arguments += ["--" + flag, folder.path + "/" + flag]
    }
    let console = TestConsole(environment: environment)
    let status = console.run(arguments + more)
    return (status, console.output, console.errors)
  }

  @Test func `shows the line that differs`() throws {
    let result = try run(
      body: ExplainSamples.body(stringToSign: "PUT\n\ntext/plain\n\(Self.date)\n\(Self.resource)"),
      string: "PUT\n\n\n\(Self.date)\n\(Self.resource)")
    #expect(result.status == .asExpected)
    #expect(result.output == Self.contentType)
  }

  @Test func `names a clock that is off`() throws {
    let result = try run(
      body: ExplainSamples.body(
        code: "RequestTimeTooSkewed", message: "The difference is too large.",
        extra: "<RequestTime>2021-10-10T17:51:03.000Z</RequestTime>"
          + "<ServerTime>2021-10-11T01:51:03.000Z</ServerTime>"))
    #expect(result.status == .asExpected)
    #expect(result.output == Self.clock)
  }

  @Test func `names a URL that was cut`() throws {
    let result = try run(
      request: "curl http://b.oss-cn-hangzhou.aliyuncs.com/k?OSSAccessKeyId=a&Expires=1&Signature=b"
    )
    #expect(result.status == .asExpected)
    #expect(result.output == Self.cut)
  }

  @Test func `names what is no matter of the signature`() throws {
    let result = try run(
      body: ExplainSamples.body(
        code: "AccessDenied",
        message: "You have no right to access this object because of bucket acl."))
    #expect(result.status == .asExpected)
    #expect(result.output == Self.permission)
  }

  @Test func `says that it found nothing`() throws {
    let result = try run(body: ExplainSamples.body(code: "InternalError", message: "Oops."))
    #expect(result.status == .failures)
    #expect(result.output == "Nothing that you gave explains it; give the request too.\n")
  }

  @Test func `guesses where nothing is sure, and says so`() throws {
    let result = try run(
      body: ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n\(Self.resource)"))
    #expect(result.status == .failures)
    #expect(
      result.output.hasPrefix(
        "Nothing that you gave explains it for certain; give the request or your own string too.\n\n"
          + "POSSIBLE secret-wrong\n"))
  }

  @Test func `prints JSON to whoever asks for it`() throws {
    let result = try run(
      body: ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n/b/é"),
      string: "GET\n\n\n\(Self.date)\n/b/%C3%A9", "--json")
    #expect(result.status == .asExpected)
    #expect(result.output == Self.json)
  }

  static let credentials = [
    "OSS_ACCESS_KEY_ID": "exampleAccessKeyID00",
    "OSS_ACCESS_KEY_SECRET": "ExampleSecret0000000000000000ab\n",
    "OSS_SESSION_TOKEN": "ExampleToken",
  ]

  /// EXP-EV-2.
  @Test(arguments: [[], ["--json"]])
  func `never prints a secret, a token or a signature`(more: [String]) throws {
    let token = "CAISexampleToken"
    let strings = [
      "GET\n\n\n\(Self.date)\nx-oss-security-token:\(token)\n\(Self.resource)",
      "GET\n\n\n1702747257\n\(Self.resource)?security-token=\(token)",
    ]
    var counted = 0
    for string in strings {
      for other in strings + [string.replacing(token, with: token + "x"), string + "?acl"] {
        let arguments = ["--use-environment"] + more
        let folder = try TemporaryFolder()
        try folder.write(ExplainSamples.body(stringToSign: string), to: "body")
        try folder.write(other, to: "string")
        try folder.write(
          "GET \(Self.resource)?security-token=\(token) HTTP/1.1\n"
            + "Authorization: OSS STS.a:e7SraDhJXAr2ERmY+/n0fAmnDgk=\n", to: "request")
        let console = TestConsole(environment: Self.credentials)
        let status = console.run(
          [
            "explain", "--body", folder.path + "/body", "--string", folder.path + "/string",
            "--request", folder.path + "/request",
          ] + arguments)
        #expect(status == .asExpected)
        for hidden in ["ExampleSecret", "ExampleToken", "CAIS", "e7SraDhJXAr2ERmY"] {
          #expect(!(console.output + console.errors).contains(hidden))
        }
        counted += 1
      }
    }
    #expect(counted == 8)
  }

  @Test(arguments: [
    ("explain", "The command explain needs --body FILE."),
    ("explain --string x", "The command explain needs --body FILE."),
    ("explain --body /none", "/none: it cannot be read."),
    ("explain --body - --string -", "The flags --body and --string cannot be given together."),
    (
      "explain --request -",
      "The request is neither a curl command, nor HTTP, nor JSON."
    ),
    (
      "explain --body - --use-environment",
      "The variable OSS_ACCESS_KEY_ID is not set; set it, or name a file with --credentials FILE."
    ),
  ])
  func `says what is wrong`(line: String, sentence: String) {
    let console = TestConsole(input: "rubbish")
    #expect(console.run(line) == .usage)
    #expect(console.output == "")
    #expect(console.errors == "oss-conform: \(sentence)\n")
  }
}

/// What the command prints, word for word.
extension `The command explain` {
  static let contentType = """
    CERTAIN content-type-added
      The HTTP client adds a Content-Type that was not signed.
      stringToSign (line 3, Content-Type):
        OSS       text/plain
        client   \u{20}
                  ^ byte 0
        OSS       [74] 65 78 74 2f 70 6c 61
        client    [end]
      change   Set the Content-Type yourself, sign that value and send the same, or stop the HTTP client from adding one.
      clause   V1-STS-2
      vector   v1-sts-type-not-guessed

    """
  static let clock = """
    CERTAIN clock-time-zone
      Local time is sent as if it were GMT.
      The request's time is 8 hours behind that of OSS.
      change   Format the time with the zone GMT, not with that of the machine.
      clause   V1-DATE-1
      vector   v1-date-epoch

    """
  static let cut = """
    CERTAIN url-cut-by-shell
      The URL is cut at an ampersand, as a shell does.
      The command ends at an & outside quotes.
      change   Put the URL in quotes on a command line, and pass all of it on.
      clause   PRE-QRY-1
      vector   v1-pre-get

    """
  static let permission = """
    CERTAIN permission-denied
      OSS does not refuse the signature: the permission is missing.
      OSS says: You have no right to access this object because of bucket acl.
      change   Look at the RAM policy, the bucket policy, the ACL and the role, not at the signature.

    """
  static let json = """
    {
      "findings": [
        {
          "id": "key-encoded-in-string",
          "certainty": "certain",
          "mistake": "The key is percent-encoded in the string to sign.",
          "clause": "V1-RES-4",
          "vector": "v1-url-key-space",
          "change": "Sign the raw key, and percent-encode it only in the URL.",
          "difference": {
            "part": "stringToSign (canonicalized resource)",
            "offset": 3,
            "oss": "/b/\\u00e9",
            "client": "/b/%C3%A9"
          }
        }
      ]
    }

    """
}
