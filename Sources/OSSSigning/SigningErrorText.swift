internal import OSSPrimitives

extension SigningError: CustomStringConvertible {
  /// One sentence that names the field and the fault, without any secret.
  public var description: String {
    switch self {
    case .emptyAccessKeyID: "The access key ID is empty."
    case .emptyAccessKeySecret: "The access key secret is empty."
    case .invalidAccessKeyID(let byte, let offset):
      "The access key ID holds \(Self.name(of: byte)) at byte \(offset); "
        + "it must be visible ASCII without ':' and ','."
    case .invalidAccessKeySecret, .invalidSecurityToken: descriptionOfLines
    case .invalidMethod(let method):
      "The method \(method.quoted) is not a word of upper-case letters."
    case .invalidBucketName(let name):
      "The bucket name \(name.quoted) is not made of lower-case letters, digits, "
        + "'-' and '_'."
    case .keyWithoutBucket: "There is a key but no bucket that holds it."
    case .invalidObjectKey(let fault): fault.description
    case .invalidHeaderName(let name, let offset):
      "The header name \(name.quoted) is not a header name from byte \(offset) on."
    case .invalidHeaderValue(let name, let byte, let offset):
      "The value of the header \(name.quoted) holds \(Self.name(of: byte)) "
        + "at byte \(offset)."
    case .repeatedHeader(let name): "The header \(name.quoted) is given twice."
    case .reservedParameter(let name):
      "The query parameter '\(name)' is one that presigning writes itself."
    case .reservedHeader(let name):
      "A presigned URL carries \(Self.carried(by: name)) in its query, not in the header '\(name)'."
    case .invalidExpiry(let seconds):
      "The expiry \(seconds) is not a number of seconds since 1970."
    case .invalidInterval(let seconds):
      "A URL cannot work for \(seconds) seconds: it works for at least 1, up to the year 9999."
    case .invalidValidity, .invalidRegion, .invalidProduct, .invalidAdditionalHeader,
      .foreignStringToSign:
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
      "The access key secret holds \(Self.name(of: byte)) at byte \(offset)."
    case .invalidSecurityToken(let byte, let offset):
      "The security token holds \(Self.name(of: byte)) at byte \(offset)."
    default: ""
    }
  }

  /// The same for the faults that only V4 knows.
  private var descriptionV4: String {
    switch self {
    case .invalidValidity(let seconds):
      "A URL cannot work for \(seconds) seconds; OSS takes 1 to 604800."
    case .invalidRegion(let region):
      "The region \(region.quoted) is not a name such as 'cn-hangzhou', made of "
        + "lower-case letters, digits and '-', without the 'oss-' of host names."
    case .invalidProduct(let product):
      "The product \(product.quoted) is not made of lower-case letters, digits and '-'."
    case .invalidAdditionalHeader(let name, let offset):
      "The name \(name.quoted) is invalid for an additional header at byte "
        + "\(offset)."
    case .foreignStringToSign:
      "The text is not a string to sign for the region and the product of this signer."
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
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    default: "the byte 0x" + Hexadecimal.encode(Bytes([byte]).span)
    }
  }
}

extension SigningError.ObjectKeyFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the key.
  public var description: String {
    switch self {
    case .empty: "The key is empty."
    case .tooLong(let byteCount):
      "The key has \(byteCount) bytes of UTF-8; OSS holds keys of at most 1023."
    case .leading(let byte):
      "The key begins with '\(Character(Unicode.Scalar(byte)))', which OSS does not hold."
    }
  }
}

extension SigningError.EndpointFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the endpoint.
  public var description: String {
    switch self {
    case .scheme: "The endpoint does not begin with http:// or https://."
    case .host(let offset): "The endpoint has no valid host at byte \(offset)."
    case .port(let offset): "The endpoint has no port from 1 to 65535 at byte \(offset)."
    case .path(let offset):
      "The endpoint's path holds a byte at \(offset) that cannot stand there."
    }
  }
}

extension SigningError.SignatureFault: CustomStringConvertible {
  /// One sentence that says what is wrong with the signer's value.
  public var description: String {
    switch self {
    case .scheme: "The signer's value does not begin with 'OSS' and one space."
    case .accessKeyID(let offset):
      "The signer's value has no valid access key ID at byte \(offset)."
    case .missingColon: "The signer's value has no colon after the access key ID."
    case .signature(let offset):
      "The signer's value has no base64 text of 20 bytes at byte \(offset)."
    case .digits(let offset):
      "The signer's value is not 64 lower-case hexadecimal digits, from byte \(offset) on."
    }
  }
}
