// Declarations of vapor 4, as far as the recipe plugs into them.
public import Foundation
@_exported public import NIOHTTP1

public final class Request: Sendable {
  public struct Body: Sendable {
    public var string: String? { nil }
  }

  public var body: Body { Body() }
}

public protocol AsyncResponseEncodable {}

extension String: AsyncResponseEncodable {}

public final class Response: AsyncResponseEncodable {
  public struct Body {
    public init(data: Data) {}
  }

  public init(status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], body: Body) {}
}

public struct Abort: Error {
  public init(_ status: HTTPResponseStatus, reason: String? = nil) {}
}

public struct PathComponent: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public struct SendableRoute {}

public final class Application {
  @discardableResult
  public func get(
    _ path: PathComponent...,
    use closure: @Sendable @escaping (Request) async throws -> some AsyncResponseEncodable
  ) -> SendableRoute { SendableRoute() }

  @discardableResult
  public func post(
    _ path: PathComponent...,
    use closure: @Sendable @escaping (Request) async throws -> some AsyncResponseEncodable
  ) -> SendableRoute { SendableRoute() }
}
