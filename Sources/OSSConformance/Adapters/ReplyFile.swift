package import OSSPrimitives
package import OSSVectors

/// Requests for an adapter that reads a file, where the SDK cannot run as a process (ADP-FILE-1).
package enum ExportedRequests: Sendable {
  /// The lines of the file: the handshake with the digest of the corpus, then one request a vector.
  ///
  /// - Returns: The file's bytes; the same for the same arguments.
  package static func lines(for vectors: [Vector], corpusDigest: String) -> Bytes {
    var buffer = Bytes()
    RequestLine.appendHello(corpusDigest: corpusDigest, to: &buffer)
    for vector in vectors {
      RequestLine.append(AdapterRequest(vector), seq: seq(of: vector), to: &buffer)
    }
    RequestLine.appendBye(to: &buffer)
    return buffer
  }

  /// The name of a vector's request in a file, which does not give the vector away.
  ///
  /// It is the beginning of a hash over the id, the operation and the input: it stays the same as
  /// long as the same is asked, and a reply to an earlier input finds no vector.
  ///
  /// - Returns: Sixteen lower-case hexadecimal digits.
  package static func seq(of vector: Vector) -> String {
    var buffer = Bytes()
    RequestLine.append(AdapterRequest(vector), seq: vector.id, to: &buffer)
    return String(SHA256.hash(buffer.span).hexadecimal.prefix(16))
  }
}

/// Why a file of replies cannot be judged.
package enum GradingError: Error, Equatable, Sendable {
  /// The file has no line.
  case empty
  /// The adapter that wrote it does not speak this version of the protocol; `message` is its own.
  case refusedProtocol(speaks: Int64?, message: String?)
  /// A line is not what it should be, counted from 1.
  case line(Int, fault: String)
}

extension GradingError: CustomStringConvertible {
  /// One sentence that names the line and the fault.
  package var description: String {
    switch self {
    case .empty: "The file of replies is empty."
    case .refusedProtocol(let speaks, let message):
      "The file of replies is from an adapter that does not speak protocol version 1"
        + (speaks.map { ", but version \($0)" } ?? "") + (message.map { ": \($0)" } ?? "") + "."
    case .line(let number, let fault): "Line \(number) of the file of replies \(fault)."
    }
  }
}

/// The replies of a file that an adapter wrote for exported requests (ADP-FILE-2).
package struct GradedReplies: Hashable, Sendable {
  /// What the adapter says of itself in the first line.
  package let identity: AdapterIdentity

  /// One reply for each vector, in their order.
  package let replies: [Reply]

  /// Reads a file of replies.
  ///
  /// A vector that has none failed, unless the adapter does not list its operation. A reply whose
  /// members make no sense is the failure of its vector, as in a live run.
  package init(_ bytes: Bytes, for vectors: [Vector]) throws(GradingError) {
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
    let fault = { (error: LineFault) in GradingError.line(1, fault: error.description) }
    switch try rethrowing(as: fault, HandshakeLine(bytes, in: range)) {
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
