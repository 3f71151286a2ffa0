internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// The spellings of the members, for whoever mistakes them.
enum TokenSpelling {
  static let pascalCase = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]
  static let camelCase = [
    "accessKeyId", "accessKeySecret", "securityToken", "stsToken", "expiration",
  ]
  static let names = pascalCase + camelCase

  /// The name in PascalCase that a name is without regard to case; else the name itself.
  static func inAnyCase(_ name: String) -> String {
    (pascalCase + ["StatusCode", "Code", "Credentials"])
      .first { $0.lowercased() == name.lowercased() } ?? name
  }
}

extension TokenSteps {
  /// Changes the bytes from which JSON is read.
  mutating func rewriteBytes(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    let former = json
    json = { former(change($0)) }
  }

  /// Changes the object, once it is known to be one.
  mutating func rewriteObject(_ change: @escaping @Sendable (JSONObject) -> JSONObject) {
    let former = object
    object = { former($0).map(change) }
  }

  /// Refuses objects of which a statement is true.
  mutating func refuseObject(_ isRefused: @escaping @Sendable (JSONObject) -> Bool) {
    let former = object
    object = { value in
      former(value).flatMap { isRefused($0) ? .failure(.notObject(member: nil)) : .success($0) }
    }
  }

  /// Gives members other names, also those within Credentials; of two that get one name the last
  /// counts.
  mutating func renameMembers(_ change: @escaping @Sendable (String, JSONObject) -> String) {
    rewriteObject { given in
      func renamed(_ object: JSONObject) -> JSONObject {
        var result: JSONObject = [:]
        for member in object.members { result[change(member.name, object)] = member.value }
        return result
      }
      var result = renamed(given)
      if let inner = result["Credentials"]?.objectValue {
        result["Credentials"] = .object(renamed(inner))
      }
      return result
    }
  }

  /// Takes members out of the object.
  mutating func hideMembers(_ names: [String]) {
    rewriteObject { given in
      JSONObject(given.members.filter { !names.contains($0.name) })
    }
  }

  /// Reads another value for Code, where there is one.
  mutating func readCode(_ change: @escaping @Sendable (JSONValue) -> JSONValue) {
    readStatus(["Code"], change)
  }

  /// Reads another value for each of these statuses that there is.
  mutating func readStatus(
    _ names: [String] = ["StatusCode", "statusCode"],
    _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) {
    let former = bodyStatusFault
    bodyStatusFault = { answer in
      var read = answer
      for name in names { read[name] = answer[name].map(change) }
      return former(read)
    }
  }

  /// Judges no status of these names.
  mutating func ignoreStatus(_ names: [String]) {
    let former = bodyStatusFault
    bodyStatusFault = { answer in
      former(JSONObject(answer.members.filter { !names.contains($0.name) }))
    }
  }

  /// Reads another text for the expiration.
  mutating func rewriteTime(_ change: @escaping @Sendable (String) -> String) {
    let former = time
    time = { former(change($0), $1) }
  }

  /// Refuses times of which a statement is true.
  mutating func refuseTime(_ isRefused: @escaping @Sendable (String) -> Bool) {
    let former = time
    time = { isRefused($0) ? .failure(.outOfRange) : former($0, $1) }
  }

  /// Reads another moment than the expiration names.
  mutating func shiftTime(_ change: @escaping @Sendable (String, Int64) -> Int64) {
    let former = time
    time = { text, now in
      former(text, now).map { UnixMilliseconds(milliseconds: change(text, $0.milliseconds)) }
    }
  }

  /// Takes the object for a token although a layout was not found.
  mutating func mend(
    _ isMended: @escaping @Sendable (TokenResponseError) -> Bool,
    _ layout: @escaping @Sendable (JSONObject) -> TokenLayout
  ) {
    let former = self.layout
    self.layout = { answer in
      let found = former(answer)
      guard case .failure(let fault) = found, isMended(fault) else { return found }
      return .success(layout(answer))
    }
  }
}
