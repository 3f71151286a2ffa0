extension ClockOffset {
  /// Learns the offset from an answer.
  ///
  /// Few answers say the time reliably: caches keep old `Date` headers, and devices were seen to
  /// get one of 1970. So only refusals for the time, and what a token server says itself, count.
  ///
  /// - Parameters:
  ///   - answer: what came back.
  ///   - source: who sent it.
  ///   - deviceTime: what the device's clock showed when it came.
  ///   - known: the offset known so far.
  /// - Returns: the offset to use from now on in place of the one known; nil where the answer teaches
  ///   nothing.
  /// - Complexity: O(*n*) in the size of the answer.
  public static func learned(
    from answer: ServerAnswer, of source: ClockSource, deviceTime: UnixMilliseconds,
    known: ClockOffset = .zero
  ) -> ClockOffset? {
    learned(
      from: answer, of: source, deviceTime: deviceTime, known: known, steps: .standard)
  }

  package static func learned(
    from answer: ServerAnswer, of source: ClockSource, deviceTime: UnixMilliseconds,
    known: ClockOffset, steps: ClockSteps
  ) -> ClockOffset? {
    guard let time = steps.time(answer, source, known.corrected(deviceTime)) else { return nil }
    return steps.offset(time, deviceTime, known)
  }
}

extension ClockSteps {
  /// The true time that an answer tells; nil where it tells none.
  fileprivate func time(
    _ answer: ServerAnswer, _ source: ClockSource, _ corrected: UnixMilliseconds
  ) -> UnixMilliseconds? {
    switch source {
    case .tokenServer:
      return teaches(answer.status) ? date(of: answer) : nil
    case .oss:
      guard let error = error(answer) else { return nil }
      switch fault(answer.status, error) {
      case nil: return nil
      case .signingDate: return date(of: answer)
      case .skewed:
        let serverTime = serverTime(error).flatMap { isPlausible($0) ? $0 : nil }
        guard let time = serverTime ?? date(of: answer) else { return nil }
        return isOld(time, corrected) ? nil : time
      }
    }
  }

  /// The time of the header `Date`, if it can be trusted.
  private func date(of answer: ServerAnswer) -> UnixMilliseconds? {
    guard let text = answer.date, !isCached(answer.age), let time = date(text), isPlausible(time)
    else { return nil }
    return time
  }
}
