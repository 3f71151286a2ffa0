internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A part of a signature that a form carries.
package enum FormPart: Hashable, Sendable {
  case id, policy, signature, token, version, credential, date
}

/// Who signs forms with V4, and for where.
struct FormSigner {
  let credentials: GivenCredentials
  let region: String
  let product: String

  /// Reads the credentials, the region and the product (POST-REF-2, POST-REF-3, V4-SCO-2).
  init(_ input: InputReader, _ model: FormModel) throws(Refusal) {
    credentials = try model.credentials(input)
    region = model.region(try input.text("region", orRefuseAs: .invalidRegion) ?? "")
    product = try input.text("product", orRefuseAs: .invalidProduct) ?? "oss"
    try model.accepts.refuse(
      .region, if: !SigningModel.isScopeName(region.raw) || region.raw.begins(with: "oss-"))
    try model.accepts.refuse(.product, if: !SigningModel.isScopeName(product.raw))
  }

  /// A key, and HMAC-SHA256 of one part after the other with what came before as the key.
  static func chain(_ start: Bytes, _ parts: [String]) -> Bytes {
    parts.reduce(start) { SigningModel.hmacSHA256($0, $1.raw) }
  }
}

extension FormModel {
  /// Reads credentials (POST-REF-2).
  fileprivate func credentials(_ input: InputReader) throws(Refusal) -> GivenCredentials {
    var credentials = try GivenCredentials(input, accepting: accepts)
    if keepsEmptyToken { credentials.token = try GivenCredentials(input).token }
    return credentials
  }

  /// Signs a policy with V1 (POST-V1-1 to POST-V1-3).
  func signedV1(_ input: InputReader) throws(Refusal) -> Answer {
    let policy = try input.requiredBytes("policy")
    let signer = try credentials(input)
    let text = text(policy)
    let signature = signatureV1(signer.secret.raw, text.raw)
    return answer(
      namesV1, text, signature,
      [(.id, signer.id), (.policy, text), (.signature, signature), (.token, signer.token)])
  }

  /// Signs a policy with V4 (POST-V4-1 to POST-V4-4, POST-V4-7).
  func signedV4(_ input: InputReader) throws(Refusal) -> Answer {
    let policy = try input.requiredBytes("policy")
    let signer = try FormSigner(input, self)
    let time = try input.time("time", as: seconds)
    let text = text(policy)
    let scope = scope(time, signer.region, signer.product)
    let key = signingKey(signer.credentials.secret.raw, scope)
    let signature = signatureV4(key, stringV4(text.raw, date(time), scope.joined(separator: "/")))
    let parts = parts(of: signer, at: time)
    var answer = answer(
      namesV4, text, signature,
      [
        (.policy, text), (.version, version), (.credential, parts[.credential]),
        (.date, parts[.date]), (.signature, signature), (.token, parts[.token]),
      ])
    answer.stages = [
      "scope": .string(scope.joined(separator: "/")), "signingKey": .string(key.hexadecimal),
    ]
    return answer
  }

  /// The conditions that bind the fields of V4, each an object (POST-V4-5, POST-V4-8).
  func conditions(of signer: FormSigner, at time: Int64) -> [FormCondition] {
    let parts = parts(of: signer, at: time)
    return covered.compactMap { part in
      guard let name = namesV4[part], let value = parts[part] else { return nil }
      return FormCondition(match: .object, name: name, values: [value])
    }
  }

  private func parts(of signer: FormSigner, at time: Int64) -> [FormPart: String] {
    var parts: [FormPart: String] = [.version: version, .date: date(time)]
    parts[.credential] = credential(
      signer.credentials.id, scope(time, signer.region, signer.product))
    parts[.token] = signer.credentials.token
    return parts
  }

  private func answer(
    _ names: [FormPart: String], _ policy: String, _ signature: String,
    _ parts: [(part: FormPart, value: String?)]
  ) -> Answer {
    var fields: [JSONValue] = []
    for (part, value) in parts {
      if let name = names[part], let value { fields.append([.string(name), .string(value)]) }
    }
    return Answer(members: [
      "policy": .string(policy), "signature": .string(signature), "fields": .array(fields),
    ])
  }
}
