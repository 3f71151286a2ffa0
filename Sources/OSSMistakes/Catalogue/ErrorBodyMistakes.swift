internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading error bodies (error-body.md).
enum ErrorBodyMistakes {
  static let all: [Mistake] = document + members + values + headers + refusals

  private typealias Member = Markup.Member
  private static let rows = PartMistakes(\.errorBodies, in: [.errorBody])
  private static let xml = PartMistakes(\.errorBodies.document, in: [.errorBody])
  private static let references = xml.breaking(
    "ERR-TXT-1", fix: "Decode the five entities and references by number, each once.")
  private static let lineEnds = xml.breaking(
    "ERR-TXT-3", fix: "Change CR LF and a lone CR to LF before references are decoded.")

  private static let document: [Mistake] = [
    rows.breaking("ERR-XML-1", fix: "Read every element in the root.")(
      "error-last-member-lost", "The last member of the root is lost."
    ) { $0.members = { $0.dropLast() } },
    xml.breaking("ERR-XML-2", fix: "Read a body without a declaration.")(
      "error-declaration-required", "A body without a declaration is not read."
    ) { $0.needsDeclaration = true },
    xml.breaking("ERR-XML-2", fix: "Read single quotation marks.")(
      "error-declaration-quotes-refused", "Single quotation marks are refused."
    ) { $0.quotes = [0x22] },
    xml.breaking("ERR-XML-2", fix: "Remove comments from values.")(
      "error-comments-divide-values", "A comment becomes a space in a value."
    ) { $0.comment = [0x20] },
    xml.breaking("ERR-XML-3", fix: "Read attributes and ignore them.")(
      "error-attributes-refused", "An element with an attribute is not read."
    ) { $0.readsAttributes = false },
    rows.breaking("ERR-XML-4", fix: "Keep a member with an empty value.")(
      "error-empty-members-lost", "A member with an empty value is lost."
    ) { $0.members = { $0.filter { !$0.value.isEmpty } } },
    xml.breaking("ERR-XML-5", fix: "Skip white space before the body.")(
      "error-leading-space-refused", "White space before the body is refused."
    ) { $0.beginning = { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Bytes($0[3...]) : $0 } },
    xml.breaking("ERR-XML-5", fix: "Skip a byte-order mark before the body.")(
      "error-byte-order-mark-refused", "A byte-order mark is refused."
    ) { $0.beginning = { Bytes($0.drop(while: \.isXMLSpace)) } },
    references("error-entities-kept", "Entities are not decoded.") { document in
      document.reference = { [former = document.reference] in
        $0.hasPrefix("#") ? former($0) : "&\($0);".raw
      }
    },
    references("error-references-kept", "References by number are not decoded.") { document in
      document.reference = { [former = document.reference] in
        $0.hasPrefix("#") ? "&\($0);".raw : former($0)
      }
    },
    references("error-entities-decoded-twice", "Entities are decoded twice.") {
      $0.value = { $0.replaced("&lt;", by: "<").replaced("&amp;", by: "&") }
    },
    xml.breaking("ERR-TXT-2", fix: "Read a CDATA section as text.")(
      "error-sections-lost", "The text of a CDATA section is lost."
    ) { $0.section = { _ in [] } },
    lineEnds("error-carriage-returns-kept", "CR LF is read as it is.") { $0.lines = { $0 } },
    lineEnds("error-carriage-return-references-lost", "A CR by reference is read as LF.") {
      document in
      document.value = { [lines = document.lines] in lines($0) }
    },
    rows.breaking("ERR-TXT-4", fix: "Trim every value but the two strings.")(
      "error-values-not-trimmed", "White space at the ends of a value stays."
    ) { $0.text = { $0 } },
    rows.breaking("ERR-TXT-5", fix: "Keep the characters.")(
      "error-text-normalized", "Text is normalized to NFC."
    ) { $0.characters = { $0.raw.composed.text } },
  ]

  private static let members: [Mistake] = [
    rows.breaking("ERR-MEM-1", fix: "Compare names exactly.")(
      "error-names-in-any-case", "Names are compared without regard to case."
    ) { $0.hasName = { $0.name.asciiLowercased == $1.asciiLowercased } },
    rows.breaking("ERR-MEM-2", fix: "Take the first of several members.")(
      "error-last-of-two-counts", "Of a member given twice the last one counts."
    ) { $0.chosen = { $0.last } },
    rows.breaking("ERR-MEM-3", fix: "Keep every member by its name.")(
      "error-unknown-members-lost", "Unknown members are lost."
    ) {
      let known = ["Code", "Message", "RequestId", "HostId", "EC", "StringToSign"]
      $0.members = { $0.filter { known.contains($0.name) } }
    },
    rows.breaking("ERR-MEM-4", fix: "Keep elements inside a member under both names.")(
      "error-inner-elements-lost", "Elements inside a member are lost."
    ) { $0.members = { $0.filter { !$0.name.contains("/") } } },
    rows.breaking("ERR-MEM-5", fix: "Require no member.")(
      "error-message-required", "A body without a Message is not read."
    ) { $0.members = { members in members.contains { $0.name == "Message" } ? members : nil } },
    rows.breaking("ERR-MEM-6", fix: "Read BucketName, else Bucket.")(
      "error-bucket-not-read", "The bucket is not read."
    ) { $0.bucketNames = [] },
  ]

  private static let lists = rows.breaking(
    "ERR-STS-1", fix: "Read two digits of either case for each byte, and white space at both ends.")
  private static let times = rows.breaking(
    "ERR-TIME-2",
    fix: "Read all three formats and the distance from UTC, and leave out other texts.")

  private static let values: [Mistake] = [
    lists("error-bytes-in-lower-case-alone", "Upper-case digits of a byte are refused.") { model in
      model.listed = { [former = model.listed] in
        $0.contains { 0x41...0x46 ~= $0 } ? nil : former($0)
      }
    },
    rows.breaking("ERR-STS-2", fix: "Take the list of bytes where it lists a byte.")(
      "error-text-over-bytes", "StringToSign is used where there are bytes."
    ) { $0.string = { $0 ?? $1 } },
    rows.breaking(
      "ERR-STS-3", fix: "Keep the white space at its ends: a key may end with a space.")(
        "error-string-trimmed", "StringToSign is trimmed."
      ) { $0.string = { $1 ?? $0?.xmlTrimmed } },
    rows.breaking("ERR-STS-4", fix: "Compare the two strings, and then without white space.")(
      "error-agreement-not-shown", "How the two strings differ is not shown."
    ) { $0.agreement = { _, _ in nil } },
    rows.breaking("ERR-STS-5", fix: "Read the canonical request as the string to sign.")(
      "error-canonical-request-lost", "The canonical request of V4 is not read."
    ) { $0.canonicalRequestName = "" },
    rows.breaking("ERR-TIME-1", fix: "Drop the fraction.")(
      "error-times-with-fraction-not-read", "A time with a fraction is not read."
    ) { model in model.time = { [former = model.time] in $0.contains(".") ? nil : former($0) } },
    times("error-times-in-one-form", "Dates of RFC 1123 are not read.") { model in
      model.time = { [former = model.time] in $0.contains(",") ? nil : former($0) }
    },
    times("error-distance-from-utc-dropped", "A distance from UTC is ignored.") { model in
      model.time = { [former = model.time] text in
        former(text.contains("+") ? "\(text.prefix { $0 != "+" })Z" : text)
      }
    },
    times("error-unreadable-time-refused", "A time that cannot be read makes the body invalid.") {
      $0.needsTimes = true
    },
    rows.breaking("ERR-TIME-3", fix: "Read 1 to 18 decimal digits, and no other text.")(
      "error-skew-limit-not-read", "MaxAllowedSkewMilliseconds is not read."
    ) { $0.limit = { _ in nil } },
    rows.breaking("ERR-TIME-3", fix: "Keep the value of every member as text.")(
      "error-digits-as-number", "A value of digits becomes a number, and a long one loses digits."
    ) {
      $0.characters = { text in
        guard let number = Int64(text) else { return Double(text).map { "\($0)" } ?? text }
        return String(number)
      }
    },
    rows.breaking("ERR-TIME-4", fix: "Subtract the server's time from the client's.")(
      "error-skew-negated", "The skew has the wrong sign."
    ) { $0.skew = { $1 - $0 } },
  ]

  private static let headers: [Mistake] = [
    rows.breaking("ERR-HEAD-1", fix: "Decode the header x-oss-err where there is no body.")(
      "error-header-not-read", "The header x-oss-err is not read.",
      [.swiftV2("The header x-oss-error is read instead."), .iOS("No such header is read.")]
    ) { $0.header = { _, _ in nil } },
    rows.breaking("ERR-HEAD-2", fix: "Read x-oss-ec where the body has no EC.")(
      "error-ec-of-header-lost", "The header x-oss-ec is not read."
    ) { $0.ec = { body, _ in body } },
    rows.breaking("ERR-HEAD-2", fix: "Take the EC of the body where it has one.")(
      "error-ec-of-header-prevails", "The header x-oss-ec prevails over the body."
    ) { $0.ec = { $1 ?? $0 } },
    rows.breaking("ERR-HEAD-3", fix: "Trim the header before its base64 is decoded.")(
      "error-header-blanks-refused", "Blanks at the ends of the header are refused."
    ) { $0.header = { $1.base64Bytes($0.raw) } },
    rows.breaking("ERR-HEAD-3", fix: "Refuse a header that is not base64.")(
      "error-header-not-encoded", "A header that is XML without base64 is read too."
    ) { $0.header = { $0.hasPrefix("<") ? $0.raw : $1.base64Bytes($0.raw) } },
  ]

  /// Readers that give what they read up to a fault.
  private static let refusals: [Mistake] = [
    reading(
      "error-accepts-cut-body", [.truncated], "ERR-REF-1", "A body that is cut short is read."),
    reading("error-accepts-broken-markup", [.markup], "ERR-REF-1", "Broken markup is read."),
    reading("error-accepts-bare-ampersand", [.ampersand], "ERR-REF-1", "A bare ampersand is text."),
    reading(
      "error-accepts-trailing-text", [.trailing], "ERR-REF-1", "Text after the root is ignored."),
    reading(
      "error-accepts-plain-text", [.notXML], "ERR-REF-1",
      "JSON, plain text and escaped markup are read as an error body."),
    reading(
      "error-accepts-not-utf-8", [.utf8], "ERR-REF-2", "Bytes that are not UTF-8 are replaced."),
    reading("error-accepts-any-character", [.character], "ERR-REF-2", "Any character is read."),
    reading(
      "error-accepts-document-type", [.documentType], "ERR-REF-3", "A document type is read."),
    reading("error-accepts-any-entity", [.entity], "ERR-REF-3", "Unknown entities are ignored."),
    reading("error-accepts-any-root", [.root], "ERR-REF-4", "Any root is read."),
    reading("error-accepts-web-page", [.webPage], "ERR-REF-4", "A web page is read."),
    reading("error-accepts-empty-body", [.empty], "ERR-REF-5", "An empty body is an error body."),
    reading("error-accepts-any-size", [.size], "ERR-REF-6", "A body of any size is read."),
    reading("error-accepts-any-depth", [.depth], "ERR-REF-7", "Elements of any depth are read."),
    reading("error-accepts-any-count", [.count], "ERR-REF-7", "Any number of elements is read."),
    rows.breaking("ERR-REF-8", fix: "Refuse the whole body.")(
      "error-accepts-broken-bytes", "A broken list of bytes is ignored."
    ) { model in model.listed = { [former = model.listed] in former($0) ?? [] } },
    reading(
      "error-accepts-any-encoding", [.encoding], "ERR-REF-9", "Any encoding is read as UTF-8."),
  ]

  private static func reading(
    _ id: String, _ faults: Set<Markup.Fault>, _ clause: String, _ sentence: String
  ) -> Mistake {
    xml.breaking(clause, fix: "Refuse the whole body.")(id, sentence) {
      $0.isRefused = { !faults.contains($0) }
    }
  }
}
