public import OSSCredentials
internal import OSSJSON
public import OSSPrimitives
internal import OSSSigning

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
    let bytes = Bytes(copying: output)
    let output = try Self.read { () throws(TokenResponseError) in try Output(bytes) }
    let mode = try output.mode()
    return try Self.read { () throws(TokenResponseError) in
      try output.token(of: mode, at: now)
    }
  }

  private static func read<Value>(
    _ read: () throws(TokenResponseError) -> Value
  ) throws(ProcessOutputError) -> Value {
    do { return try read() } catch { throw .unusable(error) }
  }
}

/// Why an output holds no credentials that can be used.
public enum ProcessOutputError: Error, Equatable, Sendable {
  /// The member `mode` is neither `AK` nor `StsToken` (CHAIN-PROC-4).
  case unsupportedMode
  /// The output is not JSON or no object (CHAIN-PROC-1), has members of both spellings (CHAIN-PROC-7),
  /// lacks a member (CHAIN-PROC-2, CHAIN-PROC-3), or has one that cannot be used.
  case unusable(TokenResponseError)
}

extension ProcessOutputError: PlainError, CustomStringConvertible {
  /// The error class of the adapter protocol for this fault, such as `token-missing-member`.
  public var code: String {
    switch self {
    case .unsupportedMode: "unsupported-mode"
    case .unusable(let fault): fault.code
    }
  }

  /// One sentence that names the member or the fault, and shows no part of the output.
  public var description: String {
    switch self {
    case .unsupportedMode: "The mode of the output of the process is neither AK nor StsToken."
    case .unusable(let fault): fault.sentence(of: .process)
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

  init(_ output: Bytes) throws(TokenResponseError) {
    guard let object = try TokenReader.value(in: output).objectValue else {
      throw .notObject(member: nil)
    }
    let ofSDK = object.first(of: .pascalCase)
    // CHAIN-PROC-7.
    if let ofSDK, let ofCLI = object.first(of: .ofCLI) { throw .torn(ofSDK, ofCLI) }
    self.object = object
    names = ofSDK == nil ? .ofCLI : .pascalCase
  }

  /// The mode; nil where the output names none (CHAIN-PROC-4).
  func mode() throws(ProcessOutputError) -> Mode? {
    guard let value = object["mode"], !value.isNull else { return nil }
    guard let text = value.stringValue,
      let mode = Mode.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) })
    else { throw .unsupportedMode }
    return mode
  }

  /// The credentials of two texts that must be there (CHAIN-PROC-2), and of a token, which a mode may
  /// need (CHAIN-PROC-3).
  func token(of mode: Mode?, at now: Moment?) throws(TokenResponseError) -> FederationToken {
    let id = try TokenReader.member(names.accessKeyID, of: object)
    let secret = try TokenReader.member(names.accessKeySecret, of: object)
    _ = try Self.credentials(id, secret, nil)
    let token =
      mode == .stsToken
      ? try TokenReader.member(names.securityToken, of: object)
      : try optional(names.securityToken)
    let credentials = try Self.credentials(id, secret, token)
    return FederationToken(credentials, expiration: try expiration(after: now))
  }

  private static func credentials(
    _ id: String, _ secret: String, _ token: String?
  ) throws(TokenResponseError) -> Credentials {
    do {
      return try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw .invalidCredentials(error)
    }
  }

  /// A text; nil where it is missing, null or empty.
  private func optional(_ name: String) throws(TokenResponseError) -> String? {
    guard let value = object[name], !value.isNull else { return nil }
    if let text = value.stringValue, OuterWhiteSpace.trimmed(text).utf8.isEmpty { return nil }
    return try TokenReader.member(name, of: object)
  }

  /// The end, which must be a time (CHAIN-PROC-5) and to come (CHAIN-PROC-6); nil where none is said.
  private func expiration(after now: Moment?) throws(TokenResponseError) -> Moment? {
    guard let text = try optional(names.expiration) else { return nil }
    return try TokenReader.expiration(text, of: names, after: now)
  }
}
