internal import OSSCredentials
internal import OSSVectors

/// Providers that refresh credentials by another rule.
enum RefreshMutants {
  static let all =
    RefreshAskingMutants.all + RefreshResultMutants.all + RefreshBackOffMutants.all
    + RefreshRejectionMutants.all + RefreshClockMutants.all
}

extension Mutant {
  /// A mutant of the refresh machine with one rule replaced.
  static func refresh(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], change: @escaping @Sendable (inout RefreshSteps) -> Void
  ) -> Mutant {
    Mutant(
      "refresh-" + id, clause, mistake, mend: mend, on: [.credentialTimeline],
      sightings: sightings
    ) { change(&$0.refresh) }
  }
}

extension RefreshState {
  /// The milliseconds that are left of what is held; nil where nothing is held, or it has no end.
  func remaining(atTrueTime time: UnixMilliseconds) -> Int64? {
    held?.credentials.expiration?.since(time).count
  }

  /// The milliseconds since what is held was obtained.
  func age(atTrueTime time: UnixMilliseconds) -> Int64? {
    held?.obtained.map { time.since(trueTime(at: $0)).count }
  }
}
