internal import OSSCredentials
internal import OSSJSON
public import OSSPrimitives

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
