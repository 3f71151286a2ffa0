internal import OSSPrimitives
internal import OSSVectors

/// Texts that are written in another encoding than UTF-8: each place with each encoding that libraries
/// and drivers take by default.
enum CharacterMistakes {
  private typealias Place = (
    name: String, words: String, clauses: [String], operations: Set<OSSVectors.Operation>,
    change: @Sendable (inout Model, @escaping SigningMistakes.Rewriting) -> Void
  )

  private static let encodings: [(name: String, words: String, SigningMistakes.Rewriting)] = [
    ("as-latin-1", "in Latin-1", { $0.latin1 }),
    ("as-ascii", "in ASCII, with a question mark for each other character", { $0.ascii }),
    ("encoded-as-utf-8-twice", "in UTF-8 twice, its bytes taken for Latin-1", { $0.encodedTwice }),
  ]

  private static let places: [Place] = [
    (
      "header-values", "Values of headers are signed", ["V1-HDR-4", "V4-HDR-4"], .signing,
      { model, change in model.signing.headerValue = { change($0.trimmed) } }
    ),
    (
      "resource-key", "The key is signed", ["V1-RES-4", "V4-URI-4"], .signing,
      { model, change in model.signing.signedKey = change }
    ),
    (
      "key", "The key is signed and sent", ["V1-RES-4", "V4-URI-4"], .signing,
      { model, change in model.signing.taken = { $0 == .key ? change($1) : $1 } }
    ),
    (
      "signed-query-values", "Values of parameters are signed", ["V1-RES-7", "V4-QRY-2"], .signing,
      { model, change in model.signing.signedValue = { SigningModel.signed($0, change($1)) } }
    ),
    (
      "path", "The key in a URL is written", ["PRE-PATH-1"], .urls,
      { model, change in
        model.signing.sentKey = { change($0).encoded(keepingSlash: true) }
      }
    ),
    (
      "rpc-texts", "The parameters of a call are written", ["RPC-CAN-3"], [.stsRPC],
      { model, change in model.sts.encode = { change($0.raw).encoded().text } }
    ),
    (
      "live-values", "Values are signed", ["LIVE-STS-2"], [.livePublish],
      { model, change in
        model.liveChannel.line = { "\($0.name):\(change($0.text.raw).text)\n" }
      }
    ),
  ]

  static let all: [Mistake] = places.flatMap { place in
    encodings.map { encoding in
      Mistake(
        "\(place.name)-\(encoding.name)", place.clauses, "\(place.words) \(encoding.words).",
        fix: "Take the bytes of the text in UTF-8, once.", in: place.operations
      ) { place.change(&$0, encoding.2) }
    }
  }
}
