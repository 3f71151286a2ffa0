/// Who sent an answer from which the time may be learned.
public enum ClockSource: String, CaseIterable, Hashable, Sendable {
  /// OSS: only what it says when it refuses a request for its time (CLK-SRC-1, CLK-SRC-3).
  case oss
  /// The server that hands out temporary credentials: its successful answers (CLK-SRC-5).
  case tokenServer = "token-server"
}
