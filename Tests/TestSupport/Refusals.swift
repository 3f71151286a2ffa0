package import OSSExplain
internal import OSSJSON
package import OSSPrimitives

/// What explains refusals, by the files of this repository.
package enum Refusals {
  package static let knowledge = Result {
    try Knowledge(
      explain: try RealVectors.json("explain.json"),
      mistakes: try RealVectors.json("mistakes.json"),
      variations: try RealVectors.json("variations.json"))
  }

  /// A case, and what is said of it.
  package struct Explained: Sendable {
    package let sample: ExplainCase
    package let found: [FoundCause]
  }

  /// Each case with its findings, found once for all tests that look at them.
  package static let cases = Task {
    let explainer = Explainer(try knowledge.get())
    var all: [Explained] = []
    for sample in try ExplainCase.all.get() {
      all.append(Explained(sample: sample, found: explainer.explain(Evidence(of: sample)).findings))
      // What other tests wait for may be done in between.
      await Task.yield()
    }
    return all
  }

  /// The findings; none where the files cannot be read, which a test of its own holds.
  package static func explain(_ evidence: Evidence) -> [FoundCause] {
    guard let knowledge = try? knowledge.get() else { return [] }
    return Explainer(knowledge).explain(evidence).findings
  }

  /// The findings of evidence that is given as texts.
  package static func explain(
    body: String? = nil, request: String? = nil, string: String? = nil, url: String? = nil
  ) -> [FoundCause] {
    func bytes(_ text: String?) -> Bytes? { text.map { Bytes($0.utf8) } }
    return explain(
      Evidence(body: bytes(body), request: bytes(request), string: bytes(string), url: bytes(url)))
  }

  /// The ids of the findings that are as sure.
  package static func ids(_ found: [FoundCause], _ certainty: Certainty) -> [String] {
    found.filter { $0.certainty == certainty }.map(\.cause.id)
  }
}

extension Evidence {
  /// The evidence of a case.
  ///
  /// - Parameter changed: the name of a part that has other bytes, and these bytes.
  package init(of sample: ExplainCase, _ changed: (name: String, bytes: Bytes)? = nil) {
    let credentials = sample.evidence["credentials"]?.objectValue.map { given in
      GivenCredentials(
        accessKeyID: given["accessKeyId"]?.stringValue ?? "",
        accessKeySecret: given["accessKeySecret"]?.stringValue ?? "",
        securityToken: given["securityToken"]?.stringValue)
    }
    func part(_ name: String) -> Bytes? {
      changed?.name == name ? changed?.bytes : sample.part(name)
    }
    self.init(
      text: part("text"), body: part("body"), request: part("request"), string: part("string"),
      url: part("url"),
      credentials: credentials)
  }
}

/// Bodies of errors for tests.
package enum ExplainSamples {
  package static let date = "Sat, 16 Dec 2023 16:20:57 GMT"

  /// The body of SignatureDoesNotMatch.
  package static func body(
    stringToSign: String, signature: String = "e7SraDhJXAr2ERmY+/n0fAmnDgk="
  ) -> String {
    let bytes = stringToSign.utf8.map { Hexadecimal.encode($0) }.joined(separator: " ")
    return body(
      code: "SignatureDoesNotMatch", message: "The request signature does not match.",
      extra: "<OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId>"
        + "<SignatureProvided>\(signature)</SignatureProvided>"
        + "<StringToSignBytes>\(bytes)</StringToSignBytes>")
  }

  /// The body of an error.
  package static func body(code: String, message: String, extra: String = "") -> String {
    "<Error><Code>\(code)</Code><Message>\(message)</Message>"
      + "<HostId>examplebucket.oss-cn-hangzhou.aliyuncs.com</HostId>\(extra)</Error>"
  }
}

/// Texts of V4 for tests.
package enum ExplainSamplesV4 {
  package static let scope = "20231216/cn-hangzhou/oss/aliyun_v4_request"
  package static let headers =
    "x-oss-content-sha256:UNSIGNED-PAYLOAD\nx-oss-date:20231216T162057Z\n"

  /// A canonical request.
  package static func canonical(
    uri: String = "/examplebucket/key.txt", query: String = "", headers: String = headers,
    additional: String = ""
  ) -> String {
    "GET\n\(uri)\n\(query)\n\(headers)\n\(additional)\nUNSIGNED-PAYLOAD"
  }

  /// A body that shows a canonical request.
  package static func body(_ canonical: String) -> String {
    let text = canonical.replacing("&", with: "&amp;")
    return ExplainSamples.body(
      code: "SignatureDoesNotMatch", message: "No match.",
      extra: "<CanonicalRequest>\(text)</CanonicalRequest>")
  }

  /// A request with a signature in its headers.
  package static func request(_ target: String, host: String, more: String = "", list: String = "")
    -> String
  {
    "GET \(target) HTTP/1.1\nHost: \(host)\nx-oss-date: 20231216T162057Z\n"
      + "x-oss-content-sha256: UNSIGNED-PAYLOAD\n\(more)"
      + "Authorization: OSS4-HMAC-SHA256 Credential=id/\(scope),\(list)Signature=********\n\n"
  }
}
