/// Why a file of replies cannot be judged.
public enum GradingError: Error, Hashable, Sendable {
  /// The file has no line.
  case empty
  /// The adapter that wrote it does not speak this version of the protocol; `message` is its own.
  case refusedProtocol(speaks: Int64?, message: String?)
  /// A line is not what it should be, counted from 1.
  case line(Int, fault: String)
}

extension GradingError: CustomStringConvertible {
  /// One sentence that names the line and the fault.
  public var description: String {
    switch self {
    case .empty: "The file of replies is empty."
    case .refusedProtocol(let speaks, let message):
      "The file of replies is from an adapter that does not speak protocol version 1"
        + (speaks.map { ", but version \($0)" } ?? "") + (message.map { ": \($0)" } ?? "") + "."
    case .line(let number, let fault): "Line \(number) of the file of replies \(fault)."
    }
  }
}
