internal import OSSJSON
public import OSSPrimitives
internal import OSSSigning

/// The values of an app's own variables in a callback: the parameter `callback-var` (CALL-VAR).
public struct CallbackVariables: Sendable {
  /// One variable.
  public struct Variable: Sendable {
    /// The name, which begins with `x:`.
    public let name: String
    /// The value as text.
    public let value: String
  }

  /// The variables in their order.
  public let variables: [Variable]

  /// Makes variables that OSS takes.
  ///
  /// - Parameter variables: names and values. A name is `x:` and lower-case letters, digits, `_`,
  ///   `-` and `.`, and is there once.
  /// - Throws: ``CallbackError``, which names the variable at fault.
  /// - Complexity: O(*n*) in the length of the variables.
  public init(_ variables: [(name: String, value: String)]) throws(CallbackError) {
    self.variables = variables.map { Variable(name: $0.name, value: $0.value) }
    // The names, and then the parameter that they make (CALL-REF-4, CALL-REF-5).
    var seen: Set<QueryParameter> = []
    for variable in variables {
      try CallbackRules.check(variable: variable.name)
      if !seen.insert(QueryParameter(variable.name)).inserted {
        throw .repeatedVariable(variable.name)
      }
    }
    let count = parameter.utf8.count
    if count > UploadCallback.greatestByteCount { throw .tooLong(byteCount: count) }
  }

  /// The JSON of the variables in the order given, without white space (CALL-VAR-1, CALL-VAR-4).
  public var json: Bytes {
    let members = variables.map { JSONMember(name: $0.name, value: .string($0.value)) }
    return Bytes(JSONValue.object(JSONObject(members)).compact().utf8)
  }

  /// The value of the parameter `callback-var` and of the header `x-oss-callback-var`: the base64
  /// text of the JSON.
  public var parameter: String { Base64.encode(json.span) }

  /// The variables as fields of an upload form, which has no `callback-var` (CALL-VAR-3).
  public var formFields: [FormField] { variables.map { FormField($0.name, $0.value) } }
}

extension CallbackVariables: Equatable {
  /// Whether both are written with the same bytes.
  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}
