#if canImport(FoundationEssentials) || canImport(Foundation)
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

    private var prepared: PreparedSigner {
      PreparedSigner(signer, at: clock.now, expiration: nil, generation: nil)
    }

    package func sign(_ request: SigningRequest) throws(ProviderError) -> SignedRequest {
      try prepared.sign(request)
    }

    package func presign(
      _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
    ) throws(ProviderError) -> PresignedRequest {
      try prepared.presign(request, at: endpoint, validFor: interval)
    }

    package func nextAction(
      after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
    ) -> ErrorAction {
      if let answer { _ = clock.learn(from: answer, of: .oss, nil) }
      return ErrorAction.due(after: answer, credential: .fixed, tried: tried)
    }
  }
#endif
