internal import OSSPrimitives
internal import OSSVectors

extension Feature {
  private static let ossValue = TextPlace.values(
    "oss", "the value of an x-oss- header", of: \.headers, where: \.isOSSHeader)

  /// Names that have no meaning of their own, by which headers are called once theirs is of none.
  private static let plainNames = ["x-oss-meta-a", "x-oss-meta-b", "x-oss-meta-c", "x-oss-meta-d"]

  /// What the `x-oss-` headers of a request can be.
  static let ossHeaders: [Feature] =
    [
      header("oss", "an x-oss- header", "V1-HDR-1", "V1-HDR-6", where: \.isOSSHeader),
      header(
        "oss-date", "an x-oss-date header", "V1-DATE-2", "PRE-STS-3", implied: ["oss", "oss-name"],
        where: { $0.isNamed("x-oss-date") }),
      header(
        "oss-token", "an x-oss-security-token header of the caller", "V1-TOK-3", level: .may,
        implied: ["oss", "oss-name"], where: { $0.isNamed("x-oss-security-token") }),
      Feature(
        id: "oss-order", title: "two x-oss- headers", clauses: ["V1-HDR-5"], implied: ["oss"],
        isHeld: { $0.headers.count(where: \.isOSSHeader) > 1 },
        remove: { request in
          let first = request.headers.firstIndex(where: \.isOSSHeader)
          keep(&request.headers) { !$1.isOSSHeader || $0 == first }
        }),
      Feature(
        id: "oss-repeat", title: "an x-oss- header that is given twice", clauses: ["V1-HDR-8"],
        // An SDK that takes a dictionary can be given a name twice in two spellings only.
        level: .may, implied: ["oss", "oss-order", "oss-upper"],
        isHeld: { !repeated($0.headers).isEmpty },
        remove: { request in
          let repeated = repeated(request.headers)
          keep(&request.headers) { index, _ in !repeated.contains(index) }
        }),
      Feature(
        id: "oss-upper", title: "an upper-case letter in the name of an x-oss- header",
        clauses: ["V1-HDR-2"], implied: ["oss"],
        isHeld: { $0.headers.contains { $0.isOSSHeader && $0.isMixedCase } },
        remove: { request in
          for index in request.headers.indices where request.headers[index].isOSSHeader {
            request.headers[index].name = request.headers[index].name.lowercased()
          }
        }),
      Feature(
        id: "oss-name", title: "an x-oss- header of another name than x-oss-meta-…",
        clauses: ["V1-HDR-1"], implied: ["oss"],
        isHeld: { $0.headers.contains { $0.isOSSHeader && !$0.isPlain } },
        remove: { request in
          var names = plainNames.filter { name in !request.headers.contains { $0.isNamed(name) } }
          for index in request.headers.indices where request.headers[index].isOSSHeader {
            let header = request.headers[index]
            if !header.isPlain, !names.isEmpty { request.headers[index].name = names.removeFirst() }
          }
        }),
      Feature(ossValue, .empty, "V1-HDR-7", level: .should),
      Feature(ossValue, .blank, "V1-HDR-3", "V1-HDR-7", level: .should),
    ] + [
      Feature(ossValue, .zero, "V1-HDR-1"), Feature(ossValue, .spaceAtEnd, "V1-HDR-3"),
      Feature(ossValue, .tabAtEnd, "V1-HDR-3"), Feature(ossValue, .strangeBlankAtEnd, "V1-HDR-4"),
      Feature(ossValue, .innerBlank, "V1-HDR-4"),
      Feature(ossValue, .foreign, "V1-HDR-4", "V1-STS-7"),
      Feature(ossValue, .control, "V1-HDR-4"), Feature(ossValue, .percent, "V1-HDR-4"),
      Feature(ossValue, .plus, "V1-HDR-4"), Feature(ossValue, .mark, "V1-HDR-4"),
      Feature(ossValue, .long(64), "V1-HDR-4"),
    ]

  private static let type = TextPlace.values(
    "type", "a Content-Type", of: \.headers, where: { $0.isNamed("content-type") })
  private static let md5 = TextPlace.values(
    "md5", "a Content-MD5", of: \.headers, where: { $0.isNamed("content-md5") })

  /// What the other headers of a request can be.
  static let standardHeaders: [Feature] = [
    header("type", "a Content-Type", "V1-STS-4", where: { $0.isNamed("content-type") }),
    spelling("type-case", "Content-Type", implied: "type"),
    Feature(type, .empty, "V1-STS-2"), Feature(type, .blank, "V1-STS-5", level: .should),
    Feature(type, .zero, "V1-STS-4"), Feature(type, .spaceAtEnd, "V1-STS-5", level: .should),
    Feature(type, .tabAtEnd, "V1-STS-5", level: .should),
    Feature(type, .strangeBlankAtEnd, "V1-STS-4"), Feature(type, .innerBlank, "V1-STS-4"),
    Feature(type, .foreign, "V1-STS-7"), Feature(type, .control, "V1-STS-4"),
    Feature(type, .mark, "V1-STS-4"), Feature(type, .long(64), "V1-STS-4"),
    header("md5", "a Content-MD5", "V1-STS-4", where: { $0.isNamed("content-md5") }),
    spelling("md5-case", "Content-MD5", implied: "md5"),
    Feature(md5, .empty, "V1-STS-2"), Feature(md5, .blank, "V1-STS-5", level: .should),
    Feature(md5, .spaceAtEnd, "V1-STS-5", level: .should),
    Feature(md5, .tabAtEnd, "V1-STS-5", level: .should),
    header(
      "date", "a Date header of the caller", "V1-DATE-3", level: .may,
      where: {
        $0.isNamed("date")
      }),
    header("other", "a header that is not signed", "V1-STS-6", "V1-HDR-1", where: \.isUnsigned),
  ]

  private static func header(
    _ id: String, _ title: String, _ clauses: String..., level: OSSVectors.Level = .must,
    implied: [String] = [], where isMeant: @escaping @Sendable (FuzzPair) -> Bool
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, level: level, implied: implied,
      isHeld: { $0.headers.contains(where: isMeant) },
      remove: { request in keep(&request.headers) { !isMeant($1) } })
  }

  private static func spelling(_ id: String, _ name: String, implied: String) -> Feature {
    Feature(
      id: id, title: "another spelling of the name \(name)", clauses: ["V1-STS-4"],
      implied: [implied],
      isHeld: { $0.headers.contains { $0.isNamed(name) && !$0.name.hasSameBytes(as: name) } },
      remove: { request in
        for index in request.headers.indices where request.headers[index].isNamed(name) {
          request.headers[index].name = name
        }
      })
  }

  /// The places of headers whose name comes before, without regard to case.
  private static func repeated(_ headers: [FuzzPair]) -> Set<Int> {
    var names: Set<Bytes> = []
    return Set(
      headers.indices.filter {
        headers[$0].isOSSHeader && !names.insert(headers[$0].asciiLowercased).inserted
      })
  }

  /// Keeps the pairs of which something is true.
  static func keep(_ pairs: inout [FuzzPair], where isKept: (Int, FuzzPair) -> Bool) {
    pairs = pairs.enumerated().filter { isKept($0.offset, $0.element) }.map(\.element)
  }
}

extension FuzzPair {
  fileprivate var isMixedCase: Bool { name.utf8.contains { 0x41...0x5a ~= $0 } }

  /// Whether a header is metadata under a name of letters, digits and hyphens.
  fileprivate var isPlain: Bool {
    let prefix = Bytes("x-oss-meta-".utf8)
    return asciiLowercased.starts(with: prefix) && name.utf8.count > prefix.count
      && name.utf8.allSatisfy {
        $0 == 0x2d || $0.lowercased != $0 || 0x30...0x39 ~= $0 || 0x61...0x7a ~= $0
      }
  }

  /// Whether a header has no part in a signature of V1.
  fileprivate var isUnsigned: Bool {
    !isOSSHeader && !["content-type", "content-md5", "date"].contains(where: isNamed)
  }
}

extension Feature {
  private static let value = TextPlace(
    id: "additional-present", title: "the value of an additional header",
    texts: { request in
      request.headers.filter { isListed($0, by: request) }.compactMap(\.value)
    },
    change: { request, change in
      for index in request.headers.indices where isListed(request.headers[index], by: request) {
        request.headers[index].value = request.headers[index].value.map(change)
      }
    })

  /// What the additional headers of a request of V4 can be.
  static let additional: [Feature] = [
    Feature(
      id: "additional", title: "a list of additional headers", clauses: ["V4-ADD-1"],
      isHeld: { !$0.additionalHeaders.isEmpty }, remove: { $0.additionalHeaders = [] }),
    names(
      "additional-missing", "an additional header that the request does not have", "V4-ADD-4",
      where: { name, request in
        !isSignedAnyway(name) && !request.headers.contains { $0.isNamed(name) }
      }),
    names(
      "additional-signed", "an additional header that is signed anyway", "V4-ADD-3",
      where: { name, _ in isSignedAnyway(name) }),
    names(
      "additional-present", "an additional header", "V4-ADD-1", "V4-ADD-2", implied: ["other"],
      where: { name, request in
        !isSignedAnyway(name) && request.headers.contains { $0.isNamed(name) }
      }),
    Feature(
      id: "additional-order", title: "two additional headers", clauses: ["V4-ADD-1"],
      implied: ["additional", "additional-present", "other"],
      isHeld: { request in request.headers.count { isListed($0, by: request) } > 1 },
      remove: { request in
        guard let first = request.headers.first(where: { isListed($0, by: request) }) else {
          return
        }
        request.additionalHeaders.removeAll { !isSignedAnyway($0) && !first.isNamed($0) }
      }),
    Feature(
      id: "additional-repeat", title: "an additional header that is named twice",
      clauses: ["V4-ADD-1"], implied: ["additional-present"],
      isHeld: { $0.additionalHeaders.count > distinct($0.additionalHeaders).count },
      remove: { $0.additionalHeaders = distinct($0.additionalHeaders) }),
    Feature(
      id: "additional-case", title: "an additional header that is named in another spelling",
      clauses: ["V4-ADD-5"], implied: ["additional", "additional-present", "other"],
      isHeld: { request in spelled(request.additionalHeaders, as: request.headers) != nil },
      remove: { request in
        request.additionalHeaders =
          spelled(request.additionalHeaders, as: request.headers) ?? request.additionalHeaders
      }),
    Feature(value, .empty, "V4-HDR-7", level: .should),
    Feature(value, .blank, "V4-HDR-3", "V4-HDR-7", level: .should),
    Feature(value, .zero, "V4-HDR-1"), Feature(value, .spaceAtEnd, "V4-HDR-3"),
    Feature(value, .tabAtEnd, "V4-HDR-3"), Feature(value, .strangeBlankAtEnd, "V4-HDR-4"),
    Feature(value, .innerBlank, "V4-HDR-4"), Feature(value, .foreign, "V4-HDR-4", "V4-REQ-5"),
    Feature(value, .control, "V4-HDR-4"), Feature(value, .percent, "V4-HDR-4"),
    Feature(value, .plus, "V4-HDR-4"), Feature(value, .mark, "V4-HDR-4"),
    Feature(value, .long(64), "V4-HDR-4"),
  ].map(\.implyingList)

  /// Such a name, with whatever else is said of it, comes with the list.
  private var implyingList: Feature {
    var feature = self
    if id != "additional" { feature.implied += ["additional", "other"] }
    return feature
  }

  private static func names(
    _ id: String, _ title: String, _ clauses: String..., implied: [String] = [],
    where isMeant: @escaping @Sendable (String, FuzzRequest) -> Bool
  ) -> Feature {
    Feature(
      id: id, title: title, clauses: clauses, implied: implied,
      isHeld: { request in request.additionalHeaders.contains { isMeant($0, request) } },
      remove: { request in
        let given = request
        request.additionalHeaders.removeAll { isMeant($0, given) }
      })
  }

  private static func isSignedAnyway(_ name: String) -> Bool {
    let pair = FuzzPair(name, nil)
    return pair.isOSSHeader || pair.isNamed("content-type") || pair.isNamed("content-md5")
  }

  /// Whether a header is signed because it is named.
  private static func isListed(_ header: FuzzPair, by request: FuzzRequest) -> Bool {
    !isSignedAnyway(header.name) && request.additionalHeaders.contains(where: header.isNamed)
  }

  /// Each name once, without regard to case.
  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<Bytes> = []
    return names.filter { seen.insert(FuzzPair($0, nil).asciiLowercased).inserted }
  }

  /// The names as the headers spell them; nil if they are spelled so already.
  private static func spelled(_ names: [String], as headers: [FuzzPair]) -> [String]? {
    let spelled = names.map { name in headers.first { $0.isNamed(name) }?.name ?? name }
    return zip(spelled, names).allSatisfy { $0.0.hasSameBytes(as: $0.1) } ? nil : spelled
  }
}
