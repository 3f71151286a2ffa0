public import OSSPrimitives

/// What a token server answered, as far as a provider looks at it.
///
/// Nothing that describes it shows the body.
public struct HTTPResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The value of the header `Date`, by which the device's clock is corrected.
  public let date: String?
  /// The value of the header `Age`; an answer that has one comes out of a cache.
  public let age: String?
  /// The whole body.
  public let body: Bytes

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - date: the value of the header `Date`, if there is one.
  ///   - age: the value of the header `Age`, if there is one.
  ///   - body: the whole body, without content coding.
  public init(status: Int, date: String? = nil, age: String? = nil, body: Bytes) {
    self.status = status
    self.date = date
    self.age = age
    self.body = body
  }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and the length of the body.
  public var description: String { "HTTPResponse(status: \(status), \(body.count) bytes)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror of what ``description`` tells.
  public var customMirror: Mirror {
    Mirror(self, children: ["status": status, "byteCount": body.count])
  }
}
