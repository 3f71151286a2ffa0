/// The names of the steps that an answer may show, as the adapter protocol lists them.
///
/// A step under any other name in a file of vectors is an error: it would never be compared.
public enum StageName: String, CaseIterable, Hashable, Sendable {
  /// The `x-oss-` headers as they are signed (V1).
  case canonicalizedHeaders
  /// The resource as it is signed (V1).
  case canonicalizedResource
  /// The encoded path (V4).
  case canonicalURI = "canonicalUri"
  /// The sorted query (V4).
  case canonicalQuery
  /// The headers as they are signed (V4).
  case canonicalHeaders
  /// The list of further signed headers (V2, V4).
  case additionalHeaders
  /// The canonical request (V4).
  case canonicalRequest
  /// The hash of the canonical request (V4).
  case canonicalRequestHash
  /// The credential scope (V4).
  case scope
  /// The string to sign.
  case stringToSign
  /// The derived key in hexadecimal (V4).
  case signingKey
}
