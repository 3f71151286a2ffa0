import OSSEndpoint
import OSSJSON
import OSSPrimitives
import Testing

@Suite struct `The token port` {
  @Test func `gives tokens that the endpoint takes until they end`() throws {
    let server = TokenServer { TokenGrant(lifetime: $0 == 1 ? 60 : 3600) }
    for (path, state) in [
      ("/distribute-token.json", "StatusCode"), ("/credentials", "Code"),
    ] {
      let token = try server.object("GET \(path)")
      #expect(token[state] == (state == "Code" ? "Success" : 200))
      let texts = ["AccessKeyId", "AccessKeySecret", "SecurityToken"].map {
        token[$0]?.stringValue ?? ""
      }
      func status() throws -> String {
        try server.send("PUT", "/bucket/k", texts[0], texts[1], texts[2])
      }
      #expect(try status() == "200")
      let end = try Moment(iso8601: token["Expiration"]?.stringValue ?? "")
      server.service.endpoint.clockOffset = .milliseconds(
        end.since(TokenServer.start).milliseconds - 1)
      #expect(try status() == "200")
      server.service.endpoint.clockOffset = .milliseconds(end.since(TokenServer.start).milliseconds)
      #expect(try status() == "SecurityTokenExpired")
    }
  }

  @Test func `gives each call the token that its grant says`() throws {
    let zone = try #require(TokenGrant.Zone("+08:00"))
    let server = TokenServer {
      TokenGrant(
        lifetime: $0 == 1 ? -1 : 900, repeatsFormer: $0 == 2, spelling: $0 == 3 ? .second : .first,
        zone: $0 == 4 ? zone : .utc)
    }
    let answers = try (1...4).map { _ in try server.object("GET /distribute-token.json") }
    #expect(answers[0]["Expiration"] == "2023-12-03T12:12:11Z")
    #expect(answers[1] == answers[0])
    #expect(answers[2]["expiration"] == "2023-12-03T12:27:12Z")
    #expect(answers[2]["accessKeyId"] == "conform-token-key-3" && answers[2]["StatusCode"] == nil)
    #expect(answers[3]["Expiration"] == "2023-12-03T20:27:12+08:00")
    for text in ["", "8", ".5Z", "+25:00", "Z ", "UTC"] { #expect(TokenGrant.Zone(text) == nil) }
  }

  @Test func `knows the last thousand keys`() throws {
    let server = TokenServer()
    for _ in 1...1001 { _ = try server.object("GET /credentials") }
    let keys = server.service.endpoint.verifier.keys.map { $0.id.text }
    #expect(keys.count == 1001 && keys[0] == "id" && keys[1] == "conform-token-key-2")
  }

  @Test func `holds a token to the actions of its grant`() throws {
    let server = TokenServer { _ in TokenGrant(actions: ["oss:Get*", "oss:PutObject"]) }
    let token = try server.object("GET /credentials")
    let texts = ["AccessKeyId", "AccessKeySecret", "SecurityToken"].map {
      token[$0]?.stringValue ?? ""
    }
    for (method, resource, status) in [
      ("PUT", "/bucket/k", "200"), ("GET", "/bucket/k", "200"),
      ("DELETE", "/bucket/k", "AccessDenied"),
      ("GET", "/bucket/", "AccessDenied"), ("GET", "/", "AccessDenied"),
    ] {
      let answer = try server.send(method, resource, texts[0], texts[1], texts[2])
      #expect(answer == status, "\(method) \(resource)")
    }
  }

  @Test func `answers other calls with 404`() throws {
    #expect(try TokenServer().answer("GET /nothing").status == 404)
  }
}
