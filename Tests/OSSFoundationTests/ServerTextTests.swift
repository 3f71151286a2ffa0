import OSSFoundation
import Testing

/// What a server writes may be anything; what is shown of it is short and stays on its line.
@Suite struct `Texts of servers` {
  /// A line end, an escape sequence, the end of a line and a turn of direction of Unicode, and a great
  /// length.
  private static let hostile =
    "a\n\u{1B}[1m\u{85}\u{2028}\u{202E}\u{2066}" + String(repeating: "x", count: 5000)

  private static func values() throws -> [any CustomStringConvertible] {
    let markup = "a&#10;\u{85}\u{2028}\u{202E}" + String(repeating: "x", count: 5000)
    let members = ["Code", "RequestId", "EC"].map { "<\($0)>\(markup)</\($0)>" }.joined()
    let name = String(repeating: "n", count: 5000)
    let body = Bytes("<Error>\(members)<\(name)>a</\(name)></Error>".utf8)
    let bare = ServerAnswer(
      status: 403, ecHeader: hostile, date: hostile, age: hostile, requestID: hostile)
    let full = ServerAnswer(status: 403, body: body)
    let error = try #require(full.error)
    let json = Bytes(
      #"{"Code":"\u202e","Message":"a\n\u2066\(String(repeating: "x", count: 5000))"}"#.utf8)
    var refusal: TokenResponseError?
    do {
      _ = try TokenResponse.token(in: json.span, httpStatus: 403, at: nil)
    } catch { refusal = error }
    let failure = FetchFailure.response(try #require(refusal))
    let credentials = try Credentials(
      accessKeyID: String(repeating: "k", count: 5000), accessKeySecret: "s")
    return [
      bare, full, error, RequestError(bare, tried: []), RequestError(full, tried: []),
      SigningEvent.resent(.retry, status: 503, requestID: hostile),
      SigningEvent.fetchFailed(failure), failure, credentials,
      ProviderError.unavailable(.fetchFailed(failure, retryAt: .epoch), cause: nil),
      FederationToken(credentials, expiration: nil), try Signer(credentials, .v1),
    ] + error.members.map { $0 as any CustomStringConvertible }
  }

  @Test func `are short and on one line`() throws {
    let values = try Self.values()
    #expect(values.count == 16)
    for value in values {
      for text in [value.description, String(reflecting: value)] {
        #expect(text.utf8.count < 1500, "\(type(of: value))")
        let foreign = text.unicodeScalars.filter {
          $0.value < 0x20 || [0x85, 0x2028, 0x202E, 0x2066].contains($0.value)
        }
        #expect(foreign.isEmpty, "\(type(of: value))")
      }
    }
  }
}
