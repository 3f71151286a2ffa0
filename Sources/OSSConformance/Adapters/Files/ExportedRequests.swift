public import OSSPrimitives
public import OSSVectors

/// Requests for an adapter that reads a file, because no process can be had where the SDK runs.
public enum ExportedRequests: Sendable {
  /// The lines of the file: the handshake with the digest of the corpus, then one request a vector.
  ///
  /// - Parameters:
  ///   - vectors: What to ask, in this order.
  ///   - corpusDigest: Says which corpus the vectors are from.
  /// - Returns: The file's bytes; the same for the same arguments.
  /// - Complexity: O(*n*) in the size of the vectors.
  public static func lines(for vectors: [Vector], corpusDigest: String) -> Bytes {
    var buffer = Bytes()
    RequestLine.appendHello(corpusDigest: corpusDigest, to: &buffer)
    for vector in vectors {
      RequestLine.append(AdapterRequest(vector), seq: seq(of: vector), to: &buffer)
    }
    RequestLine.appendBye(to: &buffer)
    return buffer
  }

  /// The name of a vector's request in a file, which does not give the vector away.
  ///
  /// It is the beginning of a hash over the id, the operation and the input: it stays the same as
  /// long as the same is asked, and a reply to an earlier input finds no vector.
  ///
  /// - Parameter vector: The vector.
  /// - Returns: Sixteen lower-case hexadecimal digits.
  /// - Complexity: O(*n*) in the size of the input.
  public static func seq(of vector: Vector) -> String {
    var buffer = Bytes()
    RequestLine.append(AdapterRequest(vector), seq: vector.id, to: &buffer)
    return String(SHA256.hash(buffer.span).hexadecimal.prefix(16))
  }
}
