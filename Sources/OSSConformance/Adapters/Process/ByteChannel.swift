internal import OSSEndpoint
internal import OSSPrimitives
internal import OSSVectors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Two descriptors: one to read from and one to write to.
///
/// The runner's side of a child's standard streams and the server's own standard streams are both
/// one. Nothing here waits but ``wait(toRead:toWrite:until:)`` and a read from a blocking descriptor.
struct ByteChannel: ~Copyable {
  /// What one attempt to move bytes came to.
  enum Transfer: Hashable {
    /// So many bytes were moved, at least one.
    case moved(Int)
    /// None could be moved at the moment.
    case blocked
    /// The other side is gone.
    case closed
  }

  private let input: Int32
  private var output: Int32
  private let ownsDescriptors: Bool

  /// Takes two descriptors over; the channel closes them when it ends.
  ///
  /// - Parameters:
  ///   - input: Read from; it should not block.
  ///   - output: Written to; it should not block.
  init(reading input: Int32, writing output: Int32) {
    self.input = input
    self.output = output
    ownsDescriptors = true
  }

  /// The standard streams of this process, which stay open.
  ///
  /// - Parameter output: The standard output, or the standard error.
  init(writing output: Int32 = STDOUT_FILENO) {
    input = STDIN_FILENO
    self.output = output
    ownsDescriptors = false
  }

  deinit {
    if ownsDescriptors {
      close(input)
      if output >= 0 { close(output) }
    }
  }

  /// Says that nothing more will be written, which the other side sees as the end of its input.
  mutating func closeOutput() {
    if ownsDescriptors, output >= 0 { close(output) }
    output = -1
  }

  /// Reads once, into the part of a buffer that begins at an offset.
  ///
  /// - Parameters:
  ///   - buffer: Filled from `offset` to at most its end; its length does not change.
  ///   - offset: Where to put the first byte.
  func receive(into buffer: inout Bytes, at offset: Int) -> Transfer {
    let count = unsafe buffer.withUnsafeMutableBytes { room in
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: room[offset...])
      return untilUninterrupted { unsafe read(input, free.baseAddress, free.count) }
    }
    return Self.transfer(count)
  }

  /// Reads up to the end, but one byte more than a limit at most: so is seen that there is more.
  ///
  /// - Returns: What was read; nil where the reading failed.
  func receiveAll(limit: Int) -> Bytes? {
    var bytes = Bytes()
    var piece = Bytes(repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      errno = 0
      switch receive(into: &piece, at: 0) {
      case .moved(let count): bytes += piece[..<min(count, limit + 1 - bytes.count)]
      case .blocked: _ = wait(toRead: true, toWrite: false, until: .max)
      case .closed: return errno == 0 ? bytes : nil
      }
    }
    return bytes
  }

  /// Writes once, from an offset to the end of a buffer or as far as the other side has room.
  func send(_ buffer: borrowing Bytes, from offset: Int) -> Transfer {
    guard output >= 0 else { return .closed }
    let count = unsafe buffer.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      return untilUninterrupted { unsafe write(output, rest.baseAddress, rest.count) }
    }
    return Self.transfer(count)
  }

  /// Writes all of a buffer, however long that takes.
  ///
  /// - Returns: Whether the other side took all of it.
  @discardableResult
  func sendAll(_ buffer: borrowing Bytes) -> Bool {
    var written = 0
    while written < buffer.count {
      switch send(buffer, from: written) {
      case .moved(let count): written += count
      case .blocked:
        // The other side may never read on, and a signal must still end the program.
        HeldSignals.releasePending()
        _ = wait(toRead: false, toWrite: true, until: .max)
      case .closed: return false
      }
    }
    return true
  }

  /// Waits until the channel can be read or written, or a moment has come.
  ///
  /// - Parameters:
  ///   - toRead: Whether bytes, or the end, on the input end the wait.
  ///   - toWrite: Whether room on the output ends the wait.
  ///   - deadline: When to stop waiting, in nanoseconds of ``MonotonicClock``.
  /// - Returns: Which of the two is ready; neither if the moment came first.
  func wait(
    toRead: Bool, toWrite: Bool, until deadline: Int64
  ) -> (readable: Bool, writable: Bool) {
    var poll = Poll()
    poll.add(descriptor: toRead ? input : -1, Int16(POLLIN))
    poll.add(descriptor: toWrite ? output : -1, Int16(POLLOUT))
    // A signal that interrupts the wait is the caller's loop once more, no more.
    poll.wait(until: deadline)
    return (poll.isReady(0), poll.isReady(1))
  }

  static func pause(_ duration: Int64) { usleep(UInt32(clamping: duration / 1_000)) }

  private static func transfer(_ count: Int) -> Transfer {
    if count > 0 { return .moved(count) }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .blocked : .closed
  }
}

/// Bytes as they are read, cut into lines without being copied.
struct LineBuffer {
  /// The bytes; those from ``start`` to ``end`` are still to be read as lines.
  private(set) var storage: Bytes

  /// How many lines were taken out; the number of the last one, counted from 1.
  private(set) var lineNumber = 0

  /// The longest line, in bytes without its LF.
  let limit: Int

  private var start = 0
  private var end = 0
  /// Where the search for the next LF goes on.
  private var searched = 0

  /// What the next line is.
  enum Line: Hashable {
    /// Where in ``LineBuffer/storage`` it is, without its LF.
    case found(Range<Int>)
    /// It is not complete yet.
    case incomplete
    /// It is longer than the limit.
    case tooLong
  }

  init(limit: Int) {
    self.limit = limit
    storage = Bytes(repeating: 0, count: min(1 << 16, limit + 1))
  }

  /// Whether a line has begun and is not complete.
  var holdsPart: Bool { end > start }

  /// Whether the line that has begun is longer than the limit already.
  var holdsTooMuch: Bool { end - start > limit }

  /// Lets a function put bytes behind those that are here.
  mutating func fill<Failure: Error>(
    _ read: (inout Bytes, Int) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom()
    let count = try read(&storage, end)
    end += count
    return count
  }

  mutating func next() -> Line {
    while searched < end {
      if storage[searched] == 0x0A {
        guard searched - start <= limit else { return .tooLong }
        let line = start..<searched
        searched += 1
        start = searched
        lineNumber += 1
        return .found(line)
      }
      searched += 1
    }
    return end - start > limit ? .tooLong : .incomplete
  }

  /// Moves what is left to the front, or makes the storage longer if it already is there.
  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
      searched = 0
    } else if end == storage.count && start > 0 {
      for index in start..<end { storage[index - start] = storage[index] }
      end -= start
      searched -= start
      start = 0
    }
    if end == storage.count {
      storage.append(contentsOf: repeatElement(0, count: storage.count))
    }
  }
}

/// The lines of a file, one after the other, as the places where they stand.
struct FileLines {
  /// How many lines were given; the number of the last one, counted from 1.
  private(set) var number = 0

  private let bytes: Bytes
  private var start = 0

  /// Begins at the start of a file.
  init(_ bytes: Bytes) {
    self.bytes = bytes
  }

  /// The next line without its LF; the last one may have none.
  mutating func next() -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    defer { start = end + 1 }
    number += 1
    return start..<end
  }
}
