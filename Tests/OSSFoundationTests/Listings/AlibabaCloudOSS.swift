// Declarations of alibabacloud-oss-swift-sdk-v2 0.3.0, as far as the recipe plugs into them.
import Foundation

public struct Credentials: Sendable {
  public init(
    accessKeyId: String, accessKeySecret: String, securityToken: String? = nil,
    expiration: Date? = nil
  ) {}
}

public protocol CredentialsProvider: Sendable {
  func getCredentials() async throws -> Credentials
}
