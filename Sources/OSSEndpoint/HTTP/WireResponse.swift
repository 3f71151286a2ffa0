package import OSSPrimitives

/// An answer of the endpoint, before the server writes it.
package struct WireResponse: Sendable {
  /// A header of an answer.
  package struct Field: Hashable, Sendable {
    /// The name, in the case that OSS writes.
    package let name: String
    /// The value.
    package let value: String

    /// Makes a header.
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The status, such as 200.
  package var status: Int
  /// The headers in their order, without Content-Length and Connection, which the server adds.
  package var fields: [Field]
  /// The body of a GET. For a HEAD the server sends its length alone.
  package var body: Bytes

  /// Makes an answer.
  package init(status: Int, fields: [Field] = [], body: Bytes = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }
}
