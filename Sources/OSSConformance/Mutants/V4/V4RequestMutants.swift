internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the canonical request of V4 as a whole.
enum V4RequestMutants {
  static let all: [Mutant] = parts + methods + payloads + texts

  private static let emptyHash = Bytes(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".utf8)

  private static let parts: [Mutant] = [
    request(
      "v4-request-without-empty-line", "V4-REQ-1",
      "No empty line stands between the canonical headers and the additional headers.",
      mend: "End the last header line with its own LF, and write another one."
    ) { $0.afterHeadersV4 { _, _, lines in if !lines.isEmpty { lines.removeLast() } } },
    request(
      "v4-request-line-feed-at-end", "V4-REQ-1", "The canonical request ends with a line feed.",
      mend: "Write nothing behind the payload line."
    ) { steps in
      let former = steps.signingV4.payload
      steps.signingV4.payload = {
        former($0, $1, &$2)
        $2.append(0x0A)
      }
    },
    request(
      "v4-request-without-payload-line", "V4-REQ-1", "The canonical request has five parts only.",
      mend: "Write the payload line last."
    ) { $0.signingV4.payload = { _, _, _ in } },
    request(
      "v4-request-without-additional-line", "V4-REQ-1",
      "Without additional headers their line is left out.",
      mend: "Write the line also when it is empty."
    ) { steps in
      let former = steps.signingV4.payload
      steps.signingV4.payload = { request, isURL, buffer in
        if request.canonicalV4.headers.additionalHeaders.isEmpty { buffer.removeLast() }
        former(request, isURL, &buffer)
      }
    },
  ]

  private static let methods: [Mutant] = [
    request(
      "v4-method-lower-case", "V4-REQ-2", "The method is signed in lower case.",
      mend: "Write the method in upper case, as it is sent."
    ) { steps in
      let former = steps.signingV4.uri
      steps.signingV4.uri = { request, buffer in
        for index in buffer.indices { buffer[index] = buffer[index].lowercased }
        former(request, &buffer)
      }
    },
    request(
      "v4-method-always-get", "V4-REQ-2", "Every request is signed as one with GET.",
      mend: "Sign the method that is sent."
    ) { $0.rewrite("method") { _ in "GET" } },
  ]

  private static let payloads: [Mutant] = [
    request(
      "v4-payload-hash-of-nothing", "V4-REQ-3",
      "The payload line is the hash of an empty content, as S3 has it.",
      mend: "Write UNSIGNED-PAYLOAD."
    ) { steps in
      let former = steps.signingV4.payload
      steps.signingV4.payload = { request, isURL, buffer in
        if isURL { former(request, isURL, &buffer) } else { buffer.append(contentsOf: emptyHash) }
      }
    },
    request(
      "v4-content-sha256-unsigned", "V4-REQ-3", "x-oss-content-sha256 is sent and not signed.",
      mend: "Sign it as any x-oss- header."
    ) {
      $0.afterHeadersV4 { _, added, lines in
        if added != nil { lines = lines.withoutLine(of: "x-oss-content-sha256") }
      }
    },
    request(
      "v4-content-sha256-not-sent", "V4-REQ-3", "x-oss-content-sha256 is signed and not sent.",
      mend: "Send the header that was signed."
    ) {
      $0.rewriteHeaders { _, headers in headers.removeAll { $0.name == "x-oss-content-sha256" } }
    },
    request(
      "v4-callers-content-sha256-kept", "V4-REQ-4",
      "The caller's x-oss-content-sha256 is sent, signed, and the payload line.",
      mend: "Send and sign UNSIGNED-PAYLOAD, whatever the caller gives.",
      sightings: [
        .goV1("The header is set only where there is none, and the line is its value."),
        .phpV1("The header is set only where there is none, and the line is its value."),
        .phpV2("The header is set only where there is none, and the line is its value."),
        .cpp("The header is set only where there is none, and the line is its value."),
      ]
    ) { $0.keepCallers("x-oss-content-sha256", alsoAsPayload: true) },
    request(
      "v4-callers-content-sha256-signed", "V4-REQ-4",
      "The caller's x-oss-content-sha256 is sent and signed beside the payload line.",
      mend: "Send and sign UNSIGNED-PAYLOAD, whatever the caller gives."
    ) { $0.keepCallers("x-oss-content-sha256", alsoAsPayload: false) },
  ]

  private static let texts: [Mutant] = [
    request(
      "v4-key-normalized", "V4-REQ-5", "The key is normalized before it is signed.",
      mend: "Sign the bytes that are sent."
    ) { $0.rewrite("key") { $0.composed } },
    request(
      "v4-header-values-normalized", "V4-REQ-5", "Header values are normalized.",
      mend: "Sign the bytes that are sent."
    ) { steps in
      var rules = HeaderRulesV4()
      rules.lines.value = { Bytes($0.blanksTrimmed.text.composed.utf8) }
      steps.signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    },
    request(
      "v4-text-as-latin-1", "V4-REQ-5", "Header values are signed as Latin-1.",
      mend: "Sign the UTF-8 bytes."
    ) { steps in
      var rules = HeaderRulesV4()
      rules.lines.value = { $0.blanksTrimmed.text.latin1 }
      steps.signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    },
  ]

  private static func request(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: .signingV4, sightings: sightings, change: change)
  }
}

extension ReferenceSteps {
  /// Sends and signs a header of the caller that signing should replace.
  mutating func keepCallers(_ name: String, alsoAsPayload: Bool) {
    var rules = HeaderRulesV4()
    rules.replaces = { !$0.hasSameBytes(as: name) }
    signingV4.headers = { [rules] in rules.append($0, $1, to: &$2) }
    if alsoAsPayload {
      let former = signingV4.payload
      signingV4.payload = { request, isURL, buffer in
        guard let value = request.headerValue(where: { $0.lowercased.elementsEqual(name.utf8) })
        else { return former(request, isURL, &buffer) }
        buffer.append(contentsOf: value.blanksTrimmed)
      }
    }
    rewriteHeaders { input, headers in
      let given = (input["headers"]?.arrayValue ?? []).compactMap(\.arrayValue)
      let own = given.first {
        Bytes(($0.first?.stringValue ?? "").utf8).lowercased.elementsEqual(name.utf8)
      }
      guard let text = own?.last?.stringValue else { return }
      for index in headers.indices where headers[index].name.hasSameBytes(as: name) {
        headers[index].value = text
      }
    }
  }
}
