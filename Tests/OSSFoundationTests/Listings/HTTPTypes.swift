// Declarations of swift-http-types 1, as far as the recipes plug into them.

public struct HTTPField: Sendable {
  public struct Name: Hashable, Sendable {
    public static let contentType = Name(known: "Content-Type")
    public static let cacheControl = Name(known: "Cache-Control")

    public init?(_ name: String) {}

    private init(known name: String) {}
  }

  public init(name: Name, value: String) {}
}

public struct HTTPFields: ExpressibleByDictionaryLiteral, Sendable {
  public init() {}

  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {}

  public mutating func append(_ field: HTTPField) {}
}

public struct HTTPRequest: Sendable {
  public struct Method: Sendable {
    public init?(_ method: String) {}
  }

  public init(method: Method, scheme: String?, authority: String?, path: String?) {}
}

public struct HTTPResponse: Sendable {
  public struct Status: Sendable {
    public static let ok = Status()
    public static let forbidden = Status()
  }
}
