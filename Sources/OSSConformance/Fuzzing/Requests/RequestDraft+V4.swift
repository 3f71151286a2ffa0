internal import OSSPrimitives

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
