#if canImport(Foundation)
  package import OSSCredentials
  package import OSSPrimitives
  package import OSSSigning

  /// A signer in the place of a mode, for one request: it has the clock of the device, which the answers
  /// to that request correct.
  package actor SignerMode: RequestSigner {
    private let signer: Signer
    private var clock = CorrectedClock(SystemClock.now)

    package init(_ signer: Signer) { self.signer = signer }

    package nonisolated var version: SignatureVersion? { signer.identity.version }

    package func sign(_ request: SigningRequest) throws(ProviderError) -> SignedRequest {
      try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
        SignedRequest(headers: try signer.sign(request, at: clock.now).headers, generation: nil)
      }
    }

    package func presign(
      _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
    ) throws(ProviderError) -> PresignedRequest {
      let now = clock.now
      let limit = try ProviderError.wrap(ProviderError.unusableInterval) {
        () throws(PresignLimitError) in
        try PresignLimit(
          signer.identity.version, interval: interval, now: now,
          credential: signer.identity.securityToken == nil
            ? .longTerm : .temporary(expiration: nil))
      }
      return try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
        PresignedRequest(
          try signer.presign(request, at: endpoint, now: now, validFor: interval), limit: limit,
          generation: nil)
      }
    }

    package func nextAction(
      after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
    ) -> ErrorAction {
      if let answer, let learned = clock.offset(toldBy: answer, of: .oss) { clock.offset = learned }
      return ErrorAction.due(after: answer, credential: .fixed, tried: tried)
    }
  }
#endif
