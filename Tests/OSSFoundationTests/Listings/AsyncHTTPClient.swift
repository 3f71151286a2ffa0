// Declarations of async-http-client 1, as far as the recipe plugs into them.
public import NIOCore
public import NIOHTTP1

public final class HTTPClient: Sendable {
  public struct Configuration {
    public struct RedirectConfiguration: Sendable {
      public static let disallow = RedirectConfiguration()
    }

    public init(redirectConfiguration: RedirectConfiguration? = nil) {}
  }

  public init(configuration: Configuration = Configuration()) {}

  public func execute(
    _ request: HTTPClientRequest, timeout: TimeAmount
  ) async throws -> HTTPClientResponse {
    HTTPClientResponse()
  }
}

public struct HTTPClientRequest: Sendable {
  public struct Body: Sendable {
    public static func bytes(_ bytes: some RandomAccessCollection<UInt8> & Sendable) -> Body {
      Body()
    }
  }

  public var method = HTTPMethod(rawValue: "GET")
  public var headers = HTTPHeaders()
  public var body: Body?

  public init(url: String) {}
}

public struct HTTPClientResponse: Sendable {
  public struct Body: Sendable {
    public func collect(upTo maxBytes: Int) async throws -> ByteBuffer { ByteBuffer(bytes: []) }
  }

  public var status = HTTPResponseStatus.ok
  public var headers = HTTPHeaders()
  public var body = Body()
}
