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
      let signer = try postSignerV4()
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

  func postSignatureV1() throws(Refusal) -> Answer {
    let policy = try reader.requiredBytes("policy")
    return Self.answer(PostSignerV1(try credentials()).sign(policy.span))
  }

  func postSignatureV4() throws(Refusal) -> Answer {
    let policy = try reader.requiredBytes("policy")
    let signer = try postSignerV4()
    let time = try reader.time("time", orRefuseAs: .invalidTime)
    var answer = Self.answer(signer.sign(policy.span, at: time))
    let key = signer.signingKey(at: time)
    answer.stages = [
      "scope": .string(key.scope.description), "signingKey": .string(key.hexadecimal),
    ]
    return answer
  }

  /// The signer for the region and the product of the input.
  private func postSignerV4() throws(Refusal) -> PostSignerV4 {
    let credentials = try credentials()
    let (region, product) = try scopeNames()
    do {
      return try PostSignerV4(credentials, region: region, product: product)
    } catch {
      throw Refusal(error)
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
  /// Tells the faults of an upload form.
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
