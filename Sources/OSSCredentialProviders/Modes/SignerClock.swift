internal import OSSCredentials
internal import OSSPrimitives

/// The clock of a custom signer, which answers of OSS correct.
actor SignerClock {
  private var clock: CorrectedClock

  init(_ clock: CorrectedClock) { self.clock = clock }

  /// The corrected time.
  var now: Moment { clock.now }

  /// Takes in how far the clock is off, if an answer of OSS shows it.
  func correct(by answer: ServerAnswer) {
    if let learned = clock.offset(toldBy: answer, of: .oss) { clock.offset = learned }
  }
}
