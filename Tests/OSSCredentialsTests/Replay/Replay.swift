import OSSCredentials
import OSSSigning
import OSSVectors
import Testing

/// Asks the libraries themselves for what a vector expects, without the kit's adapter and judge.
///
/// Only the bytes of the file say what is right.
enum Replay {
  /// Fails the running test where the libraries do otherwise than the vector says, and names it.
  static func check(_ vector: Vector) {
    switch vector.expectation.outcome {
    case .answer(let answer):
      let expected = ExpectedAnswer(answer, of: vector.id)
      do {
        try ask(vector, expected)
        expected.checkCompleteness()
      } catch {
        Issue.record("\(vector.id): \(error)")
      }
    case .rejection(let errorClass):
      #expect(refusal(of: vector) == errorClass, "\(vector.id)")
    }
  }

  private static func ask(_ vector: Vector, _ expected: ExpectedAnswer) throws {
    let input = VectorInput(object: vector.input)
    switch vector.operation {
    case .tokenParse: try TokenReplay.response(input, expected)
    case .credentialStanding: try ExpiryReplay.standing(input, expected)
    case .presignExpiry: try ExpiryReplay.presignExpiry(input, expected)
    case .clockOffset: try ServerAnswerReplay.clockOffset(input, expected)
    case .errorAction: try ServerAnswerReplay.action(input, expected)
    case .responseVerdict: try ServerAnswerReplay.verdict(input, expected)
    case .credentialTimeline: try TimelineReplay.timeline(input, expected)
    case .credentialDescription: try CredentialTextReplay.description(input, expected)
    case .signerValue: try CredentialTextReplay.signerValue(input, expected)
    case .contentType: try CredentialTextReplay.contentType(input, expected)
    case .stsParse: try TokenReplay.assumeRole(input, expected)
    case .v1Header, .v1Presign, .v1String, .v2Header, .v2Presign, .v4Header, .v4Presign,
      .v4String, .postPolicy, .postV1, .postV4, .postCheck, .stsRPC, .stsRole, .livePublish,
      .callbackParameter, .callbackVerify, .publicURL, .errorBody, .errorExplain, .md5, .sha1,
      .sha256, .hmacSHA1, .hmacSHA256, .base64:
      Issue.record("The tests of OSSSigning replay this.")
    }
  }

  /// The class of the error that the libraries throw; nil where they throw none that has one.
  private static func refusal(of vector: Vector) -> String? {
    do {
      try ask(vector, ExpectedAnswer(nil, of: vector.id))
      return nil
    } catch let error as SigningError {
      return error.code
    } catch let error as TokenResponseError {
      return error.code
    } catch is PresignLimitError {
      return "invalid-expires"
    } catch let error as SignerError {
      return error.code
    } catch {
      return nil
    }
  }
}
