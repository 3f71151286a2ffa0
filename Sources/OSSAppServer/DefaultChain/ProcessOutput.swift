public import OSSCredentials
internal import OSSJSON
public import OSSPrimitives
public import OSSSigning

/// What a command printed that hands out credentials.
///
///     let output = Array(#"{"access_key_id": "exampleAccessKeyID00", "access_key_secret": "x"}"#.utf8)
///     let token = try ProcessOutput.token(in: output.span, at: nil)
public enum ProcessOutput: Sendable {
  /// Reads the credentials of an output.
  ///
  /// - Parameters:
  ///   - output: the standard output of the command, all of it.
  ///   - now: the present moment; nil where it is not known, and expiry is not judged.
  /// - Returns: the credentials; a key pair has no token, and the end may not be known.
  /// - Throws: a ``ProcessOutputError``, the first of CHAIN-PROC-8, which shows no part of the output.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func token(
    in output: Span<UInt8>, at now: Moment?
  ) throws(ProcessOutputError) -> FederationToken {
    let output = try Output(Bytes(copying: output))
    let mode = try output.mode()
    let id = try output.needed(output.names.accessKeyID)
    let secret = try output.needed(output.names.accessKeySecret)
    _ = try Self.credentials(id, secret, nil)
    let token = try output.securityToken(isNeeded: mode == .stsToken)
    let credentials = try Self.credentials(id, secret, token)
    return FederationToken(credentials, expiration: try output.expiration(after: now))
  }

  private static func credentials(
    _ id: String, _ secret: String, _ token: String?
  ) throws(ProcessOutputError) -> Credentials {
    do {
      return try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw .invalidCredentials(error)
    }
  }
}

/// Why an output holds no credentials that can be used.
public enum ProcessOutputError: Error, Equatable, Sendable {
  /// The output is not JSON, or has more of it than is read (CHAIN-PROC-1).
  case notJSON
  /// The output is JSON and no object (CHAIN-PROC-1).
  case notObject
  /// The output has members of both spellings (CHAIN-PROC-7).
  case torn
  /// The member `mode` is neither `AK` nor `StsToken` (CHAIN-PROC-4).
  case unsupportedMode
  /// The member is not there (CHAIN-PROC-2, CHAIN-PROC-3).
  case missingMember(String)
  /// The member is null.
  case nullMember(String)
  /// The member is a number, a truth value, an array or an object.
  case nonTextMember(String)
  /// The member is empty, or holds white space alone.
  case emptyMember(String)
  /// A request cannot carry the ID or the token, or the secret has a line end.
  case invalidCredentials(SigningError)
  /// The expiration is no time with a zone (CHAIN-PROC-5).
  case invalidTime(TimeError)
  /// The credentials have expired (CHAIN-PROC-6).
  case expired(at: Moment, now: Moment)
}

extension ProcessOutputError: PlainError, CustomStringConvertible {
  /// The error class of the adapter protocol for this fault, such as `token-missing-member`.
  public var code: String {
    switch self {
    case .notJSON: "token-not-json"
    case .notObject: "token-not-object"
    case .torn: "token-torn"
    case .unsupportedMode: "unsupported-mode"
    case .missingMember: "token-missing-member"
    case .nullMember: "token-null-member"
    case .nonTextMember: "token-non-text-member"
    case .emptyMember: "token-empty-member"
    case .invalidCredentials(let fault): fault.code
    case .invalidTime: "token-invalid-time"
    case .expired: "token-expired"
    }
  }

  /// One sentence that names the member or the fault, and shows no part of the output.
  public var description: String {
    switch self {
    case .notJSON: "The output of the process is not JSON that can be read."
    case .notObject: "The output of the process is JSON, and no object."
    case .torn: "The output of the process has members of two spellings."
    case .unsupportedMode: "The mode of the output of the process is neither AK nor StsToken."
    case .missingMember(let name): "The output of the process has no member %.".filled(name)
    case .nullMember(let name): "The member % of the output of the process is null.".filled(name)
    case .nonTextMember(let name):
      "The member % of the output of the process is not a text.".filled(name)
    case .emptyMember(let name): "The member % of the output of the process is empty.".filled(name)
    case .invalidCredentials(let fault):
      "The credentials of the process cannot be used: %".filled(fault.description)
    case .invalidTime(let fault):
      "The expiration in the output of the process is no time with a zone: %".filled(
        fault.description)
    case .expired(let moment, let now):
      "The credentials of the process expired at %, and it is %.".filled(
        moment.description, now.description)
    }
  }
}

/// The object that a command printed (CHAIN-PROC-1).
private struct Output {
  enum Mode: String, CaseIterable {
    case keyPair = "AK"
    case stsToken = "StsToken"
  }

  let object: JSONObject
  let names: TokenNames

  init(_ output: Bytes) throws(ProcessOutputError) {
    guard let value = try? TokenReader.json(in: output) else { throw .notJSON }
    guard let object = value.objectValue else { throw .notObject }
    let isOfSDK = TokenNames.pascalCase.areIn(object)
    if isOfSDK, TokenNames.ofCLI.areIn(object) { throw .torn }  // CHAIN-PROC-7.
    self.object = object
    names = isOfSDK ? .pascalCase : .ofCLI
  }

  /// The mode; nil where the output names none (CHAIN-PROC-4).
  func mode() throws(ProcessOutputError) -> Mode? {
    guard let value = object["mode"], !value.isNull else { return nil }
    guard let text = value.stringValue,
      let mode = Mode.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) })
    else { throw .unsupportedMode }
    return mode
  }

  /// A text that must be there (CHAIN-PROC-2).
  func needed(_ name: String) throws(ProcessOutputError) -> String {
    guard let value = object[name] else { throw .missingMember(name) }
    if value.isNull { throw .nullMember(name) }
    guard let text = value.stringValue else { throw .nonTextMember(name) }
    let trimmed = OuterWhiteSpace.trimmed(text)
    if trimmed.utf8.isEmpty { throw .emptyMember(name) }
    return trimmed
  }

  /// A text; nil where it is missing, null or empty.
  private func optional(_ name: String) throws(ProcessOutputError) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let text = value.stringValue else { throw .nonTextMember(name) }
    let trimmed = OuterWhiteSpace.trimmed(text)
    return trimmed.utf8.isEmpty ? nil : trimmed
  }

  /// The token; nil where there is none and the mode needs none (CHAIN-PROC-3).
  func securityToken(isNeeded: Bool) throws(ProcessOutputError) -> String? {
    isNeeded ? try needed(names.securityToken) : try optional(names.securityToken)
  }

  /// The end, which must be a time (CHAIN-PROC-5) and to come (CHAIN-PROC-6); nil where none is said.
  func expiration(after now: Moment?) throws(ProcessOutputError) -> Moment? {
    guard let text = try optional(names.expiration) else { return nil }
    let expiration: Moment
    do {
      expiration = try Moment(rfc3339: text)
    } catch {
      throw .invalidTime(error)
    }
    if let now, expiration <= now { throw .expired(at: expiration, now: now) }
    return expiration
  }
}
