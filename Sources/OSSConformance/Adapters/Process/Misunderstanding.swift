internal import OSSPrimitives

/// What an adapter that has answered nothing yet said in place of replies (ADP-RUN-10).
struct Misunderstanding: Sendable {
  /// How many of its processes said something that is no reply.
  private(set) var count = 0
  private var request: String?
  private var reply: String?
  private var fault = ""

  /// Keeps the first line that was sent.
  mutating func noteRequest(_ outgoing: Bytes) {
    if request == nil, !outgoing.isEmpty { request = Self.firstLine(of: outgoing) }
  }

  /// Counts a line that is no reply, and keeps the first one.
  ///
  /// - Parameters:
  ///   - line: The line; nil if it was too long to keep.
  ///   - fault: What is wrong with it.
  mutating func noteReply(_ line: Bytes?, fault: String) {
    if count == 0 {
      reply = line.map(Self.firstLine)
      self.fault = fault
    }
    count += 1
  }

  /// The error that ends the run.
  func error(_ command: [String]) -> AdapterError {
    .noReplies(
      command: command.joined(separator: " "), fault: fault, request: request ?? "",
      reply: reply ?? "")
  }

  /// The first line of some bytes, as far as a person reads it.
  private static func firstLine(of bytes: Bytes) -> String {
    let line = bytes.prefix { $0 != 0x0A }
    let text = String(decoding: line.prefix(600), as: UTF8.self)
    return line.count > 600 ? text + "…" : text
  }
}
