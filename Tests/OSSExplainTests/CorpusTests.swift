import OSSExplain
import OSSJSON
import OSSPrimitives
import OSSSigning
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

  @Test func `signs the same parameters with V1 as the signer`() {
    #expect(SubresourceNames.all == Set(Subresources.all.map(\.bytes)))
    #expect(SubresourceNames.all.count > 100)
  }
}
