public import OSSPrimitives

/// Why a request cannot be signed.
///
/// Each case names the field at fault and, where there is one, the place of the fault in it. Offsets
/// count UTF-8 bytes from 0. No case carries a secret or a token. ``code`` is the error class that
/// the adapter protocol uses (clauses V1-REF, PRE-REF and V4-REF).
public enum SigningError: Error, Equatable, Sendable {
  /// The access key ID is empty (V1-REF-1).
  case emptyAccessKeyID
  /// The access key secret is empty (V1-REF-2).
  case emptyAccessKeySecret
  /// The access key ID holds a byte that no header can carry in one (V1-REF-3).
  case invalidAccessKeyID(byte: UInt8, offset: Int)
  /// The access key secret holds a CR, LF or NUL (V1-REF-14).
  case invalidAccessKeySecret(byte: UInt8, offset: Int)
  /// The security token holds a CR, LF or NUL (V1-REF-6).
  case invalidSecurityToken(byte: UInt8, offset: Int)
  /// The method is empty or holds a byte that is not an upper-case letter (V1-REF-10).
  case invalidMethod(String)
  /// The bucket name is empty or holds a byte outside `[a-z0-9_-]` (V1-REF-8).
  case invalidBucketName(String)
  /// A key is given without a bucket (V1-REF-9).
  case keyWithoutBucket
  /// The key is one that OSS cannot hold (V1-REF-7).
  case invalidObjectKey(ObjectKeyFault)
  /// The name of a header is empty or holds a byte that a header name cannot hold (V1-REF-4).
  case invalidHeaderName(String, offset: Int)
  /// The value of a header holds a CR, LF or NUL (V1-REF-5).
  case invalidHeaderValue(name: String, byte: UInt8, offset: Int)
  /// A header that is there once at most is given twice (V1-REF-11).
  case repeatedHeader(name: String)
  /// The caller gives a query parameter that presigning itself writes (PRE-REF-1).
  case reservedParameter(name: String)
  /// The caller gives a header that presigning cannot carry (PRE-REF-2).
  case reservedHeader(name: String)
  /// The expiry of a presigned URL is before 1970 (PRE-REF-3).
  case invalidExpiry(seconds: Int64)
  /// A URL to be presigned with V1 or V2 for a number of seconds would work for less than one, or
  /// its expiry is outside the years that the package can write.
  case invalidInterval(seconds: Int64)
  /// A URL presigned with V4 would work for less than a second or for more than seven days
  /// (V4-REF-5).
  case invalidValidity(seconds: Int64)
  /// The endpoint is not `scheme://host`, with an optional port and path (PRE-REF-4).
  case invalidEndpoint(EndpointFault)
  /// The bucket cannot be put in front of an IP address (PRE-REF-5).
  case bucketBeforeIPAddress
  /// The region is empty, begins with `oss-` or holds a byte outside `[a-z0-9-]` (V4-REF-1,
  /// V4-REF-2).
  case invalidRegion(String)
  /// The product is empty or holds a byte outside `[a-z0-9-]` (V4-REF-3).
  case invalidProduct(String)
  /// The name of an additional header is one that none of them can have (V4-REF-4).
  case invalidAdditionalHeader(String, offset: Int)
  /// What a custom signer returned is not `OSS <access key ID>:<signature>` (V1-AUTH-2), or not
  /// the digits of a V4 signature (V4-REM-2).
  case invalidSignerValue(SignatureFault)
  /// What a server is to sign is not a string to sign of its region and product (V4-REM-1).
  case foreignStringToSign
  /// The ID of an account is empty or holds a byte that is no digit (VEC-REF-1).
  case invalidAccountID(String)
  /// The name or the alias of an agentic bucket is too long for a label of a host (AGT-REF-1).
  case longHostLabel(String)
  /// The request is one to OSS Vectors or OSS Tables, and the signer signs with another version or
  /// product than that service's (VEC-SCO-1, TBL-SCO-1).
  case otherProduct(needed: String)
}

extension SigningError {
  /// Why a key is one that OSS cannot hold.
  public enum ObjectKeyFault: Hashable, Sendable {
    /// The key has no byte.
    case empty
    /// The key has more than 1023 bytes of UTF-8.
    case tooLong(byteCount: Int)
    /// The key begins with `/` or `\`.
    case leading(byte: UInt8)
  }

  /// Why a text is not an endpoint.
  public enum EndpointFault: Hashable, Sendable {
    /// The text does not begin with `http://` or `https://`.
    case scheme
    /// There is no host, or the host holds a byte that a host cannot hold.
    case host(offset: Int)
    /// The port is not a number from 1 to 65535.
    case port(offset: Int)
    /// The path holds a byte that must be percent-encoded there, a query or a fragment.
    case path(offset: Int)
  }

  /// Why a text is not the value that a custom signer returns.
  public enum SignatureFault: Hashable, Sendable {
    /// The value does not begin with `OSS` and exactly one space.
    case scheme
    /// There is no access key ID before the colon, or it holds a byte that OSS does not allow.
    case accessKeyID(offset: Int)
    /// There is no colon after the access key ID.
    case missingColon
    /// What follows the colon is not the base64 text of 20 bytes.
    case signature(offset: Int)
    /// A V4 signature is not 64 hexadecimal digits in lower case.
    case digits(offset: Int)
  }
}

extension SigningError {
  /// The error class of the adapter protocol for this fault, such as `missing-secret`.
  public var code: String {
    switch self {
    case .emptyAccessKeyID: "missing-access-key-id"
    case .emptyAccessKeySecret: "missing-secret"
    case .invalidAccessKeyID: "invalid-access-key-id"
    case .invalidAccessKeySecret: "invalid-secret"
    case .invalidSecurityToken: "invalid-security-token"
    case .invalidMethod: "invalid-method"
    case .invalidBucketName: "invalid-bucket-name"
    case .keyWithoutBucket: "missing-bucket"
    case .invalidObjectKey: "invalid-object-key"
    case .invalidHeaderName: "invalid-header-name"
    case .invalidHeaderValue: "invalid-header-value"
    case .repeatedHeader: "duplicate-header"
    case .reservedParameter: "reserved-parameter"
    case .reservedHeader: "reserved-header"
    case .invalidExpiry, .invalidInterval, .invalidValidity: "invalid-expires"
    case .invalidEndpoint: "invalid-endpoint"
    case .bucketBeforeIPAddress: "invalid-addressing"
    case .invalidRegion: "invalid-region"
    case .invalidProduct: "invalid-product"
    case .invalidAdditionalHeader: "invalid-additional-header"
    case .foreignStringToSign: "invalid-string-to-sign"
    case .invalidAccountID: "invalid-account-id"
    case .longHostLabel: "invalid-bucket-name"
    case .otherProduct: "invalid-product"
    case .invalidSignerValue: "invalid-signer-value"
    }
  }
}

extension SigningError: PlainError, CustomStringConvertible {
  /// One sentence that names the field and the fault, without any secret.
  public var description: String {
    switch self {
    case .emptyAccessKeyID: "The access key ID is empty."
    case .emptyAccessKeySecret: "The access key secret is empty."
    case .invalidAccessKeyID(let byte, let offset):
      "The access key ID holds % at byte %; it must be visible ASCII without ':' and ','.".filled(
        Self.name(of: byte), offset)
    case .invalidAccessKeySecret, .invalidSecurityToken: descriptionOfLines
    case .invalidMethod(let method):
      "The method % is not a word of upper-case letters.".filled(method.quoted)
    case .invalidBucketName(let name):
      "The bucket name % is not made of lower-case letters, digits, '-' and '_'.".filled(
        name.quoted)
    case .keyWithoutBucket: "There is a key but no bucket that holds it."
    case .invalidObjectKey(let fault): fault.description
    case .invalidHeaderName(let name, let offset):
      "The header name % is not a header name from byte % on.".filled(name.quoted, offset)
    case .invalidHeaderValue(let name, let byte, let offset):
      "The value of the header % holds % at byte %.".filled(
        name.quoted, Self.name(of: byte), String(offset))
    case .repeatedHeader(let name): "The header % is given twice.".filled(name.quoted)
    case .reservedParameter(let name):
      "The query parameter '%' is one that presigning writes itself.".filled(name)
    case .reservedHeader(let name):
      "A presigned URL carries % in its query, not in the header '%'.".filled(
        Self.carried(by: name), name)
    case .invalidExpiry(let seconds):
      "The expiry % is not a number of seconds since 1970.".filled(String(seconds))
    case .invalidInterval(let seconds):
      "A URL cannot work for % seconds: it works for at least 1, up to the year 9999.".filled(
        String(seconds))
    case .invalidValidity, .invalidRegion, .invalidProduct, .invalidAdditionalHeader,
      .foreignStringToSign, .invalidAccountID, .longHostLabel, .otherProduct:
      descriptionV4
    case .invalidEndpoint(let fault): fault.description
    case .bucketBeforeIPAddress:
      "The bucket cannot stand in the host name of an endpoint that is an IP address."
    case .invalidSignerValue(let fault): fault.description
    }
  }

  /// The same for a secret or a token that is not one line.
  private var descriptionOfLines: String {
    switch self {
    case .invalidAccessKeySecret(let byte, let offset):
      "The access key secret holds % at byte %.".filled(Self.name(of: byte), offset)
    case .invalidSecurityToken(let byte, let offset):
      "The security token holds % at byte %.".filled(Self.name(of: byte), offset)
    default: ""
    }
  }

  /// The same for the faults that only V4 knows.
  private var descriptionV4: String {
    switch self {
    case .invalidValidity(let seconds):
      "A URL cannot work for % seconds; OSS takes 1 to 604800.".filled(String(seconds))
    case .invalidRegion(let region):
      ("The region % is not a name such as 'cn-hangzhou', made of "
        + "lower-case letters, digits and '-', without the 'oss-' of host names.").filled(
          region.quoted)
    case .invalidProduct(let product):
      "The product % is not made of lower-case letters, digits and '-'.".filled(product.quoted)
    case .invalidAdditionalHeader(let name, let offset):
      "The name % is invalid for an additional header at byte %.".filled(name.quoted, offset)
    case .foreignStringToSign:
      "The text is not a string to sign for the region and the product of this signer."
    case .invalidAccountID(let id):
      "The account ID % is not made of decimal digits.".filled(id.quoted)
    case .longHostLabel(let label):
      "The label % of the host has more than 63 bytes.".filled(label.quoted)
    case .otherProduct(let product):
      "The request is for another service: V4 with the product % signs it.".filled(product.quoted)
    default: ""
    }
  }

  /// What a header delivers that presigning writes into the query.
  private static func carried(by header: String) -> String {
    header.isCaseless("x-oss-date") ? "the time of signing" : "the security token"
  }

  /// A name for a byte that may be invisible.
  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x00: "a NUL"
    case 0x0A: "a line feed"
    case 0x0D: "a carriage return"
    case 0x20: "a space"
    case 0x21...0x7E: "'%'".filled(String(Unicode.Scalar(byte)))
    default: "the byte 0x" + Hexadecimal.encode(byte)
    }
  }
}

extension SigningError.ObjectKeyFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the key.
  public var description: String {
    switch self {
    case .empty: "The key is empty."
    case .tooLong(let byteCount):
      "The key has % bytes of UTF-8; OSS holds keys of at most 1023.".filled(byteCount)
    case .leading(let byte):
      "The key begins with '%', which OSS does not hold.".filled(
        String(Unicode.Scalar(byte)))
    }
  }
}

extension SigningError.EndpointFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the endpoint.
  public var description: String {
    switch self {
    case .scheme: "The endpoint does not begin with http:// or https://."
    case .host(let offset): "The endpoint has no valid host at byte %.".filled(offset)
    case .port(let offset): "The endpoint has no port from 1 to 65535 at byte %.".filled(offset)
    case .path(let offset):
      "The endpoint's path holds a byte at % that cannot stand there.".filled(offset)
    }
  }
}

extension SigningError.SignatureFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the signer's value.
  public var description: String {
    switch self {
    case .scheme: "The signer's value does not begin with 'OSS' and one space."
    case .accessKeyID(let offset):
      "The signer's value has no valid access key ID at byte %.".filled(offset)
    case .missingColon: "The signer's value has no colon after the access key ID."
    case .signature(let offset):
      "The signer's value has no base64 text of 20 bytes at byte %.".filled(offset)
    case .digits(let offset):
      "The signer's value is not 64 lower-case hexadecimal digits, from byte % on.".filled(offset)
    }
  }
}
