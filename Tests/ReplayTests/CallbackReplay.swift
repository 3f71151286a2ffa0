import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

/// Asking for callbacks and verifying them, done with what an app imports.
enum CallbackReplay {
  static func parameter(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let urls = try (input.object["callbackUrl"]?.arrayValue ?? []).map { url in
      try #require(url.stringValue)
    }
    let type = try input.text("callbackBodyType", "invalid-callback").map { name in
      guard let type = UploadCallback.BodyType(rawValue: name) else {
        throw Unrepresentable(errorClass: "invalid-callback")
      }
      return type
    }
    let callback = try UploadCallback(
      urls: urls, host: input.text("callbackHost", "invalid-callback"),
      body: input.text("callbackBody", "invalid-callback") ?? "", bodyType: type,
      sendsServerName: input.flag("callbackSNI"))
    let variables = try CallbackVariables(
      input.pairs("variables").map { name, value in
        (
          name: try #require(try VectorInput.text(name, "invalid-callback-var")),
          value: try #require(try VectorInput.text(value, "invalid-callback-var"))
        )
      })
    expected.member("callback", .string(callback.parameter))
    expected.member("callbackVar", .string(variables.parameter))
    expected.member(
      "fields",
      .array(variables.formFields.map { .array([.string($0.name), .string($0.value)]) }))
  }

  static func verify(_ input: VectorInput, _ expected: GivenAnswer) throws {
    var target = try #require(try input.text("path", "invalid-input"))
    if let query = try input.text("query", "invalid-input") { target += "?" + query }
    let callback = CallbackRequest(target: target, body: try input.bytes("body"))
    let url = try callback.publicKeyURL(
      header: input.text("publicKeyUrl", "invalid-key-url"))
    let key = try RSAPublicKey(pem: input.string("publicKey"))
    try callback.verify(
      authorization: input.text("authorization", "invalid-callback-signature"), key: key)
    expected.member("keyUrl", .string(url))
    expected.bytes("stringToSign", callback.stringToSign)
  }
}
