internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceSteps {
  /// Changes the input before anything is read of it.
  mutating func rewriteInput(
    _ change: @escaping @Sendable (Operation, inout JSONObject) -> Void
  ) {
    let former = input
    input = { operation, given in
      var object = former(operation, given)
      change(operation, &object)
      return object
    }
  }

  /// Changes a text of the input, where it has one.
  mutating func rewrite(_ member: String, _ change: @escaping @Sendable (String) -> String) {
    rewriteInput { _, input in
      if let text = input[member]?.stringValue { input[member] = .string(change(text)) }
    }
  }

  /// Changes a text of the credentials, where they have one.
  mutating func rewriteCredential(
    _ member: String, _ change: @escaping @Sendable (String) -> String
  ) {
    rewriteInput { _, input in
      guard var credentials = input["credentials"]?.objectValue,
        let text = credentials[member]?.stringValue
      else { return }
      credentials[member] = .string(change(text))
      input["credentials"] = .object(credentials)
    }
  }

  /// Changes a whole number of the input, given the input.
  mutating func rewriteNumber(
    _ member: String, _ change: @escaping @Sendable (Int64, JSONObject) -> Int64
  ) {
    rewriteInput { _, input in
      guard let number = input[member]?.integerValue else { return }
      input[member] = .number(JSONNumber(change(number, input)))
    }
  }

  /// Changes the elements of an array of the input.
  mutating func rewriteElements(
    _ member: String, _ change: @escaping @Sendable ([JSONValue]) -> [JSONValue]
  ) {
    rewriteInput { _, input in
      guard let elements = input[member]?.arrayValue else { return }
      input[member] = .array(change(elements))
    }
  }

  /// Changes the answer.
  mutating func rewriteOutput(
    _ change: @escaping @Sendable (JSONObject, inout Answer) -> Void
  ) {
    let former = output
    output = { operation, input, given in
      var answer = former(operation, input, given)
      change(input, &answer)
      return answer
    }
  }

  /// Changes the URL that is given.
  mutating func rewriteURL(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    rewriteOutput { _, answer in
      guard let url = answer.members["url"]?.stringValue else { return }
      answer.members["url"] = .string(change(Bytes(url.utf8)).text)
    }
  }

  /// Changes the headers that are sent; an element is a name and a value.
  mutating func rewriteHeaders(
    _ change: @escaping @Sendable (JSONObject, inout [(name: String, value: String)]) -> Void
  ) {
    rewriteOutput { input, answer in
      guard let given = answer.members["headers"]?.arrayValue else { return }
      var headers: [(name: String, value: String)] = given.compactMap { header in
        guard let pair = header.arrayValue, pair.count == 2 else { return nil }
        return (pair[0].stringValue ?? "", pair[1].stringValue ?? "")
      }
      change(input, &headers)
      answer.members["headers"] = .array(
        headers.map { .array([.string($0.name), .string($0.value)]) })
    }
  }

  /// Changes what follows the canonicalized headers' step into the buffer; told where it began.
  mutating func afterHeaders(
    _ change: @escaping @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  ) {
    let former = signing.canonicalizedHeaders
    signing.canonicalizedHeaders = { request, token, buffer in
      var lines = Bytes()
      former(request, token, &lines)
      change(request, token, &lines)
      buffer.append(contentsOf: lines)
    }
  }

  /// Changes the resource.
  mutating func afterResource(
    _ change: @escaping @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  ) {
    let former = signing.canonicalizedResource
    signing.canonicalizedResource = { request, token, buffer in
      var resource = Bytes()
      former(request, token, &resource)
      change(request, token, &resource)
      buffer.append(contentsOf: resource)
    }
  }

  /// Changes the Date line.
  mutating func afterDate(
    _ change: @escaping @Sendable (SigningRequest, UnixTime, inout Bytes) -> Void
  ) {
    let former = signing.dateLine
    signing.dateLine = { request, time, buffer in
      var line = Bytes()
      former(request, time, &line)
      change(request, time, &line)
      buffer.append(contentsOf: line)
    }
  }

  /// Passes over the faults of which a statement is true.
  mutating func accept(_ fault: @escaping @Sendable (SigningError) -> Bool) {
    let former = refuses
    refuses = { former($0) && !fault($0) }
  }
}
