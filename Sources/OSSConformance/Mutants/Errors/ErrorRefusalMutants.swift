internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Readers of error bodies that take what must be refused.
enum ErrorRefusalMutants {
  static let all: [Mutant] = [
    taking("error-cut-short-taken", "ERR-REF-1", "A body that is cut short is taken.") {
      if case .truncated = $0 { true } else { false }
    },
    taking("error-broken-markup-taken", "ERR-REF-1", "Markup that is not well formed is taken.") {
      if case .invalidMarkup = $0 { true } else { false }
    },
    taking("error-bare-ampersand-taken", "ERR-REF-1", "A bare ampersand is taken as text.") {
      if case .invalidReference = $0 { true } else { false }
    },
    taking("error-trailing-text-taken", "ERR-REF-1", "What follows the root is passed over.") {
      if case .trailingContent = $0 { true } else { false }
    },
    taking("error-json-taken", "ERR-REF-1", "JSON is taken for an error body.") {
      if case .json = $0 { true } else { false }
    },
    taking("error-plain-text-taken", "ERR-REF-1", "Plain text is taken for an error body.") {
      if case .notXML = $0 { true } else { false }
    },
    taking("error-escaped-markup-taken", "ERR-REF-1", "A body that was escaped is unescaped.") {
      if case .escapedMarkup = $0 { true } else { false }
    },
    taking("error-not-utf-8-taken", "ERR-REF-2", "Bytes that are not UTF-8 are replaced.") {
      if case .invalidUTF8 = $0 { true } else { false }
    },
    taking("error-surrogate-references-taken", "ERR-REF-2", "References to surrogates are taken.") {
      switch $0 {
      case .invalidReference, .invalidCharacter: true
      default: false
      }
    },
    taking("error-any-character-taken", "ERR-REF-2", "Characters that XML lacks are taken.") {
      if case .invalidCharacter = $0 { true } else { false }
    },
    taking("error-document-type-taken", "ERR-REF-3", "A document type is read.") {
      if case .documentType = $0 { true } else { false }
    },
    taking("error-any-root-taken", "ERR-REF-4", "Any root is taken.") {
      if case .unexpectedRoot = $0 { true } else { false }
    },
    taking("error-web-page-taken", "ERR-REF-4", "A web page is taken.") {
      if case .webPage = $0 { true } else { false }
    },
    taking("error-empty-taken", "ERR-REF-5", "An empty body is taken for an error.") {
      $0 == .empty
    },
    taking("error-any-size-taken", "ERR-REF-6", "A body of any size is read.") {
      if case .tooLarge = $0 { true } else { false }
    },
    taking("error-any-depth-taken", "ERR-REF-7", "Elements of any depth are read.") {
      if case .tooDeep = $0 { true } else { false }
    },
    taking("error-any-count-taken", "ERR-REF-7", "Any number of elements is read.") {
      if case .tooManyMembers = $0 { true } else { false }
    },
    taking("error-broken-bytes-taken", "ERR-REF-8", "A broken list of bytes is passed over.") {
      if case .invalidHexadecimal = $0 { true } else { false }
    },
    taking("error-any-encoding-taken", "ERR-REF-9", "Any declared encoding is taken for UTF-8.") {
      if case .unsupportedEncoding = $0 { true } else { false }
    },
  ]

  /// A mutant that reads an empty error where a body has a fault.
  private static func taking(
    _ id: String, _ clause: String, _ mistake: String,
    _ isPassedOver: @escaping @Sendable (ErrorBodyError) -> Bool
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: "Refuse the whole body.", on: [.errorBody]) { steps in
      let isMistaken = { @Sendable (bytes: Bytes) in
        do throws(ErrorBodyError) {
          _ = try ServerError(xml: bytes.span, ecHeader: nil)
          return false
        } catch {
          return isPassedOver(error)
        }
      }
      steps.rewriteInput { operation, input in
        guard operation == .errorBody else { return }
        if let value = input["body"], let bytes = try? InputReader.bytes(value, "body") {
          if isMistaken(bytes) { input["body"] = "<Error/>" }
        }
        if let text = input["header"]?.stringValue, let bytes = try? Base64.decode(text) {
          if isMistaken(bytes) { input["header"] = "PEVycm9yLz4=" }
        }
      }
    }
  }
}
