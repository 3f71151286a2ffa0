package import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// The specification as plain functions, one for each group of clauses, in the order of the pages.
///
/// It is slow and meant to be read beside `spec/`. A mistake replaces one of its functions. It shares no
/// code with the libraries but the hashes and encoders of OSSPrimitives, so that where both give one
/// answer, two implementations say it. The machine that refreshes credentials is the one exception: its
/// steps are those of OSSCredentials.
package struct Model: Sendable {
  /// What is taken for the input.
  package var input: @Sendable (OSSVectors.Operation, JSONObject) -> JSONObject = { $1 }
  /// What is given for an answer.
  package var output: @Sendable (OSSVectors.Operation, JSONObject, Answer) -> Answer = { $2 }

  package var primitives = PrimitiveModel()
  package var signing = SigningModel()
  package var forms = FormModel()
  package var sts = STSModel()
  package var liveChannel = LiveChannelModel()
  package var callbacks = CallbackModel()
  package var errorBodies = ErrorBodyModel()
  package var tokens = TokenModel()
  package var credentials = CredentialModel()
  package var actions = ActionModel()
  package var verdicts = VerdictModel()
  package var signers = SignerModel()
  package var types = ContentTypeModel()

  /// Makes the model without a mistake.
  package init() {}

  /// The reply to a request of the adapter protocol; nil for an operation that is not modelled.
  package func reply(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply? {
    do throws(Refusal) {
      let taken = self.input(operation, input)
      guard let answer = try answer(operation, InputReader(taken)) else { return nil }
      return .ok(output(operation, taken, answer))
    } catch {
      return .rejected(errorClass: error.errorClass, message: error.message)
    }
  }

  private func answer(
    _ operation: OSSVectors.Operation, _ input: InputReader
  ) throws(Refusal) -> Answer? {
    switch operation {
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256, .base64:
      try primitives.answer(operation, input)
    case .v1Header, .v1Presign, .v1String, .v2Header, .v2Presign, .v4Header, .v4Presign,
      .v4String, .publicURL:
      try signing.answer(operation, input, self)
    case .postPolicy, .postV1, .postV4, .postCheck: try forms.answer(operation, input, self)
    case .stsRPC: try sts.call(input)
    case .stsRole: try sts.role(input)
    case .stsParse: try sts.parse(input)
    case .livePublish: try liveChannel.answer(input, self)
    case .callbackParameter, .callbackVerify: try callbacks.answer(operation, input, self)
    case .errorBody: try errorBodies.answer(input, self)
    case .tokenParse: try tokens.answer(input, self)
    case .credentialDescription: try credentials.description.answer(input)
    case .credentialStanding: try credentials.standing.answer(input)
    case .presignExpiry: try credentials.presigning.answer(input)
    case .credentialTimeline: try credentials.timeline(input)
    case .clockOffset: try credentials.clock.answer(input, self)
    case .errorAction: try actions.answer(input, self)
    case .responseVerdict: try verdicts.answer(input)
    case .signerValue: try signers.answer(input)
    case .contentType: try types.answer(input)
    case .errorExplain: nil
    }
  }
}
