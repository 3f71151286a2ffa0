internal import OSSCredentials
internal import OSSSigning

/// What changes of a custom signer: its clock, and with V4 what it signs for.
actor SignerHolder {
  private var clock: CorrectedClock
  private var identity: SigningIdentityV4?

  init(_ clock: CorrectedClock, identity: SigningIdentityV4?) {
    self.clock = clock
    self.identity = identity
  }

  /// The corrected time, and what is signed for; nil for V1.
  var state: (now: UnixMilliseconds, identity: SigningIdentityV4?) { (clock.now, identity) }

  /// Signs for another identity from now on.
  func replace(with identity: SigningIdentityV4) { self.identity = identity }

  /// Takes in how far the clock is off, if an answer of OSS tells it.
  func correct(by answer: ServerAnswer) {
    if let learned = clock.offset(toldBy: answer, of: .oss) { clock.offset = learned }
  }
}

extension SignerHolder: CustomReflectable {
  /// A mirror of nothing: the token of the identity is kept here.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
