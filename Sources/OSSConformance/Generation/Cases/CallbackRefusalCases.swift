internal import OSSPrimitives
internal import OSSVectors

/// Suite `callback/refusals`: what OSS would not take for a callback.
enum CallbackRefusalCases {
  static let all: [BuiltCase] =
    urls + bodies + lengths + variables + CallbackVerificationCases.signatures

  private static func refused(
    _ slug: String, _ clause: String, _ comment: String, _ errorClass: ErrorClass,
    _ change: (inout CallbackCases.Input) -> Void
  ) -> BuiltCase {
    CallbackCases.asking("ref-\(slug)", clause, comment: comment, change: change)
      .should.refused(errorClass)
  }

  private static let urls: [BuiltCase] =
    [
      ("none", [], "A callback without a URL is sent."),
      (
        "six", (1...6).map { "https://app\($0).example.com/" },
        "Six URLs are sent, or five of them."
      ),
      ("empty", [""], "An empty URL is sent."),
      ("second-empty", ["https://app.example.com/", ""], "An empty second URL is sent."),
      ("space", ["https://app.example.com/a b"], "A space in a URL is sent, or encoded."),
      (
        "not-ascii", ["https://app.example.com/\u{4E2D}.php"],
        "Characters outside ASCII are sent, or encoded."
      ),
      ("line-feed", ["https://app.example.com/\n"], "A line feed at the end is trimmed."),
      (
        "semicolon", ["https://app.example.com/a;b"], "A semicolon divides a URL in two."
      ),
      ("no-host", ["https:///callback"], "A URL without a host is sent."),
      ("scheme-alone", ["http://"], "A scheme alone is sent."),
      ("port-zero", ["http://app.example.com:0/"], "The port 0 is sent."),
      ("port-too-great", ["http://app.example.com:65536/"], "The port 65536 is sent."),
      ("port-empty", ["http://app.example.com:/"], "An empty port is sent."),
      ("port-no-number", ["http://app.example.com:http/"], "A port that is no number is sent."),
      ("port-without-host", ["http://:80/"], "A port without a host is sent."),
      ("port-twice", ["http://a:80:90"], "Only the second of two ports is looked at."),
      ("user-without-host", ["http://u@"], "A user stands in for the host."),
      ("user", ["http://u:p@app.example.com/"], "A user and a password are sent to OSS."),
      ("ipv6-empty", ["[]"], "Brackets with nothing in them are a host."),
      ("ipv6-open", ["http://[::1/"], "The bracket of an address is not closed."),
      ("bracket", ["http://a]b"], "A bracket stands in a name."),
      ("backslash", ["http://a\\@b/"], "A backslash ends the host for some readers."),
      ("label-empty", ["http://app..example.com/"], "A host has an empty label."),
      ("scheme-other", ["ftp://app.example.com/"], "A callback by another scheme is sent."),
    ].map { slug, urls, comment in
      refused("url-\(slug)", "CALL-REF-1", comment, .invalidCallback) { $0.urls = urls }
    }

  private static let bodies: [BuiltCase] =
    [
      ("empty", "", "An empty body is sent."),
      ("open", "a=${object", "A variable without its end is sent."),
      ("open-at-end", "a=${", "The beginning of a variable is sent."),
      ("nameless", "a=${}", "A variable without a name is sent."),
      ("second-open", "a=${object}&b=${", "Only the first variable is looked at."),
    ].map { slug, body, comment in
      refused("body-\(slug)", "CALL-REF-2", comment, .invalidCallback) { $0.body = body }
    } + [
      refused(
        "body-none", "CALL-REF-2", "A callback without a body is sent.", .invalidCallback
      ) { $0.body = nil },
      refused(
        "type-other", "CALL-REF-9", "Another type of the body is sent.", .invalidCallback
      ) { $0.type = "text/plain" },
      refused(
        "type-multipart", "CALL-REF-9", "The type of an upload form is sent.", .invalidCallback
      ) { $0.type = "multipart/form-data" },
    ]
    + [
      ("line-feed", "app.example.com\n", "A line feed at the end is trimmed."),
      ("carriage-return", "a\r\nX-Admin: 1", "A host writes another header."),
      ("nul", "app.example.com\u{0}.example", "A NUL cuts the host."),
    ].map { slug, host, comment in
      refused("host-\(slug)", "CALL-REF-3", comment, .invalidCallback) { $0.host = host }
    }

  private static let lengths: [BuiltCase] = [
    CallbackCases.asking(
      "of-5120-bytes", "CALL-REF-4", comment: "A callback of 5120 bytes is refused."
    ) { $0.body = String(repeating: "b", count: 3772) }.should,
    refused(
      "of-5124-bytes", "CALL-REF-4", "A callback of 5124 bytes is sent.", .invalidCallback
    ) { $0.body = String(repeating: "b", count: 3773) },
    refused(
      "not-ascii-too-long", "CALL-REF-4",
      "The length is counted before the JSON is made, or in characters.", .invalidCallback
    ) { $0.body = String(repeating: "\u{4E2D}", count: 800) },
    refused(
      "var-too-long", "CALL-REF-4", "Variables of more than 5120 bytes are sent.", .invalidCallback
    ) { $0.variables = [("x:a", String(repeating: "v", count: 3900))] },
  ]

  private static let variables: [BuiltCase] = [
    ("unprefixed", ["id"], "A name without its prefix gets one, or is sent."),
    ("prefix-alone", ["x:"], "The prefix alone is a name."),
    ("prefix-upper-case", ["X:id"], "The prefix is compared without regard to case."),
    ("upper-case", ["x:userId"], "A name in upper case is sent, or lowered."),
    ("space", ["x:a b"], "A space in a name is sent."),
    ("brace", ["x:a}"], "A brace ends the variable in the body."),
    ("not-ascii", ["x:\u{540D}"], "A name outside ASCII is sent."),
    ("empty", [""], "An empty name is sent."),
    ("twice", ["x:a", "x:b", "x:a"], "The last of two values is sent."),
  ].map { slug, names, comment in
    refused("var-\(slug)", "CALL-REF-5", comment, .invalidCallbackVar) {
      $0.variables = names.map { ($0, "1") }
    }
  }
}
