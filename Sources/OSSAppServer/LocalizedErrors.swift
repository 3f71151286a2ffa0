#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

// Without it, Foundation shows "The operation could not be completed" for each of these errors.
#if canImport(FoundationEssentials) || canImport(Foundation)
  extension CallbackVerificationError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension CredentialSourceError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension LiveChannelError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension MetadataError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension PostFormFault: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension PostPolicyError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension PostSignerError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension ProcessOutputError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension RSAKeyError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension RSASignatureError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension SigningRuleError: LocalizedError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }
#endif
