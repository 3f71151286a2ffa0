internal import OSSPrimitives
internal import OSSVectors

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
