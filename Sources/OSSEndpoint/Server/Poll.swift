#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The sockets of which one is waited for.
package struct Poll {
  private var entries: [pollfd] = []

  /// Makes a poll of no socket.
  package init() {}

  /// Forgets all sockets.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a socket, which must live as long as this waits, at the next index: input, also its end or a
  /// connection, ends the wait, or room for output.
  package mutating func add(_ socket: borrowing Socket, toRead: Bool, toWrite: Bool) {
    add(socket.descriptor, Int16((toRead ? POLLIN : 0) | (toWrite ? POLLOUT : 0)))
  }

  /// Adds what another thread ends the wait with.
  mutating func add(_ alarm: Alarm) { add(alarm.output, Int16(POLLIN)) }

  private mutating func add(_ descriptor: Int32, _ events: Int16) {
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
  }

  /// Waits until a socket is ready, or a moment of ``MonotonicClock`` has come; a signal may end it before.
  package mutating func wait(until moment: Int64) {
    let left = moment == .max ? .max : max(moment - MonotonicClock.now(), 0)
    // Rounded up, or the last millisecond would be spent in a loop.
    let milliseconds =
      left == .max ? -1 : Int32(clamping: left == 0 ? 0 : (left - 1) / 1_000_000 + 1)
    let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    if count <= 0 { for index in entries.indices { entries[index].revents = 0 } }
  }

  /// Whether anything can be done with a socket; an error counts.
  package func isReady(_ index: Int) -> Bool { entries[index].revents != 0 }
}

/// Ends the wait of a server from another thread.
package final class Alarm: Sendable {
  let output: Int32
  private let input: Int32

  init() throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw SocketError(description: "This process has no descriptor left.")
    }
    (output, input) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(output)
    close(input)
  }

  /// Ends the wait that goes on, or else the next one.
  package func ring() { unsafe _ = write(input, [1] as [UInt8], 1) }

  /// Whether it rang since this was asked last.
  func isRinging() -> Bool {
    var byte: UInt8 = 0
    return unsafe read(output, &byte, 1) == 1
  }
}
