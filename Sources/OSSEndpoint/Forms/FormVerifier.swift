internal import OSSAppServer
internal import OSSExplain
internal import OSSPrimitives
internal import OSSServices

/// An upload form, whose policy is what is signed (spec/post-policy.md).
struct FormVerifier {
  let form: MultipartForm
  let bucket: Bytes
  let region: String
  let now: Moment

  private var isV4: Bool { form.value("x-oss-signature-version") != nil }

  /// Verifies the form: its fields, the key, the token, the signature, then the policy.
  func verify(by keys: [KnownKey], _ verdict: inout Verdict) {
    guard let policy = form.value("policy") else {
      // One without any part of a signature is a stranger's.
      if form.value("signature") != nil || isV4 {
        fail(&verdict, "0002-00000702", "POST-V1-2", "The form has no field policy.")
      }
      return
    }
    (verdict.version, verdict.isForm) = (isV4 ? .v4 : .v1, true)
    guard let text = form.value(isV4 ? "x-oss-signature" : "signature") else {
      return fail(&verdict, "0002-00000703", "POST-V1-2", "The form has no signature.")
    }
    if text.isEmpty {
      return fail(&verdict, "0002-00000704", "POST-V1-2", "The signature of the form is empty.")
    }
    guard let credential = form.value(isV4 ? "x-oss-credential" : "ossaccesskeyid") else {
      return fail(&verdict, "0002-00000706", "POST-V1-2", "The form has no access key ID.")
    }
    let parts = credential.parts(at: "/")
    if isV4, let fault = scopeFault(parts) {
      return fail(&verdict, fault.ec, "POST-V4-2", fault.sentence)
    }
    let scope = isV4 ? Array(parts.suffix(4)) : nil
    verdict.accessKeyID = isV4 ? parts.dropLast(4).joined(by: "/") : credential
    guard let key = keys.first(where: { $0.id == verdict.accessKeyID }) else {
      return verdict.fail(
        .key, nil, "The access key ID is not one that the endpoint knows.",
        .unknownKey(verdict.accessKeyID))
    }
    checkToken(key, &verdict)
    if !FormSignature(policy: policy, text: text, scope: scope).isRight(key.secret) {
      verdict.fail(
        .signature, isV4 ? "POST-V4-3" : "POST-V1-1",
        "The secret does not make the signature of the policy.",
        Refusal(
          403, "SignatureDoesNotMatch", Refusal.mismatch, ec: "0002-00000705",
          members: [
            Refusal.Member("OSSAccessKeyId", key.id), Refusal.Member("SignatureProvided", text),
            Refusal.Member("StringToSign", policy),
          ]))
    }
    checkPolicy(policy, &verdict)
  }

  private func fail(
    _ verdict: inout Verdict, _ ec: String, _ clause: String, _ sentence: String
  ) {
    verdict.fail(
      .form, clause, sentence,
      Refusal(
        400, "InvalidArgument",
        "The bucket POST must contain the specified 'policy', 'OSSAccessKeyId' and 'Signature'.",
        ec: ec))
  }

  /// What is wrong with a credential of V4, or with its day.
  private func scopeFault(_ parts: [Bytes]) -> (ec: String, sentence: String)? {
    guard parts.count > 4, parts.last?.isText("aliyun_v4_request") == true else {
      return ("0002-00000710", "x-oss-credential is not an access key ID and a scope.")
    }
    let scope = Array(parts.suffix(4))
    let day = form.value("x-oss-date")?.prefix(8)
    if day.map({ Bytes($0) }) != scope[0] {
      return ("0002-00000709", "The day of x-oss-credential is not that of x-oss-date.")
    }
    if !scope[1].isText(region) {
      return ("0002-00000710", "The region of x-oss-credential is not \(region).")
    }
    return scope[2].isText("oss")
      ? nil : ("0002-00000710", "The product of x-oss-credential is not oss.")
  }

  private func checkToken(_ key: KnownKey, _ verdict: inout Verdict) {
    let sent = form.value("x-oss-security-token")
    if let fault = key.fault(ofToken: sent, at: now, clause: isV4 ? "POST-V4-7" : "POST-V1-3") {
      verdict.failures.append(fault)
    }
  }

  /// Whether the policy has not ended, and its conditions hold.
  private func checkPolicy(_ policy: Bytes, _ verdict: inout Verdict) {
    guard let bytes = try? Base64.decode(policy.text),
      let rules = try? PostPolicy(bytes: bytes)
    else {
      return fail(&verdict, "0002-00000701", "POST-POL-3", "The policy cannot be read.")
    }
    let sent = PostForm(
      bucket: bucket.text, fields: form.fields.map { FormField($0.name, $0.value.text) },
      fileByteCount: Int64(form.file?.bytes.count ?? 0))
    guard let fault = rules.faults(of: sent, at: now).first else { return }
    let message =
      if case .policyExpired = fault {
        "Invalid according to Policy: Policy expired."
      } else {
        "Invalid according to Policy: Policy Condition failed: \(fault)"
      }
    verdict.fail(
      .policy, "POST-CHK-1", "\(fault)", Refusal(403, "AccessDenied", message))
  }
}
