import OSSConformance
import TestSupport
import Testing

@Suite struct `The command serve` {
  private let console = TestConsole()
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder(VectorSamples.suites) }

  /// Runs a shell script with the endpoint.
  private func serve(_ script: String, _ flags: String...) -> RunnerStatus {
    let line = ["serve", "--vectors", RealVectors.folder] + flags + ["--", "sh", "-c", script]
    return console.run(line)
  }

  /// A request with a date of now, which an access key ID of the shell's signs with openssl.
  private static func request(secret: String) -> String {
    [
      "date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')",
      "text=$(printf 'PUT\\n\\ntext/plain\\n%s\\n/%s/k' \"$date\" $OSS_BUCKET)",
      "sig=$(printf %s \"$text\" | openssl dgst -sha1 -hmac \(secret) -binary | openssl base64)",
      "curl -s -o /dev/null -w '%{http_code}' -X PUT -d body -H 'Content-Type: text/plain'"
        + " -H \"Date: $date\" -H \"Authorization: OSS $OSS_ACCESS_KEY_ID:$sig\""
        + " $OSS_ENDPOINT/$OSS_BUCKET/k > ",
    ].joined(separator: "\n")
  }

  @Test func `verifies what a command sends, and ends with it`() throws {
    let script = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "\(folder.path)/status"
    #expect(serve(script) == .asExpected, "\(console.errors)")
    #expect(folder.read("status") == "200")
    #expect(console.output == "1 requests: 1 verified, 0 refused.\n")
  }

  @Test func `says what it refused, and why`() throws {
    let script = Self.request(secret: "other") + "\(folder.path)/status"
    #expect(serve(script) == .failures)
    #expect(folder.read("status") == "403")
    #expect(console.output.hasPrefix("PUT /conform-bucket/k: 403 SignatureDoesNotMatch\n"))
    #expect(console.output.contains("secret-wrong"))
    #expect(!console.output.contains("conform-access-key-secret"))
  }

  @Test func `counts a client that does not sign as one that is refused`() {
    #expect(serve("curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/k") == .failures)
    #expect(console.output.contains("1 requests: 0 verified, 1 refused."))
  }

  @Test func `serves what is wrong and reports it where that is asked for`() throws {
    let script = Self.request(secret: "other") + "\(folder.path)/status"
    #expect(serve(script, "--report-only", "--quiet") == .failures)
    #expect(folder.read("status") == "200")
    #expect(console.output == "1 requests: 0 verified, 1 refused.\n")
  }

  @Test func `fails with its command, and where nothing was sent`() {
    #expect(serve("exit 3") == .nothingRun)
    #expect(console.output.contains("does it use OSS_ENDPOINT?"))
    #expect(console.output.contains("ended with 3"))
    let script = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "/dev/null; exit 4"
    #expect(serve(script) == .failures)
  }

  @Test(arguments: [
    ("--cname", "b", "a domain"), ("--port", "x", "number"), ("--rules", "/absent", "/absent"),
    ("--listen", "256.1.1.1", "256.1.1.1"),
  ])
  func `refuses a flag that it cannot use`(_ flag: String, _ value: String, _ word: String) {
    #expect(serve("true", flag, value) == .usage)
    #expect(console.errors.contains(word), "\(console.errors)")
  }

  @Test func `ends where it cannot read what explains a refusal`() throws {
    let line = ["serve", "--vectors", folder.path, "--", "sh", "-c"]
    let script = "curl -s -o /dev/null $OSS_ENDPOINT/$OSS_BUCKET/k"
    #expect(console.run(line + [script]) == .usage)
    #expect(console.errors.contains("explain.json"), "\(console.errors)")
    for name in ["explain.json", "mistakes.json", "variations.json"] {
      try folder.write("{", to: name)
    }
    let right = Self.request(secret: "$OSS_ACCESS_KEY_SECRET") + "/dev/null"
    #expect(console.run(line + [right]) == .asExpected, "\(console.errors)")
    #expect(console.run(line + [script]) == .usage)
    #expect(console.errors.contains("explain.json"), "\(console.errors)")
  }

  @Test func `refuses a command that is not there, and a key that looks real`() throws {
    #expect(console.run(["serve", "--", "/absent/program"]) == .usage)
    try folder.write(
      #"{"accessKeyId":"\#("LTAI" + "5tExampleExample00")","accessKeySecret":"s"}"#, to: "key.json")
    #expect(serve("true", "--credentials", "\(folder.path)/key.json") == .usage)
    #expect(console.errors.contains("looks like one of a real account"))
  }
}
