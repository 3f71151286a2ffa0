import OSSAppServer
import OSSFoundation

/// Runs the listings of the pages that promise to work, against the servers that they need: the one
/// that verifies signatures is named by the first argument, the app server runs in this program.
let oss = CommandLine.arguments[1]
let endpoint = try Endpoint(oss)
let version = SignatureVersion.v4(region: "cn-hangzhou")
let credentials = try Credentials(
  accessKeyID: "exampleAccessKeyID00", accessKeySecret: "ExampleSecret0000000000000000ab")
let appServer = AppServer(
  signer: try Signer(credentials, version), sts: try STSClient(credentials, endpoint: endpoint))
let role = try AssumeRoleRequest(roleARN: "acs:ram::123456789012:role/app", roleSessionName: "app")
let loopback = try LoopbackServer { path, body in
  switch path {
  case "/oss-token": try await appServer.token(for: "7")
  case "/oss-link": try appServer.link(for: "7")
  default: Data(try appServer.signature(of: body, for: "7").utf8)
  }
}
let file = URL(fileURLWithPath: NSTemporaryDirectory())
  .appendingPathComponent("\(UUID()).txt")
try Data("file".utf8).write(to: file)
defer { try? FileManager.default.removeItem(at: file) }

func url(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw URLError(.badURL) }
  return url
}

func context(tokenURL: URL, key: String) async throws -> Context {
  let provider = CredentialsURIProvider(url: tokenURL, version: version)
  let provided = try await provider.credentials()
  let held = FederationToken(provided.credentials, expiration: provided.expiration)
  let put = try SigningRequest(
    .put, bucket: "photos", key: key,
    headers: ["Content-Type": "image/jpeg", "Content-Length": "4"],
    additionalHeaders: ["Content-Length"])
  let get = try SigningRequest(.get, bucket: "photos", key: key)
  let (secret, token) = provided.credentials.revealed()
  return Context(
    id: provided.credentials.accessKeyID, serverKeyID: credentials.accessKeyID,
    secret: secret, securityToken: token ?? "", token: token,
    expiration: provided.expiration?.iso8601 ?? "", credentials: provided.credentials,
    signer: try Signer(provided.credentials, version), endpoint: endpoint, tokenURL: tokenURL,
    encryptedURL: try url(oss + "/reversed"),
    linkURL: loopback.url.appendingPathComponent("oss-link"), session: "session",
    provider: provider, provided: provided, stored: held,
    tokens: StaticTokenProvider(held, version: version),
    server: AppServerClient(loopback.url) { held }, put: put, get: get, request: get,
    upload: try await provider.presign(put, at: endpoint, validFor: .hours(1)),
    download: try await provider.presign(get, at: endpoint, validFor: .hours(1)),
    jpeg: Data("jpeg".utf8), pieces: ["one", "two", "three"].map { Data($0.utf8) },
    uploadID: "kept", data: Data(), file: file, now: Moment(Date()),
    end: Moment(Date() + 3600), arn: role.roleARN, role: role, sts: appServer.sts, nonce: "1",
    answer: ServerAnswer(status: 503), identity: appServer.signer.identity,
    text: "",
    date: "", status: 200, target: "", body: [], pem: "", headers: [:],
    form: try PostSigner(credentials, version).sign(
      expiration: Moment(Date() + 3600), conditions: [.bucket("photos")], at: Moment(Date())))
}

/// Has a signer of a listing store and get an object, which the server verifies.
func verify(_ signer: some RequestSigner, _ context: Context) async throws {
  let isCustom = signer is CustomSigner
  let key = isCustom ? "users/7/cat.jpg" : "seeds/cat.jpg"
  let length = "\(context.jpeg.count)"
  let put = try SigningRequest(
    .put, bucket: "photos", key: key,
    headers: ["Content-Type": "image/jpeg", "Content-Length": length],
    additionalHeaders: ["Content-Length"])
  _ = try await URLSession.shared.data(
    for: put, at: context.endpoint, body: context.jpeg, signer: signer)
  guard isCustom else { return }
  // What the rule of the app server does not allow is not signed.
  let other = try SigningRequest(.put, bucket: "photos", key: "users/8/cat.jpg")
  if (try? await signer.sign(other)) != nil { throw UploadError("The rule allows too much.") }
}

/// Has a signer without a clock sign a request, which the server verifies.
func verify(_ signer: Signer, _ context: Context) async throws {
  try await send(signer.urlRequest(for: context.get, at: context.endpoint), context)
}

/// Makes the request of a presigned URL of a listing, which the server verifies.
func verify(_ link: PresignedRequest, _ context: Context) async throws {
  try await send(URLRequest(link), context)
}

/// Makes the request of a presigned URL of a listing, which the server verifies.
func verify(_ link: PresignedURL, _ context: Context) async throws {
  try await send(URLRequest(link), context)
}

func send(_ request: URLRequest, _ context: Context) async throws {
  var request = request
  if request.httpMethod == "PUT" { request.httpBody = context.jpeg }
  let (data, response) = try await URLSession.shared.data(for: request)
  if case .failure(let text) = ResponseVerdict(response, body: data) {
    throw UploadError(text ?? "")
  }
}

do {
  let tokens = ["/distribute-token.json", "/camel.json"].map { oss + $0 }
  let first = try await context(tokenURL: url(tokens[0]), key: "seeds/cat.jpg")
  try await runREADME(first)
  try await runOSSFoundation(first)
  try await runPresignAnUpload(first)
  try await runHandCredentialsOn(first)
  try await runUploadInParts(first)
  try await runSignOnAServer(first)
  // The pages of the iOS SDK: a token server whose answer is flat, and one whose answer is camelCase.
  for token in tokens {
    try await runFromTheIOSSDK(context(tokenURL: url(token), key: "seeds/cat.jpg"))
  }
  // The app, its server, STS and OSS: the whole flow.
  try await runKeepTheSecretOnYourServer(
    context(tokenURL: loopback.url.appendingPathComponent("oss-token"), key: "users/7/cat.jpg"))
  print("All listings ran.")
} catch {
  print(error)
  exit(1)
}
