// Declarations of the iOS SDK 2.11.1, as Swift sees them, as far as the recipes plug into them.
import Foundation

public protocol OSSCredentialProvider: NSObjectProtocol {}

public final class OSSFederationToken: NSObject {
  public var tAccessKey = ""
  public var tSecretKey = ""
  public var tToken = ""
  public var expirationTimeInMilliSecond: Int64 = 0
  public var expirationTimeInGMTFormat: String?
}

open class OSSFederationCredentialProvider: NSObject, OSSCredentialProvider {
  public init(federationTokenGetter: @escaping () -> OSSFederationToken?) {}
}

public final class OSSAuthCredentialProvider: OSSFederationCredentialProvider {
  public init(authServerUrl: String, responseDecoder: ((Data) -> Data?)?) {
    super.init { nil }
  }
}

public final class OSSCustomSignerCredentialProvider: NSObject, OSSCredentialProvider {
  public init?(implementedSigner: @escaping (String, UnsafeMutablePointer<NSError?>?) -> String?) {}
}
