import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The reader of sent requests` {
  static let operations: Set<OSSVectors.Operation> = [
    .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign,
  ]

  @Test func `makes the stages of each signing vector from its request`() throws {
    var counted = 0
    for vector in try RealVectors.corpus.get().vectors
    where Self.operations.contains(vector.operation) {
      guard let answer = vector.answer else { continue }
      let written = try WrittenRequest(vector)
      let request = try SentRequest(wire: written.bytes)
      let signature = request.signature
      let expected = answer.members["signature"]?.protocolText
      #expect(signature.text == expected, "\(vector.id): \(signature)")
      let readings = request.canonicalReadings(of: signature, at: written.host)
      #expect(readings.count == 1, "\(vector.id)")
      for stage in answer.stages.members where stage.name != "signingKey" {
        let text = readings.first?.text.stage(stage.name)
        #expect(text == stage.value.protocolText, "\(vector.id): \(stage.name)")
      }
      if written.showsBucket {
        let guessed = request.canonicalReadings(of: signature).map(\.text)
        #expect(readings.first.map { guessed.contains($0.text) } == true, "\(vector.id): host")
      }
      counted += 1
    }
    #expect(counted > 1_900)
  }
}

@Suite struct `Random requests` {
  @Test func `that are damaged are read or refused, and no error shows a value`() {
    let head = "GET /k?security-token=sEcReT&x-oss-process=a%2Fb HTTP/1.1\r\nHost: b.oss.test\r\n"
    let url = "https://b.oss.test/k+1?OSSAccessKeyId=id&Expires=1&Signature=sEcReT"
    let samples: [String] = [
      head + "Authorization: OSS4-HMAC-SHA256 Credential=i/d/20231216/r/oss/aliyun_v4_request,"
        + "AdditionalHeaders=host;a,Signature=sEcReT\r\nx-oss-security-token: sEcReT\r\n\r\n",
      head + "Authorization: OSS2 AccessKeyId:id,AdditionalHeaders:host,Signature:sEcReT\n\n",
      url, "curl -v -H 'Authorization: OSS id:sEcReT' --data-raw $'a\\u00e9' \"" + url + "\"",
      "* Connected\n> " + head.split(separator: "\r\n").joined(separator: "\n> ") + "\n>\n< HTTP",
      "1.2.3.4 - - [1] \"GET /k?Signature=sEcReT\\x22 HTTP/1.1\" 403 1",
      "{\"request\":{\"method\":\"GET\",\"url\":\"" + url
        + "\",\"headers\":[{\"name\":\"Authorization\",\"value\":\"OSS id:sEcReT\"}]}}",
      "fetch('" + url + "', {method: 'PUT', headers: {'Authorization': 'OSS id:sEcReT'}})",
      ":method: GET\n:authority: b.oss.test\n:path: /k?Signature=sEcReT\nx-oss-date: d\n",
    ]
    var choices = SplitMix64(seed: 1)
    var read = 0
    var refused = 0
    for round in 0..<1_000 {
      var text = samples[round % samples.count].bytes
      for _ in 0...choices.below(4) {
        choices.damage(&text, marks: "\0\n\r \"%&':=\\\u{7F}")
      }
      do throws(SentRequestError) {
        let request = try SentRequest.read(text)
        let signature = request.signature
        for reading in request.canonicalReadings(of: signature) {
          #expect(!reading.text.stringToSign.isEmpty)
        }
        #expect(!"\(request) \(signature) \(request.fields)".contains("sEcReT"))
        read += 1
      } catch {
        #expect(!error.description.contains("sEcReT"))
        refused += 1
      }
    }
    #expect(read > 200)
    #expect(refused > 100)
  }
}
