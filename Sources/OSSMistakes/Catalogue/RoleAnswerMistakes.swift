internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading the answer to AssumeRole (sts.md).
enum RoleAnswerMistakes {
  private static let rows = MistakeRows(\.sts, in: [.stsParse])
  private static let placed = rows.breaking("ROLE-RSP-2")
    .fix("Read the four members of `Credentials`, and report it where it is missing.")
  /// Other elements than the ones that are there.
  private static let reading = rows.breaking("ROLE-RSP-4")
    .fix("Take the four by their names, and skip other elements and attributes.").wrapping(\.markup)
  private static let once = rows.breaking("ROLE-RSP-11")
    .fix("Read `Credentials` as an object, and each of the four as a text in it.")
  /// Documents that are changed before they are read.
  private static let text = reading.breaking("ROLE-RSP-5")
    .fix("Decode each reference once, keep CDATA sections and skip comments.")
    .by { (change: @escaping @Sendable (String) -> String) in
      { bytes, read in
        String(validUTF8: bytes).flatMap { read(change($0).raw) }
      }
    }
  private static let code = rows.breaking("ROLE-RSP-8")
    .fix("Refuse the root `Error` and every `Code` that is not `Success`.")
  private static let ordered = rows.breaking("ROLE-RSP-14")
    .fix("Judge an answer in the order of ROLE-RSP-14.")

  static let all: [Mistake] = [
    // Shapes.
    rows("role-answer-format-guessed", "The first byte decides the format.")
      .breaking("ROLE-RSP-1").fix("Read the format that the call asked for.")
      .change { $0.isXML = { $1.first == UInt8(ascii: "<") } },
    placed("role-answer-members-of-object", "The four are looked for in the object or root itself.")
      .breaking("ROLE-RSP-2", "ROLE-RSP-3").change {
        $0.credentials = { .object($0) }
        $0.tokens.isTorn = { _ in false }
      },
    placed("role-answer-flat-read")
      .sentence("Without `Credentials` the four are read beside `RequestId`, in camelCase too.")
      .change {
        $0.credentials = { answer in
          var flat = answer
          for (name, other) in zip(RoleAnswer.names, TokenShape.camelCase) {
            flat[name] = answer[name] ?? answer[other]
          }
          return answer["Credentials"] ?? .object(flat)
        }
      },
    placed("role-answer-credentials-lacking-no-object")
      .sentence("An answer without `Credentials` is reported as no object.")
      .breaking("ROLE-RSP-15").change { $0.lacking = .tokenNotObject },
    // Elements.
    reading("role-answer-by-places", "The four are taken by their places.") { bytes, read in
      guard var root = read(bytes) else { return nil }
      for index in root.children.indices where root.children[index].isNamed("Credentials") {
        for (place, name) in zip(root.children[index].children.indices, RoleAnswer.names) {
          root.children[index].children[place].name = name
        }
      }
      return root
    },
    reading("role-answer-at-every-depth")
      .sentence("Elements are looked for at every depth, as getElementsByTagName does.")
      .change { bytes, read in
        guard let root = read(bytes) else { return nil }
        var all = root.lifting(["Credentials", "Code", "StatusCode", "statusCode"])
        all.children = all.children.map {
          $0.isNamed("Credentials") ? $0.lifting(RoleAnswer.names) : $0
        }
        return all
      },
    reading("role-answer-first-of-document")
      .sentence("Each of the four is the first element of its name in the whole document.")
      .change { bytes, read in
        guard var root = read(bytes), !RoleAnswer.isTwice(root) else { return read(bytes) }
        let all = root.descendants
        let firsts = RoleAnswer.names.compactMap { name in all.first { $0.isNamed(name) } }
        for index in root.children.indices where root.children[index].isNamed("Credentials") {
          root.children[index].children = firsts
        }
        return root
      },
    reading("role-answer-unknown-refused", "An element of an unknown name is refused.") {
      let known =
        ["RequestId", "Credentials", "AssumedRoleUser", "Code", "StatusCode", "statusCode"]
        + RoleAnswer.names
      let root = $1($0)
      let parts = (root?.children ?? []) + (root?.children.flatMap(\.children) ?? [])
      return parts.allSatisfy { known.containsBytes(of: $0.name) } ? root : nil
    },
    reading("role-answer-attributes-refused", "A root with attributes is refused.")
      .breaking("ROLE-RSP-16").change { $0.text.contains("<AssumeRoleResponse ") ? nil : $1($0) },
    reading("role-answer-no-xml-is-empty", "What is not XML is an answer without members.")
      .breaking("ROLE-RSP-9").fix("Report a body that is not XML.")
      .change { $1($0) ?? RoleElement(name: "AssumeRoleResponse") },
    rows("role-answer-any-root", "The name of the root is ignored.")
      .breaking("ROLE-RSP-9").fix("Refuse a root other than `AssumeRoleResponse` and `Error`.")
      .change { $0.isRoot = { _ in true } },
    rows("role-answer-first-of-two", "The first of two equal elements counts.")
      .breaking("ROLE-RSP-10")
      .fix("Refuse an answer in which one of these elements is given twice.")
      .change { $0.isTwice = { _ in false } },
    rows("role-answer-last-of-two", "The last of two equal elements counts.")
      .breaking("ROLE-RSP-10")
      .fix("Refuse an answer in which one of these elements is given twice.").change {
        $0.isTwice = { _ in false }
        $0.object = { [former = $0.object] root, value in
          var root = root
          root.children.reverse()
          for index in root.children.indices { root.children[index].children.reverse() }
          return former(root, value)
        }
      },
    once("role-answer-text-beside-elements", "Text and elements beside each other are ignored.")
      .change { $0.value = { $1 ? .object([:]) : .string($0.text) } },
    once("role-answer-empty-credentials-no-object", "Empty `Credentials` is a text.").change {
      $0.value = { [former = $0.value] in $1 && $0.children.isEmpty ? "" : former($0, $1) }
    },
    // Texts.
    text("role-answer-comments-divide", "A comment is a blank.")
      .change { $0.replaced("<!--", by: " <!--") },
    text("role-answer-plus-is-space", "A text is decoded as a form is.")
      .breaking("ROLE-RSP-5", "ROLE-RSP-3")
      .change { $0.replaced("+", by: " ").replaced("%2B", by: "+") },
    rows("role-answer-texts-as-they-are", "Texts in JSON are neither trimmed nor checked.")
      .breaking("ROLE-RSP-6").fix("Trim each of the four in JSON too, and then check it.")
      .seen("What `dict.get` gives is taken.", .credentialsPython).change {
        $0.isTrimmed = { $0 }
        $0.tokens.fault = { [fault = $0.tokens.fault] in $1.isEmpty ? fault($0, $1) : nil }
      },
    code("role-answer-code-ignored", "`Code` and the root `Error` are ignored.") {
      $0.tokens.isCodeSuccess = { _ in true }
      $0.tellsError = { _ in false }
    },
    code("role-answer-code-of-markup-ignored", "A `Code` in the root of XML is ignored.").change {
      $0.tellsError = { $0.isNamed("Error") }
      $0.object = { [former = $0.object] root, value in
        var root = root
        root.children.removeAll { $0.isNamed("Code") }
        return former(root, value)
      }
    },
    code("role-answer-first-code", "Only the first `Code` counts.").change {
      $0.tellsError = { root in
        let first = root.children.first { $0.isNamed("Code") }
        return root.isNamed("Error") || first.map { !$0.text.hasSameBytes(as: "Success") } ?? false
      }
    },
    code("role-answer-code-beside-credentials-ignored", "`Code` is ignored beside `Credentials`.")
      .seen("The HTTP status and Credentials are all that is asked.", .credentialsPython).change {
        $0.tokens.judgedStatuses = { $0["Credentials"] == nil ? ["Code"] : ["StatusCode"] }
      },
    code("role-answer-any-code-refused", "Every `Code` is that of an error.")
      .change { $0.tokens.isCodeSuccess = { _ in false } },
    // Orders.
    ordered("role-answer-markup-before-status", "The markup is judged before the HTTP status.")
      .change { $0.order.swapAt(0, 1) },
    ordered("role-answer-twice-before-code", "What is there twice is judged before `Code`.")
      .change { $0.order.swapAt(2, 3) },
    ordered("role-answer-lacking-before-code", "What is missing is judged before `Code`.") {
      $0.order = [.httpStatus, .format, .credentials, .errorInMarkup, .twice, .objects, .statuses]
      $0.credentials = {
        $0["Credentials"]?.objectValue?["AccessKeyId"] == nil ? nil : $0["Credentials"]
      }
    },
  ]
}

extension RoleElement {
  /// The elements in it, and those in them.
  fileprivate var descendants: [RoleElement] { children.flatMap { [$0] + $0.descendants } }

  /// The element with the elements of some names that stand deeper put among its own.
  fileprivate func lifting(_ names: [String]) -> RoleElement {
    var result = self
    result.children += children.flatMap(\.descendants).filter { names.containsBytes(of: $0.name) }
    return result
  }
}
