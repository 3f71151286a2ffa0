internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning

extension Endpoint {
  /// Refuses an endpoint that does not fit a request.
  func checked(
    for request: SigningRequest, _ version: SignatureVersion
  ) throws(ProviderError) {
    do throws(EndpointError) {
      try check(for: request, version)
    } catch {
      throw .unusableEndpoint(error)
    }
  }
}

extension TimeSpan {
  /// The limit of a URL with this interval.
  func limit(
    _ version: SignatureVersion, at now: Moment, credential: PresignCredential
  ) throws(ProviderError) -> PresignLimit {
    do throws(PresignLimitError) {
      return try PresignLimit(version, interval: self, now: now, credential: credential)
    } catch {
      throw .unusableInterval(error)
    }
  }
}
