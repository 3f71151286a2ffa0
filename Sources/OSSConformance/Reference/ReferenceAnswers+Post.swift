internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Writes a policy of conditions, with those of a V4 signature after them where it asks for one.
  func postPolicy() throws(Refusal) -> Answer {
    let expiration = try reader.time("expiration", orRefuseAs: .invalidTime)
    let list = try reader.elements("conditions")
    var added: [PostCondition] = []
    if try reader.nested("credentials") != nil {
      let signer = try postSigner(nil)
      added = signer.conditions(at: try reader.time("time", orRefuseAs: .invalidTime))
    }
    do {
      let conditions = try PostPolicy.conditions(list)
      let policy = try PostPolicy(expiration: expiration, conditions: conditions + added)
      return Answer(members: ["policy": .string(policy.bytes.text)])
    } catch {
      throw Refusal(error)
    }
  }

  /// Signs a policy; the steps are those of V4.
  ///
  /// - Parameter version: the version; nil for V4 with the scope of the input.
  func postSignature(_ version: SignatureVersion?) throws(Refusal) -> Answer {
    let policy = try reader.requiredBytes("policy")
    let form = try postSigner(version)
    let time = version == .v1 ? .epoch : try reader.time("time", orRefuseAs: .invalidTime)
    var answer = Self.answer(form.sign(policy.span, at: time))
    var stages: JSONObject = [:]
    stages["scope"] = form.signer.identity.scope(at: time).map { .string($0) }
    stages["signingKey"] = form.signer.signingKey(at: time).map { .string($0) }
    answer.stages = stages
    return answer
  }

  /// The signer of the input's credentials; that of V4 with the scope of the input for nil.
  func postSigner(_ version: SignatureVersion?) throws(Refusal) -> PostSigner {
    let credentials = try credentials()
    let version = if let version { version } else { try scope() }
    do {
      return try PostSigner(credentials, version)
    } catch {
      switch error {
      case .formsOfV2: throw .shape("operation", "one of V1 or V4")
      case .invalidScope(let error): throw Refusal(error)
      }
    }
  }

  private static func answer(_ form: SignedPostForm) -> Answer {
    Answer(members: [
      "policy": .string(form.policy), "signature": .string(form.signature),
      "fields": .array(form.fields.map { .array([.string($0.name), .string($0.value)]) }),
    ])
  }
}

extension ReferenceAnswers {
  /// Reports the faults of an upload form.
  func postFormFaults() throws(Refusal) -> Answer {
    let policy: PostPolicy
    let bytes = try reader.requiredBytes("policy")
    let form = try postForm()
    let now = try reader.time("now", orRefuseAs: .invalidTime)
    do {
      policy = try PostPolicy(bytes: bytes)
    } catch {
      throw Refusal(error)
    }
    let faults = policy.faults(of: form, at: now).map { JSONValue.object(Self.members(of: $0)) }
    return Answer(members: ["faults": .array(faults)])
  }

  private func postForm() throws(Refusal) -> PostForm {
    var fields: [FormField] = []
    for element in try reader.elements("fields") {
      guard let pair = element.arrayValue, pair.count == 2 else {
        throw .shape("fields", "an array of [name, value]")
      }
      fields.append(
        FormField(
          try InputReader.text(pair[0], "fields", orRefuseAs: .invalidInput),
          try InputReader.text(pair[1], "fields", orRefuseAs: .invalidInput)))
    }
    guard let size = try reader.integer("fileSize") else {
      throw .shape("fileSize", "a whole number")
    }
    return PostForm(
      bucket: try reader.requiredText("bucket", orRefuseAs: .invalidBucketName), fields: fields,
      fileByteCount: size)
  }

  /// A fault as the protocol has it.
  private static func members(of fault: PostFormFault) -> JSONObject {
    var members: JSONObject = ["class": .string(fault.code)]
    switch fault {
    case .conditionFailed(let index, _):
      members["condition"] = .number(JSONNumber(Int64(index)))
    case .missingField(let name), .repeatedField(let name), .invalidField(let name),
      .uncoveredField(let name):
      members["field"] = .string(name)
    case .otherPolicy: members["field"] = "policy"
    case .signatureNotYetValid, .signatureExpired: members["field"] = "x-oss-date"
    case .policyExpired: break
    }
    return members
  }
}
