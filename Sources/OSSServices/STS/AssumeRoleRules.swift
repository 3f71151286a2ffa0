internal import OSSJSON
internal import OSSPrimitives

/// The rules for the parameters of AssumeRole (ROLE-REF).
enum AssumeRoleRules {
  /// `acs:ram::`, digits, `:role/` and 1 to 64 letters, digits and `.-_` (ROLE-REF-1).
  static func check(roleARN: String) throws(AssumeRoleError) {
    if let offset = fault(in: roleARN, of: ":role/", nameLength: 64) {
      throw .invalidRoleARN(offset: offset)
    }
  }

  /// The same with `:oidc-provider/` or `:saml-provider/`, and 1 to 128 of these (ROLE-REF-7).
  static func check(providerARN: String, kind: String) throws(AssumeRoleError) {
    if let offset = fault(in: providerARN, of: ":\(kind)-provider/", nameLength: 128) {
      throw .invalidProviderARN(offset: offset)
    }
  }

  /// Visible ASCII of a length (ROLE-REF-8).
  static func check(
    identityToken: String, allowed: ClosedRange<Int>
  ) throws(AssumeRoleError) {
    var offset = 0
    for byte in identityToken.utf8 {
      if !(0x21...0x7E).contains(byte) { throw .identityTokenByte(byte, offset: offset) }
      offset += 1
    }
    if !allowed.contains(offset) { throw .identityTokenLength(offset, allowed: allowed) }
  }

  /// Where a text stops to be the ARN of what this is the name of; nil where it is one.
  private static func fault(in arn: String, of kind: String, nameLength: Int) -> Int? {
    let bytes = arn.bytes
    var offset = 0
    if !skip("acs:ram::", in: bytes, &offset) { return offset }
    let account = offset
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
    if offset == account || !skip(kind, in: bytes, &offset) { return offset }
    let name = offset
    while offset < bytes.count, offset < name + nameLength, isNameByte(bytes[offset]) {
      offset += 1
    }
    return offset == name || offset < bytes.count ? offset : nil
  }

  /// 2 to 64 letters, digits and `.@-_` (ROLE-REF-2).
  static func check(sessionName: String) throws(AssumeRoleError) {
    var offset = 0
    for byte in sessionName.utf8 {
      if !isNameByte(byte), byte != UInt8(ascii: "@") {
        throw .sessionNameByte(byte, offset: offset)
      }
      offset += 1
    }
    if !(2...64).contains(offset) { throw .sessionNameLength(offset) }
  }

  /// From 900 seconds to what the role allows, which is 3600 to 43200 itself (ROLE-REF-3).
  static func check(durationSeconds: Int?, maximum: Int) throws(AssumeRoleError) {
    guard AssumeRoleRequest.maximumDurationSeconds.contains(maximum) else {
      throw .invalidMaximumDuration(seconds: maximum)
    }
    let allowed = AssumeRoleRequest.leastDurationSeconds...maximum
    if let durationSeconds, !allowed.contains(durationSeconds) {
      throw .invalidDuration(seconds: durationSeconds, allowed: allowed)
    }
  }

  /// A JSON object (ROLE-REF-5). The documents count characters, which are taken to be Unicode
  /// scalars (ROLE-REF-4).
  static func check(policy: String) throws(AssumeRoleError) {
    let count = policy.unicodeScalars.count
    if !(1...AssumeRoleRequest.greatestPolicyLength).contains(count) { throw .policyLength(count) }
    guard let json = try? JSONReader.read(policy), json.objectValue != nil else {
      throw .policyNotAnObject
    }
  }

  /// 2 to 1224 letters, digits and `_=+,.@:/-` (ROLE-REF-6).
  static func check(externalID: String) throws(AssumeRoleError) {
    var offset = 0
    for byte in externalID.utf8 {
      if !isExternalIDByte(byte) { throw .externalIDByte(byte, offset: offset) }
      offset += 1
    }
    if !(2...1224).contains(offset) { throw .externalIDLength(offset) }
  }

  /// Moves behind a text; false where it is not there, with the offset of the first other byte.
  private static func skip(_ text: String, in bytes: Bytes, _ offset: inout Int) -> Bool {
    for byte in text.utf8 {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      offset += 1
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Letters, digits, `.`, `-` and `_`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func isExternalIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"),
      UInt8(ascii: ":"), UInt8(ascii: "/"):
      true
    default: isNameByte(byte)
    }
  }
}
