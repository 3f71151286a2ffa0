import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The command explain` {
  typealias Samples = ExplainSamplesV4

  static let date = ExplainSamples.date
  static let resource = "/examplebucket/key.txt"

  /// Runs the command on files with these texts.
  private static func run(
    body: String? = nil, request: String? = nil, string: String? = nil, _ more: [String] = [],
    environment: [String: String] = [:]
  ) throws -> (status: RunnerStatus, output: String) {
    let folder = try ScratchFolder(VectorSamples.suites)
    var arguments = ["explain"]
    for (flag, text) in [("body", body), ("request", request), ("string", string)] {
      guard let text else { continue }
      try folder.write(text, to: flag)
      arguments += ["--" + flag, folder.path + "/" + flag]
    }
    let console = TestConsole(environment: environment)
    let status = console.run(arguments + more)
    return (status, console.output + console.errors)
  }

  /// What is given, and what the command prints of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var body: String?
    var request: String?
    var string: String?
    let output: String
  }

  @Test(arguments: certain)
  func `shows the cause and where the two sides differ`(example: Case) throws {
    let result = try Self.run(body: example.body, request: example.request, string: example.string)
    #expect(result.status == .asExpected)
    #expect(result.output == example.output)
  }

  @Test func `says where the two sides are the same`() throws {
    let canonical = Samples.canonical()
    let result = try Self.run(body: Samples.body(canonical), string: canonical)
    #expect(result.status == .asExpected)
    #expect(result.output.hasPrefix("LIKELY secret-wrong\n"))
    #expect(result.output.contains("\n  clause   V4-KEY-1\n"))
  }

  @Test func `says that nothing explains a refusal, or nothing for certain`() throws {
    let nothing = try Self.run(
      request: Samples.request("/k", host: "b.oss-cn-hangzhou.aliyuncs.com"))
    #expect(nothing.status == .failures)
    let start = "This text cannot show the cause yet: paste "
    #expect(
      nothing.output == start + "the whole answer of OSS, with its Code, Message and EC.\n")
    let bare = try Self.run(
      body: ExplainSamples.body(code: "SignatureDoesNotMatch", message: "Oops."))
    #expect(bare.status == .failures)
    #expect(
      bare.output.hasPrefix(
        start + "the whole answer with its StringToSign; the request: its URL, its curl command "
          + "or its headers; and the string that your client signed.\n\n"
          + "POSSIBLE secret-wrong\n"))
    let guess = try Self.run(
      body: ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n\(Self.resource)"))
    #expect(guess.status == .failures)
    #expect(
      guess.output.hasPrefix(
        start + "the request: its URL, its curl command or its headers; and the string that your "
          + "client signed.\n\nPOSSIBLE secret-wrong\n"))
  }

  /// EXP-FIND-3, EXP-FIND-6.
  @Test func `shows what OSS signs of a request where OSS does not`() throws {
    let refused = ExplainSamples.body(code: "SignatureDoesNotMatch", message: "Oops.")
    let v1 = try Self.run(
      body: refused,
      request: "GET \(Self.resource.dropFirst(14))?acl&security-token=\(Self.token) HTTP/1.1\n"
        + "Host: examplebucket.oss-cn-hangzhou.aliyuncs.com\nDate: \(Self.date)\n"
        + "Authorization: OSS STS.a:****\n\n")
    let string = """
      OSS makes this string to sign of the request as you show it; compare your own, line by line:
        GET
        \u{20}
        \u{20}
        \(Self.date)
        /examplebucket/key.txt?acl&security-token=***

      """.replacing("  \u{20}", with: "  ")
    #expect(v1.status == .failures)
    #expect(
      v1.output.hasPrefix("This text cannot show the cause yet: paste the whole answer with"))
    #expect(v1.output.hasSuffix(string), "\(v1.output)")
    let v4 = try Self.run(
      body: refused,
      request: Samples.request(
        "/key.txt", host: "examplebucket.oss-cn-hangzhou.aliyuncs.com",
        more: "x-oss-security-token: \(Self.token)\n"))
    #expect(v4.output.contains("\n  /examplebucket/key.txt\n"))
    #expect(v4.output.contains("\n  x-oss-security-token:***\n"))
  }

  @Test func `prints JSON where it is asked for`() throws {
    let result = try Self.run(
      body: ExplainSamples.body(stringToSign: "GET\n\n\n\(Self.date)\n/b/é"),
      string: "GET\n\n\n\(Self.date)\n/b/%C3%A9", ["--json"])
    #expect(result.status == .asExpected)
    #expect(result.output == Self.json)
  }

  /// What the command prints as JSON of a key that is encoded in the string.
  private static let json = """
    {
      "code": "SignatureDoesNotMatch",
      "findings": [
        {
          "id": "resource-key-encoded",
          "certainty": "certain",
          "sentence": "The key is signed percent-encoded.",
          "clause": "V1-RES-4",
          "fix": "Sign the raw key; encode it for the URL alone.",
          "difference": {
            "part": "canonicalized resource",
            "offset": 3,
            "expected": "/b/\\u00e9",
            "signed": "/b/%C3%A9"
          }
        }
      ],
      "missing": ["the request: its URL, its curl command or its headers"]
    }

    """

  private static let token = "CAISexampleToken"
  private static let signature = String(repeating: "5d", count: 32)

  /// Strings of a server and of a client, both with secrets in them.
  private static let secretsV1: (server: [String], client: [String]) = {
    let strings = [
      "GET\n\n\n\(date)\nx-oss-security-token:\(token)\n\(resource)",
      "GET\n\n\n1702747257\n\(resource)?security-token=\(token)",
    ]
    let changed = strings.flatMap { [$0.replacing(token, with: token + "x"), $0 + "?acl"] }
    return (strings, strings + changed)
  }()

  private static let secretsV4: (server: [String], client: [String]) = {
    let line = "x-oss-security-token:\(token)\n"
    let strings = [
      Samples.canonical(), Samples.canonical(headers: Samples.headers + line),
      Samples.canonical(headers: Samples.headers + line + "x\n"),
      Samples.canonical(query: "x-oss-security-token=\(token)&x-oss-signature=\(signature)"),
      Samples.canonical(query: "x-oss-security-token=\(token)x"),
    ]
    return (strings, strings + ["OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + hash])
  }()

  /// EXP-EV-2.
  @Test(arguments: [[], ["--json"]])
  func `never prints a secret, a token or a signature`(more: [String]) throws {
    let v1 =
      "GET \(Self.resource)?security-token=\(Self.token) HTTP/1.1\n"
      + "Authorization: OSS STS.a:e7SraDhJXAr2ERmY+/n0fAmnDgk=\n"
    let v4 = Samples.request(
      "/key.txt?x-oss-security-token=\(Self.token)&x-oss-signature=\(Self.signature)",
      host: "examplebucket.oss-cn-hangzhou.aliyuncs.com",
      more: "x-oss-security-token: \(Self.token)\n"
    ).replacing("********", with: Self.signature)
    let shown = "</Code><SignatureProvided>\(Self.signature)</SignatureProvided>"
    let bodiesV4 = Self.secretsV4.server.map {
      Samples.body($0).replacing("</Code>", with: shown)
    }
    let bodiesV1 = Self.secretsV1.server.map { ExplainSamples.body(stringToSign: $0) }
    let environment = [
      "OSS_ACCESS_KEY_ID": "exampleAccessKeyID00", "OSS_ACCESS_KEY_SECRET": "ExampleSecret00\n",
      "OSS_SESSION_TOKEN": Self.token,
    ]
    var counted = 0
    for (bodies, request, strings) in [
      (bodiesV1, v1, Self.secretsV1.client), (bodiesV4, v4, Self.secretsV4.client),
    ] {
      // Each string of the server beside one of the client, and the reverse.
      let pairs = bodies.map { ($0, strings[0]) } + strings.dropFirst().map { (bodies[0], $0) }
      for (body, string) in pairs {
        let (_, output) = try Self.run(
          body: body, request: request, string: string, ["--use-environment"] + more,
          environment: environment)
        for hidden in ["ExampleSecret", "CAIS", Self.signature, "e7SraDhJXAr2ERmY"] {
          #expect(!output.contains(hidden))
        }
        counted += 1
      }
    }
    #expect(counted == 7 + 10)
  }
}

/// What the command prints, word for word.
extension `The command explain` {
  static let hash = "a8db36def6b9b86c8bfd86f9098a26a344667d85a39c6ea2f7da00af2973f86c"

  static let certain = [
    Case(
      testDescription: "a line of the string to sign",
      body: ExplainSamples.body(stringToSign: "PUT\n\ntext/plain\n\(date)\n\(resource)"),
      string: "PUT\n\n\n\(date)\n\(resource)",
      output: """
        LIKELY content-type-added
          The HTTP client adds a Content-Type that was not signed.
          line 3, Content-Type:
            OSS       text/plain
            client    (nothing)
          change   Set the Content-Type yourself, sign that value and send the same, or stop the HTTP client from adding one.
          clause   V1-STS-2
          vector   v1-sts-type-not-guessed

        """),
    Case(
      testDescription: "a clock",
      body: ExplainSamples.body(
        code: "RequestTimeTooSkewed", message: "The difference is too large.",
        extra: "<RequestTime>2021-10-11T01:51:03.000Z</RequestTime>"
          + "<ServerTime>2021-10-10T17:51:03.000Z</ServerTime>"),
      output: """
        LIKELY clock-time-zone
          Local time is sent as if it were GMT.
          The request's time is 8 hours ahead of that of OSS.
          change   Format the time with the zone GMT, not with that of the machine.
          clause   V1-DATE-1
          vector   v1-date-epoch

        LIKELY clock-skewed
          The client's clock is wrong by more than OSS allows.
          The request's time is 8 hours ahead of that of OSS.
          change   Set the clock by a time server, or correct it by the ServerTime of the answer, which nothing on the way rewrites as it may the Date; sign again where a request is sent late or again.
          clause   V1-DATE-1
          vector   v1-date-epoch

        """),
    Case(
      testDescription: "the hash that was signed (EXP-HASH-1)",
      body: Samples.body(Samples.canonical(uri: "/examplebucket/", query: "acl")),
      // The hash is that of the canonical request with `acl=`.
      string: "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + hash,
      output: """
        CERTAIN, proved: query-bare-signed-with-equals
          A bare name is signed as name=, as in S3.
          The hash that was signed is that of a canonical request with this mistake.
          line 3:
            OSS       acl
            client    acl=
                         ^ byte 3
            OSS       61 63 6c [end]
            client    61 63 6c [3d]
          change   Write the name alone for a value that is absent or empty.
          clause   V4-QRY-4
          more     oss-conform show query-bare-signed-with-equals

        """),
    Case(
      testDescription: "what is proved, without its other names",
      body: Samples.body(Samples.canonical(uri: "/examplebucket/", query: "acl")),
      // The hash is that of the canonical request without `acl`, which two mistakes make.
      string: "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n"
        + "42079b3b4065c0afd83b962ab4c4378e44ef39bc31377ff7665f568ce8985613",
      output: """
        CERTAIN, proved: parameter-not-signed
          A parameter is sent that was not signed.
          The hash that was signed is that of a canonical request with this mistake.
          line 3:
            OSS       acl
            client    \("")
                      ^ byte 0
            OSS       [61] 63 6c
            client    [end]
          change   Sign every parameter of the query: V4 has no list of subresources; add none to a finished URL.
          clause   V4-QRY-1
          vector   v4-qry-listing

        """),
    Case(
      testDescription: "a log, of which the words of OSS alone are quoted",
      body: "[log] begins\nbundle.js:17 The OSS Access Key Id you provided does not exist.\n",
      output: """
        LIKELY access-key-unknown
          OSS does not know the access key ID, or it is disabled.
          The answer says: bundle.js:17 The OSS Access Key Id you provided does not exist.
          change   Check the ID, that it is enabled, and that it belongs to this cloud site.

        """),
  ]
}
