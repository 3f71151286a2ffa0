internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Reads what a custom signer gave.
  func signerValue() throws(Refusal) -> Answer {
    let error = try reader.text("error", orRefuseAs: .invalidInput)
    // Beside an error the value does not count, be it text or not (CRED-SIGN-4).
    let text = error == nil ? try reader.text("value", orRefuseAs: .invalidSignerValue) : nil
    do {
      let signature = try SignerAnswer(value: text, error: error).signature(of: .v1)
      let value = try? signature.read(as: .v1)
      return Answer(members: [
        "accessKeyId": .string(value?.accessKeyID ?? ""),
        "signature": .string(value?.signature ?? ""),
      ])
    } catch {
      throw Refusal(error)
    }
  }

  /// Finds the content type of an upload.
  func contentType() throws(Refusal) -> Answer {
    let path = try reader.text("filePath", orRefuseAs: .invalidInput)
    let name = try reader.text("uploadName", orRefuseAs: .invalidInput)
    let type = ContentType.of(filePath: path, uploadName: name)
    return Answer(members: ["contentType": .string(type)])
  }

  /// Says which secrets stand in the texts that describe the credentials.
  func credentialDescription() throws(Refusal) -> Answer {
    let credentials = try credentials()
    let end = try reader.integer("expiration").map { Moment(milliseconds: $0) }
    let texts = DescribedCredentials.texts(
      of: FederationToken(credentials, expiration: end))
    let parts = [
      ("accessKeySecret", credentials.accessKeySecret),
      ("securityToken", credentials.securityToken?.text ?? ""),
    ]
    let revealed = parts.filter { _, secret in
      let search = SecretSearch(for: secret, besides: credentials.accessKeyID)
      return texts.contains { search.finds(in: $0) }
    }
    return Answer(members: ["reveals": .array(revealed.map { .string($0.0) })])
  }
}
