internal import OSSPrimitives
internal import OSSVectors

/// Checks of a request that let one sort of fault through, or that refuse what has no fault.
///
/// The rows about one sort of fault are made of the rules of ``SigningModel/allows(_:_:)``: each check
/// with each sort of byte that a pattern easily lets through.
enum CheckMistakes {
  static let all = bytes + patterns + empty + reserved + repeated + strings + refused

  // MARK: Faults that are let through

  /// A check of the bytes of a text.
  private typealias Check = (
    name: String, words: String, kind: SigningFault.Kind, clauses: [String],
    operations: Set<OSSVectors.Operation>, sorts: [Sort]
  )

  /// A sort of byte that no such text may have.
  private enum Sort: String {
    case blank, capitals, colon, comma, dot, nul, semicolon, slash, underscore
    case lowerCase = "lower-case"
    case carriageReturn = "carriage-return"
    case lineFeed = "line-feed"
    case lineFeedAtEnd = "line-feed-at-end"
    case loneLineFeed = "lone-line-feed"
    case foreign = "other-letters"

    var words: String {
      switch self {
      case .blank: "a space"
      case .capitals: "capital letters"
      case .lowerCase: "letters in lower case"
      case .nul: "a NUL"
      case .carriageReturn: "a CR"
      case .lineFeed: "an LF"
      case .lineFeedAtEnd: "an LF at its end, where a pattern ends in $"
      case .loneLineFeed: "a CR or an LF that is alone"
      case .foreign: "bytes outside ASCII"
      case .colon, .comma, .dot, .semicolon, .slash, .underscore: "a \(rawValue)"
      }
    }

    func has(_ byte: UInt8) -> Bool {
      switch self {
      case .blank: byte.isSpaceOrTab
      case .capitals: byte.isUpperLetter
      case .lowerCase: byte.isLowerLetter
      case .nul: byte == 0
      case .carriageReturn: byte == 0x0D
      case .lineFeed, .lineFeedAtEnd: byte == 0x0A
      case .loneLineFeed: byte == 0x0D || byte == 0x0A
      case .foreign: byte >= 0x80
      case .colon: byte == UInt8(ascii: ":")
      case .comma: byte == UInt8(ascii: ",")
      case .dot: byte == UInt8(ascii: ".")
      case .semicolon: byte == UInt8(ascii: ";")
      case .slash: byte == UInt8(ascii: "/")
      case .underscore: byte == UInt8(ascii: "_")
      }
    }

    /// Whether a text has its bytes where the check looks for none.
    func isThere(_ text: Bytes) -> Bool {
      switch self {
      case .lineFeedAtEnd: text.firstIndex(of: 0x0A) == text.count - 1
      case .loneLineFeed: text.replaced("\r\n", by: "") == text
      default: true
      }
    }
  }

  private static let checks: [Check] = [
    (
      "id", "an access key ID", .foreignID, ["V1-REF-3"], .anyRequest,
      [.blank, .colon, .comma, .lineFeedAtEnd, .foreign]
    ),
    ("secret", "a secret", .brokenSecret, ["V1-REF-14"], .anyRequest, [.carriageReturn, .nul]),
    ("token", "a token", .brokenToken, ["V1-REF-6"], .anyRequest, [.lineFeed, .nul]),
    (
      "header-name", "the name of a header", .headerName, ["V1-REF-4"], .anyRequest,
      [.blank, .colon, .lineFeed, .nul, .foreign]
    ),
    (
      "header-value", "the value of a header", .headerValue, ["V1-REF-5"], .anyRequest,
      [.carriageReturn, .lineFeed, .lineFeedAtEnd, .loneLineFeed, .nul]
    ),
    ("method", "a method", .method, ["V1-REF-10"], .anyRequest, [.lowerCase, .lineFeed]),
    (
      "bucket", "the name of a bucket", .bucket, ["V1-REF-8"], .anyRequest,
      [.capitals, .dot, .slash, .blank, .foreign]
    ),
    (
      "additional-name", "the name of an additional header", .additionalName,
      ["V2-REF-1", "V4-REF-4"], .signingV2V4,
      [.blank, .semicolon, .lineFeedAtEnd, .underscore, .foreign]
    ),
    (
      "additional-name", "the name of an additional header", .additionalName, ["V4-REF-4"],
      .signingV4, [.colon, .comma]
    ),
    (
      "region", "a region", .region, ["V4-REF-1"], .authenticatingV4,
      [.capitals, .blank, .slash, .underscore, .lineFeedAtEnd, .foreign]
    ),
    (
      "product", "a product", .product, ["V4-REF-3"], .authenticatingV4,
      [.capitals, .blank, .slash, .underscore, .lineFeedAtEnd]
    ),
  ]

  private static let accepts = RefusalMistakes.accepts

  private static let bytes: [Mistake] = checks.flatMap { check in
    check.sorts.map { sort in
      accepts("accepts-\(sort.rawValue)-in-\(check.name)").breaking(check.clauses)
        .sentence("\(check.words.capitalized) may have \(sort.words).")
        .fix("Refuse \(check.words) with \(sort.words).").in(check.operations)
        .change { [kind = check.kind] in
          $0.kind == kind && !$0.text.isEmpty && sort.isThere($0.text)
            && $0.text.allSatisfy { SigningModel.allows(kind, $0) || sort.has($0) }
        }
    }
  }

  /// Checks that the same pattern, or the same type of text, makes too weak.
  private static let patterns: [Mistake] = {
    /// Whether a line of a text has no fault, and a statement is true of it.
    let named: @Sendable (SigningFault, (Bytes) -> Bool) -> Bool = { fault, isMatch in
      [.foreignID, .method, .bucket, .headerName, .additionalName, .region, .product]
        .contains(fault.kind)
        && fault.text.pieces(at: "\n").contains { line in
          !line.isEmpty && line.allSatisfy { SigningModel.allows(fault.kind, $0) } && isMatch(line)
        }
    }
    let clauses = ["V1-REF-3", "V1-REF-4", "V1-REF-8", "V1-REF-10", "V4-REF-1", "V4-REF-4"]
    let rows = accepts.breaking(clauses).fix("Match whole texts, with \\A and \\z.").in(.anyRequest)
    return [
      rows("accepts-line-feed-at-end")
        .sentence(
          "IDs and names are checked with a pattern that ends in $: an LF may be at the end."
        )
        .change { fault in named(fault) { $0 + "\n".raw == fault.text } },
      rows("accepts-one-good-line")
        .sentence("IDs, methods and names are checked with ^ and $: one good line is enough.")
        .breaking("V1-REF-3", "V1-REF-4", "V1-REF-8", "V1-REF-10").change {
          ![.additionalName, .region, .product].contains($0.kind) && named($0) { _ in true }
        },
      SigningMistakes.rows("accepts-token-header-without-token")
        .sentence("The header of a token is refused in a URL only if the credentials have a token.")
        .breaking("PRE-REF-2", "V2-REF-3", "V4-REF-7").in(.presigning)
        .fix("Refuse x-oss-security-token among the headers of a URL.").change {
          $0.accepts = { $0.kind == .reservedHeader && !$0.text.isText("x-oss-date") }
          $0.refuses = {
            let hasToken = $0.token?.isEmpty == false
            return hasToken && $0.header("x-oss-security-token") != nil ? .reservedHeader : nil
          }
        },
    ]
  }()

  private static let empty: [Mistake] = [
    ("bucket", "the name of a bucket", .bucket), ("method", "a method", .method),
    ("header-name", "the name of a header", .headerName), ("region", "a region", .region),
    ("additional-name", "the name of an additional header", .additionalName),
    ("product", "a product", .product),
  ].compactMap { (name: String, words: String, kind: SigningFault.Kind) in
    checks.last { $0.kind == kind }.map { check in
      accepts("accepts-empty-\(name)").breaking(check.clauses)
        .sentence("\(words.capitalized) may be empty.").fix("Refuse \(words) that is empty.")
        .in(check.operations).change { $0.kind == kind && $0.text.isEmpty }
    }
  }

  /// The parameters that presigning writes, one of which the list may lack.
  private static let reserved: [Mistake] = [
    ("PRE-REF-1", ["OSSAccessKeyId", "Expires", "Signature", "security-token"], .urlsV1),
    ("V2-REF-2", ["x-oss-access-key-id"], .urlsV2),
    ("V4-REF-6", ["x-oss-credential", "x-oss-date", "x-oss-security-token"], .urlsV4),
    (
      "V4-REF-6",
      [
        "x-oss-additional-headers", "x-oss-expires", "x-oss-signature", "x-oss-signature-version",
      ], .urlsV2V4
    ),
  ].flatMap { (clause: String, names: [String], operations: Set<OSSVectors.Operation>) in
    names.map { name in
      accepts("accepts-reserved-\(name.asciiLowercased)").breaking([clause])
        .sentence("A caller's parameter \(name) is sent beside that of the signature.")
        .fix("Refuse a caller's parameter \(name) in a presigned URL.").in(operations)
        .change { $0.kind == .reservedParameter && $0.text.isText(name) }
    }
  }

  private static let repeated: [Mistake] =
    ["content-type", "content-md5", "x-oss-date", "x-oss-security-token"].map { name in
      accepts("accepts-second-\(name)").breaking(["V1-REF-11"])
        .sentence("A second \(name) is signed.").fix("Refuse a second \(name).")
        .in(.anyRequest).change { $0.kind == .repeatedHeader && $0.text.isText(name) }
    }

  /// Sorts of strings that a server signs though they are none.
  private static let strings: [Mistake] = {
    let rows = accepts.breaking("V4-REM-1").in([.v4String])
      .fix("Compare all four lines from the first byte to the last, then sign.")
      .accepted("The signature is right, and too much is signed.")
    return [
      rows("v4-server-takes-line-feed-at-end", "An LF may follow the hash, as with a pattern's $.")
        .change {
          $0.kind == .stringLines && $0.text.last == 0x0A && $0.text.pieces(at: "\n").count == 5
        },
      rows("v4-server-takes-hash-in-upper-case", "The hash may be in upper case.")
        .change { $0.kind == .stringHash && $0.text.count == 64 && $0.text.upperCase == $0.text },
      rows("v4-server-takes-hash-of-any-length", "The hash may have any number of digits.").change {
        $0.kind == .stringHash && !$0.text.isEmpty
          && $0.text.allSatisfy { $0.isDigit || 0x61...0x66 ~= $0 }
      },
      rows("v4-server-takes-any-time", "The second line may be any text.").change {
        $0.kind == .stringLines && $0.text.pieces(at: "\n").count == 4
          && $0.text.begins(with: "OSS4-HMAC-SHA256\n")
      },
      rows("v4-server-takes-any-algorithm", "The first line may be any text.").change {
        $0.kind == .stringLines && $0.text.pieces(at: "\n").count == 4
          && !$0.text.begins(with: "OSS4-HMAC-SHA256\n")
      },
      rows("v4-server-takes-impossible-time", "The time need not be one of the calendar and clock.")
        .change {
          let lines = $0.text.pieces(at: "\n")
          return $0.kind == .stringLines && lines.count == 4 && lines[0].isText("OSS4-HMAC-SHA256")
            && CivilTime(lines[1], "yyyyMMddTHHmmssZ") != nil
        },
      SigningMistakes.rows("v4-server-searches-scope")
        .sentence("The server asks only whether its region and product are anywhere in the scope.")
        .breaking("V4-REM-1").in([.v4String])
        .fix("Compare the whole scope with that of the server, then sign.")
        .accepted("The signature is right, and too much is signed.").change {
          $0.accepts = { fault in
            fault.kind == .stringScope
              && fault.due.allSatisfy { fault.text.text.contains($0.text) }
          }
          $0.keyParts = { [$1[0], $0.region, $0.product, "aliyun_v4_request".raw] }
        },
      rows("v4-server-takes-longer-scope", "The scope may have more parts behind the right ones.")
        .change { $0.kind == .stringScope && $0.text.pieces(at: "/").count > 4 },
    ]
  }()

  // MARK: Refusals without a fault

  /// A row about a check that refuses too much.
  private static func refuses(
    _ id: String, _ clauses: [String], _ sentence: String, _ errorClass: ErrorClass, fix: String,
    in operations: Set<OSSVectors.Operation> = .signing,
    _ isRefused: @escaping @Sendable (SigningInput) -> Bool
  ) -> Mistake {
    SigningMistakes.rows(id, clauses, sentence, fix: fix, in: operations) {
      $0.refuses = { isRefused($0) ? errorClass : nil }
    }
  }

  private static let keyFix = "Count the UTF-8 bytes of a key, at most 1023, before it is encoded."

  private static let refused: [Mistake] = [
    refuses(
      "key-counted-encoded", ["V1-RES-3"], "The length of a key is counted percent-encoded.",
      .invalidObjectKey, fix: keyFix
    ) { $0.key.map { $0.encoded().count > 1023 } ?? false },
    refuses(
      "key-counted-with-bucket", ["V1-RES-3", "V4-URI-3"],
      "The bucket counts as a part of the key's length.",
      .invalidObjectKey, fix: keyFix
    ) { ($0.bucket ?? []).count + ($0.key ?? []).count + 1 > 1023 },
    refuses(
      "key-with-controls-refused", ["V1-RES-4"], "A key with a control character is refused.",
      .invalidObjectKey, fix: "Sign every key that V1-REF-7 does not refuse."
    ) { $0.key?.contains { $0 < 0x20 || $0 == 0x7F } ?? false },
    refuses(
      "key-with-dots-refused", ["V1-RES-4", "V4-URI-5"], "A key with a part . or .. is refused.",
      .invalidObjectKey, fix: "Sign every key that V1-REF-7 does not refuse."
    ) { $0.key?.pieces(at: "/").contains { $0.isText(".") || $0.isText("..") } ?? false },
    refuses(
      "key-with-empty-part-refused", ["V1-RES-4", "V4-URI-5"], "A key with // in it is refused.",
      .invalidObjectKey, fix: "Sign every key that V1-REF-7 does not refuse."
    ) { $0.key?.text.contains("//") ?? false },
    refuses(
      "header-tab-refused", ["V1-HDR-4", "V4-HDR-4"],
      "A tab, or another control character but CR, LF and NUL, in a header value is refused.",
      .invalidHeaderValue, fix: "Refuse CR, LF and NUL in the value of a header, and nothing else."
    ) { $0.headers.contains { $0.text.trimmed.contains { $0 < 0x20 || $0 == 0x7F } } },
    refuses(
      "header-empty-value-refused", ["V1-STS-4", "V1-HDR-7", "V2-HDR-5", "V4-HDR-7"],
      "A header with an empty value is refused.", .invalidHeaderValue,
      fix: "Sign a header with an empty value as its name and a colon."
    ) { $0.headers.contains { $0.text.trimmed.isEmpty } },
    refuses(
      "header-twice-refused", ["V4-HDR-8"], "A header that is given twice is refused.",
      .duplicateHeader, fix: "Join the values; refuse only the headers of V1-REF-11."
    ) { input in Set(input.headers.map(\.name.lowerCase)).count < input.headers.count },
    refuses(
      "method-of-short-list-refused", ["V1-STS-3", "V4-REQ-2"],
      "A method other than GET, HEAD, PUT, POST and DELETE is refused.", .invalidMethod,
      fix: "Sign every method of capital letters, OPTIONS and PATCH too."
    ) { input in !["GET", "HEAD", "PUT", "POST", "DELETE"].contains { input.method.isText($0) } },
    refuses(
      "region-like-host-refused", ["V4-REF-2"], "A region that begins with oss is refused.",
      .invalidRegion, fix: "Refuse a region that begins with oss and a hyphen.",
      in: .authenticatingV4
    ) { $0.region.starts(with: "oss".utf8) },
    refuses(
      "parameter-twice-refused", ["V4-QRY-8"], "A parameter that is given twice is refused.",
      .invalidQueryParameter, fix: "Sign both parameters in the order given."
    ) { input in Set(input.query.map(\.name)).count < input.query.count },
    refuses(
      "reserved-parameter-in-any-case", ["V4-PRE-2", "PRE-REF-1", "V4-QRY-7"],
      "A parameter that differs only in case from one that presigning writes is refused.",
      .reservedParameter, fix: "Compare the names of parameters byte by byte, case included.",
      in: .presigning
    ) { input in
      let names = SigningModel.reservedParameters(input.version).map(\.asciiLowercased)
      return input.query.contains { names.contains($0.name.lowerCase.text) }
    },
    refuses(
      "token-parameter-always-reserved", ["PRE-TOK-5", "V4-TOK-5"],
      "A token among the parameters is refused though the credentials have none.",
      .reservedParameter, fix: "Refuse the parameter only beside credentials with a token.",
      in: .presigning
    ) { input in
      input.query.contains { $0.name.isText(SigningModel.tokenParameter(input.version)) }
    },
    refuses(
      "expiry-of-zero-refused", ["PRE-REF-3"], "An expiry of 0 is refused.",
      .invalidExpires, fix: "Sign every expiry from 1970 on, 0 too.", in: .urlsV1
    ) { $0.expires == 0 },
    refuses(
      "time-before-1970-refused", ["V1-REF-13"], "A time of signing before 1970 is refused.",
      .invalidTime, fix: "Sign at every moment of the years 1 to 9999.", in: .headers
    ) { $0.time < 0 },
  ]
}

extension String {
  /// The text with its first letter as a capital.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
