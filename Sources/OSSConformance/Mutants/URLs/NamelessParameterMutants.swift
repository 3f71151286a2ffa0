internal import OSSVectors

/// Mistakes with a parameter that has neither a name nor a value, in the URLs of every version.
enum NamelessParameterMutants {
  static let all: [Mutant] = [
    nameless("left-bare", "A bare name that is empty is sent as nothing.") { pieces in
      pieces.query = pieces.query?.map { $0 == [UInt8(ascii: "=")] ? [] : $0 }
    },
    nameless("lost", "A parameter without a name is signed and not sent.") { pieces in
      pieces.query?.removeAll { $0.first == UInt8(ascii: "=") }
    },
  ]

  private static func nameless(
    _ id: String, _ mistake: String, _ change: @escaping @Sendable (inout URLPieces) -> Void
  ) -> Mutant {
    Mutant(
      "query-nameless-\(id)", "PRE-QRY-5", mistake, mend: "Send an equals sign.",
      on: [.v1Presign, .v2Presign, .v4Presign, .publicURL]
    ) { $0.rewritePieces(change) }
  }
}
