internal import OSSJSON
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What signing comes to, as the adapter protocol has it: the result, and every step on the way.
///
/// The reference makes these of the input of a vector, the command line of its flags.
enum SigningAnswers {
  /// Signs the headers of a request; the string to sign of V1 is built once.
  static func headers(
    _ signer: Signer, _ request: SigningRequest, at time: Moment
  ) throws(SigningError) -> Answer {
    let version = signer.identity.version
    let unsigned = try signer.identity.headers(for: request, at: time)
    let signed: SignedHeaders
    if version == .v1 {
      let signature = try signer.signature(of: unsigned.stringToSign.bytes.span)
      signed = try unsigned.signed(by: signature)
    } else {
      // The signer keeps the key of the day, as that of an app does (V4-KEY-3).
      var kept = signer
      kept.prepare(at: time)
      signed = try kept.sign(request, at: time)
    }
    return Answer(
      members: [
        "signature": .string(signature(in: signed.authorization, version)),
        "authorization": .string(signed.authorization), "headers": pairs(signed.headers),
      ], stages: stages(unsigned.stringToSign, signer, at: time))
  }

  /// Makes a presigned URL that works up to a moment; V1 and V2 do not look at the clock.
  static func url(
    _ signer: Signer, _ request: SigningRequest, _ endpoint: Endpoint, now: Moment,
    until end: Moment
  ) throws(SigningError) -> Answer {
    let unsigned = try signer.identity.url(for: request, at: endpoint, now: now, until: end)
    let url: PresignedURL
    if signer.identity.version == .v1 {
      let signature = try signer.signature(of: unsigned.stringToSign.bytes.span)
      url = try unsigned.signed(by: signature)
    } else {
      // The signer keeps the key of another day, which must not sign (V4-KEY-3).
      var kept = signer
      kept.prepare(at: now.seconds < 86_400 ? .latest : .epoch)
      url = try kept.presign(request, at: endpoint, now: now, until: end)
    }
    return Answer(
      members: ["signature": .string(url.signature), "url": .string(url.url)],
      stages: stages(unsigned.stringToSign, signer, at: now))
  }

  /// Signs a string that somebody else made.
  static func string(_ signer: Signer, _ string: Bytes) throws(SigningError) -> Answer {
    let version = signer.identity.version
    let signed = try signer.signature(of: string.span)
    var members: JSONObject = ["signature": .string(signature(in: signed.text, version))]
    if version == .v1 { members["authorization"] = .string(signed.text) }
    return Answer(members: members)
  }

  /// Headers as the protocol has them.
  static func pairs(_ headers: [HeaderField]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }

  /// The signature with which a value of the Authorization header ends.
  ///
  /// No signature holds a colon, and one in hexadecimal digits no equals sign.
  private static func signature(
    in authorization: String, _ version: SignatureVersion
  ) -> String {
    let mark = version.isV4 ? UInt8(ascii: "=") : UInt8(ascii: ":")
    guard let place = authorization.utf8.lastIndex(of: mark) else { return authorization }
    return String(authorization[authorization.utf8.index(after: place)...])
  }

  /// The steps that the version has, under their names in the protocol.
  private static func stages(
    _ string: StringToSign, _ signer: Signer, at time: Moment
  ) -> JSONObject {
    let isV4 = signer.identity.version.isV4
    let names: [(StringToSign.Step, String)] = [
      (.canonicalURI, "canonicalUri"), (.canonicalQuery, "canonicalQuery"),
      (.canonicalHeaders, isV4 ? "canonicalHeaders" : "canonicalizedHeaders"),
      (.additionalHeaders, "additionalHeaders"), (.canonicalResource, "canonicalizedResource"),
      (.canonicalRequest, "canonicalRequest"), (.canonicalRequestHash, "canonicalRequestHash"),
      (.scope, "scope"),
    ]
    var stages: JSONObject = [:]
    for (step, name) in names { stages[name] = string[step].map { .string($0) } }
    stages["stringToSign"] = .string(string.text)
    stages["signingKey"] = signer.signingKey(at: time).map { .string($0) }
    return stages
  }
}
