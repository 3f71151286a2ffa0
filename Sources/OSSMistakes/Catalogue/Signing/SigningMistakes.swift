internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in signatures and URLs, in the order of the pages.
enum SigningMistakes {
  static let all: [Mistake] =
    StringMistakes.all + DateMistakes.all
    + HeaderMistakes.all + TokenMistakes.all + ResourceMistakes.all
    + QueryMistakes.all + SignatureMistakes.all + ScopeMistakes.all
    + AdditionalMistakes.all + PresignMistakes.all + URLMistakes.all + InputMistakes.all
    + RefusalMistakes.all + CheckMistakes.all + ClientMistakes.all

  typealias Change = @Sendable (inout SigningModel) -> Void
  /// Bytes in the place of others.
  typealias Rewriting = @Sendable (Bytes) -> Bytes

  /// Rows about every signature in a request or a URL.
  static let rows = MistakeRows(\.signing, in: .signing)

  /// Rows that change one part of a string to sign or of a canonical request.
  static func part(
    _ kind: StringPart.Kind
  ) -> MistakeRows<@Sendable (inout StringPart) -> Void> {
    rows.by { change in { $0.parts = { $1.changing(kind, change: change) } } }
  }

  /// Rows that change the input before it is signed.
  static let inputs: MistakeRows<@Sendable (inout SigningInput) -> Void> = rows.by { change in
    {
      $0.request = { input in
        var input = input
        change(&input)
        return input
      }
    }
  }

  /// Rows that change the pieces of a URL.
  static let urls: MistakeRows<@Sendable (inout URLPieces) -> Void> =
    rows
    .in(.urls).by { change in { $0.pieces = { change(&$1) } } }
}

extension Set<OSSVectors.Operation> {
  static let headersV1: Set = [.v1Header]
  static let headersV2: Set = [.v2Header]
  static let headersV4: Set = [.v4Header]
  static let urlsV1: Set = [.v1Presign]
  static let urlsV2: Set = [.v2Presign]
  static let urlsV4: Set = [.v4Presign]
  static let signingV1: Set = [.v1Header, .v1Presign]
  static let signingV2: Set = [.v2Header, .v2Presign]
  static let signingV4: Set = [.v4Header, .v4Presign]
  /// V1 and V2, whose string to sign has lines of the content and of the date.
  static let signingV1V2: Set = signingV1.union(signingV2)
  /// V2 and V4, which sign every parameter and additional headers.
  static let signingV2V4: Set = signingV2.union(signingV4)
  static let signing: Set = signingV1V2.union(signingV4)
  static let headers: Set = [.v1Header, .v2Header, .v4Header]
  static let headersV1V2: Set = [.v1Header, .v2Header]
  static let headersV2V4: Set = [.v2Header, .v4Header]
  static let presigning: Set = [.v1Presign, .v2Presign, .v4Presign]
  static let urlsV1V2: Set = [.v1Presign, .v2Presign]
  static let urlsV2V4: Set = [.v2Presign, .v4Presign]
  /// What makes a URL.
  static let urls: Set = presigning.union([.publicURL])
  /// What makes a signature.
  static let authenticating: Set = signing.union([.v1String, .v4String])
  static let authenticatingV1: Set = signingV1.union([.v1String])
  static let authenticatingV4: Set = signingV4.union([.v4String])
  /// What reads credentials or a request.
  static let anyRequest: Set = authenticating.union([.publicURL])
  /// What signs with credentials beside requests.
  static let services: Set = [.postPolicy, .postV1, .postV4, .stsRPC, .livePublish]
}
