internal import OSSPrimitives
internal import OSSVectors

/// Vectors of how an answer to AssumeRole is read.
enum AssumeRoleResponseCases {
  static let all: [BuiltCase] = json + xml + texts + refusedJSON + refusals

  /// A case of an answer.
  static func answer(
    _ slug: String, _ clauses: String..., comment: String, body: JSONValue, format: String,
    status: Int64? = 200, now: Int64? = TokenResponseCases.now
  ) -> BuiltCase {
    var input: JSONObject = ["body": body, "format": .string(format)]
    input["httpStatus"] = status.map { .number(JSONNumber($0)) }
    input["now"] = now.map { .number(JSONNumber($0)) }
    return BuiltCase(
      id: "role-answer-\(slug)", operation: .stsParse, clauses: clauses, comment: comment,
      input: input)
  }

  /// A case of an answer in JSON.
  static func json(
    _ slug: String, _ clause: String, _ comment: String, _ body: String, status: Int64? = 200
  ) -> BuiltCase {
    answer(
      "json-\(slug)", clause, comment: comment, body: .string(body), format: "JSON",
      status: status)
  }

  /// A case of an answer in XML.
  static func xml(
    _ slug: String, _ clause: String, _ comment: String, _ body: String, status: Int64? = 200
  ) -> BuiltCase {
    answer(
      "xml-\(slug)", clause, comment: comment, body: .string(body), format: "XML",
      status: status)
  }

  static let user =
    "<AssumedRoleUser><Arn>acs:ram::1234567890123:role/oss/app</Arn>"
    + "<AssumedRoleId>391578752573972854:app</AssumedRoleId></AssumedRoleUser>"

  private static let json: [BuiltCase] = [
    json(
      "page", "ROLE-RSP-2", "The credentials are sought in the object itself.",
      TokenBody.nested.with(
        "AssumedRoleUser",
        #"{"Arn":"acs:ram::1234567890123:role/oss/app","AssumedRoleId":"391578752573972854:app"}"#
      ).text),
    json(
      "of-older-days", "ROLE-RSP-2", "Members of other names make the answer another one.",
      TokenBody.nested.with(
        "AssumedRoleUser", #"{"arn":"acs:ram::1:role/a/b","AssumedRoleUserId":"3:b"}"#
      ).text),
    json(
      "code-success", "ROLE-RSP-8", "Any Code is taken for that of an error.",
      TokenBody.nested.with("Code", "\"Success\"").text),
    answer(
      "json-no-status-no-clock", "ROLE-RSP-2",
      comment: "An answer without an HTTP status, or at an unknown time, is not read.",
      body: .string(TokenBody.nested.text), format: "JSON", status: nil, now: nil),
    json(
      "white-space-around", "ROLE-RSP-6", "White space around one of the four is kept.",
      TokenBody.nested(TokenBody.bare.with("SecurityToken", "\" \(TokenBody.token)\\n\"")).text
    ).should,
  ]

  private static let usual = AssumeRoleBody()

  private static let xml: [BuiltCase] = [
    xml(
      "page", "ROLE-RSP-3", "The credentials are sought in the root itself.",
      usual.with {
        $0.before += user
      }.text()),
    answer(
      "xml-indented", "ROLE-RSP-3",
      comment: "Line ends and tabs between elements are taken for their text.",
      body: .string(usual.text().swapping("><", with: ">\r\n\t<") + "\n"), format: "XML"),
    xml(
      "without-declaration", "ROLE-RSP-3", "A declaration must stand before the root.",
      usual.with { $0.prolog = "" }.text()),
    answer(
      "xml-no-status-no-clock", "ROLE-RSP-3",
      comment: "An answer without an HTTP status, or at an unknown time, is not read.",
      body: .string(usual.text()), format: "XML", status: nil, now: nil),
    xml(
      "order-backwards", "ROLE-RSP-4", "The four are taken by their places.",
      usual.with {
        $0.four.reverse()
        $0.after = $0.before
        $0.before = ""
      }.text()),
    xml(
      "others-in-root", "ROLE-RSP-4", "An element of an unknown name in the root is refused.",
      usual.with {
        $0.after = "<PackedPolicySize>6</PackedPolicySize><Empty/>"
      }.text()),
    xml(
      "others-in-credentials", "ROLE-RSP-4",
      "An element of an unknown name in Credentials is refused.",
      usual.with {
        $0.beside = "<Type>STS</Type><Type>again</Type>"
      }.text()),
    xml(
      "names-elsewhere", "ROLE-RSP-4", "Names are sought at any depth.",
      usual.with {
        $0.before +=
          "<AssumedRoleUser><AccessKeyId>STS.other</AccessKeyId></AssumedRoleUser>"
          + "<Extra><Credentials><SecurityToken>other</SecurityToken></Credentials></Extra>"
      }.text()),
    xml(
      "names-in-another-case", "ROLE-RSP-4", "Names are compared without regard to case.",
      usual.with { $0.before += "<accesskeyid>STS.other</accesskeyid><credentials/>" }.text()),
    xml(
      "namespace", "ROLE-RSP-4", "The namespace of the root makes its name another one.",
      usual.with { $0.attributes = " xmlns=\"https://sts.aliyuncs.com/doc/2015-04-01/\"" }.text()),
    xml(
      "attributes", "ROLE-RSP-4", "An attribute is taken for a member.",
      usual.with { $0.attributes = " AccessKeyId='STS.other' Code='x'" }.text()),
    xml(
      "prefixed-name-beside", "ROLE-RSP-4", "A prefix of a name is cut off.",
      usual.with {
        $0.before += "<x:Credentials><x:AccessKeyId>STS.other</x:AccessKeyId></x:Credentials>"
      }.text()),
  ]

  private static let texts: [BuiltCase] = [
    xml(
      "entities", "ROLE-RSP-5", "Entities stay as they are.",
      usual.with("AccessKeySecret", "a&lt;b&gt;c&amp;d&quot;e&apos;f").text()),
    xml(
      "entity-of-an-entity", "ROLE-RSP-5", "References are decoded twice.",
      usual.with("AccessKeySecret", "a&amp;lt;b").text()),
    xml(
      "references-by-number", "ROLE-RSP-5", "References by number stay as they are.",
      usual.with("SecurityToken", "CAIS&#43;&#x2F;&#x2b;&#61;=").text()),
    xml(
      "cdata", "ROLE-RSP-5", "A CDATA section is passed over, or its brackets kept.",
      usual.with("SecurityToken", "<![CDATA[CAIS<&amp;>]]>+/==").text()),
    xml(
      "comment", "ROLE-RSP-5", "A comment divides a text, or is part of it.",
      usual.with("SecurityToken", "CAIS<!-- a comment -->example<?note?>==").text()),
    xml(
      "plus-and-slash", "ROLE-RSP-5", "A text is decoded as a form is, with spaces for plus signs.",
      usual.with("SecurityToken", "CAIS+/%2B==").text()),
    xml(
      "other-scripts", "ROLE-RSP-5", "Characters outside ASCII are lost.",
      usual.with("AccessKeySecret", "s\u{E9}e\u{301}\u{963F}").text()),
    xml(
      "white-space-around", "ROLE-RSP-6", "White space around one of the four is kept.",
      usual.with("AccessKeyId", "\n  \(TokenBody.id)\t")
        .with("Expiration", " \(TokenBody.expiration)\n").text()
    ).should,
    xml(
      "white-space-inside", "ROLE-RSP-6", "White space inside one of the four is dropped.",
      usual.with("AccessKeySecret", "a b\tc").text()
    ).should,
  ]
}
