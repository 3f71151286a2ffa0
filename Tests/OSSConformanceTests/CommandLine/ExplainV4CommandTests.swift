import OSSConformance
import OSSJSON
import Testing

@Suite struct `The command explain for V4` {
  typealias Samples = `Detectors of V4`

  private func run(
    _ texts: [(String, String)], _ more: [String] = [], environment: [String: String] = [:]
  ) throws -> (status: RunnerStatus, output: String) {
    let folder = try TemporaryFolder()
    var arguments = ["explain"]
    for (flag, text) in texts {
      try folder.write(text, to: flag)
      arguments += ["--" + flag, folder.path + "/" + flag]
    }
    let console = TestConsole(environment: environment)
    let status = console.run(arguments + more)
    return (status, console.output + console.errors)
  }

  @Test func `shows the part of the canonical request that differs`() throws {
    let result = try run([
      ("body", Samples.body(Samples.canonical(uri: "/examplebucket/a%20b.txt"))),
      ("string", Samples.canonical(uri: "/examplebucket/a b.txt")),
    ])
    #expect(result.status == .asExpected)
    #expect(result.output == Self.uri)
  }

  /// The SHA-256 of the canonical request with `acl=` is what this string holds (EXP-HASH-1).
  @Test func `names a mistake by the hash that was signed`() throws {
    let result = try run([
      ("body", Samples.body(Samples.canonical(uri: "/examplebucket/", query: "acl"))),
      ("string", "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + Self.hash),
    ])
    #expect(result.status == .asExpected)
    #expect(result.output == Self.equals)
  }

  @Test func `names the clause of V4 beside a region`() throws {
    let request = Samples.request("/k", host: "b.oss-cn-beijing.aliyuncs.com")
    let result = try run([("request", request)])
    #expect(result.status == .asExpected)
    #expect(result.output == Self.region)
  }

  @Test func `says where the two are the same`() throws {
    let canonical = Samples.canonical()
    let result = try run([("body", Samples.body(canonical)), ("string", canonical)])
    #expect(result.status == .asExpected)
    #expect(result.output.hasPrefix("LIKELY secret-wrong\n"))
    #expect(result.output.contains("\n  clause   V4-KEY-1\n"))
  }

  /// EXP-EV-2.
  @Test(arguments: [[], ["--json"]])
  func `never prints a secret, a token or a signature`(more: [String]) throws {
    let token = "CAISexampleToken"
    let signature = String(repeating: "5d", count: 32)
    let line = "x-oss-security-token:\(token)\n"
    let texts = [
      Samples.canonical(), Samples.canonical(headers: Samples.headers + line),
      Samples.canonical(headers: Samples.headers + line + "x\n"),
      Samples.canonical(query: "x-oss-security-token=\(token)&x-oss-signature=\(signature)"),
      Samples.canonical(query: "x-oss-security-token=\(token)x"),
      "OSS4-HMAC-SHA256\n20231216T162057Z\n\(Samples.scope)\n" + Self.hash,
    ]
    let request = Samples.request(
      "/key.txt?x-oss-security-token=\(token)&x-oss-signature=\(signature)",
      host: "examplebucket.oss-cn-hangzhou.aliyuncs.com", more: "x-oss-security-token: \(token)\n"
    ).replacing("********", with: signature)
    let environment = [
      "OSS_ACCESS_KEY_ID": "id", "OSS_ACCESS_KEY_SECRET": "ExampleSecret00\n",
      "OSS_SESSION_TOKEN": token,
    ]
    var counted = 0
    for server in texts.dropLast() {
      for own in texts {
        let body = Samples.body(server).replacing(
          "</Code>", with: "</Code><SignatureProvided>\(signature)</SignatureProvided>")
        let result = try run(
          [("body", body), ("request", request), ("string", own)], ["--use-environment"] + more,
          environment: environment)
        for hidden in ["ExampleSecret", token, signature] {
          #expect(!result.output.contains(hidden))
        }
        counted += 1
      }
    }
    #expect(counted == 30)
  }
}

/// What the command prints, word for word.
extension `The command explain for V4` {
  static let hash = "a8db36def6b9b86c8bfd86f9098a26a344667d85a39c6ea2f7da00af2973f86c"
  static let uri = """
    CERTAIN uri-not-encoded
      The key is in the canonical URI without percent-encoding.
      canonicalRequest (line 2, canonical URI):
        OSS       /examplebucket/a%20b.txt
        client    /examplebucket/a b.txt
                                  ^ byte 16
        OSS       65 74 2f 61 [25] 32 30 62 2e 74 78 74
        client    65 74 2f 61 [20] 62 2e 74 78 74
      change   Percent-encode every byte of the key but letters, digits, - _ . ~ and /, once.
      clause   V4-URI-4
      vector   v4-uri-encoded-space

    """
  static let equals = """
    CERTAIN parameter-empty-with-equals
      A parameter without a value is signed with an equals sign.
      The hash that was signed is that of a canonical request with this mistake.
      canonicalRequest (line 3):
        OSS       acl
        client    acl=
                     ^ byte 3
        OSS       61 63 6c [end]
        client    61 63 6c [3d]
      change   Sign the name alone where the value is empty or missing.
      clause   V4-QRY-4
      vector   v4-qry-empty-value

    """
  static let region = """
    LIKELY region-wrong
      The credential scope of V4 names another region than the bucket's.
      The scope has cn-hangzhou, the host cn-beijing.
      credential scope (region):
        OSS       cn-beijing
        client    cn-hangzhou
      change   Give the signer the region of the bucket, such as cn-hangzhou.
      clause   V4-SCO-1
      vector   v4-sco-ap-southeast-1

    """
}
