package import OSSPrimitives

/// What every answer of OSS has: its time by the clock of the endpoint, and the ID of the request.
package struct AnswerFrame: Sendable {
  /// The ID of the request: 24 digits.
  package let requestID: String
  /// The time.
  package let time: Moment
  /// The host of the request, with its port.
  private let host: Bytes

  /// Makes a frame.
  ///
  /// - Parameter number: which request it is, from 1.
  package init(number: Int, time: Moment, host: Bytes) {
    var id = Bytes()
    for word in [UInt64(bitPattern: time.seconds), UInt64(number)] {
      for place in 0..<12 {
        id.append(Hexadecimal.upperCaseDigit(UInt8(word >> UInt64(44 - 4 * place) & 15)))
      }
    }
    (requestID, self.time, self.host) = (id.text, time, host)
  }

  /// The answer with the headers that every one has.
  package func framed(_ response: WireResponse) -> WireResponse {
    var response = response
    response.fields =
      [
        WireResponse.Field("Server", "AliyunOSS"), WireResponse.Field("Date", time.rfc1123),
        WireResponse.Field("x-oss-request-id", requestID),
        WireResponse.Field("x-oss-server-time", "1"),
      ] + response.fields
    return response
  }

  /// The answer that refuses a request: with a body of XML, or, to a HEAD, with the same in `x-oss-err`.
  package func answer(_ refusal: Refusal, isHead: Bool) -> WireResponse {
    let body = self.body(of: refusal)
    var fields = [WireResponse.Field("Content-Type", "application/xml")]
    if let ec = refusal.ec { fields.append(WireResponse.Field("x-oss-ec", ec)) }
    if isHead { fields.append(WireResponse.Field("x-oss-err", Base64.encode(body.span))) }
    return framed(
      WireResponse(status: refusal.status, fields: fields, body: isHead ? [] : body))
  }

  /// The error body, its members in the order of OSS.
  package func body(of refusal: Refusal) -> Bytes {
    XMLBody(
      "Error",
      [
        "Code": refusal.code, "Message": refusal.message, "RequestId": requestID,
        "HostId": host.text,
      ]
    ) { xml in
      for member in refusal.members { xml.add([member.name: member.text.text]) }
      guard let ec = refusal.ec else { return }
      xml.add(["EC": ec, "RecommendDoc": "https://api.aliyun.com/troubleshoot?q=" + ec])
    }.bytes
  }
}
