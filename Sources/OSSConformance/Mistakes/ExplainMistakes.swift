internal import OSSJSON
package import OSSMistakes
internal import OSSPrimitives
package import OSSVectors

/// Mistakes of a tool that explains a refusal.
enum ExplainMistakes {
  static let all: [Mistake] = confused + unread

  /// Each clause, its finding, and what a coarser tool takes it for.
  private static let confusions = [
    ("EXP-FIND-3", "none", "secret-wrong"),
    ("EXP-FIND-6", "content-type-added", "none"),
    ("EXP-FIND-7", "method-differs", "secret-wrong"),
    ("EXP-ANS-1", "bucket-doubled", "bucket-name-invalid"),
    ("EXP-ANS-2", "bucket-name-invalid", "bucket-unknown"),
    ("EXP-ANS-3", "object-name-invalid", "object-unknown"),
    ("EXP-ANS-4", "callback-failed", "permission-denied"),
    ("EXP-ANS-5", "cors-refused", "permission-denied"),
    ("EXP-ANS-6", "referer-refused", "permission-denied"),
    ("EXP-ANS-7", "account-disabled", "access-key-unknown"),
    ("EXP-ANS-8", "not-signed", "permission-denied"),
    ("EXP-ANS-9", "bucket-not-in-host", "endpoint-wrong"),
    ("EXP-ANS-10", "https-required", "body-not-an-error"),
    ("EXP-ANS-11", "refused-otherwise", "none"),
    ("EXP-ANS-11", "other-service", "body-not-an-error"),
    ("EXP-ANS-12", "aws-chunked", "s3-signature"),
    ("EXP-ANS-13", "original-protected", "permission-denied"),
    ("EXP-ANS-14", "url-incomplete", "permission-denied"),
    ("EXP-ANS-15", "bucket-name-taken", "refused-otherwise"),
    ("EXP-ANS-17", "copy-source-wrong", "object-unknown"),
    ("EXP-ANS-18", "append-position-wrong", "argument-refused"),
    ("EXP-ANS-19", "upload-too-large", "none"),
    ("EXP-ANS-20", "domain-not-bound", "bucket-unknown"),
    ("EXP-ANS-21", "access-key-missing", "authorization-malformed"),
    ("EXP-ANS-22", "service-mixed", "not-signed"),
    ("EXP-ANS-24", "argument-value-wrong", "argument-refused"),
    ("EXP-ANS-25", "permission-denied", "access-key-unknown"),
    ("EXP-ANS-26", "cors-credentials-refused", "none"),
    ("EXP-ANS-27", "content-md5-missing", "argument-refused"),
    ("EXP-ANS-28", "access-key-and-secret-swapped", "access-key-unknown"),
    ("EXP-ANS-29", "etag-not-exposed", "part-unknown"),
    ("EXP-FORM-4", "post-field-missing", "argument-refused"),
    ("EXP-FORM-1", "post-form-malformed", "refused-otherwise"),
    ("EXP-FORM-3", "form-string-differs", "none"),
    ("EXP-FORM-2", "callback-without-server-name", "callback-failed"),
    ("EXP-TIME-1", "clock-skewed", "clock-time-zone"),
    ("EXP-TIME-2", "date-not-sent", "date-missing"),
    ("EXP-TOK-1", "token-missing", "access-key-unknown"),
    ("EXP-TOK-3", "token-invalid", "access-key-unknown"),
    ("EXP-TOK-2", "token-expired", "none"),
    ("EXP-STS-2", "rpc-string-differs", "secret-wrong"),
    ("EXP-S3-1", "s3-signature", "aws-names-used"),
    ("EXP-KEY-1", "key-not-encoded", "key-encoded-in-string"),
    ("EXP-SEC-1", "secret-not-that-of-oss", "secret-with-blank"),
    ("EXP-SEC-2", "secret-with-blank", "secret-wrong"),
    ("EXP-SEC-3", "signature-of-the-secret", "none"),
    ("EXP-SEC-4", "signature-not-of-the-secret", "none"),
    ("EXP-SEC-5", "secret-wrong", "none"),
    ("EXP-V4-1", "uri-not-encoded", "canonical-request-differs"),
    ("EXP-V4-2", "uri-encoded-twice", "key-encoded-twice"),
    ("EXP-V4-3", "uri-slash-encoded", "uri-encoding-differs"),
    ("EXP-V4-4", "uri-encoding-differs", "uri-not-encoded"),
    ("EXP-V4-5", "uri-normalized", "key-differs"),
    ("EXP-V4-6", "parameter-not-signed", "subresource-not-signed"),
    ("EXP-V4-7", "parameter-not-sent", "subresource-not-sent"),
    ("EXP-V4-8", "parameters-not-sorted", "subresources-not-sorted"),
    ("EXP-V4-9", "parameter-empty-with-equals", "subresource-empty-value"),
    ("EXP-V4-10", "parameter-plus-for-blank", "parameter-encoding-differs"),
    ("EXP-V4-11", "parameter-not-encoded", "parameter-value-differs"),
    ("EXP-V4-12", "parameter-encoded-twice", "subresource-encoded-twice"),
    ("EXP-V4-13", "parameter-encoding-differs", "parameter-not-encoded"),
    ("EXP-V4-14", "parameter-value-differs", "subresource-value-differs"),
    ("EXP-V4-15", "signature-parameter-signed", "parameter-not-sent"),
    ("EXP-V4-16", "additional-header-not-listed", "foreign-header-signed"),
    ("EXP-V4-17", "additional-header-not-signed", "oss-header-not-signed"),
    ("EXP-V4-18", "additional-header-not-sent", "canonical-request-differs"),
    ("EXP-V4-19", "additional-header-needless", "additional-headers-malformed"),
    ("EXP-V4-20", "additional-headers-malformed", "additional-headers-differ"),
    ("EXP-V4-21", "additional-headers-differ", "canonical-request-differs"),
    ("EXP-V4-22", "additional-headers-empty", "authorization-malformed"),
    ("EXP-V4-23", "payload-header-missing", "payload-hash-differs"),
    ("EXP-V4-24", "token-in-wrong-place", "token-not-signed"),
    ("EXP-V4-25", "scope-malformed", "region-wrong"),
    ("EXP-V4-26", "aws-names-used", "signature-version-mixed"),
    ("EXP-V4-27", "expires-absolute", "expires-relative"),
    ("EXP-V4-28", "expires-out-of-range", "url-expired"),
    ("EXP-V4-29", "expires-too-long-for-token", "expires-out-of-range"),
    ("EXP-V4-30", "hash-malformed", "canonical-request-differs"),
    ("EXP-V4-31", "signature-in-base64", "signature-of-another-hash"),
    ("EXP-V4-32", "signature-in-capitals", "signature-damaged"),
    ("EXP-V4-33", "signing-key-without-prefix", "secret-wrong"),
    ("EXP-V4-34", "signing-key-not-derived", "secret-of-another-id"),
    ("EXP-V4-35", "signing-key-of-hexadecimal", "signature-in-hexadecimal"),
    ("EXP-V4-36", "signing-key-of-another-scope", "scope-malformed"),
    ("EXP-V4-37", "signature-version-legacy", "signature-version-mixed"),
  ]

  private static let confused: [Mistake] = confusions.map { clause, name, other in
    finding(
      "explain-no-\(name)", clause, "The cause \(name) is taken for \(other).",
      fix: "Report \(name), and not \(other)."
    ) { _, finding in finding == name ? other : finding }
  }

  /// A part of the evidence is not read, or not used.
  private static let unread: [Mistake] = [
    marked(
      "explain-sts-unread", "EXP-STS-1", "An answer of STS is not read.",
      fix: "Read the JSON and the XML of STS as those of OSS.",
      in: "body", "string to sign is", found: "none"),
    marked(
      "explain-s3-path-unread", "EXP-S3-2", "Nothing of a request of S3 is read.",
      fix: "Compare the path and the signature of the request with what was signed.",
      in: "request", "AWS4-HMAC-SHA256", found: "s3-signature"),
    marked(
      "explain-v2-read-as-v1", "EXP-V2-1", "A string of V2 is read by the rules of V1.",
      fix: "Allow the listed headers and the encoded resource, and sign every parameter.",
      in: "string", "\n%2F", found: "foreign-header-signed"),
    marked(
      "explain-exact-cause-unread", "EXP-EV-6", "The header x-oss-ec is not read.",
      fix: "Read the exact cause in the header of an answer without a body.",
      in: "body", "x-oss-ec: ", found: "none"),
    marked(
      "explain-hashes-unused", "EXP-HASH-1",
      "A string to sign that differs in its hash alone says no more than that.",
      fix: "Hash canonical requests with one mistake, and compare.",
      in: "string", "OSS4-", found: "canonical-request-differs"),
    finding(
      "explain-finds-nothing", "EXP-FIND-1", "No mistake is ever found.",
      fix: "Compare what OSS signed with what the client signed."
    ) { _, _ in "none" },
    finding(
      "explain-signatures-alone", "EXP-FIND-2",
      "A refusal that is no matter of the signature is not distinguished.",
      fix: "Look at the code of the error before its strings."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? ""
      return body.contains("<Code>") && !body.contains("SignatureDoesNotMatch")
        ? "signature-differs" : finding
    },
    finding(
      "explain-sts-codes-unread", "EXP-STS-3", "The codes of STS are not known.",
      fix: "Read them as the codes of OSS that mean the same."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? ""
      let isCode = body.contains("sts.aliyuncs.com") && !body.contains("string to sign is")
      return isCode ? "body-not-an-error" : finding
    },
    finding(
      "explain-printed-unread", "EXP-EV-5", "An error that is no XML is not read.",
      fix: "Read code and message wherever they are printed.", also: ["EXP-ANS-15"]
    ) { input, finding in
      input["body"]?.stringValue?.contains("<Error>") == false ? "body-not-an-error" : finding
    },
    finding(
      "explain-secret-unused", "EXP-HASH-2", "The secret is compared with nothing.",
      fix: "Sign canonical requests with one mistake, and compare."
    ) { input, finding in input["credentials"] == nil ? finding : "secret-wrong" },
    finding(
      "explain-v4-unread", "EXP-FIND-4",
      "A request of V4 is not looked into: its version is blamed.",
      fix: "Read it by the rules of V4."
    ) { input, finding in
      let isV4 = input.members.contains {
        $0.value.stringValue?.contains("OSS4-HMAC-SHA256") == true
      }
      return isV4 && finding != "none" ? "signature-version-refused" : finding
    },
    finding(
      "explain-cause-of-signature-unread", "EXP-ANS-16",
      "The exact causes of signatures are not read.",
      fix: "Read the exact cause where the evidence shows nothing else."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? ""
      let isOne = AnswerRule.ofSignatures.contains { rule in
        rule.cause.id == finding && rule.exactCauses.contains { body.contains($0) }
      }
      return isOne ? "none" : finding
    },
    finding(
      "explain-need-unread", "EXP-ANS-23", "A row is taken whose cause the request cannot have.",
      fix: "Pass over a row where the request has nothing of what its cause is about."
    ) { input, finding in
      let isOfAppend = input["body"]?.stringValue?.contains("0016-0000050") == true
      return isOfAppend ? "append-position-wrong" : finding
    },
    finding(
      "explain-secret-unused-without-string", "EXP-SEC-6",
      "Where OSS shows no string the secret is not used.",
      fix: "Sign the request that is shown, and compare."
    ) { input, finding in
      let body = input["body"]?.stringValue ?? "StringToSign"
      return body.contains("StringToSign") || input["credentials"] == nil ? finding : "none"
    },
  ]

  /// A mistake that finds the same wherever a member holds a mark, and something is to be found.
  private static func marked(
    _ id: String, _ clause: String, _ sentence: String, fix: String, in member: String,
    _ mark: String, found: String
  ) -> Mistake {
    Self.finding(id, clause, sentence, fix: fix) { input, finding in
      let isMarked = input[member]?.stringValue?.contains(mark) == true
      return isMarked && finding != "none" ? found : finding
    }
  }

  /// A mistake that finds something else, given the input and what the reference finds.
  private static func finding(
    _ id: String, _ clause: String, _ sentence: String, fix: String,
    also others: [String] = [],
    _ change: @escaping @Sendable (_ input: JSONObject, _ finding: String) -> String
  ) -> Mistake {
    Mistake(
      id, [clause] + others, sentence, fix: fix, of: .errorExplain,
      right: { ReferenceAdapter().answer(.errorExplain, $0) },
      change: { input, reply in
        guard case .ok(var answer) = reply else { return reply }
        let finding = answer.members["finding"]?.stringValue ?? ""
        answer.members["finding"] = .string(change(input, finding))
        return .ok(answer)
      })
  }
}

/// Every mistake that the kit knows: those of the model, and those in explaining a refusal.
package enum Catalogue {
  /// All mistakes, in the order of the pages.
  package static let all: [Mistake] = Mistakes.all + ExplainMistakes.all

  /// The mistake of an id, if there is one.
  package static func named(_ id: String) -> Mistake? { all.first { $0.id == id } }
}

extension KillMatrix {
  /// Asks every mistake of the catalogue for every vector.
  package init(
    of mistakes: [Mistake] = Catalogue.all, over vectors: [Vector],
    asked: (_ vector: Int) -> (_ row: Int) -> Bool = { _ in { _ in true } },
    kill: (_ vector: Int, _ row: Int, _ reply: Reply) -> Void = { _, _, _ in }
  ) {
    self.init(
      mistakes: mistakes, vectors: vectors, right: { ReferenceAdapter().answer($0, $1) },
      asked: asked, kill: kill)
  }
}
