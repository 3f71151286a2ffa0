import OSSPrimitives
import OSSServices
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
    case .v1Header: try SigningReplay.header(input, expected)
    case .v1Presign: try SigningReplay.presign(input, expected)
    case .v1String: try SigningReplay.string(input, expected)
    case .v2Header: try SigningReplayV2.header(input, expected)
    case .v2Presign: try SigningReplayV2.presign(input, expected)
    case .v4Header: try SigningReplayV4.header(input, expected)
    case .v4Presign: try SigningReplayV4.presign(input, expected)
    case .v4String: try SigningReplayV4.string(input, expected)
    case .postPolicy, .postV1, .postV4, .postCheck:
      try PostReplay.answer(vector.operation, input, expected)
    case .stsRPC: try STSReplay.rpc(input, expected)
    case .stsRole: try STSReplay.role(input, expected)
    case .livePublish: try LiveChannelReplay.publish(input, expected)
    case .callbackParameter: try CallbackReplay.parameter(input, expected)
    case .callbackVerify: try CallbackReplay.verify(input, expected)
    case .publicURL: try SigningReplay.publicURL(input, expected)
    case .signerValue: try SigningReplay.signerValue(input, expected)
    case .errorBody: try ErrorBodyReplay.answer(input, expected)
    case .errorExplain: Issue.record("The library does not explain; the kit's tests replay this.")
    case .tokenParse, .credentialStanding, .credentialDescription, .credentialTimeline,
      .presignExpiry, .clockOffset, .stsParse, .errorAction, .responseVerdict, .contentType:
      Issue.record("The tests of OSSCredentials replay this.")
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64:
      try PrimitiveReplay.answer(vector.operation, input, expected)
    }
  }

  /// The class of the error that the libraries throw; nil where they throw none that has one.
  private static func refusal(of vector: Vector) -> String? {
    do {
      try ask(vector, ExpectedAnswer(nil, of: vector.id))
      return nil
    } catch let error as SigningError {
      return error.code
    } catch let error as PostPolicyError {
      return error.code
    } catch let error as RPCError {
      return error.code
    } catch let error as AssumeRoleError {
      return error.code
    } catch let error as Unrepresentable {
      return error.errorClass
    } catch let error as LiveChannelError {
      return error.code
    } catch let error as CallbackError {
      return error.code
    } catch let error as CallbackVerificationError {
      return error.code
    } catch let error as RSAKeyError {
      return error.code
    } catch is ErrorBodyError {
      return "invalid-error-body"
    } catch is Base64Error {
      return "invalid-base64"
    } catch {
      return nil
    }
  }
}

/// What a vector expects, which notes what was compared, so that no member is passed over.
final class ExpectedAnswer {
  /// The id of the vector, which every failure names.
  let id: String
  private let answer: Answer?
  private var compared: Set<String> = []

  init(_ answer: Answer?, of id: String) {
    self.answer = answer
    self.id = id
  }

  /// Compares a member of the output, if the vector has it.
  func member(_ name: String, _ actual: JSONValue) {
    guard let expected = answer?.members[name] else { return }
    compared.insert(name)
    #expect(expected == actual, "\(id): \(name)")
  }

  /// Compares a member that is a string, or the base64 text of bytes that are none.
  func bytes(_ name: String, _ actual: Bytes) {
    guard let expected = answer?.members[name] else { return }
    compared.insert(name)
    let encoded = expected.objectValue?["base64"]?.stringValue
    #expect(
      (encoded ?? expected.stringValue)
        == (encoded == nil
          ? String(decoding: actual, as: UTF8.self) : Base64.encode(actual.span)),
      "\(id): \(name)")
  }

  /// Compares a member by what a function makes of both sides.
  func member<Form: Equatable>(
    _ name: String, _ actual: String, as form: (String) throws -> Form
  ) rethrows {
    guard let expected = answer?.members[name]?.stringValue else { return }
    compared.insert(name)
    let (wanted, given) = (try form(expected), try form(actual))
    #expect(wanted == given, "\(id): \(name)")
  }

  /// Compares a step, if the vector has it.
  func stage(_ name: String, _ actual: String) {
    guard let expected = answer?.stages[name] else { return }
    compared.insert("stages." + name)
    #expect(expected == .string(actual), "\(id): \(name)")
  }

  /// Fails the running test if something that is expected was not compared.
  func checkCompleteness() {
    let names = answer.map { answer in
      answer.members.members.map(\.name) + answer.stages.members.map { "stages." + $0.name }
    }
    #expect(Set(names ?? []) == compared, "\(id)")
    #expect(!compared.isEmpty, "\(id)")
  }
}
