internal import OSSPrimitives
internal import OSSVectors

/// Suite `callback/parameters`: what asks for a callback.
enum CallbackCases {
  static let all: [BuiltCase] =
    members + urls + bodies + spelling + sending + variables + forms

  /// What is asked for, with the values that a case does not care about filled in.
  struct Input {
    var urls: [String] = ["https://app.example.com/callback"]
    var body: String? = "bucket=${bucket}&object=${object}&id=${x:id}"
    var host: String?
    var type: String?
    var sni: Bool?
    var variables: [(String, String)] = []
    var isForm: Bool?

    var json: JSONObject {
      var input: JSONObject = ["callbackUrl": .array(urls.map { .string($0) })]
      input["callbackHost"] = host.map { .string($0) }
      input["callbackBody"] = body.map { .string($0) }
      input["callbackBodyType"] = type.map { .string($0) }
      input["callbackSNI"] = sni.map { .bool($0) }
      if !variables.isEmpty {
        input["variables"] = .array(variables.map { [.string($0.0), .string($0.1)] })
      }
      input["form"] = isForm.map { .bool($0) }
      return input
    }
  }

  /// A case of `callback.parameter`.
  static func asking(
    _ slug: String, _ clauses: String..., comment: String, change: (inout Input) -> Void = { _ in }
  ) -> BuiltCase {
    var input = Input()
    change(&input)
    return BuiltCase(
      id: "callback-\(slug)", operation: .callbackParameter, clauses: clauses, comment: comment,
      input: input.json)
  }

  private static let form = "application/x-www-form-urlencoded"

  private static let members: [BuiltCase] = [
    asking(
      "plain", "CALL-PAR-1", "CALL-PAR-2",
      comment: "The JSON is sent as it is, or in the alphabet for URLs."),
    asking(
      "host", "CALL-PAR-2", comment: "The host is lost, or set to that of the URL."
    ) { $0.host = "callback.example.com:8443" },
    asking(
      "type-form", "CALL-PAR-2", comment: "The type of the body is lost where it is the usual one."
    ) { $0.type = form },
    asking("type-json", "CALL-PAR-2", comment: "The type of the body is lost.") {
      $0.type = "application/json"
      $0.body = #"{"object":${object},"size":${size},"id":${x:id}}"#
    },
    asking("sni", "CALL-PAR-2", comment: "The truth value becomes a text or a number.") {
      $0.sni = true
    },
    asking("sni-false", "CALL-PAR-2", comment: "The truth value false is lost, or becomes text.") {
      $0.sni = false
    },
    asking("all-members", "CALL-PAR-2", "CALL-PAR-1", comment: "One of five members is lost.") {
      $0.host = "app.example.com"
      $0.type = form
      $0.sni = true
    },
    asking("host-empty", "CALL-PAR-2", comment: "An empty host is lost.") { $0.host = "" },
    asking(
      "like-url-safe", "CALL-PAR-1", comment: "The base64 text is in the alphabet for URLs."
    ) { $0.body = "a=>>>?<<<~~~&b=???>>>~~~" },
    asking("long", "CALL-PAR-1", comment: "The base64 text is broken into lines.") {
      $0.body = "object=" + String(repeating: "o", count: 300)
    },
  ]

  private static let urls: [BuiltCase] = [
    asking("url-two", "CALL-PAR-4", comment: "Only the first of two URLs is sent.") {
      $0.urls = ["https://a.example.com/callback", "http://b.example.com:8080/callback"]
    },
    asking("url-five", "CALL-PAR-4", comment: "Five URLs are too many, or stand in an array.") {
      $0.urls = (1...5).map { "https://app\($0).example.com/callback" }
    },
    asking(
      "url-with-query", "CALL-PAR-4", comment: "The URL is percent-encoded, or decoded."
    ) { $0.urls = ["https://app.example.com/%E4%B8%AD.php?key=value&a=%2B,b"] },
    asking("url-without-scheme", "CALL-PAR-4", comment: "A URL without a scheme gets one.") {
      $0.urls = ["app.example.com/callback", "192.0.2.1:23450"]
    },
    asking("url-ports", "CALL-REF-1", "CALL-PAR-4", comment: "The ports 1 and 65535 are refused.") {
      $0.urls = ["http://app.example.com:1", "http://app.example.com:65535/callback"]
    }.should,
    asking("url-schemes", "CALL-REF-1", "CALL-PAR-4", comment: "A scheme in upper case is refused.")
    {
      $0.urls = ["HTTP://app.example.com", "HttpS://app.example.com:443?a=http://b"]
    }.should,
    asking(
      "url-ipv6", "CALL-REF-1", "CALL-PAR-4", comment: "A colon of an address begins a port."
    ) { $0.urls = ["[::1]", "http://[2001:db8::192.0.2.1]:8080/callback", "[::1]:1#a"] }.should,
  ]

  private static let bodies: [BuiltCase] = [
    asking("body-not-ascii", "CALL-PAR-1", comment: "The JSON is encoded as another charset.") {
      $0.body = "name=\u{56FE}\u{7247}\u{1F600}&e=e\u{301}\u{E9}"
    },
    asking("body-quotes", "CALL-PAR-1", comment: "Quotation marks and backslashes end the text.") {
      $0.body = #"{"path":"C:\\a\"b","object":${object}}"#
      $0.type = "application/json"
    },
    asking("body-controls", "CALL-PAR-1", comment: "Control characters stand in the JSON bare.") {
      $0.body = "a=\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}&b=\u{2028}"
    },
    asking("body-percent", "CALL-PAR-2", comment: "The body is percent-encoded, or decoded.") {
      $0.body = "a=%41+b&c=d e"
    },
    asking("body-variables", "CALL-VAR-2", comment: "A reference to a variable is changed.") {
      $0.body = "${x:a}${x:my_var}&${imageInfo.width}&$&$x&{}&${etag}"
    },
    asking("body-blanks", "CALL-PAR-2", comment: "Blanks around the body are trimmed.") {
      $0.body = " a=b\n"
    },
  ]

  private static let spelling: [BuiltCase] = [
    spelt("order", "The members stand in another order.") {
      $0.host = "app.example.com"
      $0.type = form
      $0.sni = true
    },
    spelt("slash", "Slashes are escaped, or white space stands between members.") {
      $0.body = "a/b"
    },
    spelt("not-ascii", "Characters outside ASCII stand as they are, or in upper-case digits.") {
      $0.body = "\u{56FE}\u{1F600}\u{AB}<>&'"
    },
    spelt("controls", "Control characters are escaped in another way.") {
      $0.body = "\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}\u{2028}\"\\"
    },
  ]

  private static func spelt(
    _ slug: String, _ comment: String, _ change: (inout Input) -> Void
  ) -> BuiltCase {
    var result = asking("spelling-\(slug)", "CALL-PAR-3", comment: comment, change: change)
      .may("OSS takes any JSON; the bytes are fixed so that two implementations can be compared.")
    result.exact = ["callback"]
    return result
  }
}
