internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading what OSS answers when it refuses a request.
enum ErrorBodyMutants {
  static let all: [Mutant] = document + text + members + values

  private static let document: [Mutant] = [
    shown(
      "error-last-member-lost", "ERR-XML-1", "The last member of the root is lost.",
      mend: "Read every element in the root."
    ) { members in
      members["members"] = .array((members["members"]?.arrayValue ?? []).dropLast())
    },
    shown(
      "error-indents-are-members", "ERR-XML-1", "White space between members is a member.",
      mend: "Take elements alone for members."
    ) { members in
      members["members"] = .array((members["members"]?.arrayValue ?? []) + [["", "\n"]])
    },
    body(
      "error-declaration-required", "ERR-XML-2", "A body without a declaration is not read.",
      mend: "Let the declaration be left out."
    ) { $0.contains("<?xml") ? $0 : "" },
    body(
      "error-declaration-quotes-refused", "ERR-XML-2",
      "Single quotes in the declaration are refused.", mend: "Read quotes of either kind."
    ) { $0.contains("version='") ? "" : $0 },
    body(
      "error-comments-divide-values", "ERR-XML-2", "A comment stands as a space in a value.",
      mend: "Take comments out without a trace."
    ) { Bytes($0.utf8).replacing("<!--", with: " <!--").text },
    body(
      "error-attributes-refused", "ERR-XML-3", "An element with an attribute is not read.",
      mend: "Read attributes and pass over them."
    ) { $0.contains("=") && $0.contains("xmlns") ? "" : $0 },
    shown(
      "error-empty-members-lost", "ERR-XML-4", "A member with an empty value is lost.",
      mend: "Keep it, written with one tag or with two."
    ) { members in
      members["members"] = .array(
        (members["members"]?.arrayValue ?? []).filter { $0.arrayValue?.last != "" })
    },
    body(
      "error-leading-space-refused", "ERR-XML-5", "White space before the body is refused.",
      mend: "Skip it."
    ) { $0.first == "<" || $0.first == "\u{FEFF}" ? $0 : "" },
    body(
      "error-byte-order-mark-refused", "ERR-XML-5", "A byte-order mark is refused.",
      mend: "Skip it."
    ) { $0.unicodeScalars.contains("\u{FEFF}") ? "" : $0 },
  ]

  private static let text: [Mutant] = [
    body(
      "error-entities-kept", "ERR-TXT-1", "Entities are not decoded.",
      mend: "Decode the five entities of XML."
    ) {
      Bytes($0.utf8).replacing("&amp;", with: "&amp;amp;").replacing("&lt;", with: "&amp;lt;").text
    },
    shown(
      "error-entities-decoded-twice", "ERR-TXT-1", "Entities are decoded twice.",
      mend: "Decode each once: what is left belongs to the string."
    ) { members in
      for index in members.members.indices {
        guard let text = members.members[index].value.stringValue else { continue }
        members.members[index].value = .string(
          Bytes(text.utf8).replacing("&lt;", with: "<").replacing("&amp;", with: "&").text)
      }
    },
    body(
      "error-references-kept", "ERR-TXT-1", "References by number are not decoded.",
      mend: "Decode decimal and hexadecimal references."
    ) { Bytes($0.utf8).replacing("&#", with: "&amp;#").text },
    body(
      "error-sections-lost", "ERR-TXT-2", "The text of a CDATA section is lost.",
      mend: "Take it as text."
    ) { $0.withoutSections },
    body(
      "error-carriage-returns-kept", "ERR-TXT-3", "CR LF is read as it stands.",
      mend: "Read CR LF and a lone CR as one LF."
    ) { Bytes($0.utf8).replacing("\r", with: "&#13;").text },
    body(
      "error-carriage-return-references-lost", "ERR-TXT-3",
      "A CR that a reference gives is read as LF.",
      mend: "Change line ends before references are decoded."
    ) { Bytes($0.utf8).replacing("&#13;", with: "&#10;").replacing("&#xD;", with: "&#10;").text },
    shown(
      "error-values-not-trimmed", "ERR-TXT-4", "White space at the ends of a value stays.",
      mend: "Trim every value but the two strings."
    ) { members in
      if let code = members["code"]?.stringValue { members["code"] = .string("\n\(code)\n") }
    },
    body(
      "error-text-normalized", "ERR-TXT-5", "Text is normalized.", mend: "Keep the characters."
    ) { $0.composed },
  ]

  private static let members: [Mutant] = [
    body(
      "error-names-in-any-case", "ERR-MEM-1", "Names are compared without regard to case.",
      mend: "Compare names exactly."
    ) {
      Bytes($0.utf8).replacing("<code>", with: "<Code>").replacing("</code>", with: "</Code>").text
    },
    shown(
      "error-last-of-two-counts", "ERR-MEM-2", "Of a member given twice the last one counts.",
      mend: "Let the first one count."
    ) { members in
      let codes = (members["members"]?.arrayValue ?? []).filter { $0.arrayValue?.first == "Code" }
      members["code"] = codes.last?.arrayValue?.last
    },
    shown(
      "error-unknown-members-lost", "ERR-MEM-3", "Members that the reader does not know are lost.",
      mend: "Keep every member by its name."
    ) { members in
      let known = ["Code", "Message", "RequestId", "HostId", "EC", "StringToSign"]
      members["members"] = .array(
        (members["members"]?.arrayValue ?? []).filter {
          known.contains($0.arrayValue?.first?.stringValue ?? "")
        })
    },
    shown(
      "error-inner-elements-lost", "ERR-MEM-4", "Elements inside a member are lost.",
      mend: "Keep them under both names."
    ) { members in
      members["members"] = .array(
        (members["members"]?.arrayValue ?? []).filter {
          !($0.arrayValue?.first?.stringValue ?? "").contains("/")
        })
    },
    body(
      "error-code-required", "ERR-MEM-5", "A body without a Message is not read.",
      mend: "Require no member."
    ) { $0.contains("Message>") ? $0 : "" },
    shown(
      "error-bucket-not-read", "ERR-MEM-6", "The bucket is not read.",
      mend: "Read BucketName, else Bucket."
    ) { $0["bucket"] = nil },
  ]

  private static let values: [Mutant] = [
    body(
      "error-bytes-in-lower-case-alone", "ERR-STS-1", "Upper-case digits of a byte are refused.",
      mend: "Read digits of either case."
    ) { $0.contains(" 0A ") ? "" : $0 },
    body(
      "error-bytes-without-last-space", "ERR-STS-1", "A space after the last byte is refused.",
      mend: "Allow white space at both ends."
    ) { $0.contains(" </StringToSignBytes>") ? "" : $0 },
    body(
      "error-text-over-bytes", "ERR-STS-2", "StringToSign is taken where there are bytes.",
      mend: "Take StringToSignBytes where it lists a byte."
    ) { Bytes($0.utf8).replacing("StringToSignBytes", with: "OtherBytes").text },
    shown(
      "error-string-trimmed", "ERR-STS-3", "StringToSign is trimmed.",
      mend: "Keep the white space at its ends: a key may end with a space."
    ) { members in
      if let text = members["stringToSign"]?.stringValue {
        members["stringToSign"] = .string(text.withoutOuterBlanks)
      }
    },
    shown(
      "error-agreement-not-told", "ERR-STS-4", "It is not said how the two strings differ.",
      mend: "Compare them, and then without white space."
    ) { $0["stringToSignAgreement"] = nil },
    shown(
      "error-canonical-request-lost", "ERR-STS-5", "The canonical request of V4 is not read.",
      mend: "Read it as the string to sign."
    ) { $0["canonicalRequest"] = nil },
    shown(
      "error-times-not-read", "ERR-TIME-1", "A time with a fraction is not read.",
      mend: "Drop the fraction."
    ) { members in
      members["requestTime"] = nil
      members["serverTime"] = nil
    },
    body(
      "error-times-in-one-form", "ERR-TIME-2", "Dates of RFC 1123 are not read.",
      mend: "Read the other forms that OSS uses too."
    ) { Bytes($0.utf8).replacing(" GMT</RequestTime>", with: "</RequestTime>").text },
    body(
      "error-distance-from-utc-dropped", "ERR-TIME-2", "A distance from UTC is passed over.",
      mend: "Take it off the time."
    ) { Bytes($0.utf8).replacing("+08:00", with: "Z").text },
    body(
      "error-unreadable-time-refused", "ERR-TIME-2", "A time that cannot be read spoils the body.",
      mend: "Leave the time out and read the rest."
    ) { $0.contains("-13-") ? "" : $0 },
    body(
      "error-skew-limit-overflows", "ERR-TIME-3", "A number of many digits overflows.",
      mend: "Read no more than 18 digits."
    ) { Bytes($0.utf8).replacing(">9999999999999999999999<", with: ">999999999999999999<").text },
    shown(
      "error-skew-limit-not-read", "ERR-TIME-3", "MaxAllowedSkewMilliseconds is not read.",
      mend: "Read its digits."
    ) { $0["maxSkewMilliseconds"] = nil },
    shown(
      "error-skew-negated", "ERR-TIME-4", "The skew has the wrong sign.",
      mend: "Take the server's time from the client's."
    ) { members in
      if let skew = members["skewSeconds"]?.integerValue {
        members["skewSeconds"] = .number(JSONNumber(-skew))
      }
    },
    Mutant(
      "error-header-not-read", "ERR-HEAD-1", "The header x-oss-err is not read.",
      mend: "Decode it where there is no body.", on: [.errorBody],
      sightings: [
        .swiftV2("The header x-oss-error is read instead."), .iOS("No such header is read."),
      ]
    ) { $0.rewrite("header") { _ in "" } },
    Mutant(
      "error-ec-of-header-lost", "ERR-HEAD-2", "The header x-oss-ec is not read.",
      mend: "Read it where the body has no EC.", on: [.errorBody]
    ) { $0.rewrite("ecHeader") { _ in "" } },
    Mutant(
      "error-ec-of-header-prevails", "ERR-HEAD-2", "The header x-oss-ec prevails over the body.",
      mend: "Take the EC of the body where it has one.", on: [.errorBody]
    ) { steps in
      steps.rewriteOutput { input, answer in
        if let ec = input["ecHeader"]?.stringValue { answer.members["ec"] = .string(ec) }
      }
    },
    Mutant(
      "error-header-blanks-refused", "ERR-HEAD-3", "Blanks around the header are refused.",
      mend: "Take them off before the base64 is read.", on: [.errorBody]
    ) { $0.rewrite("header") { $0.contains(" ") ? "!" : $0 } },
    Mutant(
      "error-header-base64-lenient", "ERR-HEAD-3", "The header's base64 is read leniently.",
      mend: "Refuse what is not exactly base64.", on: [.errorBody]
    ) { steps in
      steps.rewrite("header") { text in
        guard (try? Base64.decode(text.withoutOuterBlanks)) == nil else { return text }
        return Base64.encode(Bytes("<Error/>".utf8).span)
      }
    },
  ]

  /// A mutant that reads another body than was given.
  private static func body(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.errorBody]) { $0.rewrite("body", change) }
  }

  /// A mutant that shows other values than it read.
  private static func shown(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.errorBody]) {
      $0.rewriteOutput { _, answer in
        if answer.members["members"] != nil { change(&answer.members) }
      }
    }
  }
}

extension String {
  /// The text without its CDATA sections.
  fileprivate var withoutSections: String {
    var rest = self[...]
    var result = ""
    while let start = rest.firstRange(of: "<![CDATA["), let end = rest.firstRange(of: "]]>") {
      result += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}
