import OSSEndpoint
import OSSExplain
import OSSPrimitives
import OSSServices
import Testing

/// A client of a storage, without a server between.
struct StorageClient {
  /// What came back: an answer, or a refusal, whose code is then there.
  struct Reply {
    let status: Int
    var code: String?
    var ec: String?
    var members: [String: String] = [:]
    var fields: [String: String] = [:]
    var bytes = Bytes()

    var text: String { bytes.text }

    /// The texts of the elements at a path, in their order.
    func values(_ path: String) throws -> [String] {
      let root = String(text.split(separator: "<").dropFirst().first?.prefix { $0 != ">" } ?? "")
      let document = try XMLDocument(bytes, roots: [root], limits: .list)
      return document.elements.filter { $0.path == path }.map(\.text.text)
    }

    func value(_ path: String) throws -> String { try #require(try values(path).first) }
  }

  static let start = Moment(milliseconds: 1_764_167_760_250)

  var storage = Storage(buckets: ["bucket".bytes])
  var time = start

  mutating func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = ""
  ) throws -> Reply {
    try send(method, target, headers, bytes: body.bytes)
  }

  mutating func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], bytes: Bytes
  ) throws -> Reply {
    let call = try call(method, target, headers, bytes: bytes)
    do {
      let answer = try storage.answer(to: call)
      var reply = Reply(status: answer.status, bytes: answer.body)
      for field in answer.fields { reply.fields[field.name] = field.value }
      #expect(reply.fields.count == answer.fields.count, "a header comes twice")
      return reply
    } catch {
      var reply = Reply(status: error.status, code: error.code, ec: error.ec)
      for member in error.members { reply.members[member.name] = member.text.text }
      return reply
    }
  }

  /// A call with a path of a bucket and a key, `/` for the service.
  func call(
    _ method: String, _ target: String, _ headers: [String: String] = [:], bytes: Bytes = []
  ) throws -> StorageCall {
    var head = "\(method) \(target) HTTP/1.1\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let sent = try SentRequest(wire: (head + "\r\n").bytes)
    let path = sent.path.halves(at: "?").before.dropFirst()
    let (bucket, key) = Bytes(path).halves(at: "/")
    return StorageCall(
      WireRequest(sent, framing: .counted(bytes.count), body: bytes),
      bucket: bucket.isEmpty ? nil : bucket, key: (key ?? []).percentDecoded, time: time,
      region: "cn-hangzhou")
  }
}
