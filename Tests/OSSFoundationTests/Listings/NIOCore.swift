// Declarations of swift-nio 2, as far as the recipes plug into them.

public struct ByteBuffer: Sendable {
  public init(bytes: some Sequence<UInt8>) {}

  public var readableBytesView: ContiguousArray<UInt8> { [] }
}

public struct TimeAmount: Sendable {
  public static func seconds(_ amount: Int64) -> TimeAmount { TimeAmount() }

  public static func milliseconds(_ amount: Int64) -> TimeAmount { TimeAmount() }
}
