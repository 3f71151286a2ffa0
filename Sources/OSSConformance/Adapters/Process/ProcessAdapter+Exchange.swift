internal import OSSPrimitives
internal import OSSVectors

extension ProcessAdapter {
  /// How often a late adapter is read once more, lest its reply lies in the pipe already.
  ///
  /// This process itself may have been stopped for a while. An adapter that writes without end cannot
  /// use it to put its time limit off for ever.
  private static let lateReads = 32

  /// Starts the adapter again.
  mutating func restart(_ session: inout AdapterSession) -> [RequestSchedule.Settlement] {
    do throws(AdapterError) {
      connection = try freshConnection()
      session.started()
      return []
    } catch {
      return session.schedule.failedToStart(error.predicate)
    }
  }

  /// Starts a process that has answered the handshake; what it says of itself now changes nothing.
  func freshConnection() throws(AdapterError) -> AdapterConnection {
    let adapter = try LaunchedAdapter(command: command, limits: limits, showsErrors: showsErrors)
      .introduced()
    return adapter.connection
  }

  /// Sends what may be sent, waits for the adapter, and takes in what it has written.
  mutating func exchange(
    _ session: inout AdapterSession, _ requests: [AdapterRequest]
  ) -> [RequestSchedule.Settlement] {
    guard var connection = connection.take() else { return [] }
    session.send(
      requests, numbers: &numbers, to: &connection.outgoing, now: ByteChannel.now())
    let deadline = session.schedule.deadline ?? 0
    let exchange = connection.exchange(until: deadline, after: session.pause())
    let now = ByteChannel.now()
    var settlements: [RequestSchedule.Settlement] = []
    var failure = take(from: &connection, into: &session, &settlements, now: now)
    if !settlements.isEmpty { session.pace.received(settlements.count, now: now) }
    if failure == nil, exchange == .ended { failure = .died(connection.ending()) }
    if failure == nil, settlements.isEmpty, now >= deadline {
      lateRounds += 1
      if exchange == .quiet || lateRounds > Self.lateReads { failure = .late }
    }
    if !settlements.isEmpty || failure != nil { lateRounds = 0 }
    guard let failure else {
      self.connection = consume connection
      return settlements
    }
    let charged = session.schedule.failed(failure, now: now)
    if charged.isEmpty && !session.isFinished { remark(failure) }
    return settlements + charged
  }

  /// Takes every complete line in, up to the first that nobody can make sense of.
  private mutating func take(
    from connection: inout AdapterConnection, into session: inout AdapterSession,
    _ settlements: inout [RequestSchedule.Settlement], now: Int64
  ) -> RequestSchedule.Failure? {
    do throws(LineFault) {
      while let line = try connection.nextLine() {
        do throws(LineFault) {
          let (request, reply, fault) = try session.receive(
            connection.incoming.storage, in: line, now: now)
          let standing = fault.map { Reply.failed(message: connection.place(of: $0)) } ?? reply
          settlements.append(.init(request: request, reply: standing))
        } catch .secondReply(let seq) {
          note(connection.place(of: .secondReply(seq)) + "; the first reply stands")
        }
      }
      return nil
    } catch {
      return .died(connection.place(of: error))
    }
  }

  private mutating func remark(_ failure: RequestSchedule.Failure) {
    let what =
      switch failure {
      case .late: "no reply came within the time limit"
      case .died(let how): how
      }
    note("\(what); the adapter is started again and asked one by one")
  }
}
