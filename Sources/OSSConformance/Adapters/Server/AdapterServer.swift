internal import OSSPrimitives
internal import OSSVectors

/// Speaks the adapter's side of the protocol for something that answers in this process.
///
/// It is what `oss-conform adapter` runs. Whatever comes in, it answers: a line that it cannot read
/// has a reply whose seq is null, because there is nothing else to name.
public struct AdapterServer<Subject: Answerer>: Sendable {
  let subject: Subject
  let clock: @Sendable () -> Int64

  /// Makes a server.
  ///
  /// - Parameter subject: Gives the answers.
  public init(_ subject: Subject) {
    self.init(subject) { ByteChannel.now() }
  }

  /// Makes a server that takes the time of its benchmarks from elsewhere, such as a test.
  package init(_ subject: Subject, clock: @escaping @Sendable () -> Int64) {
    self.subject = subject
    self.clock = clock
  }

  /// Serves the standard streams of this process until they end or leave is taken.
  ///
  /// The caller ignores SIGPIPE, as a runner may go at any time.
  public func serveStandardStreams() {
    let channel = ByteChannel(standardStreams: ())
    var incoming = LineBuffer(limit: AdapterLimits().lineByteCount)
    var outgoing = Bytes()
    var isOpen = true
    while isOpen {
      let received = incoming.fill { storage, offset in
        if case .moved(let count) = channel.read(into: &storage, at: offset) { return count }
        return 0
      }
      isOpen = answerLines(of: &incoming, to: &outgoing) && received > 0
      // A last line without LF is still a line.
      if received == 0, incoming.holdsPart {
        _ = incoming.fill { storage, offset in
          storage[offset] = 0x0A
          return 1
        }
        _ = answerLines(of: &incoming, to: &outgoing)
      }
      guard Self.write(outgoing, to: channel) else { return }
      outgoing.removeAll(keepingCapacity: true)
    }
  }

  /// Answers every complete line, and says whether to go on.
  private func answerLines(of incoming: inout LineBuffer, to outgoing: inout Bytes) -> Bool {
    while true {
      switch incoming.next() {
      case .found(let range):
        let isOpen = answer(
          incoming.storage, in: range, number: incoming.lineNumber, to: &outgoing)
        if !isOpen { return false }
      case .incomplete:
        return true
      case .tooLong:
        refuse(
          .tooLong(limit: incoming.limit), line: incoming.lineNumber + 1, to: &outgoing)
        return false
      }
    }
  }

  private static func write(_ bytes: Bytes, to channel: borrowing ByteChannel) -> Bool {
    var written = 0
    while written < bytes.count {
      switch channel.write(bytes, from: written) {
      case .moved(let count): written += count
      case .blocked: _ = channel.wait(toRead: false, toWrite: true, until: .max)
      case .closed: return false
      }
    }
    return true
  }
}
