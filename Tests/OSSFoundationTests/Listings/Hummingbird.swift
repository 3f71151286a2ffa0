// Declarations of hummingbird 2, as far as the recipe plugs into them.
@_exported public import struct HTTPTypes.HTTPFields
@_exported public import struct HTTPTypes.HTTPResponse
@_exported public import struct NIOCore.ByteBuffer

extension String {
  public init(buffer: ByteBuffer) { self = "" }
}

public struct RequestBody: Sendable {
  public func collect(upTo maxSize: Int) async throws -> ByteBuffer { ByteBuffer(bytes: []) }
}

public struct ResponseBody: Sendable {
  public init(byteBuffer: ByteBuffer) {}
}

public struct Request: Sendable {
  public var headers = HTTPFields()
  public var body = RequestBody()
}

public protocol ResponseGenerator {}

extension String: ResponseGenerator {}

public struct Response: ResponseGenerator, Sendable {
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody) {}
}

public struct HTTPError: Error {
  public init(_ status: HTTPResponse.Status, message: String) {}
}

public struct RouterPath: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public struct BasicRequestContext: Sendable {}

public final class Router<Context> {
  @discardableResult
  public func get(
    _ path: RouterPath,
    use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self { self }

  @discardableResult
  public func post(
    _ path: RouterPath,
    use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self { self }
}
