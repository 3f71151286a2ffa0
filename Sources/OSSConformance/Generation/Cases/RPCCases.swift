internal import OSSPrimitives
internal import OSSVectors

/// Vectors of how a call of STS is signed.
enum RPCCases {
  static let all: [BuiltCase] =
    parameters + tokens + order + encoding + methods + signatures + complete

  private static let parameters: [BuiltCase] = [
    .rpc(
      "assume-role", "RPC-PAR-1", "RPC-CAN-1", "RPC-STS-1", "RPC-SIG-1",
      comment: "A parameter that every call has is missing or has another value."),
    .rpc(
      "another-service", "RPC-PAR-1",
      comment: "The action or the version is taken for that of AssumeRole."
    ) {
      $0.action = "DescribeRegions"
      $0.version = "2014-05-26"
      $0.parameters = []
    },
    .rpc("timestamp", "RPC-PAR-2", comment: "The time has milliseconds, or no Z.") {
      $0.time = 1_441_087_054
    },
    .rpc(
      "timestamp-small-numbers", "RPC-PAR-2", comment: "Numbers of one digit lose their zero."
    ) { $0.time = 1_704_164_645 },
    .rpc(
      "timestamp-near-midnight", "RPC-PAR-2",
      comment: "The time is that of a zone, where it is another day."
    ) { $0.time = 1_703_980_799 },
    .rpc("format-xml", "RPC-PAR-3", comment: "The call always asks for JSON.") {
      $0.format = "XML"
    },
    .rpc(
      "nonce-in-capitals", "RPC-PAR-5", comment: "The nonce is sent in lower case."
    ) { $0.nonce = "6894B13B-6D71-4EF5-88FA-F32781734A7F" },
    .rpc(
      "nonce-with-blanks", "RPC-PAR-5", "RPC-CAN-3",
      comment: "The nonce is trimmed, or a space is written as a plus sign."
    ) { $0.nonce = " a nonce " },
    .rpc("nonce-of-a-number", "RPC-PAR-5", comment: "A nonce that is a number is written anew.") {
      $0.nonce = "007"
    },
  ]

  private static let tokens: [BuiltCase] = [
    .rpc(
      "token", "RPC-PAR-4",
      comment: "The token of temporary credentials is not sent, or sent and not signed."
    ) {
      $0.accessKeyID = "STS.exampleAccessKeyID00"
      $0.securityToken = "CAISexample+Token/0000=="
    },
    .rpc(
      "token-empty", "RPC-PAR-4", comment: "An empty token is sent, where there is none."
    ) { $0.securityToken = "" },
    .rpc(
      "token-with-post", "RPC-PAR-4", "RPC-SIG-4",
      comment: "The token stands in the URL of a call with POST, or nowhere."
    ) {
      $0.method = "POST"
      $0.accessKeyID = "STS.exampleAccessKeyID00"
      $0.securityToken = "CAISexample+Token/0000=="
    },
  ]

  private static func named(_ names: String...) -> [(JSONValue, JSONValue)] {
    names.map { (.string($0), "v") }
  }

  private static let order: [BuiltCase] = [
    .rpc(
      "order-given-backwards", "RPC-CAN-2", comment: "Parameters stand in the order given."
    ) { $0.parameters = named("Zone", "Size", "Page", "Name") },
    .rpc(
      "order-of-case", "RPC-CAN-2", comment: "Names are sorted without regard to their case."
    ) { $0.parameters = named("a", "B", "C", "d", "actionA", "version2") },
    .rpc(
      "order-of-digits", "RPC-CAN-2", comment: "Numbers in names are sorted as numbers."
    ) { $0.parameters = named("Tag.2", "Tag.10", "Tag.1") },
    .rpc(
      "order-of-beginnings", "RPC-CAN-2",
      comment: "Pairs are sorted with their `=`, which stands behind a digit and a full stop."
    ) { $0.parameters = named("Tag", "Tag.1", "Tag1", "Tag-1", "TagA") },
    .rpc(
      "order-of-encoded-names", "RPC-CAN-2",
      comment: "Names are sorted percent-encoded, where `|` stands before `b`."
    ) { $0.parameters = named("a|", "ab", "a{", "az") },
    .rpc(
      "order-of-other-scripts", "RPC-CAN-2",
      comment: "Names are sorted by UTF-16, where U+10400 stands before U+FF21."
    ) { $0.parameters = named("\u{FF21}", "\u{10400}", "\u{E9}") },
    .rpc(
      "order-hyphens", "RPC-CAN-2", comment: "Names are sorted as a culture does, without hyphens."
    ) { $0.parameters = named("a-c", "ab", "a_b", "a-b") },
  ]

  private static func valued(_ value: JSONValue) -> [(JSONValue, JSONValue)] {
    [("Policy", value)]
  }

  private static let encoding: [BuiltCase] = [
    .rpc(
      "space", "RPC-CAN-3", comment: "A space is a plus sign, as helpers for forms write it."
    ) { $0.parameters = valued("a b  c") },
    .rpc("plus", "RPC-CAN-3", comment: "A plus sign stays as it is.") {
      $0.parameters = valued("a+b")
    },
    .rpc("asterisk", "RPC-CAN-3", comment: "An asterisk stays as it is.") {
      $0.parameters = valued("a*b")
    },
    .rpc("tilde", "RPC-CAN-3", comment: "A tilde is percent-encoded.") {
      $0.parameters = valued("a~b")
    },
    .rpc("slash", "RPC-CAN-3", comment: "A slash stays as it is.") {
      $0.parameters = valued("acs:ram::1:role/a")
    },
    .rpc(
      "punctuation", "RPC-CAN-3", comment: "Apostrophes, brackets or exclamation marks stay."
    ) { $0.parameters = valued("!'()[]{}$&,;=?@#%^|<>\"`\\") },
    .rpc("unreserved", "RPC-CAN-3", comment: "A hyphen, a full stop or an underscore is encoded.") {
      $0.parameters = valued("Az09-_.~")
    },
    .rpc("percent", "RPC-CAN-3", comment: "What looks percent-encoded is taken to be so already.") {
      $0.parameters = valued("100%25 %2F")
    },
    .rpc("other-scripts", "RPC-CAN-3", comment: "Characters outside ASCII are not UTF-8.") {
      $0.parameters = valued("\u{963F}\u{91CC}\u{4E91}\u{E9}\u{1F600}")
    },
    .rpc("line-end", "RPC-CAN-3", comment: "Line ends and tabs are dropped, or not encoded.") {
      $0.parameters = valued("a\r\nb\tc\u{0}d")
    },
    .rpc("names", "RPC-CAN-3", comment: "Names are not encoded, as values are.") {
      $0.parameters = [("Filter/Name 1", "v"), ("\u{E9}", "v"), ("a:b", "v")]
    },
    .rpc("policy", "RPC-CAN-3", comment: "A policy in JSON is written in another way.") {
      $0.parameters = valued(
        #"{"Statement": [{"Action": "oss:*", "Effect": "Allow", "Resource": "*"}], "Version": "1"}"#
      )
    },
    .rpc(
      "combining-characters", "RPC-CAN-3", comment: "Text is normalized before it is encoded."
    ) { $0.parameters = valued("e\u{301}\u{E9}") },
    .rpc(
      "empty-value", "RPC-CAN-4", comment: "An empty value loses its `=`, or its parameter."
    ) { $0.parameters = [("SignatureType", ""), ("Policy", "")] },
  ]

  private static let methods: [BuiltCase] = [
    .rpc("post", "RPC-STS-2", "RPC-SIG-4", comment: "The string to sign says GET for a POST.") {
      $0.method = "POST"
    },
    .rpc(
      "post-signs-body", "RPC-CAN-1",
      comment: "Parameters that are sent in the body are not signed."
    ) {
      $0.method = "POST"
      $0.parameters = [("Policy", "{}"), ("ExternalId", "a b+c")]
    },
    .rpc("post-xml", "RPC-SIG-4", "RPC-PAR-3", comment: "A call with POST has a query, too.") {
      $0.method = "POST"
      $0.format = "XML"
    }.should,
    .rpc(
      "get", "RPC-SIG-3", comment: "A call with GET has its parameters in a body, or another path."
    ) { $0.endpoint = "https://sts.cn-hangzhou.aliyuncs.com" },
    .rpc(
      "endpoint-with-port", "RPC-SIG-3", comment: "The port is lost, or the scheme is another one."
    ) { $0.endpoint = "http://127.0.0.1:8080" },
  ]

  private static let signatures: [BuiltCase] = [
    .rpc(
      "signature-with-plus", "RPC-SIG-2",
      comment: "A plus sign in the signature is sent as it is, and read as a space."
    ) { $0.nonce = "nonce-14" },
    .rpc(
      "long-secret", "RPC-SIG-1",
      comment: "The secret is cut, or hashed before the `&` is added."
    ) { $0.accessKeySecret = .string(String(repeating: "0123456789", count: 7)) },
    .rpc(
      "secret-of-a-block", "RPC-SIG-1",
      comment: "A secret of 64 bytes is not hashed with its `&`, which makes 65."
    ) { $0.accessKeySecret = .string(String(repeating: "01234567", count: 8)) },
    .rpc("secret-with-ampersand", "RPC-SIG-1", comment: "A secret that ends in `&` gets no other.")
    {
      $0.accessKeySecret = "ExampleSecret0000000000000000a&"
    },
  ]

  private static let complete: [BuiltCase] = [
    .complete(
      "one", "RPC-CAN-3", comment: "A space is a plus sign where parameters stand as they are.",
      [("Timestamp", "mock date")]),
    .complete(
      "none", "RPC-SIG-2", comment: "An `&` stands before a signature that is the first parameter.",
      []),
    .complete(
      "none-with-post", "RPC-SIG-2", "RPC-SIG-4",
      comment: "An `&` stands before a signature that is alone in the body.", method: "POST", []),
    .complete(
      "with-secret-alone", "RPC-SIG-1",
      comment: "The access key ID or the token of the credentials is sent, or judged.",
      credentials: ["accessKeyId": "", "securityToken": "CAIS\nexample"],
      [("AccessKeyId", "testid"), ("Action", "DescribeRegions")]),
  ]
}
