internal import OSSPrimitives

// A policy and a form of temporary credentials hold the token: a condition asks for it, and a field
// has it. None of them shows a value when it is printed, interpolated or logged; what is to be sent
// is asked for by name.

extension FormField: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name; never the value, which may be the token.
  public var description: String { "FormField(\(name))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PostCondition: CustomStringConvertible, CustomDebugStringConvertible {
  /// The way to match and the name of the field; never a value, which may be the token.
  public var description: String { "PostCondition(\(outline))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The way to match, and the name of the field if there is one.
  var outline: String {
    switch self {
    case .field(let name, _), .equal(let name, _): "eq for the field '\(name)'"
    case .startsWith(let name, _): "starts-with for the field '\(name)'"
    case .contentLength: "content-length-range"
    case .oneOf(let name, _): "in for the field '\(name)'"
    case .noneOf(let name, _): "not-in for the field '\(name)'"
    }
  }
}

extension PostPolicy: CustomStringConvertible, CustomDebugStringConvertible {
  /// The expiration and the number of conditions; the token may stand among them.
  public var description: String {
    "PostPolicy(expiration: \(expiration), conditions: \(conditions.count))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PostForm: CustomStringConvertible, CustomDebugStringConvertible {
  /// The bucket, the number of fields and the size of the file; the token may be one of the fields.
  public var description: String {
    "PostForm(bucket: \(bucket), fields: \(fields.count), fileByteCount: \(fileByteCount))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension FormField: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PostCondition: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PostPolicy: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PostForm: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
