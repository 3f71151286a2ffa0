public import OSSPrimitives
public import OSSVectors

/// The replies of a file that an adapter wrote for exported requests.
public struct GradedReplies: Hashable, Sendable {
  /// What the adapter says of itself in the first line.
  public let identity: AdapterIdentity

  /// One reply for each vector, in their order.
  public let replies: [Reply]

  /// Reads a file of replies.
  ///
  /// A vector that has none failed, unless the adapter does not list its operation. A reply whose
  /// members make no sense is the failure of its vector, as in a live run.
  ///
  /// - Parameters:
  ///   - bytes: The file: the adapter's reply to the handshake, then one reply a line.
  ///   - vectors: The vectors that were exported.
  /// - Throws: A ``GradingError`` that names the line, if it belongs to no vector or is the second one
  ///   for its vector: the file is then not the answer to these vectors.
  /// - Complexity: O(*n*) in the size of the file.
  public init(_ bytes: Bytes, for vectors: [Vector]) throws(GradingError) {
    var lines = FileLines(bytes)
    guard let first = lines.next() else { throw .empty }
    identity = try Self.identity(bytes, first)
    var places: [String: Int] = [:]
    for (place, vector) in vectors.enumerated() {
      places[ExportedRequests.seq(of: vector)] = place
    }
    var replies = [Reply?](repeating: nil, count: vectors.count)
    while let range = lines.next() {
      do throws(LineFault) {
        let line = try ReplyLine(bytes, in: range)
        guard let place = places[line.seq] else { throw .unknownSeq(line.seq) }
        guard replies[place] == nil else { throw .secondReply(line.seq) }
        replies[place] = Self.reply(line, number: lines.number)
      } catch {
        throw .line(lines.number, fault: error.description)
      }
    }
    self.replies = Self.complete(replies, vectors, identity)
  }

  private static func identity(
    _ bytes: Bytes, _ range: Range<Int>
  ) throws(GradingError) -> AdapterIdentity {
    let line: HandshakeLine
    do throws(LineFault) {
      line = try HandshakeLine(bytes, in: range)
    } catch {
      throw .line(1, fault: error.description)
    }
    switch line {
    case .identity(let identity): return identity
    case .refusal(let speaks, let message):
      throw .refusedProtocol(speaks: speaks, message: message)
    }
  }

  private static func reply(_ line: ReplyLine, number: Int) -> Reply {
    do throws(LineFault) {
      return try line.reply()
    } catch {
      return .failed(message: "line \(number) of the file of replies \(error)")
    }
  }

  private static func complete(
    _ replies: [Reply?], _ vectors: [Vector], _ identity: AdapterIdentity
  ) -> [Reply] {
    vectors.indices.map { place in
      if let reply = replies[place] { return reply }
      if let objection = identity.objection(to: AdapterRequest(vectors[place])) {
        return .unsupported(reason: objection)
      }
      return .failed(message: "the file of replies has no reply")
    }
  }
}
