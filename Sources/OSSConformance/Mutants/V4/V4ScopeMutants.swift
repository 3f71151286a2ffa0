internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the credential scope of V4 and in its signing key.
enum V4ScopeMutants {
  static let all: [Mutant] = scopes + products + keys + secrets

  private static let scopes: [Mutant] = [
    scope(
      "v4-scope-date-local", "The date of the scope is in local time, here that of UTC+8.",
      mend: "Take the date of the time of signing in UTC."
    ) { identity, time in
      "\(ReferenceSteps.shifted(time, by: 28_800).time.iso8601BasicDate)/\(identity.region)/"
        + "\(identity.product)/aliyun_v4_request"
    },
    scope(
      "v4-scope-product-before-region", "The product stands before the region.",
      mend: "Write date, region, product."
    ) { identity, time in
      "\(time.time.iso8601BasicDate)/\(identity.product)/\(identity.region)/aliyun_v4_request"
    },
    scope(
      "v4-scope-end-of-s3", "The scope ends with aws4_request.", mend: "Write aliyun_v4_request."
    ) { identity, time in
      "\(time.time.iso8601BasicDate)/\(identity.region)/\(identity.product)/aws4_request"
    },
    scope(
      "v4-scope-with-time", "The scope begins with the whole time.", mend: "Write the date alone."
    ) { identity, time in
      "\(time.time.iso8601Basic)/\(identity.region)/\(identity.product)/aliyun_v4_request"
    },
    input(
      "v4-product-of-s3", "V4-SCO-2", "The product is s3 when nothing else is asked for.",
      mend: "Take oss."
    ) { $0.rewriteInput { if $1["product"]?.stringValue == nil { $1["product"] = "s3" } } },
    input(
      "v4-region-with-prefix", "V4-SCO-3",
      "The region is signed with the oss- of the endpoint's host.",
      mend: "Leave the oss- out."
    ) { steps in
      steps.accept { if case .invalidRegion = $0 { true } else { false } }
      steps.rewrite("region") { $0.isEmpty || $0.hasPrefix("oss-") ? $0 : "oss-\($0)" }
    },
  ]

  private static let products: [Mutant] = [
    input(
      "v4-cloudbox-product-oss", "V4-SCO-4", "For a CloudBox the product stays oss.",
      mend: "Take oss-cloudbox.",
      sightings: [
        Sighting(
          sdk: "aliyun-oss-android-sdk", version: "2.9.20 (read, not run)",
          place: "The product of the scope is a constant.")
      ]
    ) { $0.rewrite("product") { _ in "oss" } },
    input(
      "v4-cloudbox-region-kept", "V4-SCO-4",
      "For a CloudBox the region stands where its ID should.",
      mend: "Put the ID of the CloudBox in the place of the region."
    ) { $0.rewrite("region") { $0.hasPrefix("cb-") ? "cn-hangzhou" : $0 } },
  ]

  private static let keys: [Mutant] = [
    key("v4-key-is-secret", "The secret itself signs.", mend: "Derive the signing key.") { rules in
      rules.prefix = []
      rules.messages = { _ in [] }
    },
    key(
      "v4-key-without-prefix", "The chain begins with the secret alone.",
      mend: "Put aliyun_v4 before the secret."
    ) { $0.prefix = [] },
    key(
      "v4-key-prefix-of-s3", "The chain begins with AWS4 and the secret.",
      mend: "Put aliyun_v4 before the secret."
    ) { $0.prefix = Bytes("AWS4".utf8) },
    key(
      "v4-key-product-before-region", "The product goes into the chain before the region.",
      mend: "Take date, region, product."
    ) { $0.messages = { [$0.date, $0.product, $0.region, "aliyun_v4_request"] } },
    key(
      "v4-key-without-end", "The chain ends with the product.",
      mend: "Let aliyun_v4_request follow."
    ) { $0.messages = { [$0.date, $0.region, $0.product] } },
    key(
      "v4-key-as-text", "Each link passes its result on as hexadecimal text.",
      mend: "Pass the 32 bytes on."
    ) { $0.link = { Bytes(Hexadecimal.encode($0.span).utf8) } },
    key(
      "v4-key-of-whole-scope", "The scope goes into one HMAC as a whole.",
      mend: "Make a chain, one HMAC for each part of the scope."
    ) { $0.messages = { [$0.description] } },
    kept(
      "v4-key-day-begins-late",
      "A kept key is used until midnight in a zone west of UTC, here UTC-8.",
      mend: "Derive a new key when the date changes in UTC."
    ) { $0.deriveKey(shiftedBy: -8 * 3_600) },
    kept(
      "v4-key-day-begins-early",
      "A new key is derived at midnight in a zone east of UTC, here UTC+8.",
      mend: "Derive a new key when the date changes in UTC."
    ) { $0.deriveKey(shiftedBy: 8 * 3_600) },
    kept(
      "v4-key-kept-for-every-region", "The key of one region is used for all.",
      mend: "Keep a key for its date, region and product."
    ) { steps in
      steps.rewriteKeyV4 {
        $0.messages = { [$0.date, "cn-hangzhou", $0.product, "aliyun_v4_request"] }
      }
    },
  ]

  private static let secrets: [Mutant] = [
    key(
      "v4-key-cut", clause: "V4-KEY-2", "A first key of more than 64 bytes is cut there.",
      mend: "Hash it first, as RFC 2104 says.",
      sightings: [.c("The HMAC copies 64 bytes of the key.")]
    ) { $0.first = { Bytes($0.prefix(64)) } },
    key(
      "v4-key-secret-hashed-alone", clause: "V4-KEY-2",
      "A secret of more than 64 bytes is hashed before aliyun_v4 is put before it.",
      mend: "Put the prefix and the secret together, and leave the rest to the HMAC."
    ) {
      $0.first = { key in
        let secret = Bytes(key.dropFirst(9))
        return secret.count > 64 ? Bytes(key.prefix(9)) + SHA256.hash(secret.span).bytes : key
      }
    },
    key(
      "v4-key-secret-trimmed", clause: "V4-KEY-2", "Blanks around the secret are taken off.",
      mend: "Take the bytes of the secret as they are.",
      sightings: [.oss2("The functions that make an Auth strip both the ID and the secret.")]
    ) { $0.first = { Bytes($0.prefix(9)) + Bytes($0.dropFirst(9)).trimmed { $0 <= 0x20 } } },
    key(
      "v4-key-hashed-early", clause: "V4-KEY-2",
      "A first key that nearly fills a block is hashed.",
      mend: "Hash it only if it has more than 64 bytes."
    ) { $0.first = { $0.count > 62 ? SHA256.hash($0.span).bytes : $0 } },
    key(
      "v4-key-secret-cut-at-nul", clause: "V4-KEY-2", "The secret is cut at its first NUL.",
      mend: "Take all bytes of the secret."
    ) { $0.first = { Bytes($0.prefix { $0 != 0 }) } },
    key(
      "v4-key-secret-decoded", clause: "V4-KEY-2", "The secret is percent-decoded.",
      mend: "Take the bytes of the secret as they are."
    ) { $0.first = { $0.decodingTriplets } },
    key(
      "v4-key-secret-as-base64", clause: "V4-KEY-2", "A secret that is base64 is decoded.",
      mend: "Take the bytes of the secret as they are."
    ) {
      $0.first = { key in
        let text = String(decoding: key.dropFirst(9), as: UTF8.self)
        return (try? Base64.decode(text)).map { Bytes(key.prefix(9)) + $0 } ?? key
      }
    },
    key(
      "v4-key-secret-as-latin-1", clause: "V4-KEY-2", "The secret goes in as Latin-1.",
      mend: "Take the UTF-8 bytes."
    ) { $0.first = { $0.text.latin1 } },
  ]

  private static func scope(
    _ id: String, _ mistake: String, mend: String,
    _ text: @escaping @Sendable (SigningIdentityV4, SigningTimeV4) -> String
  ) -> Mutant {
    Mutant(id, "V4-SCO-1", mistake, mend: mend, on: .signingV4) {
      $0.signingV4.scope = { $2.append(contentsOf: text($0, $1).utf8) }
    }
  }

  private static func input(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: .authenticatingV4, sightings: sightings, change: change)
  }

  private static func kept(
    _ id: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (inout ReferenceSteps) -> Void
  ) -> Mutant {
    Mutant(id, "V4-KEY-3", mistake, mend: mend, on: .signingV4, change: change)
  }

  private static func key(
    _ id: String, clause: String = "V4-KEY-1", _ mistake: String, mend: String,
    sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ReferenceSteps.KeyRules) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: .authenticatingV4, sightings: sightings) {
      $0.rewriteKeyV4(change)
    }
  }
}

extension Bytes {
  /// The bytes with each percent triplet decoded, and other percent signs left as they are.
  fileprivate var decodingTriplets: Bytes {
    var text = Bytes()
    var index = 0
    while index < count {
      let digits = self[Swift.min(index + 1, count)..<Swift.min(index + 3, count)]
      let isTriplet = self[index] == UInt8(ascii: "%") && digits.count == 2
      if isTriplet, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        text.append(byte)
        index += 3
      } else {
        text.append(self[index])
        index += 1
      }
    }
    return text
  }
}

extension ReferenceSteps {
  /// Derives the key for the day that it is some seconds later, or earlier if they are negative.
  fileprivate mutating func deriveKey(shiftedBy seconds: Int64) {
    adjustV4 = { input, signing in
      guard let time = input["time"]?.integerValue,
        let other = try? UnixTime(seconds: time + seconds)
      else { return }
      var rules = KeyRules()
      rules.messages = { [other.iso8601BasicDate, $0.region, $0.product, "aliyun_v4_request"] }
      signing.signingKey = { [rules] in rules.key($0, $1) }
    }
  }
}
