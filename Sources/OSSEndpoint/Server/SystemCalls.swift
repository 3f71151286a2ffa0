package import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

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

/// Makes a call of the system again until no signal interrupts it.
package func untilUninterrupted(_ attempt: () -> Int) -> Int {
  while true {
    let count = attempt()
    if count >= 0 || errno != EINTR { return count }
  }
}
