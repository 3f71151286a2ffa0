import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSVectors
import TestSupport

/// Where README's lines find the vectors.
let vectorsFolder = RealVectors.folder

/// Asks the libraries themselves for what a vector asks, without the kit's adapter.
///
/// - Returns: What they give or refuse; `unsupported` for what has no answer here.
func reply(to vector: Vector) -> Reply {
  let answer = GivenAnswer()
  do {
    try Replay.ask(vector, answer)
    return .ok(Answer(members: answer.members, stages: answer.stages))
  } catch is Replay.Elsewhere {
    return .unsupported(reason: "\(vector.operation.rawValue) has no answer here")
  } catch {
    return .rejected(errorClass: Replay.errorClass(error), message: "\(error)")
  }
}

/// The operations, each done with what an app imports.
enum Replay {
  /// The kit explains refusals, and a timeline has bounds and no one answer: ``TimelineReplay``.
  struct Elsewhere: Error {}

  static func ask(_ vector: Vector, _ expected: GivenAnswer) throws {
    let input = VectorInput(object: vector.input)
    switch vector.operation {
    case .v1Header: try SigningReplay.header(.v1, input, expected)
    case .v1Presign: try SigningReplay.presign(.v1, input, expected)
    case .v1String: try SigningReplay.string(.v1, input, expected)
    case .v2Header: try SigningReplay.header(.v2, input, expected)
    case .v2Presign: try SigningReplay.presign(.v2, input, expected)
    case .v4Header: try SigningReplay.header(input.scope(), input, expected)
    case .v4Presign: try SigningReplay.presign(input.scope(), input, expected)
    case .v4String: try SigningReplay.string(input.scope(), input, expected)
    case .postPolicy, .postV1, .postV4, .postCheck:
      try PostReplay.answer(vector.operation, input, expected)
    case .stsRPC: try STSReplay.rpc(input, expected)
    case .stsRole: try STSReplay.role(input, expected)
    case .livePublish: try LiveChannelReplay.publish(input, expected)
    case .callbackParameter: try CallbackReplay.parameter(input, expected)
    case .callbackVerify: try CallbackReplay.verify(input, expected)
    case .publicURL: try SigningReplay.publicURL(input, expected)
    case .errorBody: try ErrorBodyReplay.answer(input, expected)
    case .tokenParse: try TokenReplay.response(input, expected)
    case .stsParse: try TokenReplay.assumeRole(input, expected)
    case .credentialStanding: try ExpiryReplay.standing(input, expected)
    case .presignExpiry: try ExpiryReplay.presignExpiry(input, expected)
    case .clockOffset: try ServerAnswerReplay.clockOffset(input, expected)
    case .errorAction: try ServerAnswerReplay.action(input, expected)
    case .responseVerdict: try ServerAnswerReplay.verdict(input, expected)
    case .credentialDescription: try CredentialTextReplay.description(input, expected)
    case .signerValue: try CredentialTextReplay.signerValue(input, expected)
    case .contentType: try CredentialTextReplay.contentType(input, expected)
    case .credentialTimeline, .errorExplain: throw Elsewhere()
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64:
      try PrimitiveReplay.answer(vector.operation, input, expected)
    }
  }

  /// The class of an error that the libraries throw; nil for one that has none.
  static func errorClass(_ error: any Error) -> String? {
    switch error {
    case let error as SigningError: error.code
    case let error as PostPolicyError: error.code
    case let error as RPCError: error.code
    case let error as AssumeRoleError: error.code
    case let error as Unrepresentable: error.errorClass
    case let error as LiveChannelError: error.code
    case let error as CallbackError: error.code
    case let error as CallbackVerificationError: error.code
    case let error as RSAKeyError: error.code
    case is ErrorBodyError: "invalid-error-body"
    case is Base64Error: "invalid-base64"
    case let error as TokenResponseError: error.code
    case is PresignLimitError: "invalid-expires"
    case let error as SignerError: error.code
    default: nil
    }
  }
}

/// What the libraries gave, as the adapter protocol has it.
final class GivenAnswer {
  private(set) var members: JSONObject = [:]
  private(set) var stages: JSONObject = [:]

  /// Notes a member of the output.
  func member(_ name: String, _ value: JSONValue) { members[name] = value }

  /// Notes a member that is a string, or the base64 text of bytes that are not UTF-8.
  func bytes(_ name: String, _ bytes: Bytes) {
    let text = String(validating: bytes, as: UTF8.self)
    members[name] = text.map { .string($0) } ?? ["base64": .string(Base64.encode(bytes.span))]
  }

  /// Notes a step.
  func stage(_ name: String, _ text: String) { stages[name] = .string(text) }
}
