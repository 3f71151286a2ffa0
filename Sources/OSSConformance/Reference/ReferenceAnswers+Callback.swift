internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// The parameters that ask for a callback, or the fields of a form that do.
  func callbackParameters() throws(Refusal) -> Answer {
    let callback = try callback()
    let given = try reader.namedValues("variables", orRefuseAs: .invalidCallbackVar)
    let variables: CallbackVariables
    do {
      variables = try CallbackVariables(given.map { ($0.name, $0.value ?? "") })
    } catch {
      throw Refusal(error)
    }
    var members: JSONObject = ["callback": .string(callback.parameter)]
    if try reader.flag("form") == true {
      members["fields"] = .array(
        variables.formFields.map { .array([.string($0.name), .string($0.value)]) })
    } else {
      members["callbackVar"] = given.isEmpty ? nil : .string(variables.parameter)
    }
    return Answer(members: members)
  }

  /// The callback that the input asks for.
  private func callback() throws(Refusal) -> UploadCallback {
    var urls: [String] = []
    for element in try reader.elements("callbackUrl") {
      urls.append(try InputReader.text(element, "callbackUrl", orRefuseAs: .invalidCallback))
    }
    let body = try reader.text("callbackBody", orRefuseAs: .invalidCallback) ?? ""
    let host = try reader.text("callbackHost", orRefuseAs: .invalidCallback)
    let bodyType = try bodyType()
    let sendsServerName = try reader.flag("callbackSNI")
    do {
      return try UploadCallback(
        urls: urls, host: host, body: body, bodyType: bodyType, sendsServerName: sendsServerName)
    } catch {
      throw Refusal(error)
    }
  }

  private func bodyType() throws(Refusal) -> UploadCallback.BodyType? {
    guard let name = try reader.text("callbackBodyType", orRefuseAs: .invalidCallback) else {
      return nil
    }
    guard let type = UploadCallback.BodyType(rawValue: name) else {
      throw Refusal(.invalidCallback, "The body of a callback is a form or JSON.")
    }
    return type
  }
}

extension ReferenceAnswers {
  /// Verifies a callback, and says where its key is and what was signed.
  func callbackVerification() throws(Refusal) -> Answer {
    let callback = CallbackRequest(
      target: try target(), body: try reader.requiredBytes("body"))
    let keyURL = try reader.text("publicKeyUrl", orRefuseAs: .invalidKeyURL)
    let authorization = try reader.text("authorization", orRefuseAs: .invalidCallbackSignature)
    let pem = try reader.requiredText("publicKey", orRefuseAs: .invalidPublicKey)
    do {
      let url = try callback.publicKeyURL(header: keyURL)
      try callback.verify(authorization: authorization, key: try RSAPublicKey(pem: pem))
      return Answer(members: [
        "keyUrl": .string(url), "stringToSign": JSONValue(protocolText: callback.stringToSign),
      ])
    } catch let error as CallbackVerificationError {
      throw Refusal(error)
    } catch let error as RSAKeyError {
      throw Refusal(error)
    } catch {
      throw .shape("publicKey", "a key")
    }
  }

  /// The path and the query as they stood on the request line.
  private func target() throws(Refusal) -> Bytes {
    let path = try reader.requiredBytes("path")
    guard let query = try reader.bytes("query") else { return path }
    return path + Bytes("?".utf8) + query
  }
}
