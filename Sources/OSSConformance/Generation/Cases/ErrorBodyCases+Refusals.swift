internal import OSSPrimitives
internal import OSSVectors

extension ErrorBodyCases {
  static let refusals: [BuiltCase] = (malformed + foreign + tooMuch).map {
    $0.refused(.invalidErrorBody)
  }

  private static func malformed(
    _ slug: String, _ comment: String, _ text: JSONValue
  ) -> BuiltCase {
    body("malformed-\(slug)", ["ERR-REF-1"], comment, text).flagged("malformed")
  }

  private static let malformed: [BuiltCase] = [
    malformed(
      "cut-in-value", "Half of a string to sign is taken for all of it.",
      "<Error><Code>SignatureDoesNotMatch</Code><StringToSign>GET\n"),
    malformed(
      "cut-before-end", "A body whose last tag is missing is read.", "<Error><Code>A</Code>"),
    malformed("cut-in-tag", "A body that ends within a tag is read.", "<Error><Code>A</Code></Err"),
    malformed(
      "mismatched", "End tags are not compared with start tags.",
      "<Error><Code>A</Message></Error>"),
    malformed(
      "crossed", "Elements may overlap.", "<Error><Code>A<Message>b</Code></Message></Error>"),
    malformed(
      "bare-ampersand", "An ampersand that was not escaped is read as it stands.",
      "<Error><StringToSign>/b/k?a=1&b=2</StringToSign></Error>"),
    malformed(
      "reference-without-semicolon", "A reference without its semicolon is decoded.",
      "<Error><Code>A&amp</Code></Error>"),
    malformed(
      "section-end-in-text", "The end of a CDATA section is read as text.",
      "<Error><Code>]]></Code></Error>"),
    malformed(
      "comment-dashes", "Two dashes within a comment are read.",
      "<Error><!-- a -- b --><Code>A</Code></Error>"),
    malformed(
      "repeated-attribute", "An attribute may be given twice.",
      "<Error a=\"1\" a=\"2\"><Code>A</Code></Error>"),
    malformed(
      "attribute-without-quotes", "An attribute may stand without quotes, as in HTML.",
      "<Error a=1><Code>A</Code></Error>"),
    malformed(
      "two-roots", "What follows the root is dropped, though it may be the other half of a mix-up.",
      "<Error><Code>A</Code></Error><Error><Code>B</Code></Error>"),
    malformed(
      "text-after-root", "Text after the root is dropped.", "<Error><Code>A</Code></Error> end"),
    malformed("plain-text", "Plain text becomes an error without a code.", "Service Unavailable"),
    malformed(
      "json", "JSON of a gateway becomes an error without a code.",
      "{\"Error\":{\"Code\":\"AccessDenied\"}}"),
    malformed(
      "escaped-markup", "A body whose markup is escaped is unescaped and read.",
      "&lt;Error&gt;&lt;Code&gt;A&lt;/Code&gt;&lt;/Error&gt;"),
    malformed(
      "declaration-inside", "A declaration may stand inside the root.",
      "<Error><?xml version=\"1.0\"?><Code>A</Code></Error>"),
    body(
      "character-not-utf-8", ["ERR-REF-2"], "A byte that is not UTF-8 is replaced.",
      ["base64": "PEVycm9yPjxDb2RlPv88L0NvZGU+PC9FcnJvcj4="]),
    body(
      "character-overlong", ["ERR-REF-2"], "An overlong form of < becomes markup or text.",
      ["base64": "PEVycm9yPjxDb2RlPsC8PC9Db2RlPjwvRXJyb3I+"]),
    body(
      "character-control", ["ERR-REF-2"], "A control character is read as it stands.",
      "<Error><Code>A\u{1}</Code></Error>"),
    body(
      "character-nul-reference", ["ERR-REF-2"], "A reference to NUL gives one, or ends the text.",
      "<Error><Code>A&#0;B</Code></Error>"),
    body(
      "character-surrogate-reference", ["ERR-REF-2"], "References to surrogates make a character.",
      "<Error><Code>&#xD83D;&#xDE00;</Code></Error>"),
    body(
      "character-reference-too-great", ["ERR-REF-2", "ERR-REF-1"],
      "The number of a reference overflows and gives another character.",
      "<Error><Code>&#4294967361;</Code></Error>"),
    body(
      "character-not-one", ["ERR-REF-2"], "U+FFFF is taken for a character.",
      "<Error><Code>\u{FFFF}</Code></Error>"),
  ]

  private static let foreign: [BuiltCase] = [
    body(
      "entity-bomb", ["ERR-REF-3"], "Entities that stand for each other are expanded.",
      .string(entityBomb)),
    body(
      "entity-external", ["ERR-REF-3"], "An entity reads a file.",
      "<!DOCTYPE Error [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><Error><Code>&f;</Code></Error>"
    ),
    body(
      "document-type", ["ERR-REF-3"], "A document type without declarations is read over.",
      "<!DOCTYPE Error><Error><Code>A</Code></Error>"),
    body(
      "entity-of-html", ["ERR-REF-3", "ERR-REF-1"], "Entities of HTML are known.",
      "<Error><Message>a&nbsp;b</Message></Error>"),
    body(
      "entity-in-attribute", ["ERR-REF-3", "ERR-REF-1"],
      "References in attributes are not checked.",
      "<Error a=\"&b;\"><Code>A</Code></Error>"),
    body(
      "web-page", ["ERR-REF-4"], "The page of a proxy becomes an error without a code.",
      "<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>"),
    body(
      "web-page-document-type", ["ERR-REF-4", "ERR-REF-3"],
      "The page of a portal is searched for a Code.",
      "<!DOCTYPE html>\n<html><body><p>Sign in<br></body></html>"),
    body(
      "other-root", ["ERR-REF-4"], "The answer to another request is read as an error.",
      "<ListBucketResult><Code>A</Code></ListBucketResult>"),
    body(
      "root-in-lower-case", ["ERR-REF-4", "ERR-MEM-1"],
      "The root is compared without regard to case.", "<error><Code>A</Code></error>"),
    body("empty", ["ERR-REF-5"], "No body becomes an error without a code.", ""),
    body("blank", ["ERR-REF-5"], "White space becomes an error without a code.", " \r\n\t"),
    body(
      "encoding", ["ERR-REF-9"], "The declared encoding is not looked at.",
      "<?xml version=\"1.0\" encoding=\"GBK\"?><Error><Code>A</Code></Error>"),
  ].map(\.should)

  /// Declarations of which ten levels stand for ten thousand million words.
  private static let entityBomb: String = {
    var text = "<!DOCTYPE Error [<!ENTITY e0 \"lol\">"
    for level in 1...10 {
      let references = String(repeating: "&e\(level - 1);", count: 10)
      text += "<!ENTITY e\(level) \"\(references)\">"
    }
    return text + "]><Error><Code>&e10;</Code></Error>"
  }()

  private static let tooMuch: [BuiltCase] = [
    body(
      "too-large", ["ERR-REF-6"], "A body of any size is read.",
      .string("<Error><Code>" + String(repeating: "A", count: 65_509) + "</Code></Error>")),
    members(
      "too-deep", ["ERR-REF-7"], "Elements of any depth are read, perhaps by recursion.",
      String(repeating: "<a>", count: 8) + String(repeating: "</a>", count: 8)),
    members(
      "too-many", ["ERR-REF-7"], "Any number of elements is read.",
      String(repeating: "<a/>", count: 257)),
    members(
      "bytes-odd", ["ERR-REF-8"], "A digit without its second is dropped or read alone.",
      "<StringToSignBytes>47 45 5</StringToSignBytes>"),
    members(
      "bytes-not-hexadecimal", ["ERR-REF-8"], "A mark that hides bytes is skipped.",
      "<StringToSignBytes>47 ** 54</StringToSignBytes>"),
    members(
      "bytes-unspaced", ["ERR-REF-8"], "Three digits in a row are read as one byte and a half.",
      "<StringToSignBytes>47 450 54</StringToSignBytes>"),
    members(
      "canonical-bytes-odd", ["ERR-REF-8", "ERR-STS-5"],
      "The list of the canonical request is not checked.",
      "<CanonicalRequestBytes>4</CanonicalRequestBytes>"),
  ].map(\.should)
}
