internal import OSSCredentials
internal import OSSJSON
public import OSSPrimitives
internal import OSSSigning

/// The profiles that the CLI of Alibaba Cloud keeps in `.aliyun/config.json`.
///
///     let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "config.json")))
///     let plan = try CLIProfiles(file.span).plan(ofProfile: nil)
public struct CLIProfiles: Sendable {
  /// The first profile of each name.
  private var profiles: [Bytes: JSONObject] = [:]
  private let current: String

  /// Reads the text of the file (CHAIN-PROF-1).
  ///
  /// - Parameter text: the bytes of the file, at most ``maximumByteCount``.
  /// - Throws: ``CredentialSourceError/invalidFile``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ text: Span<UInt8>) throws(CredentialSourceError) {
    let text = Bytes(copying: text)
    if text.count > Self.maximumByteCount { throw .invalidFile }
    let limits = JSONLimits(depth: 64, byteCount: Self.maximumByteCount)
    guard let value = try? JSONReader.read(text.withoutMark, limits: limits),
      let config = value.objectValue, let elements = config["profiles"]?.arrayValue
    else { throw .invalidFile }
    for element in elements {
      guard let profile = element.objectValue else { throw .invalidFile }
      guard let name = profile["name"]?.stringValue?.bytes, profiles[name] == nil else { continue }
      profiles[name] = profile
    }
    current = config["current"]?.stringValue ?? ""
  }

  /// How many bytes of a file are read.
  public static let maximumByteCount = 1 << 20

  /// What a profile asks for (CHAIN-PROF-2).
  ///
  /// - Parameter name: the name of the profile; nil and empty for the one that is `current`.
  /// - Throws: ``CredentialSourceError``.
  public func plan(ofProfile name: String?) throws(CredentialSourceError) -> CredentialPlan {
    var name = name ?? ""
    if name.utf8.isEmpty { name = current }
    // A loop, since a file has room for a chain that is deeper than a stack.
    var chain: [CLIProfile] = []
    var seen: Set<Bytes> = []
    while seen.insert(name.bytes).inserted {
      guard !name.utf8.isEmpty, let members = profiles[name.bytes] else {
        throw .unknownProfile(name)
      }
      let profile = CLIProfile(members: members)
      let mode = try CLIProfile.Mode(members["mode"]?.stringValue)
      guard mode == .chainableRamRoleARN else {
        let source = try profile.plan(mode)
        var roles = source.roles
        for further in chain.reversed() { roles.append(try further.role()) }
        return CredentialPlan(source.origin, roles: roles)
      }
      chain.append(profile)
      name = try profile.needed("source_profile")
    }
    throw .cycle(name)  // CHAIN-PROF-8.
  }
}

extension CLIProfiles: Redacted {
  /// How many profiles there are; never what they hold.
  public var description: String { "CLIProfiles(\(profiles.count) profiles)" }
}

/// One profile: its members by the names of the CLI.
struct CLIProfile {
  /// What a profile says of itself (CHAIN-PROF-3).
  enum Mode: String, CaseIterable {
    case accessKey = "AK"
    case stsToken = "StsToken"
    case ramRoleARN = "RamRoleArn"
    case ecsRamRole = "EcsRamRole"
    case oidc = "OIDC"
    case chainableRamRoleARN = "ChainableRamRoleArn"
    case external = "External"
    case credentialsURI = "CredentialsURI"
    case cloudSSO = "CloudSSO"
    case oauth = "OAuth"

    init(_ text: String?) throws(CredentialSourceError) {
      guard let text, let mode = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: text) })
      else { throw .unsupportedMode }
      self = mode
    }
  }

  let members: JSONObject

  /// What the profile asks for (CHAIN-PROF-3, CHAIN-PROF-9, CHAIN-PROF-10).
  func plan(_ mode: Mode) throws(CredentialSourceError) -> CredentialPlan {
    switch mode {
    case .accessKey: CredentialPlan(.credentials(try credentials()))
    case .stsToken: CredentialPlan(.credentials(try credentials(withToken: true)))
    case .ramRoleARN: CredentialPlan(.credentials(try credentials()), roles: [try role()])
    case .ecsRamRole: CredentialPlan(.metadata(roleName: try used("ram_role_name")))
    case .oidc:
      CredentialPlan(
        .oidc(
          try role(hasExternalID: false), providerARN: try needed("oidc_provider_arn"),
          tokenFile: try needed("oidc_token_file")))
    case .external: CredentialPlan(.process(command: try needed("process_command")))
    case .credentialsURI: CredentialPlan(.uri(try needed("credentials_uri")))
    case .cloudSSO, .oauth: CredentialPlan(.login)
    // Its source is another profile, which this one does not hold.
    case .chainableRamRoleARN: throw .missingMember("source_profile")
    }
  }

  /// A text without its outer white space; nil where it is missing, null or empty (CHAIN-PROF-4).
  func used(_ name: String) throws(CredentialSourceError) -> String? {
    guard let value = members[name], !value.isNull else { return nil }
    guard let text = value.stringValue else { throw .invalidMember(name) }
    let trimmed = OuterWhiteSpace.trimmed(text)
    return trimmed.utf8.isEmpty ? nil : trimmed
  }

  /// A text that must be there; what lacks is taken from no other place (CHAIN-PROF-5).
  func needed(_ name: String) throws(CredentialSourceError) -> String {
    guard let text = try used(name) else { throw .missingMember(name) }
    return text
  }

  private func credentials(
    withToken hasToken: Bool = false
  ) throws(CredentialSourceError) -> Credentials {
    let (id, secret) = (try needed("access_key_id"), try needed("access_key_secret"))
    let token = hasToken ? try needed("sts_token") : nil
    return try Self.credentials(id, secret, token)
  }

  static func credentials(
    _ id: String, _ secret: String, _ token: String?
  ) throws(CredentialSourceError) -> Credentials {
    do {
      return try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw .invalidCredentials(error)
    }
  }

  /// The role of the profile (CHAIN-PROF-6).
  func role(hasExternalID: Bool = true) throws(CredentialSourceError) -> PlannedRole {
    PlannedRole(
      roleARN: try needed("ram_role_arn"), sessionName: try used("ram_session_name"),
      durationSeconds: try durationSeconds(), policy: try used("policy"),
      externalID: hasExternalID ? try used("external_id") : nil)
  }

  /// The duration; the CLI writes 0 where its user gave none (CHAIN-PROF-7).
  private func durationSeconds() throws(CredentialSourceError) -> Int64 {
    guard let value = members["expired_seconds"], !value.isNull else { return 3_600 }
    guard let seconds = value.integerValue else { throw .invalidMember("expired_seconds") }
    return seconds == 0 ? 3_600 : seconds
  }
}

/// The file of sections in which the libraries of Alibaba Cloud look for credentials.
///
///     let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "credentials.ini")))
///     let plan = try CredentialsFile(file.span).plan(ofSection: nil)
public struct CredentialsFile: Sendable {
  /// The type of a section, and its members by the names of the CLI.
  private struct Section: Sendable {
    var type = ""
    var members = JSONObject()
  }

  /// The sections by their names.
  private var sections: [Bytes: Section] = [:]

  /// Reads the text of the file (CHAIN-FILE-1, CHAIN-FILE-5).
  ///
  /// - Parameter text: the bytes of the file, at most ``CLIProfiles/maximumByteCount``.
  /// - Throws: ``CredentialSourceError/invalidFile`` for more bytes, and for others than UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ text: Span<UInt8>) throws(CredentialSourceError) {
    let text = Bytes(copying: text)
    if text.count > CLIProfiles.maximumByteCount || String(validUTF8: text) == nil {
      throw .invalidFile
    }
    var section: Bytes?
    for line in text.withoutMark.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      read(OuterWhiteSpace.trimmed(String(decoding: line, as: UTF8.self)), in: &section)
    }
  }

  /// Reads a line of the section that began last; nil before the first one.
  private mutating func read(_ line: String, in section: inout Bytes?) {
    let bytes = Bytes(line.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else {
      return
    }
    if first == UInt8(ascii: "["), bytes.count > 1, bytes[bytes.count - 1] == UInt8(ascii: "]") {
      let name = Self.trimmed(bytes[1..<bytes.count - 1]).bytes
      sections[name] = Section()
      section = name
    } else if let section, let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
      let value = Self.withoutComment(Bytes(Self.trimmed(bytes[(equals + 1)...]).utf8))
      add(value, as: Self.trimmed(bytes[..<equals]), to: section)
    }
  }

  private mutating func add(_ value: String, as name: String, to section: Bytes) {
    if name.hasSameBytes(as: "type") { sections[section]?.type = value }
    guard let known = Self.names.first(where: { $0.inFile.hasSameBytes(as: name) }) else { return }
    sections[section]?.members[known.ofCLI] = .string(value)
  }

  /// The value before a number sign or a semicolon that follows a blank (CHAIN-FILE-2).
  private static func withoutComment(_ value: Bytes) -> String {
    for index in value.indices.dropLast() where value[index] == 0x20 || value[index] == 0x09 {
      let next = value[index + 1]
      if next == UInt8(ascii: "#") || next == UInt8(ascii: ";") { return trimmed(value[..<index]) }
    }
    return trimmed(value[...])
  }

  private static func trimmed(_ bytes: Bytes.SubSequence) -> String {
    OuterWhiteSpace.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// The names of the file, and what the CLI calls the same (CHAIN-FILE-4).
  private static let names = [
    (inFile: "access_key_id", ofCLI: "access_key_id"),
    (inFile: "access_key_secret", ofCLI: "access_key_secret"),
    (inFile: "role_arn", ofCLI: "ram_role_arn"),
    (inFile: "role_session_name", ofCLI: "ram_session_name"),
    (inFile: "policy", ofCLI: "policy"), (inFile: "role_name", ofCLI: "ram_role_name"),
    (inFile: "oidc_provider_arn", ofCLI: "oidc_provider_arn"),
    (inFile: "oidc_token_file_path", ofCLI: "oidc_token_file"),
  ]

  /// The types of the file as modes of the CLI (CHAIN-FILE-4).
  private static let types: [(inFile: String, mode: CLIProfile.Mode)] = [
    (inFile: "access_key", mode: .accessKey), (inFile: "ram_role_arn", mode: .ramRoleARN),
    (inFile: "ecs_ram_role", mode: .ecsRamRole), (inFile: "oidc_role_arn", mode: .oidc),
  ]

  /// What a section asks for (CHAIN-FILE-3).
  ///
  /// - Parameter name: the name of the section; nil and empty for `default`.
  /// - Throws: ``CredentialSourceError``.
  public func plan(ofSection name: String?) throws(CredentialSourceError) -> CredentialPlan {
    var name = name ?? ""
    if name.utf8.isEmpty { name = "default" }
    guard let section = sections[name.bytes] else { throw .unknownProfile(name) }
    guard let type = Self.types.first(where: { $0.inFile.hasSameBytes(as: section.type) }) else {
      throw .unsupportedMode
    }
    return try CLIProfile(members: section.members).plan(type.mode)
  }
}

extension CredentialsFile: Redacted {
  /// How many sections there are; never what they hold.
  public var description: String { "CredentialsFile(\(sections.count) sections)" }
}
