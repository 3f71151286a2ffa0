public import OSSPrimitives

/// An upload form, to be checked against its policy.
public struct PostForm: Equatable, Sendable {
  /// The bucket that the form is sent to, which the host names.
  public let bucket: String
  /// The fields before the file, in their order; OSS ignores those after it.
  public let fields: [FormField]
  /// How many bytes the file has.
  public let fileByteCount: Int64

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - bucket: the bucket that the form is sent to.
  ///   - fields: the fields before the file, decoded.
  ///   - fileByteCount: how many bytes the file has.
  public init(bucket: String, fields: [FormField], fileByteCount: Int64) {
    self.bucket = bucket
    self.fields = fields
    self.fileByteCount = fileByteCount
  }

  /// The values that a condition sees, by the name in lower case: the bucket of the form
  /// (POST-CHK-4), and a field's value as the form has it (POST-CHK-3); where there is no such field,
  /// it sees an empty one (POST-CHK-5).
  var values: [Bytes: String] {
    var values = [Bytes("bucket".utf8): bucket]
    for field in fields where values[field.name.lowercasedBytes] == nil {
      values[field.name.lowercasedBytes] = field.value
    }
    return values
  }

  /// The value of the first field of a name (POST-FORM-3); nil if there is none.
  func field(_ name: String) -> String? { fields.first { $0.hasName(name) }?.value }
}

extension PostForm: Redacted {
  /// The bucket, the number of fields and the size of the file; the token may be one of the fields.
  public var description: String {
    "PostForm(bucket: \(bucket), fields: \(fields.count), fileByteCount: \(fileByteCount))"
  }
}

/// A signed policy: the fields that an upload form carries so that OSS takes it.
public struct SignedPostForm: Equatable, Sendable {
  /// The base64 text of the policy, which is what was signed.
  public let policy: String
  /// The text of the signature: base64 with V1, hexadecimal with V4.
  public let signature: String
  /// Every field that signing adds; the form's own fields and then the file follow.
  public let fields: [FormField]
}

extension SignedPostForm: Redacted {
  /// The signature; never the token, which is one of the fields.
  public var description: String { "SignedPostForm(signature: \(signature))" }
}
