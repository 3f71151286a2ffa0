import OSSAppServer
import OSSCredentials
import OSSPrimitives
import OSSSigning
import TestSupport
import Testing

@Suite struct `The default chain` {
  private static let pair = [
    "ALIBABA_CLOUD_ACCESS_KEY_ID": "exampleAccessKeyID00",
    "ALIBABA_CLOUD_ACCESS_KEY_SECRET": "ExampleSecret0000000000000000ab",
  ]

  @Test func `reads no file and no further variable once the environment gives a pair`() {
    var read: [String] = []
    var chain = DefaultChain(
      environment: {
        read.append($0)
        return Self.pair[$0]
      },
      file: {
        read.append($0)
        return nil
      })
    #expect(chain.next()?.source == .environment)
    #expect(
      read == [
        "ALIBABA_CLOUD_ACCESS_KEY_ID", "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
        "ALIBABA_CLOUD_SECURITY_TOKEN",
      ])
    #expect(chain.passedOver.isEmpty)
  }

  @Test func `goes on with the next source, and ends after the last one`() {
    let variables = Self.pair.merging(["ALIBABA_CLOUD_CREDENTIALS_URI": "http://127.0.0.1/"]) { $1 }
    var chain = DefaultChain(environment: { variables[$0] }, file: { _ in nil })
    var sources: [DefaultChain.Source] = []
    while let link = chain.next() { sources.append(link.source) }
    #expect(sources == [.environment, .metadata, .uri])
    #expect(chain.next() == nil)
    #expect(chain.passedOver.map(\.source) == [.oidc, .cliProfile, .credentialsFile])
  }

  @Test func `says why a source was passed over, and shows none of its values`() {
    let secret = "ExampleSecret0000000000000000ab"
    let profile = """
      {"current":"a","profiles":[{"name":"a","mode":"AK","access_key_id":"id id",\
      "access_key_secret":"\(secret)"}]}
      """
    var chain = DefaultChain(
      environment: { $0 == "ALIBABA_CLOUD_ACCESS_KEY_SECRET" ? secret : nil },
      file: { $0 == DefaultChain.profilesPath ? Bytes(profile.utf8) : nil })
    #expect(chain.next()?.source == .metadata)
    let reasons = chain.passedOver.map(\.reason)
    #expect(
      reasons == [
        .missingVariable("ALIBABA_CLOUD_ACCESS_KEY_ID"),
        .missingVariable("ALIBABA_CLOUD_ROLE_ARN"),
        .invalidCredentials(.invalidAccessKeyID(byte: 0x20, offset: 2)),
        .missingFile(DefaultChain.credentialsPath),
      ])
    #expect(reasons.allSatisfy { !$0.description.contains(secret) })
  }
}

@Suite struct `The output of a process` {
  @Test(arguments: [
    #"{"access_key_id":"id","access_key_id":"hidden000","access_key_secret":"hidden000"}"#,
    #"{"access_key_id":"id hidden000","access_key_secret":"hidden000"}"#,
    #"{"access_key_id":"id","access_key_secret":"hidden000","mode":"hidden000"}"#,
    #"{"access_key_id":"id","access_key_secret":"hidden000","expiration":"hidden000"}"#,
    #"{"access_key_id":"id","access_key_secret":"hidden000","sts_token":"hidden\n000"}"#,
    #"{"access_key_id":"id","AccessKeySecret":"hidden000"}"#, "hidden000", #"["hidden000"]"#,
  ]) func `is shown by no error`(output: String) {
    let error = #expect(throws: ProcessOutputError.self) {
      try ProcessOutput.token(in: Bytes(output.utf8).span, at: nil)
    }
    #expect(error?.description.contains("hidden") == false)
  }
}

@Suite struct `The requests to the metadata service` {
  private typealias Answer = MetadataExchange.Answer

  @Test func `end with the first that brings nothing`() throws {
    var exchange = try MetadataExchange(role: nil, environment: { _ in nil })
    var paths: [String] = []
    while let request = exchange.request {
      paths.append(request.method + " " + request.path)
      exchange.take(nil)
    }
    #expect(
      paths == [
        "PUT /latest/api/token", "GET /latest/meta-data/ram/security-credentials/",
      ])
    exchange.take(Answer(status: 200, body: Bytes("web".utf8)))
    #expect(throws: MetadataError.noCredentials) { try exchange.token(at: nil) }
  }

  @Test func `have the token of the service, which asks for its lifetime`() throws {
    var exchange = try MetadataExchange(role: "web", environment: { _ in nil })
    #expect(exchange.request?.headers.map(\.value) == ["21600"])
    exchange.take(Answer(status: 200, body: Bytes("t0ken\n".utf8)))
    #expect(exchange.request?.headers.map(\.name) == ["X-aliyun-ecs-metadata-token"])
    #expect(exchange.request?.headers.map(\.value) == ["t0ken"])
  }
}

@Suite struct `What is read of credentials` {
  @Test func `is shown by no value, however it is printed`() throws {
    let profiles = """
      {"current":"a","profiles":[{"name":"a","mode":"AK","access_key_id":"id",\
      "access_key_secret":"hidden000"},\
      {"name":"b","mode":"External","process_command":"helper hidden000"},\
      {"name":"c","mode":"CredentialsURI","credentials_uri":"http://127.0.0.1/?key=hidden000"}]}
      """
    let section = "[default]\ntype = access_key\naccess_key_id = id\naccess_key_secret = hidden000"
    let file = try CLIProfiles(Bytes(profiles.utf8).span)
    var exchange = try MetadataExchange(role: "web", environment: { _ in nil })
    exchange.take(MetadataExchange.Answer(status: 200, body: Bytes("hidden000".utf8)))
    let answer = MetadataExchange.Answer(status: 200, body: Bytes("hidden000".utf8))
    let values: [Any] = [
      file, try CredentialsFile(Bytes(section.utf8).span), exchange, answer,
      try file.plan(ofProfile: nil), try file.plan(ofProfile: "b"),
      try file.plan(ofProfile: "c").origin,
    ]
    let bytes = "104, 105, 100, 100, 101, 110"
    for text in ShownTexts.texts(ofEach: values) {
      #expect(!text.contains("hidden") && !text.contains(bytes), "\(text)")
    }
  }

  @Test func `may be a chain of as many profiles as a file holds`() throws {
    let count = 10_000
    let links = (0..<count).map { index in
      #"{"name":"\#(index)","mode":"ChainableRamRoleArn","ram_role_arn":"r","#
        + #""source_profile":"\#(index + 1)"}"#
    }
    let end = #"{"name":"\#(count)","mode":"EcsRamRole"}"#
    let text = #"{"current":"0","profiles":["# + (links + [end]).joined(separator: ",") + "]}"
    let plan = try CLIProfiles(Bytes(text.utf8).span).plan(ofProfile: nil)
    #expect(plan.roles.count == count)
    #expect(plan.origin == .metadata(roleName: nil))
  }

  @Test(arguments: [".", ".."]) func `names no role that is a step of a path`(role: String) {
    #expect(throws: MetadataError.invalidRole) {
      try MetadataExchange(role: role, environment: { _ in nil })
    }
  }
}
