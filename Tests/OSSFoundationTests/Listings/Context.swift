import OSSAppServer
import OSSFoundation

/// A listing that uses a form imports its library itself.
typealias UploadForm = SignedPostForm

/// What the listings of the pages call by name, and do not declare themselves.
///
/// Each member is a parameter of the function that a listing becomes.
struct Context: Sendable {
  let id: String
  /// The access key ID with which the app server signs.
  let serverKeyID: String
  let secret: String
  let securityToken: String
  let token: String?
  let expiration: String
  let credentials: Credentials
  let signer: Signer
  let endpoint: Endpoint
  let tokenURL: URL
  let encryptedURL: URL
  /// Where the app server hands out links.
  let linkURL: URL
  let session: String
  let provider: CredentialsURIProvider
  let provided: ProvidedCredentials
  /// A token that the app has kept since it ran before.
  let stored: FederationToken?
  let tokens: StaticTokenProvider
  let server: AppServerClient
  let put: SigningRequest
  let get: SigningRequest
  let request: SigningRequest
  let upload: PresignedRequest
  let download: PresignedRequest
  let jpeg: Data
  let pieces: [Data]
  let uploadID: String
  let data: Data
  let file: URL
  let now: Moment
  let end: Moment
  let arn: String
  let role: AssumeRoleRequest
  let sts: STSClient
  let nonce: String
  let answer: ServerAnswer
  let identity: SigningIdentity
  let text: String
  let date: String
  let status: Int
  let target: String
  let body: Bytes
  let pem: String
  let headers: [String: String]
  let form: UploadForm
}

/// What an app calls on its own server.
struct AppServerClient: Sendable {
  let url: URL
  let token: @Sendable () async throws -> FederationToken

  init(_ url: URL, token: @escaping @Sendable () async throws -> FederationToken) {
    self.url = url
    self.token = token
  }

  func token() async throws -> FederationToken { try await token() }

  /// The session of the user who is signed in.
  func session() async throws -> String { "session" }

  func sign(_ text: String) async throws -> String {
    var request = URLRequest(url: url.appendingPathComponent("sign"))
    request.httpMethod = "POST"
    request.httpBody = Data(text.utf8)
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw UploadError(String(decoding: data, as: UTF8.self))
    }
    return String(decoding: data, as: UTF8.self)
  }
}

/// What an app throws.
struct UploadError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// What an app keeps for its next launch.
func store(_ token: FederationToken) async {}

/// What an app shows.
func show(_ text: String?) { print(text ?? "") }

/// What an app gets from a URL.
func fetch(_ url: String) async throws -> String { throw URLError(.notConnectedToInternet) }

#if !canImport(Darwin)
  extension URLSessionConfiguration {
    /// Background sessions are on devices of Apple alone.
    static func background(withIdentifier identifier: String) -> URLSessionConfiguration {
      .default
    }
  }
#endif

/// What the token server reverses, in place of an encryption.
func decrypt(_ data: Data) -> Data { Data(data.reversed()) }
