// Declarations of swift-nio 2, as far as the recipes plug into them.

public struct HTTPMethod: RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HTTPHeaders: Sequence, ExpressibleByDictionaryLiteral, Sendable {
  public init(_ headers: [(String, String)] = []) {}

  public init(dictionaryLiteral elements: (String, String)...) {}

  public func first(name: String) -> String? { nil }

  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    [].makeIterator()
  }
}

public struct HTTPResponseStatus: Sendable {
  public static let ok = HTTPResponseStatus()
  public static let forbidden = HTTPResponseStatus()

  public var code: UInt { 200 }
}
