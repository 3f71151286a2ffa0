package import OSSPrimitives
internal import OSSVectors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why an address cannot be used: a sentence.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// A connection of TCP, or a port that listens. Nothing here waits but ``connected(to:port:)``.
package struct Socket: ~Copyable, Sendable {
  /// What one attempt to move bytes came to.
  package enum Transfer: Hashable, Sendable {
    /// So many bytes were moved, at least one.
    case moved(Int)
    /// None could be moved at the moment.
    case blocked
    /// The other side sends nothing more.
    case ended
    /// The connection is broken.
    case broken
  }

  let descriptor: Int32

  /// Takes a descriptor over; it does not block, and no child has it.
  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    set(Int32(IPPROTO_TCP), TCP_NODELAY)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE)
    #endif
  }

  deinit { close(descriptor) }

  /// Listens on an address of this machine; on a port that the system chooses if it is 0.
  package static func listening(on host: String, port: UInt16) throws(SocketError) -> Socket {
    try unsafe open(host, port) { socket, address, size in
      socket.set(SOL_SOCKET, SO_REUSEADDR)
      return unsafe bind(socket.descriptor, address, size) == 0
        && listen(socket.descriptor, SOMAXCONN) == 0
    }
  }

  /// Begins to connect to an address; room for output says that it is done or has failed.
  static func connecting(to host: String, port: UInt16) throws(SocketError) -> Socket {
    try unsafe open(host, port) { socket, address, size in
      unsafe connect(socket.descriptor, address, size) == 0 || errno == EINPROGRESS
    }
  }

  /// Connects to an address, and waits until that is done.
  package static func connected(to host: String, port: UInt16) throws(SocketError) -> Socket {
    try unsafe open(host, port) { socket, address, size in
      if unsafe connect(socket.descriptor, address, size) == 0 { return true }
      guard errno == EINPROGRESS else { return false }
      var poll = Poll()
      poll.add(socket, toRead: false, toWrite: true)
      poll.wait(until: MonotonicClock.now() + 10_000_000_000)
      var (code, size) = (Int32(0), socklen_t(4))
      unsafe getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
      errno = code
      return poll.isReady(0) && code == 0
    }
  }

  /// The port of this side; 0 if that is not known.
  package var port: UInt16 {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    // Both families have the port, its high byte first, behind the family.
    return unsafe withUnsafeBytes(of: &address) { unsafe UInt16($0[2]) << 8 | UInt16($0[3]) }
  }

  /// Takes a connection of a port that listens, where one waits and a descriptor is left for it.
  package func nextConnection(isExhausted: inout Bool) -> Socket? {
    while true {
      let descriptor = accept(self.descriptor, nil, nil)
      if descriptor >= 0 { return Socket(descriptor) }
      if errno == EINTR || errno == ECONNABORTED { continue }
      isExhausted = errno != EAGAIN && errno != EWOULDBLOCK
      return nil
    }
  }

  /// Reads once, to the beginning of a buffer whose length does not change.
  package func receive(into buffer: inout Bytes) -> Transfer {
    let count = unsafe buffer.withUnsafeMutableBytes { room in
      untilUninterrupted { unsafe recv(descriptor, room.baseAddress, room.count, 0) }
    }
    return count == 0 ? .ended : Self.transfer(count)
  }

  /// Writes once, from an offset to the end of a buffer or as far as the other side has room.
  package func deliver(_ buffer: borrowing Bytes, from offset: Int) -> Transfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = unsafe buffer.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      return untilUninterrupted {
        unsafe send(descriptor, rest.baseAddress, rest.count, flags)
      }
    }
    return Self.transfer(count)
  }

  /// Says that nothing more will be sent; the other side may still send.
  package func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Has what is sent from now on wait for the end of this side, as far as it fits in one packet.
  package func holdOutput() {
    #if canImport(Darwin)
      set(Int32(IPPROTO_TCP), TCP_NOPUSH)
    #else
      set(Int32(IPPROTO_TCP), TCP_CORK)
    #endif
  }

  /// Has the end of this side reset the connection, and drop what was not sent.
  package func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private func set(_ level: Int32, _ option: Int32) {
    var isOn: Int32 = 1
    unsafe setsockopt(descriptor, level, option, &isOn, 4)
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count >= 0 { return .moved(count) }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .broken
  }

  /// Makes a socket for an address, and does with it what the caller wants.
  private static func open(
    _ host: String, _ port: UInt16,
    _ use: (borrowing Socket, UnsafePointer<sockaddr>?, socklen_t) -> Bool
  ) throws(SocketError) -> Socket {
    var hints = unsafe addrinfo()
    #if canImport(Darwin)
      unsafe hints.ai_socktype = SOCK_STREAM
    #else
      unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found
    else { throw SocketError(description: "The address % is not known.".filled(host)) }
    defer { unsafe freeaddrinfo(first) }
    let info = unsafe first.pointee
    let descriptor = unsafe socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    if descriptor >= 0 {
      let socket = Socket(descriptor)
      if unsafe use(socket, info.ai_addr, info.ai_addrlen) { return socket }
    }
    let reason = unsafe String(cString: strerror(errno))
    throw SocketError(
      description: "The address % with port % cannot be used: %.".filled(host, "\(port)", reason))
  }
}

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
    add(descriptor: socket.descriptor, Int16((toRead ? POLLIN : 0) | (toWrite ? POLLOUT : 0)))
  }

  /// Adds what another thread ends the wait with.
  mutating func add(_ alarm: Alarm) { add(descriptor: alarm.output, Int16(POLLIN)) }

  /// Adds a descriptor with the events that end the wait; -1 stays unready.
  package mutating func add(descriptor: Int32, _ events: Int16) {
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

/// The clock by which waits are measured.
package enum MonotonicClock {
  /// The time of a clock that never goes back, in nanoseconds.
  package static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The clock of this machine, which can be set.
package enum WallClock {
  /// The moment that it shows, to the millisecond.
  package static func now() -> Moment {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
