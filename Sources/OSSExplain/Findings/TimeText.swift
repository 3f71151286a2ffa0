internal import OSSPrimitives

/// Times as they are in headers and bodies, in Unix seconds.
enum TimeText {
  /// The time of a text in any form that OSS uses.
  static func any(_ text: Bytes) -> Int64? {
    let text = text.text
    if let time = try? Moment(rfc1123: text) { return time.seconds }
    if let time = try? Moment(iso8601: text) { return time.seconds }
    return (try? Moment(iso8601Basic: text))?.seconds
  }

  static func isRFC1123(_ text: Bytes) -> Bool { (try? Moment(rfc1123: text.text)) != nil }

  static func isBasic(_ text: Bytes) -> Bool { (try? Moment(iso8601Basic: text.text)) != nil }

  /// How far two times are apart, if that is what a time zone makes: whole half hours.
  static func zone(_ sent: Int64?, _ signed: Int64?) -> String? {
    guard let sent, let signed, sent != signed, (sent - signed) % 1800 == 0,
      abs(sent - signed) <= 14 * 3600
    else { return nil }
    return "The two times are \(span(sent - signed)) apart."
  }

  /// A span of time in the largest units that say it well, without its sign.
  static func span(_ seconds: Int64) -> String {
    let seconds = abs(seconds)
    switch seconds {
    case ..<120: return "\(seconds) seconds"
    case ..<7200 where seconds % 3600 != 0: return "\((seconds + 30) / 60) minutes"
    case ..<172_800:
      let minutes = (seconds + 30) / 60
      let hours = minutes / 60 == 1 ? "1 hour" : "\(minutes / 60) hours"
      return minutes % 60 == 0 ? hours : "\(hours) and \(minutes % 60) minutes"
    default: return "\((seconds + 43_200) / 86_400) days"
    }
  }

  /// What is wrong with the form of a date; nil for a right one, also of V4.
  static func fault(_ date: Bytes) -> String? {
    if isRFC1123(date) || isBasic(date) { return nil }
    if date.decimal != nil { return "It is a number." }
    if date.contains("T"), date.contains("-") { return "It is in the form of ISO 8601." }
    let words = date.parts(at: " ").filter { !$0.isEmpty }
    if words.count > 1, words[1].count == 1 { return "The day has one digit." }
    if let last = words.last, !last.isText("GMT") { return "It does not end in GMT." }
    return "It is another form of date."
  }
}

/// What an access key ID and the name of a bucket show by their form.
enum AccessKeyID {
  /// Whether an ID holds what no ID does; a placeholder of a hidden one is no ID.
  static func isForeign(_ id: Bytes) -> Bool {
    let isHidden = id.contains { "*<>[]{}()#".utf8.contains($0) || $0 >= 0x80 }
    return !isHidden && id.contains { !$0.isLetterOrDigit && !"._=-".utf8.contains($0) }
  }

  /// Of whom the ID is: `sts`, `tmp`, `hidden`, `secret` for a secret in its place, else `user`.
  static func kind(_ id: Bytes) -> String {
    if id.isEmpty || id.prefix(4).contains(UInt8(ascii: "*")) { return "hidden" }
    if id.begins(with: "STS.") { return "sts" }
    if id.begins(with: "TMP.") { return "tmp" }
    // Stars hide the rest of an ID; no ID of a user has the length of a secret.
    return id.count == 30 && id.allSatisfy { $0.isLetterOrDigit } ? "secret" : "user"
  }

  /// Whether a bucket can have the name: 3 to 63 lower-case letters, digits and hyphens, none of
  /// them at an end.
  static func isBucket(_ name: Bytes) -> Bool {
    let isKnown = name.allSatisfy { $0.isLetterOrDigit && $0 == $0.lowercased || $0 == 0x2D }
    return 3...63 ~= name.count && isKnown && name.first != 0x2D && name.last != 0x2D
  }
}
