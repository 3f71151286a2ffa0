internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// Error bodies of OSS (error-body.md): what the members say. Errors/ reads the document.
package struct ErrorBodyModel: Sendable {
  /// How the document is read (ERR-XML, ERR-TXT-1 to ERR-TXT-3, ERR-REF).
  package var document = Markup()

  // Text

  /// ERR-TXT-4: the value of a member without the white space at its ends.
  package var text: @Sendable (Bytes) -> Bytes = { $0.xmlTrimmed }
  /// ERR-TXT-5: the characters are kept.
  package var characters: @Sendable (String) -> String = { $0 }

  // Members

  /// ERR-MEM-1: whether a member has a name.
  package var hasName: @Sendable (Markup.Member, String) -> Bool = { $0.name.hasSameBytes(as: $1) }
  /// ERR-MEM-2: which of the members of one name counts.
  package var chosen: @Sendable ([Markup.Member]) -> Markup.Member? = { $0.first }
  /// ERR-XML-4, ERR-MEM-3 to ERR-MEM-5: the members that are kept; nil to refuse the body.
  package var members: @Sendable ([Markup.Member]) -> [Markup.Member]? = { $0 }
  /// ERR-MEM-6: the names under which the bucket is looked for.
  package var bucketNames = ["BucketName", "Bucket"]

  // The string to sign

  /// ERR-STS-1, ERR-REF-8: the bytes of a list; nil to refuse it.
  package var listed: @Sendable (Bytes) -> Bytes? = { list in
    let pairs = list.split { $0.isXMLSpace }
    let bytes = pairs.compactMap { pair -> UInt8? in
      let digits = pair.compactMap { Hexadecimal.value(of: $0) }
      return pair.count == 2 && digits.count == 2 ? digits[0] << 4 | digits[1] : nil
    }
    return bytes.count == pairs.count ? Bytes(bytes) : nil
  }
  /// ERR-STS-2, ERR-STS-3, ERR-STS-5: the string, given the text and a list that is not empty.
  package var string: @Sendable (_ text: Bytes?, _ listed: Bytes?) -> Bytes? = { $1 ?? $0 }
  /// ERR-STS-5: the member of the canonical request.
  package var canonicalRequestName = "CanonicalRequest"
  /// ERR-STS-4.
  package var agreement: @Sendable (_ text: Bytes, _ listed: Bytes) -> String? = { text, listed in
    if text == listed { return "equal" }
    let isSame = text.filter { !$0.isXMLSpace } == listed.filter { !$0.isXMLSpace }
    return isSame ? "layout" : "different"
  }

  // Times

  /// ERR-TIME-1, ERR-TIME-2: the Unix seconds of a time.
  package var time: @Sendable (String) -> Int64? = { CivilTime.ofErrorBody($0) }
  /// ERR-TIME-2: whether a time that cannot be read makes the body invalid.
  package var needsTimes = false
  /// ERR-TIME-4.
  package var skew: @Sendable (_ request: Int64, _ server: Int64) -> Int64? = { $0 - $1 }

  // Headers

  /// ERR-HEAD-1, ERR-HEAD-3: the body that the header holds; nil to refuse it.
  package var header: @Sendable (String, PrimitiveModel) -> Bytes? = {
    $1.base64Bytes($0.raw.trimmed)
  }
  /// ERR-HEAD-2.
  package var ec: @Sendable (_ body: String?, _ header: String?) -> String? = { body, header in
    [body, header].compactMap { $0 }.first { !$0.utf8.isEmpty }
  }

  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer? {
    let given = try input.bytes("body")
    let header = try input.text("header", orRefuseAs: .invalidErrorBody)
    let ecHeader = try input.text("ecHeader", orRefuseAs: .invalidErrorBody)
    guard (given == nil) != (header == nil) else {
      throw Refusal(.invalidInput, "The input has neither or both of 'body' and 'header'.")
    }
    guard let body = given ?? header.flatMap({ self.header($0, model.primitives) }),
      let all = document.members(of: body), let members = members(all)
    else { throw Refusal(.invalidErrorBody, "The body is not that of an error.") }
    let reading = Reading(rules: self, members: members)
    let ec = ecHeader.map { String(decoding: $0.raw.trimmed, as: UTF8.self) }
    return Answer(members: try reading.output(ecHeader: ec))
  }
}

/// The members of one body, read by the rules.
private struct Reading {
  let rules: ErrorBodyModel
  let members: [Markup.Member]

  private func value(_ name: String) -> Bytes? {
    rules.chosen(members.filter { rules.hasName($0, name) })?.value
  }

  private func text(_ name: String) -> String? {
    value(name).map { rules.characters(String(decoding: rules.text($0), as: UTF8.self)) }
  }

  private func listed(_ name: String) throws(Refusal) -> Bytes? {
    guard let list = value(name) else { return nil }
    guard let bytes = rules.listed(list) else {
      throw Refusal(.invalidErrorBody, "\(name) is not a list of bytes.")
    }
    return bytes.isEmpty ? nil : bytes
  }

  private func time(_ name: String) throws(Refusal) -> Int64? {
    guard let text = text(name) else { return nil }
    let seconds = rules.time(text)
    if seconds == nil, rules.needsTimes { throw Refusal(.invalidErrorBody, "Not a time.") }
    return seconds
  }

  func output(ecHeader: String?) throws(Refusal) -> JSONObject {
    var output = JSONObject()
    let name = rules.canonicalRequestName
    let (string, bytes) = (value("StringToSign"), try listed("StringToSignBytes"))
    let canonical = rules.string(value(name), try listed("\(name)Bytes"))
    let (request, server) = (try time("RequestTime"), try time("ServerTime"))
    let skew = request.flatMap { request in server.flatMap { rules.skew(request, $0) } }
    let agreement = string.flatMap { string in bytes.flatMap { rules.agreement(string, $0) } }
    // ERR-TIME-3.
    let limit = text("MaxAllowedSkewMilliseconds").flatMap { text in
      1...18 ~= text.utf8.count && text.utf8.allSatisfy { $0.isDigit } ? Int64(text) : nil
    }
    let shown: [(String, JSONValue?)] = [
      ("code", Self.shown(text("Code"))), ("message", Self.shown(text("Message"))),
      ("requestId", Self.shown(text("RequestId"))), ("hostId", Self.shown(text("HostId"))),
      ("ec", Self.shown(rules.ec(text("EC"), ecHeader))),
      ("recommendDoc", Self.shown(text("RecommendDoc"))),
      ("accessKeyId", Self.shown(text("OSSAccessKeyId"))),
      ("signatureProvided", Self.shown(text("SignatureProvided"))),
      ("stringToSign", rules.string(string, bytes).map { JSONValue(protocolText: $0) }),
      ("stringToSignAgreement", Self.shown(agreement)),
      ("canonicalRequest", canonical.map { JSONValue(protocolText: $0) }),
      ("requestTime", Self.shown(request)), ("serverTime", Self.shown(server)),
      ("skewSeconds", Self.shown(skew)), ("maxSkewMilliseconds", Self.shown(limit)),
      ("bucket", Self.shown(rules.bucketNames.compactMap(text).first)),
      ("method", Self.shown(text("Method"))), ("endpoint", Self.shown(text("Endpoint"))),
    ]
    for (name, value) in shown { output[name] = value }
    output["members"] = .array(
      members.map { member in
        let text = rules.characters(String(decoding: rules.text(member.value), as: UTF8.self))
        return .array([.string(member.name), .string(text)])
      })
    return output
  }

  private static func shown(_ text: String?) -> JSONValue? { text.map { .string($0) } }
  private static func shown(_ number: Int64?) -> JSONValue? {
    number.map { .number(JSONNumber($0)) }
  }
}
