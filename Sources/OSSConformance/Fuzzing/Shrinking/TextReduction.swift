internal import OSSPrimitives

/// Makes the texts of a request shorter and plainer, one step at a time.
enum TextReduction {
  typealias Place = WritableKeyPath<FuzzRequest, String>

  /// How many steps of one text are tried at once.
  private static let limit = 24

  /// The requests in which one text is a step plainer, the greatest steps first.
  static func candidates(of request: FuzzRequest, at place: Place) -> [FuzzRequest] {
    steps(of: request[keyPath: place]).prefix(limit).map { text in
      var candidate = request
      candidate[keyPath: place] = text
      return candidate
    }
  }

  /// Where texts stand that are not the plain ones.
  static func places(of request: FuzzRequest) -> [Place] {
    var places: [Place] = []
    if let key = request.key, !key.hasSameBytes(as: FuzzRequest.plainKey) {
      places.append(\.[default: \.key])
    }
    if request.securityToken?.utf8.isEmpty == false { places.append(\.[default: \.securityToken]) }
    if let bucket = request.bucket, !bucket.hasSameBytes(as: FuzzRequest.plainBucket) {
      places.append(\.[default: \.bucket])
    }
    if !request.accessKeySecret.hasSameBytes(as: FuzzRequest.plainSecret) {
      places.append(\.accessKeySecret)
    }
    if !request.accessKeyID.hasSameBytes(as: FuzzRequest.plainAccessKeyID) {
      places.append(\.accessKeyID)
    }
    if !request.region.hasSameBytes(as: FuzzRequest.plainRegion) { places.append(\.region) }
    if !request.method.hasSameBytes(as: "GET") { places.append(\.method) }
    for index in request.headers.indices {
      places += [\.headers[index].name, \.headers[index].text]
    }
    for index in request.query.indices {
      places += [\.query[index].name, \.query[index].text]
    }
    return places
  }

  /// A text with a part left out, or with plain letters for a part.
  private static func steps(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var steps: [String] = []
    var size = (scalars.count + 1) / 2
    while size > 0, !scalars.isEmpty {
      for start in stride(from: 0, to: scalars.count, by: size) {
        let end = min(start + size, scalars.count)
        steps.append(joined(Array(scalars[..<start]) + scalars[end...]))
      }
      if size == 1 || steps.count >= limit { break }
      size = (size + 1) / 2
    }
    return plainer(scalars) + steps
  }

  /// The text with `a` for every character, for all letters and digits, and for each one.
  private static func plainer(_ scalars: [Unicode.Scalar]) -> [String] {
    let others = scalars.indices.filter { scalars[$0] != "a" }
    if others.isEmpty { return [] }
    let words = others.filter {
      scalars[$0].properties.isAlphabetic || scalars[$0].properties.numericType != nil
    }
    var sets = [others, words].filter { !$0.isEmpty }
    if others.count <= 8 { sets += others.map { [$0] } }
    return sets.map { indices in
      var changed = scalars
      for index in indices { changed[index] = "a" }
      return joined(changed)
    }
  }

  private static func joined(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension FuzzRequest {
  /// A text that is there, by the path of a member that may be without one.
  fileprivate subscript(default member: WritableKeyPath<FuzzRequest, String?>) -> String {
    get { self[keyPath: member] ?? "" }
    set { self[keyPath: member] = newValue }
  }
}

extension FuzzPair {
  /// The value, where an empty text stands for none too.
  fileprivate var text: String {
    get { value ?? "" }
    set { if value != nil { value = newValue } }
  }
}
