internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Refusals that are no matter of the signature.
enum PermissionDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    switch clues.code {
    case "InvalidAccessKeyId": accessKey(clues)
    case "AccessDenied": denied(clues)
    case "NoSuchBucket": [Explanation(.bucketUnknown, .certain, bucketDetail(clues))]
    case "NoSuchKey": noSuchKey(clues)
    default: foreign(clues)
    }
  }

  /// A credential of V4 whose ID holds what no ID does.
  private static func foreign(_ clues: Clues) -> [Explanation] {
    let id = clues.v4.credential?.accessKeyID ?? []
    return id.contains { !isIDByte($0) } ? [Explanation(.keyBlank, .certain)] : []
  }

  private static func accessKey(_ clues: Clues) -> [Explanation] {
    let raw = clues.error?.members.first { $0.name == "OSSAccessKeyId" }?.value
    let value = clues.request?.field("authorization") ?? []
    let id = raw ?? (clues.accessKeyID ?? [])
    let isForeign = id.contains { !isIDByte($0) } || value.hasPrefix("OSS  ")
    if isForeign { return [Explanation(.keyBlank, .certain)] }
    if id.hasPrefix("STS.") || clues.message.contains("Security Token may be lost") { return [] }
    let detail = clues.message.contains("disabled") ? "It is disabled." : nil
    return [Explanation(.keyUnknown, .certain, detail)]
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"):
      true
    default: false
    }
  }

  /// Messages that other detectors know.
  private static let others = [
    "Request has expired", "requires a valid Date", "Query string authentication",
    "Invalid date (should", "Anonymous access", "signature version", "V1 signature",
    "Security-token must be",
  ]

  private static func denied(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    if others.contains(where: { message.contains($0) }) { return [] }
    if message.contains("addressed using the specified endpoint") {
      let detail = clues.error?.endpoint.map { "OSS names the endpoint \($0.visible)." }
      return [Explanation(.endpointWrong, .certain, detail)]
    }
    if message.contains("Invalid according to Policy") {
      return [Explanation(.policyOfForm, .certain, message.visible)]
    }
    let detail = message.isEmpty ? nil : "OSS says: \(message.visible)"
    return [Explanation(.permission403, .certain, detail)] + unsigned(clues)
  }

  /// A request that shows no signature is taken for an anonymous one.
  private static func unsigned(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.field("authorization") == nil,
      !request.isPresigned
    else { return [] }
    return [Explanation(.notSigned, .possible, "The request that is given carries none.")]
  }

  private static func noSuchKey(_ clues: Clues) -> [Explanation] {
    let key = Bytes(clues.error?["Key"] ?? "")
    if key.contains("?x-oss-process") { return [Explanation(.queryInKey, .certain)] }
    if key.hasEscape {
      return [Explanation(.keyEncodedTwice, .certain, "The key that OSS looked for holds %XX.")]
    }
    if clues.request?.path.contains("%25") == true {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    let path = (clues.request?.path ?? []).lowercased
    return path.contains("%3fx-oss-process") ? [] : [Explanation(.objectUnknown, .certain)]
  }

  private static func bucketDetail(_ clues: Clues) -> String? {
    clues.error?.bucket.map { "OSS looked for \($0.visible)." }
  }
}
