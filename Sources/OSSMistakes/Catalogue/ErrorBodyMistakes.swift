internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading error bodies (error-body.md).
enum ErrorBodyMistakes {
  /// What is done about an answer, and what is learned from it, follows from its body.
  private static let readers: Set<OSSVectors.Operation> = [.errorBody, .errorAction, .clockOffset]
  private static let rows = MistakeRows(\.errorBodies, in: readers)
  /// Rows about the document, which answers of STS are read by too.
  private static let documents = MistakeRows(
    \.errorBodies.document, in: readers.union([.stsParse]),
    everywhere: { model in
      let document = model.errorBodies.document
      model.sts.markup = { RoleElement.root(of: $0, document) }
    })
  private static let xml = documents.breaking("ERR-XML-2")
    .fix("Read XML 1.0 with and without a declaration, and skip its comments.")
  private static let before = documents.breaking("ERR-XML-5")
    .fix("Skip a byte-order mark and white space before the body.").setting(\.beginning)
  private static let kept = rows.breaking("ERR-MEM-3")
    .fix("Keep every member by its name, whatever it is and wherever it is.").setting(\.members)
  private static let references = documents.breaking("ERR-TXT-1")
    .fix("Decode the five entities and references by number, each once.").wrapping(\.reference)
  private static let pieces = documents.breaking("ERR-TXT-1", "ERR-TXT-2", "ROLE-RSP-5")
    .fix("Put all pieces of the text of an element together before it is used.").setting(\.joined)
  private static let written = documents.breaking("ERR-TXT-2")
    .fix("Read a CDATA section as text, and CR LF as LF.")
  private static let lists = rows.breaking("ERR-STS-1")
    .fix("Read two digits of either case for each byte, and refuse other lists.").wrapping(\.listed)
  private static let read = rows.breaking("ERR-TIME-2")
    .fix("Read all three formats, fractions and the distance from UTC; leave out other texts.")
    .wrapping(\.time)
  private static let header = rows.breaking("ERR-HEAD-1")
    .fix("Decode the header x-oss-err, without blanks around it, where there is no body.")
    .setting(\.header)
  private static let ec = rows.breaking("ERR-HEAD-2")
    .fix("Take the EC of the body where it has one, and x-oss-ec otherwise.").setting(\.ec)
  /// Readers that read on behind a fault, or give what they read up to it.
  private static let reading = documents.breaking("ERR-REF-1").fix(
    "Refuse the whole body, and read no member of it."
  ).by {
    (faults: Set<Markup.Fault>) in { $0.isRefused = { !faults.contains($0) } }
  }

  static let all: [Mistake] = [
    // Document.
    kept("error-last-member-lost", "The last member of the root is lost.")
      .breaking("ERR-XML-1").change { $0.dropLast() },
    xml("error-declaration-required", "A body without a declaration is not read.")
      .change { $0.needsDeclaration = true },
    xml("error-declaration-quotes-refused", "Single quotation marks are refused.")
      .change { $0.quotes = [0x22] },
    xml("error-attributes-refused", "An element with an attribute is not read.")
      .breaking("ERR-XML-3").change { $0.readsAttribute = { _ in false } },
    xml("error-namespace-refused")
      .sentence("Names are compared with the namespace that `xmlns` declares, and are not found.")
      .breaking("ERR-XML-3", "ROLE-RSP-16").fix("Compare names without a namespace.").change {
        $0.readsAttribute = { $0 != "xmlns" }
      },
    kept("error-empty-members-lost", "A member with an empty value is lost.")
      .breaking("ERR-XML-4").change { $0.filter { !$0.value.isEmpty } },
    before("error-leading-space-refused", "White space before the body is refused.")
      .change { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Bytes($0[3...]) : $0 },
    before("error-byte-order-mark-refused", "A byte-order mark is refused.")
      .change { Bytes($0.drop(while: \.isXMLSpace)) },
    // Text.
    references("error-entities-kept", "Entities are not decoded.")
      .change { $0.hasPrefix("#") ? $1($0) : "&\($0);".raw },
    references("error-references-kept", "References by number are not decoded.")
      .change { $0.hasPrefix("#") ? "&\($0);".raw : $1($0) },
    references("error-references-dropped", "Entities and references by number are dropped.")
      .breaking("ERR-TXT-1", "ROLE-RSP-5").change {
        $1($0).map { $0.text.unicodeScalars.allSatisfy(Markup.isCharacter) ? [] : $0 }
      },
    documents("error-references-twice", "References are decoded twice.")
      .breaking("ERR-TXT-1", "ROLE-RSP-5").fix("Decode each reference once.").change {
        $0.beginning = { [former = $0.beginning] body in
          ["lt;", "gt;", "amp;", "quot;", "apos;", "#"]
            .reduce(former(body)) { $0.replaced("&amp;\($1)", by: "&\($1)") }
        }
      },
    written("error-sections-lost", "The text of a CDATA section is lost.")
      .change { $0.section = { _ in [] } },
    written("error-carriage-returns-kept", "CR LF is read as it is.")
      .breaking("ERR-TXT-3").change { $0.lines = { $0 } },
    pieces("markup-last-piece-alone").sentence(
      "Of a text with a line end, a reference, a comment or a CDATA section only the last piece is "
        + "kept: the parser gives a line and its end as pieces."
    ).change { pieces in
      let last = pieces.last { !$0.bytes.isEmpty }?.bytes ?? []
      return last.last == 0x0A ? [0x0A] : Bytes(last.split(separator: 0x0A).last ?? [])
    },
    pieces("markup-last-run-alone")
      .sentence("Of a text only what follows the last reference, comment or CDATA section is kept.")
      .change { $0.last { !$0.bytes.isEmpty }?.bytes ?? [] },
    pieces("markup-first-node-alone").sentence(
      "Of a text that a comment, CDATA or an element divides only the first piece is kept."
    ).breaking("ERR-XML-2", "ERR-TXT-2", "ERR-MEM-4", "ROLE-RSP-5").change { pieces in
      var nodes: [Bytes] = [[]]
      for piece in pieces {
        if piece.kind == .section || piece.kind == .other { nodes.append([]) }
        nodes[nodes.count - 1] += piece.bytes
        if piece.kind == .section { nodes.append([]) }
      }
      return nodes.first { !$0.allSatisfy(\.isXMLSpace) } ?? Bytes(nodes.joined())
    },
    rows("error-values-not-trimmed", "White space at the ends of a value stays.")
      .breaking("ERR-TXT-4").fix("Trim every value but the two strings.")
      .change { $0.text = { $0 } },
    rows("error-text-normalized", "Text is normalized to NFC.")
      .breaking("ERR-TXT-5").fix("Give the characters of a text as they are, not normalized.")
      .change { $0.characters = { $0.raw.composed.text } },
    // Members.
    rows("error-names-in-any-case", "Names are compared without regard to case.")
      .breaking("ERR-MEM-1").fix("Compare the names of elements byte by byte: case counts.")
      .change { $0.hasName = { $0.name.asciiLowercased == $1.asciiLowercased } },
    rows("error-last-of-two-counts", "Of a member given twice the last one counts.")
      .breaking("ERR-MEM-2").fix("Take the first of several members.")
      .change { $0.chosen = { $0.last } },
    kept("error-members-in-a-map", "Of a member given twice the last one is the only one.")
      .breaking("ERR-MEM-2").fix("Keep members in a list, and take the first of one name.").change {
        $0.reduce(into: [Markup.Member]()) { kept, member in
          let index = kept.firstIndex { $0.name.hasSameBytes(as: member.name) }
          if let index { kept[index] = member } else { kept.append(member) }
        }
      },
    kept("error-unknown-members-lost", "Unknown members are lost.") {
      let known = ["Code", "Message", "RequestId", "HostId", "EC", "StringToSign"]
      return $0.filter { known.contains($0.name) }
    },
    kept("error-inner-elements-lost", "Elements inside a member are lost.")
      .breaking("ERR-MEM-4").change { $0.filter { !$0.name.contains("/") } },
    kept("error-inner-elements-by-their-own-name", "An element inside another has its name alone.")
      .breaking("ERR-MEM-4").change {
        $0.map { member in
          var member = member
          member.name = member.name.raw.pieces(at: "/").last?.text ?? ""
          return member
        }
      },
    rows("error-member-at-any-depth", "A member is looked for at any depth, inside others too.")
      .breaking("ERR-MEM-4").fix("Look for a member among the children of the root alone.").change {
        $0.hasName = { $0.name.raw.pieces(at: "/").last?.text == $1 }
      },
    kept("error-message-required", "A body without a Message is not read.")
      .breaking("ERR-MEM-5").fix("Read an error body that has no Message.")
      .change { members in members.contains { $0.name == "Message" } ? members : nil },
    rows("error-short-bucket-name-not-read", "Only BucketName is read, not Bucket.")
      .breaking("ERR-MEM-6").fix("Read BucketName, else Bucket.")
      .change { $0.bucketNames = ["BucketName"] },
    rows("error-bucket-not-read", "The bucket is not read.")
      .breaking("ERR-MEM-6").fix("Read BucketName, else Bucket.").change { $0.bucketNames = [] },
    // Strings.
    lists("error-bytes-in-lower-case-alone", "Upper-case digits of a byte are refused.")
      .change { $0.contains { 0x41...0x46 ~= $0 } ? nil : $1($0) },
    lists("error-bytes-in-upper-case-alone", "Lower-case digits of a byte are refused.")
      .change { $0.contains { 0x61...0x66 ~= $0 } ? nil : $1($0) },
    lists("error-bytes-joined", "White space in a list of bytes is removed before it is read.")
      .breaking("ERR-STS-1", "ERR-REF-8").change { list, _ in
        try? Hexadecimal.decode(Bytes(list.filter { !$0.isXMLSpace }).text)
      },
    lists("error-bytes-as-ascii", "Listed bytes above 0x7F become question marks, as in ASCII.")
      .breaking("ERR-STS-2").fix("Keep the bytes as they are listed; they need not be a text.")
      .change { $1($0).map { Bytes($0.map { $0 < 0x80 ? $0 : 0x3F }) } },
    lists("error-bytes-as-utf-8", "Listed bytes that are not UTF-8 become U+FFFD.")
      .breaking("ERR-STS-2").fix("Keep the bytes as they are listed; they need not be a text.")
      .change { $1($0).map { $0.text.raw } },
    rows("error-text-over-bytes", "StringToSign is used where there are bytes.")
      .breaking("ERR-STS-2").fix("Take the list of bytes where it lists a byte.")
      .change { $0.string = { $0 ?? $1 } },
    rows("error-string-trimmed", "StringToSign is trimmed.")
      .breaking("ERR-STS-3").fix("Keep the white space at its ends: a key may end with a space.")
      .change { $0.string = { $1 ?? $0?.xmlTrimmed } },
    rows("error-agreement-not-shown", "How the two strings differ is not shown.")
      .breaking("ERR-STS-4").fix("Compare the two strings, and then without white space.")
      .change { $0.agreement = { _, _ in nil } },
    rows("error-canonical-request-lost", "The canonical request of V4 is not read.")
      .breaking("ERR-STS-5").fix("Read the canonical request as the string to sign.")
      .change { $0.canonicalRequestName = "" },
    lists("error-accepts-broken-bytes", "A broken list of bytes is ignored.")
      .breaking("ERR-REF-8").fix("Refuse the whole body, and read no member of it.").change {
        $1($0) ?? []
      },
    // Times.
    read("error-times-with-fraction-not-read", "A time with a fraction is not read.")
      .breaking("ERR-TIME-1").change { $0.contains(".") ? nil : $1($0) },
    read("error-times-without-fraction-not-read", "A time without a fraction is not read.")
      .breaking("ERR-TIME-1", "CLK-SRC-1").fix("Read the time with a fraction and without one.")
      .seen("The pattern has milliseconds and a zone.", .swiftV2)
      .change { $0.contains("-") && !$0.contains(".") ? nil : $1($0) },
    read("error-times-in-one-form", "Dates of RFC 1123 are not read.")
      .change { $0.contains(",") ? nil : $1($0) },
    read("error-basic-time-not-read", "A time in the basic format is not read.")
      .change { $0.contains("-") || $0.contains(",") ? $1($0) : nil },
    read("error-distance-from-utc-dropped", "A distance from UTC is ignored.")
      .change { $1($0.contains("+") ? "\($0.prefix { $0 != "+" })Z" : $0) },
    rows("error-unreadable-time-refused", "A time that cannot be read makes the body invalid.")
      .breaking("ERR-TIME-2")
      .fix("Leave a time out that cannot be read, and keep the rest of the error.").change {
        $0.needsTimes = true
      },
    rows("error-digits-as-number", "A value of digits becomes a number, and loses digits.")
      .breaking("ERR-TIME-3").fix("Keep the value of every member as text.").change {
        $0.characters = { text in
          Int64(text).map { "\($0)" } ?? Double(text).map { "\($0)" } ?? text
        }
      },
    rows("error-skew-negated", "The skew has the wrong sign.")
      .breaking("ERR-TIME-4").fix("Subtract the server's time from the client's.")
      .change { $0.skew = { $1 - $0 } },
    rows("error-skew-without-sign", "The skew has no sign: a clock that is slow seems fast.")
      .breaking("ERR-TIME-4").fix("Subtract the server's time from the client's.")
      .change { $0.skew = { abs($0 - $1) } },
    // Headers.
    header("error-header-not-read", "The header x-oss-err is not read.")
      .seen("The header x-oss-error is read instead.", .swiftV2)
      .seen("No such header is read.", .iOS).change { _, _ in nil },
    ec("error-ec-of-header-lost", "The header x-oss-ec is not read.") { body, _ in body },
    ec("error-empty-ec-of-body-kept", "An empty EC of the body hides the header x-oss-ec.")
      .change { $0 ?? ($1 == "" ? nil : $1) },
    ec("error-ec-of-header-prevails", "The header x-oss-ec prevails over the body.") { $1 ?? $0 },
    header("error-header-blanks-refused", "A header with blanks around it is not read.")
      .breaking("ERR-HEAD-3").change { $1.base64Bytes($0.raw) },
    header("error-header-not-encoded", "A header that is XML without base64 is read too.")
      .breaking("ERR-HEAD-3").fix("Refuse a header that is not base64.")
      .change { $0.hasPrefix("<") ? $0.raw : $1.base64Bytes($0.raw) },
    // Refusals.
    reading("error-accepts-cut-body", "A body that is cut short is read.").change([.truncated]),
    reading("error-accepts-broken-markup", "Broken markup is read.").change([.markup]),
    reading("error-accepts-bare-ampersand", "A bare ampersand is text.").change([.ampersand]),
    reading("error-accepts-trailing-text", "Text after the root is ignored.").change([.trailing]),
    reading("error-accepts-plain-text", "JSON and plain text are read as an error body.")
      .change([.notXML]),
    reading("error-accepts-not-utf-8", "Bytes of no UTF-8 are replaced.")
      .breaking("ERR-REF-2").change([.utf8]),
    reading("error-accepts-any-character", "Any character is read.")
      .breaking("ERR-REF-2").change([.character]),
    reading("error-accepts-document-type", "A DOCTYPE is read.")
      .breaking("ERR-REF-3").change([.documentType]),
    reading("error-accepts-any-entity", "Unknown entities are text.")
      .breaking("ERR-REF-3").change([.entity]),
    reading("error-accepts-any-root", "Any root is read.")
      .breaking("ERR-REF-4").change([.root, .webPage]),
    reading("error-accepts-web-page", "The body is read by a lenient reader of HTML.")
      .breaking("ERR-REF-3", "ERR-REF-4")
      .change([.webPage, .root, .documentType, .markup, .entity, .ampersand]),
    reading("error-accepts-empty-body", "An empty body is an error body.")
      .breaking("ERR-REF-5").change([.empty]),
    reading("error-accepts-any-size", "A body of any size is read.")
      .breaking("ERR-REF-6").change([.size]),
    documents("error-size-in-characters", "The characters of a body are counted, not its bytes.")
      .breaking("ERR-REF-6").fix("Refuse a body of more than 65,536 bytes.")
      .change { $0.length = { $0.text.utf16.count } },
    reading("error-accepts-any-depth", "Elements of any depth are read.")
      .breaking("ERR-REF-7").change([.depth]),
    reading("error-accepts-any-count", "Any number of elements is read.")
      .breaking("ERR-REF-7").change([.count]),
    reading("error-accepts-any-encoding", "Any encoding is read.")
      .breaking("ERR-REF-9").change([.encoding]),
  ]
}
