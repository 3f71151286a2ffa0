internal import OSSPrimitives

extension KnownKey {
  /// What is wrong with the token of a request; nil where nothing is.
  ///
  /// - Parameters:
  ///   - sent: the token; nil where none was sent.
  ///   - clause: the one that says where the token is.
  func fault(ofToken sent: Bytes?, at now: Moment, clause: String) -> Verdict.Failure? {
    guard let token else {
      if sent == nil { return nil }
      return Verdict.Failure(
        step: .token, clause: nil, sentence: "A token was sent with a key that has none.",
        refusal: Refusal(
          403, "SecurityTokenNotSupported", "The security token is not supported by this key."))
    }
    guard let sent else {
      return Verdict.Failure(
        step: .token, clause: clause,
        sentence: "The key has a token, and none was sent where OSS reads it.",
        refusal: .unknownKey(
          id, adding: " The Security Token may be lost to specify that it is a STS Access Id.",
          ec: "0002-00000003"))
    }
    if sent != token.text {
      return Verdict.Failure(
        step: .token, clause: clause, sentence: "The token is not that of the key.",
        refusal: Refusal(
          403, "InvalidSecurityToken", "The security token you provided is invalid.",
          ec: "0002-00000006"))
    }
    guard let end = token.end, end <= now else { return nil }
    return Verdict.Failure(
      step: .token, clause: nil,
      sentence: "The token ended at \(end.iso8601), and it is \(now.iso8601).",
      refusal: Refusal(
        403, "SecurityTokenExpired", "The security token you provided has expired.",
        ec: "0002-00000007", members: [Refusal.Member("SecurityToken", sent)]))
  }
}
