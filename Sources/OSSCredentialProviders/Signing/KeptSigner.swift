package import OSSCredentials
package import OSSPrimitives
public import OSSSigning

/// The version that a mode signs with, and the signer of the credentials in use.
///
/// A signer costs more to make than a signature, and with V4 its key is that of one secret, day,
/// region and product. So one signer is kept: as long as the same credentials are signed with, and
/// no longer than they are held (CRED-MODE-21).
///
/// The modes of the package have one each, and a provider of an app's own stores one:
///
///     let signer = KeptSigner(.v4(region: "cn-hangzhou"))
public actor KeptSigner {
  /// Which signature is made.
  ///
  /// It is chosen once, where the mode is made (CRED-MODE-20).
  public nonisolated let version: SignatureVersion
  private var kept: (credentials: Credentials, generation: Int, signer: Signer)?
  /// The first generation that may be kept: those before were replaced or rejected.
  private var firstGeneration = Int.min

  /// Makes one that keeps nothing yet.
  ///
  /// - Parameter version: which signature is made. A region or a product that no scope can hold
  ///   fails each signature, as ``ProviderError/unsignable(_:)``.
  public init(_ version: SignatureVersion) { self.version = version }

  /// The signer of credentials, with what it needs for the day of a time.
  package func signer(
    of provided: ProvidedCredentials, at time: Moment
  ) throws(SigningError) -> Signer {
    // Whoever comes late with credentials that were replaced or rejected does not bring them back.
    if provided.generation < firstGeneration {
      return try Signer(provided.credentials, version)
    }
    let former = kept
    kept = nil
    var signer: Signer
    if let former, former.credentials == provided.credentials {
      signer = former.signer
    } else {
      signer = try Signer(provided.credentials, version)
    }
    signer.prepare(at: time)
    kept = (provided.credentials, provided.generation, signer)
    firstGeneration = provided.generation
    return signer
  }

  /// Keeps nothing of the credentials of a generation and those before, now and later.
  package func drop(generation: Int) {
    // One that is later than what is signed with was never handed out.
    if let kept, kept.generation < generation { return }
    kept = nil
    firstGeneration = max(firstGeneration, generation < .max ? generation + 1 : generation)
  }

  /// Keeps nothing of any credentials.
  func drop() { kept = nil }

  /// The access key ID whose signer is kept; nil for none.
  package var keptAccessKeyID: String? { kept?.credentials.accessKeyID }

  /// Whether the signer that is kept has a key for the day of a time.
  package func isPrepared(at time: Moment) -> Bool {
    version.isV4 && kept?.signer.isPrepared(at: time) == true
  }
}

extension KeptSigner: CustomReflectable {
  /// A mirror of the version: what is kept can sign.
  public nonisolated var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}
