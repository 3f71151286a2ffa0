import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSVectors
import Testing

/// The reading of error bodies, done with what an app imports.
enum ErrorBodyReplay {
  static func answer(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let error = try read(input)
    compare("code", error.code, expected)
    compare("message", error.message, expected)
    compare("requestId", error.requestID, expected)
    compare("hostId", error.hostID, expected)
    compare("ec", error.ec, expected)
    compare("recommendDoc", error.recommendedDocument, expected)
    compare("accessKeyId", error.accessKeyID, expected)
    compare("signatureProvided", error.signatureProvided, expected)
    compare("bucket", error.bucket, expected)
    compare("method", error.method, expected)
    compare("endpoint", error.endpoint, expected)
    compare("stringToSignAgreement", error.stringToSignAgreement?.rawValue, expected)
    compare("stringToSign", error.stringToSign, expected)
    compare("canonicalRequest", error.canonicalRequest, expected)
    compare("requestTime", error.requestTime?.seconds, expected)
    compare("serverTime", error.serverTime?.seconds, expected)
    compare("skewSeconds", error.clockSkewSeconds, expected)
    compare("maxSkewMilliseconds", error.maximumSkewMilliseconds, expected)
    let members = error.members.map { JSONValue.array([.string($0.name), .string($0.text)]) }
    expected.member("members", .array(members))
  }

  private static func read(_ input: VectorInput) throws -> ServerError {
    let ec = input.object["ecHeader"]?.stringValue
    if input.object["header"] != nil {
      return try ServerError(base64Header: input.string("header"), ecHeader: ec)
    }
    // Not in one expression: the compiler fails on the span of what a throwing call returns.
    let body = try input.bytes("body")
    return try ServerError(xml: body.span, ecHeader: ec)
  }

  private static func compare(_ name: String, _ text: String?, _ expected: GivenAnswer) {
    if let text { expected.member(name, .string(text)) }
  }

  private static func compare(_ name: String, _ number: Int64?, _ expected: GivenAnswer) {
    if let number { expected.member(name, .number(JSONNumber(number))) }
  }

  private static func compare(_ name: String, _ bytes: Bytes?, _ expected: GivenAnswer) {
    guard let bytes else { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return expected.member(name, ["base64": .string(Base64.encode(bytes.span))])
    }
    expected.member(name, .string(text))
  }
}
