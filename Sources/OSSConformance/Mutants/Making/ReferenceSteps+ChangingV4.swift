internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceSteps {
  /// The steps by which a key of V4 is derived, so that a mutant breaks one.
  struct KeyRules: Sendable {
    var prefix = Bytes("aliyun_v4".utf8)
    /// What becomes of the prefix and the secret before they are a key.
    var first: @Sendable (Bytes) -> Bytes = { $0 }
    /// The messages of the chain, of the scope.
    var messages: @Sendable (CredentialScopeV4) -> [String] = {
      [$0.date, $0.region, $0.product, "aliyun_v4_request"]
    }
    /// What a link passes on to the next.
    var link: @Sendable (Bytes) -> Bytes = { $0 }

    /// The key of a secret for a scope.
    func key(_ secret: Bytes, _ scope: CredentialScopeV4) -> Bytes {
      messages(scope).reduce(first(prefix + secret)) { key, message in
        let bytes = Bytes(message.utf8)
        return link(HMACSHA256Key(key.span).authenticationCode(for: bytes.span).bytes)
      }
    }
  }

  /// Changes how the signing key is derived.
  mutating func rewriteKeyV4(_ change: (inout KeyRules) -> Void) {
    var rules = KeyRules()
    change(&rules)
    let broken = rules
    signingV4.signingKey = { broken.key($0, $1) }
  }

  /// Changes what the Authorization header of V4 has before the signature.
  mutating func rewriteAuthorizationV4(
    _ change: @escaping @Sendable (SigningRequest, inout Bytes) -> Void
  ) {
    let former = signingV4.authorization
    signingV4.authorization = { steps, request, identity, time, buffer in
      var part = Bytes()
      former(steps, request, identity, time, &part)
      change(request, &part)
      buffer.append(contentsOf: part)
    }
  }

  /// Changes the parameters that a presigned URL of V4 adds, which are signed and sent.
  mutating func rewriteAddedParameters(
    _ change: @escaping @Sendable (SigningRequest, inout [QueryParameter]) -> Void
  ) {
    let former = signingV4.addedParameters
    signingV4.addedParameters = { steps, request, identity, time, seconds in
      var parameters = former(steps, request, identity, time, seconds)
      change(request, &parameters)
      return parameters
    }
  }

  /// Changes which names are listed as additional headers, in what is signed and in what is sent.
  ///
  /// - Parameter change: given the names as they should be listed, those that are.
  mutating func rewriteListedNames(
    _ change: @escaping @Sendable (SigningRequest, [Bytes]) -> [Bytes]
  ) {
    let listed: @Sendable (SigningRequest) -> Bytes = { request in
      let right = request.canonicalV4.headers.additionalHeaders.split(separator: 0x3B)
      return Bytes(change(request, right.map { Bytes($0) }).joined(separator: [0x3B]))
    }
    signingV4.additionalHeaders = { $1.append(contentsOf: listed($0)) }
    rewriteAuthorizationV4 { request, text in
      let right = request.canonicalV4.headers.additionalHeaders
      text = Self.listing(listed(request), in: text, insteadOf: right)
    }
    rewriteAddedParameters { request, parameters in
      let names = listed(request)
      let parameter = QueryParameter("x-oss-additional-headers", names.text)
      let place = parameters.firstIndex { $0.name.hasSameBytes(as: parameter.name) }
      switch (place, names.isEmpty) {
      case (let place?, false): parameters[place] = parameter
      case (let place?, true): parameters.remove(at: place)
      case (nil, false): parameters.append(parameter)
      case (nil, true): break
      }
    }
  }

  private static func listing(_ names: Bytes, in text: Bytes, insteadOf former: Bytes) -> Bytes {
    let prefix = Bytes(",AdditionalHeaders=".utf8)
    let end = Bytes(",Signature=".utf8)
    let right = former.isEmpty ? end : prefix + former + end
    return text.replacing(right, with: names.isEmpty ? end : prefix + names + end)
  }

  /// Changes the lines of the signed headers once they are made.
  mutating func afterHeadersV4(
    _ change: @escaping @Sendable (SigningRequest, AddedHeadersV4?, inout Bytes) -> Void
  ) {
    let former = signingV4.headers
    signingV4.headers = { request, added, buffer in
      var lines = Bytes()
      former(request, added, &lines)
      change(request, added, &lines)
      buffer.append(contentsOf: lines)
    }
  }

  /// Changes the time that signing is told.
  static func shifted(_ time: SigningTimeV4, by seconds: Int64) -> SigningTimeV4 {
    SigningTimeV4((try? time.time.adding(seconds: seconds)) ?? time.time)
  }
}

extension Bytes {
  /// Lines without those of a header, each line with its LF.
  func withoutLine(of name: String) -> Bytes {
    let start = Bytes("\(name):".utf8)
    let kept = split(separator: 0x0A).filter { !$0.starts(with: start) }
    return Bytes(kept.flatMap { Bytes($0) + [0x0A] })
  }
}
