internal import FoundationEssentials
package import OSSExplain
internal import OSSJSON
package import OSSPrimitives

/// A request of a client with a mistake, which OSS refuses for its signature.
package struct WireCase {
  package let id: String
  /// The mistake, and those with which a client sends the same.
  package let names: Set<String>
  package let vector: String
  package let request: String
  package let secret: String
  package let host: KnownHost

  /// The cases that `spec/mistakes/wire.py` writes.
  package static func all() throws -> [WireCase] {
    let file = "\(RealVectors.folder)/../Tests/TestSupport/wire-mistakes.json"
    let json = try JSONReader.read(String(contentsOfFile: file, encoding: .utf8))
    return try (json.arrayValue ?? []).map(WireCase.init)
  }

  private init(_ json: JSONValue) throws {
    let members = json.objectValue ?? [:]
    let text = { (name: String) in
      guard let text = members[name]?.stringValue else { throw Incomplete(name: name) }
      return text
    }
    (id, vector) = (try text("id"), try text("vector"))
    names = Set([id] + (members["also"]?.arrayValue ?? []).compactMap(\.stringValue))
    (request, secret) = (try text("request"), try text("secret"))
    let prefix = try text("prefix").bytes
    host =
      members["endpoint"]?.stringValue.map { .endpoint(host: $0.bytes, pathPrefix: prefix) }
      ?? .domain(bucket: members["bucket"]?.stringValue?.bytes, pathPrefix: prefix)
  }

  /// A case without a member that it needs.
  private struct Incomplete: Error {
    let name: String
  }
}

extension WireCase {
  /// The time that the request gives itself, at which no clock refuses it.
  package var time: Moment {
    guard let signature = try? SentRequest(wire: request.bytes).signature else {
      return Moment(milliseconds: 0)
    }
    let text = signature.date.text
    let seconds = signature.isURL ? Int64(text) : nil
    return (try? Moment(iso8601Basic: text)) ?? (try? Moment(rfc1123: text))
      ?? seconds.flatMap { try? Moment(seconds: $0) } ?? Moment(milliseconds: 0)
  }
}
