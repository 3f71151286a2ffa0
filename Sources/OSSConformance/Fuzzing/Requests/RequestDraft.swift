internal import OSSPrimitives
internal import OSSVectors

extension RequestDraft {
  private static let ossNames = [
    "x-oss-object-acl", "x-oss-storage-class", "x-oss-tagging", "x-oss-forbid-overwrite",
    "x-oss-copy-source", "x-oss-copy-source-range", "x-oss-copy-source-if-match", "x-oss-acl",
    "x-oss-server-side-encryption", "x-oss-callback", "x-oss-callback-var", "x-oss-traffic-limit",
    "x-oss-process", "x-oss-request-payer", "x-oss-meta-a", "x-oss-meta-a1", "x-oss-meta-a10",
    "x-oss-meta-a2", "x-oss-meta-a-b", "x-oss-meta-a_b", "x-oss-meta-a.b", "x-oss-meta-B",
    "x-oss-meta-aB", "x-oss-", "x-oss-meta-", "x-oss-0", "x-oss-meta-a!b", "x-oss-meta-a~",
  ]

  /// Whether a header of this name is there, without regard to case.
  func holds(_ name: String) -> Bool {
    request.headers.contains { $0.isNamed(name) }
  }

  /// A name in its usual spelling, or in another.
  mutating func spelled(_ name: String) -> String {
    switch random.below(10) {
    case 0: return name.uppercased()
    case 1: return name.lowercased()
    case 2:
      return name.split(separator: "-", omittingEmptySubsequences: false)
        .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    default: return name
    }
  }

  /// One to four headers that begin with `x-oss-`.
  mutating func addOSSHeader() {
    for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
      let name = random.chance(40) ? "x-oss-meta-" + word() : random.pick(Self.ossNames)
      if !holds(name) { request.headers.append(FuzzPair(spelled(name), value())) }
    }
  }

  mutating func addContentType() {
    if holds("Content-Type") { return }
    let type = random.pick([
      "text/plain", "image/jpeg", "text/html; charset=utf-8", "application/octet-stream", value(),
    ])
    let edge = random.pick(["", "", " ", "\t"])
    request.headers.append(
      FuzzPair(spelled("Content-Type"), random.chance(50) ? type : type + edge))
  }

  mutating func addContentMD5() {
    if holds("Content-MD5") { return }
    let edge = random.pick(["", "", "", " "])
    let digest = random.pick(["1B2M2Y8AsgTpgAmY7PhCfg==", "eB5eJF1ptWaXm4bijSPyxw=="])
    request.headers.append(FuzzPair(spelled("Content-MD5"), digest + edge))
  }

  /// A header that is not signed, or one whose name only resembles those that are.
  mutating func addOtherHeader() {
    let name = random.pick([
      "Range", "If-Match", "User-Agent", "Accept", "Cache-Control", "Content-Disposition",
      "Content-Encoding", "Content-Language", "Expires", "Content-Type-X", "Content-MD5-X",
      "x-oss", "x-ossmeta-a", "xx-oss-a", "x_oss_a", "x-amz-meta-a", "X-Custom",
    ])
    if !holds(name) { request.headers.append(FuzzPair(spelled(name), value())) }
  }

  private mutating func date() -> String {
    random.pick([
      "Sat, 16 Dec 2023 16:10:00 GMT", "Sat, 02 Dec 2023 16:20:57 GMT",
      "Sat, 16 Dec 2023 16:20:57 GMT", "20231216T162057Z", " Sat, 16 Dec 2023 16:10:00 GMT ",
    ])
  }

  mutating func addDate() {
    if !holds("Date") { request.headers.append(FuzzPair(spelled("Date"), date())) }
  }

  mutating func addOSSDate() {
    // A URL of V4 has the date among its parameters, and such a header is refused.
    let isReserved = request.isV4 && request.isPresigned
    if isReserved || holds("x-oss-date") { return }
    request.headers.append(FuzzPair(spelled("x-oss-date"), date()))
  }

  mutating func addTokenHeader() {
    let name = "x-oss-security-token"
    if request.isPresigned || holds(name) { return }
    request.headers.append(FuzzPair(spelled(name), value()))
  }

  /// Gives a header a second time, of those for which that is not refused.
  mutating func repeatHeader() {
    guard let first = request.headers.first(where: \.isOSSHeader), !first.isNamed("x-oss-date"),
      !first.isNamed("x-oss-security-token"), !first.isNamed("x-oss-content-sha256")
    else { return }
    request.headers.append(FuzzPair(spelled(first.name), value()))
  }

  /// One to four subresources.
  mutating func addSubresource() {
    let lists = [
      SubresourceNames.drawn.documented, SubresourceNames.drawn.documented,
      SubresourceNames.drawn.shared, ["acl"],
    ]
    for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
      let name = random.pick(random.pick(lists))
      let isToken = name.hasSameBytes(as: "security-token")
      if isToken, request.isPresigned, request.securityToken != nil { continue }
      addToQuery(name)
    }
  }

  /// A parameter that is not signed, such as one that differs from a subresource in case only.
  mutating func addParameter() {
    let name = random.pick(weighted: [
      (
        50,
        random.pick(["prefix", "delimiter", "max-keys", "marker", "list-type", "encoding-type"])
      ),
      (8, random.pick(["ACL", "Uploads", "versionid", "LOCATION", "X-OSS-Process"])),
      (4, random.pick(["x-oss-invented", "x-oss-meta-q"])), (30, value()),
    ])
    let reserved = ["OSSAccessKeyId", "Expires", "Signature", "security-token", ""]
    if reserved.contains(where: { $0.hasSameBytes(as: name) }) { return }
    addToQuery(name)
  }

  mutating func addToQuery(_ name: String) {
    if request.query.contains(where: { $0.name.hasSameBytes(as: name) }) { return }
    request.query.append(FuzzPair(name, random.chance(25) ? nil : value()))
  }

  /// Gives a parameter a second time.
  mutating func repeatParameter() {
    guard let first = request.query.first else { return }
    request.query.append(FuzzPair(first.name, value()))
  }
}

extension FuzzPair {
  /// Whether a header has this name, without regard to the case of ASCII letters.
  func isNamed(_ name: String) -> Bool {
    asciiLowercased.elementsEqual(Bytes(name.utf8).map(\.lowercased))
  }

  /// Whether V1 signs a header for its name.
  var isOSSHeader: Bool { asciiLowercased.starts(with: "x-oss-".utf8) }

  /// The name in lower case.
  var asciiLowercased: Bytes { Bytes(name.utf8.map(\.lowercased)) }

  /// Whether V1 signs a parameter of the name.
  var isSubresource: Bool { SubresourceNames.contains(name) }
}

extension RequestDraft {
  /// Headers that no SDK writes on its own, so that listing one means what the caller gave.
  private static let listedNames = [
    "Range", "If-Match", "If-None-Match", "Cache-Control", "Content-Disposition",
    "Content-Encoding", "Expires", "abc", "ZAddition", "x-custom", "X-A1", "X-A10", "X-A2",
    "xoss-a", "a!b",
  ]

  /// One to three additional headers: such as the request has, with a few that it has not, that are
  /// signed anyway, or that are named twice.
  mutating func addAdditionalHeaders() {
    for _ in 0..<random.pick([1, 1, 2, 3]) {
      let name = random.pick(Self.listedNames)
      if !holds(name) { request.headers.append(FuzzPair(spelled(name), value())) }
      request.additionalHeaders.append(spelled(name))
    }
    let extra = random.pick(weighted: [
      (70, ""), (10, "Content-Type"), (3, "content-md5"), (5, "x-oss-meta-a"),
      (6, "X-Not-There"), (6, request.additionalHeaders.first.map { spelled($0) } ?? ""),
    ])
    if !extra.utf8.isEmpty { request.additionalHeaders.append(extra) }
  }

  /// A parameter, all of which V4 signs; the names are such as programs sort in other ways.
  mutating func addSignedParameter() {
    for _ in 0..<random.pick([1, 1, 2, 3]) {
      let name = random.pick(weighted: [
        (20, random.pick(["prefix", "max-keys", "acl", "versionId", "uploads", "x-oss-process"])),
        (20, random.pick(["a", "A", "b", "B", "a-b", "a.b", "a_b", "ab", "q[]", "|a", "~a", "z"])),
        (10, random.pick(["10", "9", "0", "007", "callback", "callback-var", "x-oss-z"])),
        (10, random.pick(["x y", "a+b", "a/b", "*", "中", "é", "e\u{301}", "😀", "\u{ff5e}"])),
        (20, word()), (10, value()),
      ])
      if !name.utf8.isEmpty { addToQuery(name) }
    }
  }

  /// The token as a parameter of the caller, beside credentials without one.
  mutating func addTokenParameter() {
    if request.isPresigned, request.securityToken == nil { addToQuery("x-oss-security-token") }
  }

  mutating func addContentSHA256() {
    if holds("x-oss-content-sha256") { return }
    let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let text = random.pick(["UNSIGNED-PAYLOAD", " UNSIGNED-PAYLOAD", hash, hash + " "])
    request.headers.append(FuzzPair(spelled("x-oss-content-sha256"), text))
  }

  mutating func changeValidity() {
    guard request.isPresigned else { return }
    request.validity = random.pick([1, 59, 60, 900, 43_200, 43_201, 86_400, 604_799, 604_800])
  }

  mutating func changeRegion() {
    request.region = random.pick([
      "cn-shanghai", "us-west-1", "ap-southeast-1", "cn-wulanchabu", "cn-shenzhen-finance-1",
      "rg-china-mainland", "a", "0", "cn-hangzhou-internal", "oss",
    ])
  }

  mutating func changeProduct() {
    request.product = random.pick(["oss", "oss-cloudbox", "oss-cloudbox", "oss-accelerate", "a"])
    if request.product?.hasSameBytes(as: "oss-cloudbox") == true, random.chance(70) {
      request.region = "cb-f8z7yvzgwfkl9q0h5kkkk"
    }
  }
}
