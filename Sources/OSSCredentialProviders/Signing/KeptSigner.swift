internal import OSSCredentials
package import OSSPrimitives
internal import OSSSigning

/// The signer of the credentials in use, a part of the state of each mode of the package.
///
/// A signer costs more to make than a signature, and with V4 its key is that of one secret, day,
/// region and product. So one signer is kept: as long as the same credentials are signed with, and
/// no longer than they are held (CRED-MODE-21).
package struct KeptSigner: Sendable {
  /// Which signature is made; it is chosen once, where the mode is made (CRED-MODE-20).
  let version: SignatureVersion
  private var kept: (credentials: Credentials, generation: Int, signer: Signer)?
  /// The first generation that may be kept: those before were replaced or rejected.
  private var firstGeneration = Int.min

  init(_ version: SignatureVersion) { self.version = version }

  /// The signer of credentials, with what it needs for the day of a time.
  mutating func prepared(
    _ provided: ProvidedCredentials, at time: Moment
  ) throws(ProviderError) -> PreparedSigner {
    do throws(SigningError) {
      return PreparedSigner(
        try signer(of: provided, at: time), at: time, expiration: provided.expiration,
        generation: provided.generation)
    } catch {
      throw .unsignable(error)
    }
  }

  private mutating func signer(
    of provided: ProvidedCredentials, at time: Moment
  ) throws(SigningError) -> Signer {
    // Credentials that were replaced or rejected while a fetch was awaited do not come back.
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
  mutating func drop(generation: Int) {
    // One that is later than what is signed with was never handed out.
    if let kept, kept.generation < generation { return }
    kept = nil
    firstGeneration = max(firstGeneration, generation < .max ? generation + 1 : generation)
  }

  /// Keeps nothing of any credentials.
  mutating func drop() { kept = nil }

  /// The access key ID whose signer is kept; nil for none.
  package var accessKeyID: String? { kept?.credentials.accessKeyID }

  /// Whether the signer that is kept has a key for the day of a time.
  package func isPrepared(at time: Moment) -> Bool {
    version.isV4 && kept?.signer.isPrepared(at: time) == true
  }
}

extension KeptSigner: CustomReflectable {
  /// A mirror of the version: what is kept can sign.
  package var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}
