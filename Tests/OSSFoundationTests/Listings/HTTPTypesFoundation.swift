// Declarations of swift-http-types 1, as far as the recipe plugs into them.
public import Foundation
public import HTTPTypes

extension HTTPRequest {
  public init(method: Method, url: URL, headerFields: HTTPFields = [:]) {
    self.init(method: method, scheme: nil, authority: nil, path: nil)
  }
}
