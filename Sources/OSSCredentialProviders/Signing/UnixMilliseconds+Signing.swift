internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning

extension UnixMilliseconds {
  /// The second that a signature carries.
  func signable() throws(ProviderError) -> UnixTime {
    guard let time else { throw .unusableClock(self) }
    return time
  }

  /// The last second of a URL that works for an interval from now on.
  func end(of interval: Seconds) throws(ProviderError) -> UnixTime {
    let time = try signable()
    guard let end = try? time.adding(seconds: interval.count) else {
      throw .unusableInterval(.endOutOfRange(interval))
    }
    return end
  }
}

extension Seconds {
  /// The limit of a URL with this interval.
  func limit(
    _ version: SignatureVersion, at now: UnixMilliseconds, credential: PresignCredential
  ) throws(ProviderError) -> PresignLimit {
    do throws(PresignLimitError) {
      return try PresignLimit(version, interval: self, now: now, credential: credential)
    } catch {
      throw .unusableInterval(error)
    }
  }
}
