internal import OSSPrimitives
internal import OSSSigning

extension QueryParameter {
  /// The value as it is signed.
  var text: String { value ?? "" }
}

extension ReferenceSteps {
  /// Changes the string that is signed for a stream.
  mutating func rewriteLiveString(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    let former = liveChannel.signature
    liveChannel.signature = { former($0, change($1)) }
  }

  /// Changes the parameters before their lines are made; what is sent stays.
  mutating func rewriteLiveParameters(
    _ change: @escaping @Sendable ([QueryParameter]) -> [QueryParameter]
  ) {
    let former = liveChannel.canonicalizedParameters
    liveChannel.canonicalizedParameters = { former(change($0), &$1) }
  }

  /// Signs further parameters, given the expiry.
  mutating func signAlso(_ further: @escaping @Sendable (UnixTime) -> [QueryParameter]) {
    let (expiry, lines) = (liveChannel.expiryLine, liveChannel.canonicalizedParameters)
    liveChannel.expiryLine = { time, buffer in
      expiry(time, &buffer)
      buffer.append(0x0A)
      lines(further(time), &buffer)
      // The signer writes the LF of this line.
      if buffer.last == 0x0A { buffer.removeLast() }
    }
  }

  /// Changes the parameters that are sent, with those that signing adds.
  mutating func rewriteLiveQuery(
    _ change: @escaping @Sendable ([QueryParameter]) -> [QueryParameter]
  ) {
    let former = liveChannel.query
    liveChannel.query = { former(change($0), &$1, &$2) }
  }

  /// Changes the pieces of the URL before its query, given the stream and the endpoint.
  mutating func rewriteLiveLocation(
    _ change: @escaping @Sendable (inout URLPieces, LiveChannelStream, Endpoint) -> Void
  ) {
    let former = liveChannel.location
    liveChannel.location = { endpoint, stream in
      var pieces = URLPieces(former(endpoint, stream))
      change(&pieces, stream, endpoint)
      return pieces.url
    }
  }

  /// Passes over the faults of a stream of which a statement is true.
  mutating func acceptStream(_ fault: @escaping @Sendable (LiveChannelError) -> Bool) {
    let former = refusesStream
    refusesStream = { former($0) && !fault($0) }
  }

  /// Passes over the faults of a callback of which a statement is true.
  mutating func acceptCallback(_ fault: @escaping @Sendable (CallbackError) -> Bool) {
    let former = refusesCallback
    refusesCallback = { former($0) && !fault($0) }
  }
}
