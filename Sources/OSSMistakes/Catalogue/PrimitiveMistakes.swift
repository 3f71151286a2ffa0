internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in hashes, HMAC and base64 (primitives.md), wherever they are used.
enum PrimitiveMistakes {
  static let all: [Mistake] = hashes + hmac + encoding + decoding

  /// A hash function, and where it is used.
  private enum Hash: String, CaseIterable {
    case md5, sha1, sha256

    var part: any WritableKeyPath<Model, PlainHash> & Sendable {
      switch self {
      case .md5: \.primitives.md5
      case .sha1: \.primitives.sha1
      case .sha256: \.primitives.sha256
      }
    }
    var name: String { ["md5": "MD5", "sha1": "SHA-1"][rawValue] ?? "SHA-256" }
    var operations: Set<OSSVectors.Operation> {
      switch self {
      case .md5: [.md5, .callbackVerify]
      case .sha1:
        Set.authenticatingV1.union([.sha1, .hmacSHA1, .livePublish, .postV1, .stsRPC])
      case .sha256:
        Set.authenticatingV4.union(Set.signingV2).union([.sha256, .hmacSHA256, .postV4])
      }
    }
  }

  /// A row for each of some hash functions; those of MD5 also break `clause`.
  private static func each(
    _ id: String, _ sentence: String, fix: String, in hashes: [Hash] = Hash.allCases,
    alone: Bool = false, alsoMD5 clause: String? = nil,
    _ change: @escaping @Sendable (inout PlainHash) -> Void
  ) -> [Mistake] {
    hashes.map { hash in
      let part = hash.part
      let further = hash == .md5 ? [clause].compactMap { $0 } : []
      return Mistake(
        "\(hash.rawValue)-\(id)", ["PRIM-\(hash.rawValue.uppercased())-1"] + further,
        "In \(hash.name), \(sentence)", fix: fix,
        in: alone ? hash.operations.intersection([.md5, .sha1, .sha256]) : hash.operations
      ) {
        change(&$0[keyPath: part])
        if hash != .md5 { $0.signsWithItsHashes() }
      }
    }
  }

  private static let blocks = "Pad every message with 80, zeros and its length in bits in 64 bits."
  private static let bytes = "Take the message as numbers from 0 to 255, with its length."
  private static let steps = "Follow the steps of RFC 1321 or FIPS 180-4."
  private static let hashes: [Mistake] = [
    each(
      "length-in-bytes", "the length in the padding counts bytes.", fix: blocks,
      alsoMD5: "CALL-SIG-4"
    ) { $0.unit = 1 },
    each(
      "length-reversed", "the length in the padding has its bytes in reverse.", fix: blocks,
      alsoMD5: "CALL-SIG-4"
    ) { $0.endsWithLowestFirst.toggle() },
    each("length-of-16-bits", "the length in the padding overflows at 8 KiB.", fix: blocks) {
      $0.mask = 0xFFFF
    },
    each(
      "marker-overwritten", "the length overwrites the byte 0x80 after 56 bytes.", fix: blocks,
      alsoMD5: "CALL-SIG-4"
    ) { $0.overwritesMarker = true },
    each(
      "whole-block-not-padded", "a message of whole blocks is not padded.", fix: blocks,
      in: [.md5, .sha1], alsoMD5: "CALL-SIG-4"
    ) { $0.padsWholeBlocks = false },
    each(
      "words-reversed", "the bytes of words are read in reverse.", fix: steps,
      alsoMD5: "CALL-SIG-4"
    ) { $0.readsLowestFirst.toggle() },
    each("bytes-signed", "bytes from 0x80 on are negative numbers.", fix: bytes) {
      $0.bytesAreSigned = true
    },
    each("of-text", "bytes that are not UTF-8 become U+FFFD.", fix: bytes, alone: true) {
      $0.message = { $0.text.raw }
    },
    each("ends-at-nul", "a NUL ends the message.", fix: bytes, in: [.md5, .sha1]) {
      $0.message = { Bytes($0.prefix { $0 != 0 }) }
    },
    each(
      "turn-off-by-one", "a step of the first round turns by 21 bits, not by 22.", fix: steps,
      in: [.md5], alsoMD5: "CALL-SIG-4"
    ) { $0.rounds = PlainHash.roundsOfMD5(21) },
    each("schedule-not-turned", "the schedule is that of SHA-0.", fix: steps, in: [.sha1]) {
      $0.rounds = PlainHash.roundsOfSHA1(0)
    },
    each("state-of-sha224", "the first state is that of SHA-224.", fix: steps, in: [.sha256]) {
      $0.initial = [
        0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939, 0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7,
        0xbefa_4fa4,
      ]
    },
  ].flatMap { $0 }

  private static let ofHMAC = MistakeRows(
    \.primitives.hmac,
    in: Set.authenticating.union([
      .hmacSHA1, .hmacSHA256, .livePublish, .postV1, .postV4, .stsRPC,
    ]), everywhere: { $0.signsWithItsHMAC() })
  private static let longKey = ofHMAC.breaking(
    "PRIM-HMAC-2", "V1-SIG-2", "V2-SIG-1", "V4-KEY-2", "LIVE-SIG-1",
    fix: "Use the digest of a key that is longer than 64 bytes.")
  private static let arguments = ofHMAC.breaking(
    "PRIM-HMAC-1", fix: "Pass the bytes of the key and of the message, with their lengths.")
  private static let hmac: [Mistake] = [
    longKey(
      "hmac-key-cut", "A key of more than 64 bytes is cut.",
      seen: .c("The HMAC copies at most a block of the key, whatever its length.")
    ) { $0.key = { key, _ in Bytes(key.prefix(64)) } },
    ofHMAC.breaking("PRIM-HMAC-1", "LIVE-SIG-1", fix: "Pass the secret as the key.")(
      "hmac-key-and-message-swapped", "The key and the message are swapped.",
      fix: "Pass the secret as the key of the HMAC, and the string as its message."
    ) { $0.arguments = { ($1, $0) } },
    arguments.breaking("PRIM-HMAC-1", "V4-KEY-2")("hmac-key-ends-at-nul", "A NUL ends the key.") {
      $0.arguments = { (Bytes($0.prefix { $0 != 0 }), $1) }
    },
    arguments("hmac-message-ends-at-nul", "A NUL ends the message.") {
      $0.arguments = { ($0, Bytes($1.prefix { $0 != 0 })) }
    },
    arguments("hmac-message-is-ascii", "Bytes of the message from 0x80 on become question marks.") {
      $0.arguments = { ($0, Bytes($1.map { $0 < 0x80 ? $0 : 0x3F })) }
    },
  ]

  private static let text = MistakeRows(
    \.primitives.base64Text,
    in: Set.signingV1V2.union([
      .v1String, .base64, .livePublish, .callbackParameter, .postV1, .postV4, .stsRPC,
    ]), everywhere: { $0.signsWithItsEncoder() })
  private static let noBreaks = "Use an encoder that adds no line ends."
  private static let encoding: [Mistake] = [
    text.breaking(
      "PRIM-B64-1", "V1-SIG-1", "V2-SIG-1", "LIVE-SIG-1", "CALL-PAR-1",
      fix: "Use the alphabet with + and /.")(
        "base64-url-safe", "Base64 is written in the alphabet for URLs."
      ) {
        $0 = {
          let text = PlainBase64.text($0).replaced("+", by: "-")
          return text.replaced("/", by: "_")
        }
      },
    text.breaking("PRIM-B64-1", "LIVE-SIG-1", fix: "Fill the last group with equals signs.")(
      "base64-unpadded", "Base64 is written without padding."
    ) { $0 = { Bytes(PlainBase64.text($0).filter { $0 != PlainBase64.pad }) } },
    text.breaking("PRIM-B64-1", "LIVE-SIG-1", "CALL-PAR-1", fix: noBreaks)(
      "base64-line-feed-at-end", "A line feed follows the base64 text."
    ) { $0 = { PlainBase64.text($0) + [0x0A] } },
    text.breaking("PRIM-B64-1", "CALL-PAR-1", fix: noBreaks)(
      "base64-wrapped", "Base64 is broken into lines of 76 characters."
    ) {
      $0 = { bytes in
        let text = PlainBase64.text(bytes)
        return Bytes(text.indices.flatMap { ($0 > 0 && $0 % 76 == 0 ? [0x0A] : []) + [text[$0]] })
      }
    },
  ]

  private static let read = MistakeRows(
    \.primitives.base64Bytes, in: [.base64, .callbackVerify, .errorBody])
  /// Rows about every place where base64 is decoded.
  private static let everywhere = MistakeRows(
    \.self, in: [.base64, .callbackVerify, .errorBody, .signerValue]
  ).by { (decoded: @escaping @Sendable (Bytes) -> Bytes?) in
    {
      $0.primitives.base64Bytes = decoded
      $0.signers.isSignature = { decoded($0.raw)?.count == 20 }
    }
  }
  private static let strict = "Refuse what is not exactly base64, or use a decoder's strict mode."
  private static let decoding: [Mistake] = [
    read.breaking(
      "PRIM-B64-2", "CALL-REF-6", "CALL-REF-7", "CALL-KEY-5", "ERR-HEAD-3", fix: strict)(
        "base64-takes-missing-padding", "Decoding accepts a text without padding."
      ) { $0 = { PlainBase64.bytes(Bytes($0.filter { $0 != PlainBase64.pad }).padded) } },
    read.breaking("PRIM-B64-2", "CALL-REF-7", "ERR-HEAD-3", fix: strict)(
      "base64-ignores-foreign", "Decoding ignores characters outside the alphabet."
    ) {
      $0 = {
        PlainBase64.bytes(
          Bytes($0.filter { $0 == PlainBase64.pad || PlainBase64.alphabet.contains($0) }))
      }
    },
    read.breaking(
      "PRIM-B64-2", "CALL-REF-6", "CALL-REF-7", "CALL-KEY-5", "ERR-HEAD-3", fix: strict)(
        "base64-lenient", "Foreign characters, missing padding and loose bits are all ignored."
      ) {
        $0 = { text in
          text.replaced("-", by: "+").replaced("_", by: "/").lenientBase64
        }
      },
    everywhere.breaking("PRIM-B64-2", "CALL-REF-7", "CALL-KEY-5", "V1-AUTH-2", fix: strict)(
      "base64-takes-loose-bits", "Decoding ignores the last bits that belong to no byte."
    ) { PlainBase64.bytes($0.withoutLooseBits) },
    everywhere.breaking("PRIM-B64-2", "CALL-REF-7", "ERR-HEAD-3", "V1-AUTH-2", fix: strict)(
      "base64-skips-white-space", "Decoding skips spaces, tabs and line ends in the text."
    ) { PlainBase64.bytes(Bytes($0.filter { !$0.isXMLSpace })) },
    read.breaking("PRIM-B64-2", "CALL-SIG-1", fix: "Give as many bytes as the last group has.")(
      "base64-padding-as-zeros", "Padding is decoded as bytes that are zero."
    ) {
      $0 = { text in
        let count = text.filter { $0 == PlainBase64.pad }.count
        return PlainBase64.bytes(text).map { $0 + Bytes(repeating: 0, count: count) }
      }
    },
    read.breaking("PRIM-B64-2", "CALL-SIG-1", fix: "Take padding off only where there is padding.")(
      "base64-last-byte-lost", "The last byte of a text without padding is lost."
    ) {
      $0 = { text in
        PlainBase64.bytes(text).map { text.last == PlainBase64.pad ? $0 : Bytes($0.dropLast()) }
      }
    },
    read.breaking("PRIM-B64-2", fix: "Decode an empty text to no bytes.")(
      "base64-empty-refused", "An empty text is refused."
    ) { $0 = { $0.isEmpty ? nil : PlainBase64.bytes($0) } },
  ]
}

extension Model {
  /// Makes signatures with the hashes of ``Model/primitives``, in which a mistake was made.
  fileprivate mutating func signsWithItsHashes() {
    let own = primitives
    signing.hash = { Bytes(own.sha256.hash($0).hexadecimal.utf8) }
    sign({ own.hmacSHA1(key: $0, message: $1) }, { own.hmacSHA256(key: $0, message: $1) })
  }

  /// Makes signatures with the HMAC of ``Model/primitives``, over hashes that are right.
  fileprivate mutating func signsWithItsHMAC() {
    let own = primitives.hmac
    sign(
      { own.code(key: $0, message: $1) { SHA1.hash($0.span).bytes } },
      { own.code(key: $0, message: $1) { SHA256.hash($0.span).bytes } })
  }

  /// Writes signatures with the encoder of ``Model/primitives``.
  fileprivate mutating func signsWithItsEncoder() {
    let own = primitives
    signing.signatureText = {
      $0 == .v4 ? Hexadecimal.encode($1.span).raw : own.base64Text($1)
    }
    forms.signatureV1 = { own.base64(SigningModel.hmacSHA1($0, $1)) }
    forms.text = { own.base64($0) }
    sts.signature = forms.signatureV1
  }

  private typealias Code = @Sendable (_ key: Bytes, _ message: Bytes) -> Bytes

  private mutating func sign(_ sha1: @escaping Code, _ sha256: @escaping Code) {
    signing.hmac = { $0 == .v1 ? sha1($1, $2) : sha256($1, $2) }
    signing.keyHMAC = sha256
    forms.signatureV1 = { sha1($0, $1).base64 }
    sts.signature = forms.signatureV1
    forms.signingKey = { $1.reduce("aliyun_v4".raw + $0) { sha256($0, $1.raw) } }
    forms.signatureV4 = { sha256($0, $1).hexadecimal }
  }
}

extension Bytes {
  /// What is base64 of a text up to its padding, as lenient decoders read it.
  var lenientBase64: Bytes? {
    let kept = Bytes(prefix { $0 != PlainBase64.pad }.filter(PlainBase64.alphabet.contains))
    let whole = kept.count % 4 == 1 ? Bytes(kept.dropLast()) : kept
    return PlainBase64.bytes(whole.padded.withoutLooseBits)
  }

  /// Base64 with the padding that it lacks.
  fileprivate var padded: Bytes {
    self + Bytes(repeating: PlainBase64.pad, count: (4 - count % 4) % 4)
  }

  /// Base64 with the bits of its last character that belong to no byte set to zero.
  var withoutLooseBits: Bytes {
    let padCount = filter { $0 == PlainBase64.pad }.count
    guard 1...2 ~= padCount, let last = lastIndex(where: { $0 != PlainBase64.pad }),
      let digit = PlainBase64.alphabet.firstIndex(of: self[last])
    else { return self }
    var text = self
    text[last] = PlainBase64.alphabet[digit & (padCount == 2 ? 0x30 : 0x3C)]
    return text
  }
}
