internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading the answer to AssumeRole (sts.md).
enum RoleAnswerMistakes {
  static let all: [Mistake] = shapes + names + texts + statuses + refusals + orders

  private static let row = PartMistakes(\.sts, in: [.stsParse])

  private static let shapes: [Mistake] = [
    row(
      "role-answer-format-guessed", ["ROLE-RSP-1"], "The first byte decides the format.",
      fix: "Read the format that the call asked for."
    ) { $0.isXML = { $1.first == UInt8(ascii: "<") } },
    row(
      "role-answer-members-of-object", ["ROLE-RSP-2", "ROLE-RSP-3"],
      "The four are looked for in the object or the root itself.",
      fix: "Look for the four in `Credentials`."
    ) {
      $0.credentials = { .object($0) }
      $0.isTorn = { _ in false }
    },
    row(
      "role-answer-any-shape", ["ROLE-RSP-2"], "The answers of other servers are read, too.",
      fix: "Refuse an answer without `Credentials`."
    ) {
      $0.credentials = { $0["Credentials"] ?? .object($0) }
      $0.isTorn = { $0["Credentials"] != nil && TokenShape.isTorn($0) }
    },
    row(
      "role-answer-credentials-lacking-no-object", ["ROLE-RSP-2"],
      "An answer without `Credentials` is reported as no object.",
      fix: "Report `Credentials` as missing."
    ) { $0.lacking = .tokenNotObject },
    row(
      "role-answer-token-optional", ["ROLE-RSP-2", "ROLE-RSP-3"],
      "A key pair without its token is accepted.", fix: "Refuse an answer without `SecurityToken`.",
      seen: [.javaScript("STS.assumeRole hands on whatever members there are.")]
    ) {
      $0.member = { $0 == "SecurityToken" ? $1 ?? "" : $1 }
      $0.mayBeEmpty = { $0 == "SecurityToken" }
    },
    row(
      "role-answer-expired-accepted", ["ROLE-RSP-3"], "A token that has expired is accepted.",
      fix: "Refuse a token whose expiration is not after the present."
    ) { $0.hasExpired = { _, _ in false } },
    row(
      "role-answer-any-zone", ["ROLE-RSP-3"], "An expiration without a zone is taken for UTC.",
      fix: "Refuse an expiration without a zone."
    ) { $0.time = { RoleAnswer.time($0) ?? RoleAnswer.time("\($0)Z") } },
  ]

  // MARK: Elements and their names

  /// A reader with other elements, from the ones that are there.
  private static func reading(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    _ change: @escaping @Sendable (RoleElement) -> RoleElement?
  ) -> Mistake {
    row(id, clauses, sentence, fix: fix) { model in
      let former = model.markup
      model.markup = { former($0).flatMap(change) }
    }
  }

  /// A document in which every name is another one.
  private static func renaming(_ element: RoleElement, _ name: (String) -> String) -> RoleElement {
    var element = element
    element.name = name(element.name)
    element.children = element.children.map { renaming($0, name) }
    return element
  }

  private static let known =
    ["AssumeRoleResponse", "Error", "RequestId", "Credentials", "AssumedRoleUser", "Code"]
    + ["StatusCode", "statusCode"] + RoleAnswer.names

  private static let names: [Mistake] = [
    reading(
      "role-answer-by-places", ["ROLE-RSP-4"], "The four are taken by their places.",
      fix: "Take the four by their names."
    ) { root in
      var root = root
      for index in root.children.indices where root.children[index].isNamed("Credentials") {
        for (place, name) in zip(root.children[index].children.indices, RoleAnswer.names) {
          root.children[index].children[place].name = name
        }
      }
      return root
    },
    reading(
      "role-answer-unknown-refused", ["ROLE-RSP-4"], "An element of an unknown name is refused.",
      fix: "Skip elements of unknown names."
    ) { root in
      let parts = root.children + root.children.flatMap(\.children)
      return parts.allSatisfy { known.containsBytes(of: $0.name) } ? root : nil
    },
    reading(
      "role-answer-names-in-any-case", ["ROLE-RSP-4"], "Names are compared without regard to case.",
      fix: "Compare names byte by byte."
    ) { root in
      renaming(root) { name in known.first { $0.raw.lowerCase == name.raw.lowerCase } ?? name }
    },
    reading(
      "role-answer-prefixes-cut", ["ROLE-RSP-4"], "The prefix of a name is cut off.",
      fix: "Compare names with their prefixes."
    ) { root in renaming(root) { String($0.split(separator: ":").last ?? "") } },
    marking(
      "role-answer-attributes-refused", ["ROLE-RSP-4"], "A root with attributes is refused.",
      fix: "Skip attributes, namespaces too."
    ) { $0.replaced("<AssumeRoleResponse ", by: "<") },
  ]

  // MARK: Texts

  /// A reader that changes the document first.
  private static func marking(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    row(id, clauses, sentence, fix: fix) { model in
      let former = model.markup
      model.markup = { bytes in
        String(validating: bytes, as: UTF8.self).flatMap { former(change($0).raw) }
      }
    }
  }

  private static func text(
    _ id: String, _ sentence: String, _ change: @escaping @Sendable (String) -> String
  ) -> Mistake {
    marking(
      id, ["ROLE-RSP-5"], sentence,
      fix: "Decode each reference once, keep CDATA sections and skip comments.", change)
  }

  private static let texts: [Mistake] = [
    text("role-answer-references-kept", "References are not decoded.") {
      $0.replaced("&", by: "&amp;")
    },
    text("role-answer-references-twice", "References are decoded twice.") {
      $0.replaced("&amp;", by: "&")
    },
    text("role-answer-sections-lost", "The text of CDATA sections is lost.") {
      $0.replaced("<![CDATA[", by: "<!--").replaced("]]>", by: "-->")
    },
    text("role-answer-comments-divide", "A comment is a blank.") {
      $0.replaced("<!--", by: " <!--")
    },
    text("role-answer-plus-is-space", "A text is decoded as a form is.") {
      $0.replaced("+", by: " ").replaced("%2B", by: "+")
    },
    text("role-answer-ascii-alone", "Characters outside ASCII are dropped.") {
      String(decoding: $0.utf8.filter { $0 < 0x80 }, as: UTF8.self)
    },
    row(
      "role-answer-white-space-kept", ["ROLE-RSP-6"], "White space around a text is kept.",
      fix: "Remove white space at the ends of each of the four."
    ) { $0.trimmed = { text, _ in text } },
    row(
      "role-answer-texts-as-they-are", ["ROLE-RSP-6"], "White space is kept in JSON alone.",
      fix: "Remove white space at the ends of each of the four, in JSON too.",
      seen: [.credentialsPython("What `dict.get` gives is taken.")]
    ) { $0.trimmed = { $1 ? $0.trimmed() : $0 } },
    row(
      "role-answer-white-space-dropped", ["ROLE-RSP-6"], "White space in a text is removed.",
      fix: "Keep white space inside a text."
    ) { $0.trimmed = { text, _ in text.trimmed().replaced("\t", by: "").replaced(" ", by: "") } },
  ]

  // MARK: Refusals

  private static let statuses: [Mistake] = [
    row(
      "role-answer-any-http-status", ["ROLE-RSP-7"], "The HTTP status is ignored.",
      fix: "Refuse every HTTP status but 200."
    ) { $0.isSuccess = { _ in true } },
    row(
      "role-answer-any-success", ["ROLE-RSP-7"], "Every HTTP status from 200 to 299 is accepted.",
      fix: "Refuse every HTTP status but 200."
    ) { $0.isSuccess = { 200...299 ~= $0 } },
    code("role-answer-code-ignored", "`Code` and the root `Error` are ignored.") {
      $0.isCodeRight = { _ in true }
      $0.tellsError = { _ in false }
    },
    code("role-answer-first-code", "Only the first `Code` counts.") {
      $0.tellsError = { root in
        let first = root.children.first { $0.isNamed("Code") }
        return root.isNamed("Error") || first.map { !$0.text.hasSameBytes(as: "Success") } ?? false
      }
    },
    reading(
      "role-answer-last-code", ["ROLE-RSP-8"], "Only the last `Code` counts.",
      fix: "Refuse the root `Error` and every `Code` that is not `Success`."
    ) { root in
      var root = root
      let codes = root.children.indices.filter { root.children[$0].isNamed("Code") }
      for index in codes.dropLast().reversed() { root.children.remove(at: index) }
      return root
    },
    code(
      "role-answer-code-beside-credentials-ignored", "`Code` is ignored beside `Credentials`.",
      seen: [.credentialsPython("The HTTP status and Credentials are all that is asked.")]
    ) { $0.isCodeRight = { $0["Credentials"]?.objectValue != nil || $0["Code"] == nil } },
    code("role-answer-any-code-refused", "Every `Code` is that of an error.") {
      $0.isCodeRight = { $0["Code"] == nil }
    },
  ]

  private static func code(
    _ id: String, _ sentence: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout STSModel) -> Void
  ) -> Mistake {
    row(
      id, ["ROLE-RSP-8"], sentence,
      fix: "Refuse the root `Error` and every `Code` that is not `Success`.", seen: seen, change)
  }

  private static let refusals: [Mistake] = [
    row(
      "role-answer-no-xml-is-empty", ["ROLE-RSP-9"],
      "What is not XML is an answer without members.", fix: "Report a body that is not XML."
    ) { model in
      let former = model.markup
      model.markup = { former($0) ?? RoleElement(name: "AssumeRoleResponse") }
    },
    row(
      "role-answer-any-root", ["ROLE-RSP-9"], "The name of the root is ignored.",
      fix: "Refuse a root other than `AssumeRoleResponse` and `Error`."
    ) { $0.isRoot = { _ in true } },
    row(
      "role-answer-first-of-two", ["ROLE-RSP-10"], "The first of two equal elements counts.",
      fix: "Refuse an answer in which one of these elements is given twice."
    ) { $0.isTwice = { _ in false } },
    row(
      "role-answer-text-beside-elements", ["ROLE-RSP-11"],
      "Text beside elements and elements beside text are ignored.",
      fix: "Refuse `Credentials` with a text, and one of the four with elements."
    ) { $0.value = { $1 ? .object([:]) : .string($0.text) } },
    row(
      "role-answer-empty-credentials-no-object", ["ROLE-RSP-11"], "Empty `Credentials` is a text.",
      fix: "Read empty `Credentials` as an object without members."
    ) { model in
      let former = model.value
      model.value = { $1 && $0.children.isEmpty ? "" : former($0, $1) }
    },
    row(
      "role-answer-empty-token-accepted", ["ROLE-RSP-11"], "An empty token is accepted.",
      fix: "Refuse an empty `SecurityToken`."
    ) { $0.mayBeEmpty = { $0 == "SecurityToken" } },
  ]

  private static func order(
    _ id: String, _ sentence: String, _ step: RoleAnswer.Step, before other: RoleAnswer.Step
  ) -> Mistake {
    row(id, ["ROLE-RSP-14"], sentence, fix: "Judge an answer in the order of ROLE-RSP-14.") {
      var order = $0.order.filter { $0 != step }
      order.insert(step, at: order.firstIndex(of: other) ?? 0)
      $0.order = order
    }
  }

  private static let orders: [Mistake] = [
    order(
      "role-answer-markup-before-status", "The markup is judged before the HTTP status.", .format,
      before: .httpStatus),
    order(
      "role-answer-twice-before-code", "What stands twice is judged before `Code`.", .twice,
      before: .errorInMarkup),
    row(
      "role-answer-lacking-before-code", ["ROLE-RSP-14"],
      "What is missing is judged before `Code`.",
      fix: "Judge an answer in the order of ROLE-RSP-14."
    ) {
      $0.order = [.httpStatus, .format, .credentials, .errorInMarkup, .twice, .objects, .statuses]
      $0.credentials = {
        $0["Credentials"]?.objectValue?["AccessKeyId"] == nil ? nil : $0["Credentials"]
      }
    },
  ]
}
