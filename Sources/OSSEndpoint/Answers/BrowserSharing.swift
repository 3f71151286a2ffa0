internal import OSSExplain
internal import OSSPrimitives

/// What lets a page of any origin use the endpoint (CORS), as a bucket does whose rule allows all.
extension SentRequest {
  /// The answer to what a browser asks before it sends a request; nil for another request. It needs no
  /// signature.
  var preflightAnswer: WireResponse? {
    guard method.isText("OPTIONS"), let origin = value(of: "origin"),
      let asked = value(of: "access-control-request-method")
    else { return nil }
    var fields = [
      WireResponse.Field("Access-Control-Allow-Origin", origin.text),
      WireResponse.Field("Access-Control-Allow-Methods", asked.text),
      WireResponse.Field("Access-Control-Max-Age", "60"),
      WireResponse.Field("Vary", "Origin"),
    ]
    if let names = value(of: "access-control-request-headers") {
      fields.append(WireResponse.Field("Access-Control-Allow-Headers", names.text))
    }
    return WireResponse(status: 200, fields: fields)
  }

  /// What an answer to a page has beside its own headers; nothing for another client.
  var sharingFields: [WireResponse.Field] {
    guard let origin = value(of: "origin") else { return [] }
    let names = "ETag, x-oss-request-id, x-oss-hash-crc64ecma, x-oss-ec, x-oss-conform, Date"
    return [
      WireResponse.Field("Access-Control-Allow-Origin", origin.text),
      WireResponse.Field("Access-Control-Expose-Headers", names),
      WireResponse.Field("Vary", "Origin"),
    ]
  }
}
