public import OSSAppServer

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// An error of an app's server whose sentence is what `localizedDescription` shows.
  ///
  /// Without it, Foundation shows "The operation could not be completed" for every error.
  public protocol DescribedServerError: LocalizedError, CustomStringConvertible {}

  extension DescribedServerError {
    /// The sentence of `description`.
    public var errorDescription: String? { description }
  }

  extension CallbackVerificationError: DescribedServerError {}
  extension CredentialSourceError: DescribedServerError {}
  extension LiveChannelError: DescribedServerError {}
  extension MetadataError: DescribedServerError {}
  extension PostFormFault: DescribedServerError {}
  extension PostPolicyError: DescribedServerError {}
  extension PostSignerError: DescribedServerError {}
  extension ProcessOutputError: DescribedServerError {}
  extension RSAKeyError: DescribedServerError {}
  extension RSASignatureError: DescribedServerError {}
  extension SigningRuleError: DescribedServerError {}
#endif
