public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
public import OSSJSON
public import OSSPrimitives
public import OSSServices
public import OSSSigning

/// An error whose sentence is what `localizedDescription` shows.
///
/// Without it, Foundation shows "The operation could not be completed" for every error.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension EndpointError: DescribedError {}
extension BodyError: DescribedError {}
extension ChecksumError: DescribedError {}
extension RequestError: DescribedError {}

extension AssumeRoleError: DescribedError {}
extension Base64Error: DescribedError {}
extension BucketName.CreationFault: DescribedError {}
extension CallbackError: DescribedError {}
extension CredentialsError: DescribedError {}
extension EnvironmentError: DescribedError {}
extension ErrorBodyError: DescribedError {}
extension FetchFailure: DescribedError {}
extension TokenTransportError: DescribedError {}
extension HexadecimalError: DescribedError {}
extension JSONError: DescribedError {}
extension MultipartError: DescribedError {}
extension PercentEncodingError: DescribedError {}
extension PresignLimitError: DescribedError {}
extension ProviderError: DescribedError {}
extension RPCError: DescribedError {}
extension RequestURLError: DescribedError {}
extension ServerError: DescribedError {}
extension SignerError: DescribedError {}
extension SigningError: DescribedError {}
extension TimeError: DescribedError {}
extension TokenResponseError: DescribedError {}
