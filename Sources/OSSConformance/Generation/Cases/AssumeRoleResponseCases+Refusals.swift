internal import OSSPrimitives
internal import OSSVectors

/// Answers that are refused.
extension AssumeRoleResponseCases {
  private static let usual = AssumeRoleBody()
  private static let errorJSON =
    #"{"RequestId":"6894B13B","HostId":"sts.aliyuncs.com","Code":"NoPermission","Message":"No."}"#
  private static let errorXML =
    "<Error><RequestId>6894B13B</RequestId><HostId>sts.aliyuncs.com</HostId>"
    + "<Code>NoPermission</Code><Message>No.</Message></Error>"

  static let refusedJSON: [BuiltCase] = [
    json("is-xml", "ROLE-RSP-1", "The format is guessed.", usual.text()).refused(.tokenNotJSON),
    json(
      "flat", "ROLE-RSP-2", "The answer of another server is taken for that of STS.",
      TokenBody.flat.text
    ).refused(.tokenMissingMember),
    json(
      "flat-in-camel-case", "ROLE-RSP-2",
      "The answer of another server, in camelCase, is taken for that of STS.",
      TokenBody.camel.text
    ).refused(.tokenMissingMember),
    json(
      "credentials-null", "ROLE-RSP-2", "No credentials are taken for some.",
      TokenBody.nested.with("Credentials", "null").text
    ).refused(.tokenNullMember),
    json(
      "without-token", "ROLE-RSP-2", "A key pair without its token is taken.",
      TokenBody.nested(TokenBody.bare.without("SecurityToken")).text
    ).refused(.tokenMissingMember),
    json(
      "404", "ROLE-RSP-7", "A body is read whatever the HTTP status.",
      TokenBody.nested.text, status: 404
    ).refused(.tokenHTTPStatus),
    json(
      "error-403", "ROLE-RSP-7", "An error is taken for an answer that lacks its members.",
      errorJSON, status: 403
    ).refused(.tokenHTTPStatus),
    json(
      "error-with-status-200", "ROLE-RSP-8", "Code is not looked at.", errorJSON
    ).refused(.tokenStatus),
    json(
      "error-beside-credentials", "ROLE-RSP-8", "Credentials beside an error are taken.",
      TokenBody.nested.with("Code", "\"NoPermission\"").text
    ).refused(.tokenStatus),
    json(
      "error-before-what-is-lacking", "ROLE-RSP-14",
      "That credentials are lacking is told before the error.",
      TokenBody.camel.with("Code", "\"NoPermission\"").text
    ).shouldRefuse(.tokenStatus),
  ]

  static let refusals: [BuiltCase] = refusedErrors + refusedMarkup + refusedParts + orders

  private static let refusedErrors: [BuiltCase] = [
    xml("is-json", "ROLE-RSP-1", "The format is guessed.", TokenBody.nested.text)
      .refused(.tokenNotXML),
    xml("400", "ROLE-RSP-7", "A body is read whatever the HTTP status.", usual.text(), status: 400)
      .refused(.tokenHTTPStatus),
    xml("201", "ROLE-RSP-7", "Any HTTP status of success is taken.", usual.text(), status: 201)
      .refused(.tokenHTTPStatus),
    xml(
      "error-404", "ROLE-RSP-7", "An error is told by its body where HTTP tells it.", errorXML,
      status: 404
    ).refused(.tokenHTTPStatus),
    xml(
      "error-with-status-200", "ROLE-RSP-8", "The root of an error is not known.", errorXML
    ).refused(.tokenStatus),
    xml(
      "error-without-status", "ROLE-RSP-8", "The root of an error is not known.", errorXML,
      status: nil
    ).refused(.tokenStatus),
    xml(
      "error-with-credentials", "ROLE-RSP-8", "Credentials in an error are taken.",
      usual.with { $0.root = "Error" }.text()
    ).refused(.tokenStatus),
    xml(
      "code-beside-credentials", "ROLE-RSP-8", "Code is not looked at.",
      usual.with { $0.after = "<Code>NoPermission</Code>" }.text()
    ).refused(.tokenStatus),
    xml(
      "code-after-success", "ROLE-RSP-8", "Of two Codes the first counts.",
      usual.with { $0.after = "<Code>Success</Code><Code>NoPermission</Code>" }.text()
    ).refused(.tokenStatus),
    xml(
      "code-before-success", "ROLE-RSP-8", "Of two Codes the last counts.",
      usual.with { $0.after = "<Code>NoPermission</Code><Code>Success</Code>" }.text()
    ).refused(.tokenStatus),
    xml(
      "codes-around-credentials", "ROLE-RSP-8", "A Code after the credentials is not looked at.",
      usual.with {
        $0.before = "<Code>Success</Code>"
        $0.after = "<Code>NoPermission</Code>"
      }.text()
    ).refused(.tokenStatus),
    xml(
      "code-with-element", "ROLE-RSP-8", "An element inside a Code is passed over.",
      usual.with { $0.after = "<Code>Success<b/></Code>" }.text()
    ).refused(.tokenStatus),
  ]

  private static func notXML(_ slug: String, _ comment: String, _ body: String) -> BuiltCase {
    xml("refused-\(slug)", "ROLE-RSP-9", comment, body).refused(.tokenNotXML)
  }

  private static let refusedMarkup: [BuiltCase] = [
    notXML(
      "end-tag", "The end tags of the page's sample are mended.",
      usual.with { $0.before += "<AssumedRoleUser><Arn>a</arn></AssumedRoleUser>" }.text()),
    notXML(
      "cut", "What was read of an answer that is cut short is taken.",
      String(usual.text().dropLast(3))),
    notXML("trailing", "What follows the root is not looked at.", usual.text() + "<a/>"),
    notXML("empty", "No body is taken for an answer.", ""),
    notXML(
      "other-root", "The name of the root is not looked at.",
      usual.with { $0.root = "GetCallerIdentityResponse" }.text()),
    notXML(
      "root-with-prefix", "The prefix of the root is cut off.",
      usual.with { $0.root = "sts:AssumeRoleResponse" }.text()),
    notXML(
      "root-in-capitals", "The root is compared without regard to case.",
      usual.with { $0.root = "ASSUMEROLERESPONSE" }.text()),
    notXML("web-page", "The page of a proxy is read.", "<html><body>503</body></html>"),
    notXML(
      "document-type", "A document type is read, and what it declares.",
      usual.with { $0.prolog = "<!DOCTYPE a [<!ENTITY e \"x\">]>" }.text()),
    notXML(
      "entity", "An entity that is not declared is dropped.",
      usual.with("AccessKeySecret", "a&nbsp;b").text()),
    notXML(
      "encoding", "A declared encoding is not looked at.",
      usual.with { $0.prolog = "<?xml version=\"1.0\" encoding=\"GBK\"?>" }.text()),
    notXML(
      "too-large", "A body of any size is read.",
      usual.with { $0.prolog = "<!--" + String(repeating: "x", count: 65_536) + "-->" }.text()),
    answer(
      "xml-refused-bytes", "ROLE-RSP-9", comment: "Bytes that are not UTF-8 are replaced.",
      body: TokenResponseCases.bytes(
        Bytes(usual.with("AccessKeySecret", "a").text().utf8.map { $0 == 0x2E ? 0xFF : $0 })),
      format: "XML"
    ).refused(.tokenNotXML),
  ]

  private static let refusedParts: [BuiltCase] = [
    xml(
      "credentials-twice", "ROLE-RSP-10", "One of two Credentials is taken, or parts of both.",
      usual.text(usual.credentials + usual.credentials)
    ).shouldRefuse(.tokenTorn),
    xml(
      "token-twice", "ROLE-RSP-10", "The first of two tokens is taken, or the last.",
      usual.with { $0.beside = "<SecurityToken>other</SecurityToken>" }.text()
    ).shouldRefuse(.tokenTorn),
    xml(
      "status-code-twice", "ROLE-RSP-10", "Of two statuses the first counts, or the last.",
      usual.with { $0.after = "<StatusCode>200</StatusCode><StatusCode>500</StatusCode>" }.text()
    ).shouldRefuse(.tokenTorn),
    xml(
      "credentials-with-text", "ROLE-RSP-11", "A text in Credentials is passed over.",
      usual.with { $0.beside = "text" }.text()
    ).refused(.tokenNotObject),
    xml(
      "credentials-of-text", "ROLE-RSP-11", "A text in place of Credentials is passed over.",
      usual.text("<Credentials>\(TokenBody.token)</Credentials>")
    ).refused(.tokenNotObject),
    xml(
      "credentials-empty", "ROLE-RSP-11", "Credentials without anything are not there.",
      usual.text("<Credentials/>")
    ).refused(.tokenMissingMember),
    xml("without-credentials", "ROLE-RSP-2", "Members of the root are taken.", usual.text(""))
      .refused(.tokenMissingMember),
    xml(
      "without-token", "ROLE-RSP-3", "A key pair without its token is taken.",
      usual.with { $0.four.remove(at: 2) }.text()
    ).refused(.tokenMissingMember),
    xml(
      "token-empty", "ROLE-RSP-11", "An empty token is taken for none.",
      usual.with("SecurityToken", "").text()
    ).refused(.tokenEmptyMember),
    xml(
      "secret-of-elements", "ROLE-RSP-11", "The text of inner elements is taken.",
      usual.with("AccessKeySecret", "<Value>\(TokenBody.secret)</Value>").text()
    ).refused(.tokenNonTextMember),
    xml(
      "token-with-element", "ROLE-RSP-11", "An element inside a text is passed over.",
      usual.with("SecurityToken", "CAIS<b/>example").text()
    ).refused(.tokenNonTextMember),
    xml(
      "expiration-without-zone", "ROLE-RSP-3", "Times are read as another page has them.",
      usual.with("Expiration", "2015-11-03T09:52:59").text()
    ).refused(.tokenInvalidTime),
    answer(
      "xml-expired", "ROLE-RSP-3", comment: "A token that has ended is taken.",
      body: .string(usual.text()), format: "XML", now: TokenBody.end
    ).refused(.tokenExpired),
  ]

  private static let orders: [BuiltCase] = [
    xml(
      "status-before-markup", "ROLE-RSP-14", "The markup is judged before the HTTP status.",
      "<html>", status: 502
    ).shouldRefuse(.tokenHTTPStatus),
    xml(
      "code-before-twice", "ROLE-RSP-14", "What stands twice is judged before Code.",
      usual.with {
        $0.beside = "<SecurityToken>other</SecurityToken>"
        $0.after = "<Code>NoPermission</Code>"
      }.text()
    ).shouldRefuse(.tokenStatus),
    xml(
      "code-before-members", "ROLE-RSP-14", "What is lacking is told before the error.",
      usual.with {
        $0.after = "<Code>NoPermission</Code>"
        $0.four = []
      }.text()
    ).shouldRefuse(.tokenStatus),
  ]
}
