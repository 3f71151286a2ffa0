public import OSSJSON
public import OSSPrimitives

extension Suite {
  /// The suite's path below the folder of vectors.
  public var fileName: String { name + ".json" }

  /// The bytes that stand in the suite's file when it is canonical.
  ///
  /// - Complexity: O(*n*) in the size of the suite.
  public func canonicalBytes() -> Bytes {
    let object: JSONObject = [
      "format": 1, "suite": .string(name), "profile": .string(profile.rawValue),
      "count": .number(JSONNumber(vectors.count)), "vectors": .array(vectors.map(\.json)),
    ]
    return JSONValue.object(object).canonical()
  }
}

extension Vector {
  /// The vector as it is in a file, its members in the canonical order.
  ///
  /// - Complexity: O(*n*) in the size of the vector.
  public var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id), "operation": .string(operation.rawValue),
      "level": .string(level.rawValue),
    ]
    if let reason { object["reason"] = .string(reason) }
    if let profile { object["profile"] = .string(profile.rawValue) }
    object["clauses"] = .texts(clauses)
    object["comment"] = .string(comment)
    object["flags"] = .texts(flags)
    object["provenance"] = provenance.json
    object["input"] = .object(input)
    object["expect"] = expectation.json
    return .object(object)
  }
}

extension Expectation {
  /// The expectation as it is in a file.
  var json: JSONValue {
    var object: JSONObject = [:]
    outcome.append(to: &object)
    if !exact.isEmpty { object["exact"] = .texts(exact) }
    if !alternatives.isEmpty { object["any_of"] = .array(alternatives.map(\.json)) }
    return .object(object)
  }
}

extension Alternative {
  /// The alternative as it is in a file.
  var json: JSONValue {
    var object: JSONObject = ["reason": .string(reason)]
    outcome.append(to: &object)
    return .object(object)
  }
}

extension Outcome {
  /// Adds the members that express this outcome.
  fileprivate func append(to object: inout JSONObject) {
    switch self {
    case .answer(let answer):
      object.members += answer.members.members
      if !answer.stages.members.isEmpty { object["stages"] = .object(answer.stages) }
    case .rejection(let errorClass):
      object["error"] = ["class": .string(errorClass)]
    }
  }
}

extension Provenance {
  /// The provenance as it is in a file.
  var json: JSONValue {
    var object: JSONObject
    let remark: String?
    switch self {
    case .published(let source, let note):
      object = ["kind": "published", "source": .string(source)]
      remark = note
    case .agreed(let sdks, let note):
      object = ["kind": "agreed", "sdks": .texts(sdks)]
      remark = note
    case .observed(let source, let read, let quote, let note):
      object = [
        "kind": "observed", "source": .string(source), "read": .string(read),
        "quote": .string(quote),
      ]
      remark = note
    case .derived(let reason, let note):
      object = ["kind": "derived", "reason": .string(reason)]
      remark = note
    }
    if let remark { object["note"] = .string(remark) }
    return .object(object)
  }
}

extension TimelineBounds {
  /// The members that state the bounds in a vector.
  public var members: JSONObject {
    var object: JSONObject = [:]
    if !callers.isEmpty {
      object["callers"] = .object(
        JSONObject(
          callers.map { bound in
            JSONMember(name: bound.caller, value: .texts(bound.outcomes))
          }))
    }
    if !waits.isEmpty {
      object["waits"] = .object(
        JSONObject(
          waits.map { JSONMember(name: $0.caller, value: .number(JSONNumber($0.most))) }))
    }
    var fetches: JSONObject = [:]
    fetches["least"] = leastFetches.map { .number(JSONNumber($0)) }
    fetches["most"] = mostFetches.map { .number(JSONNumber($0)) }
    if !fetches.members.isEmpty { object["fetches"] = .object(fetches) }
    if !invariants.isEmpty {
      object["invariants"] = .array(invariants.map { .string($0.rawValue) })
    }
    return object
  }
}

extension Corpus {
  /// The SHA-256 of the corpus in hexadecimal, which differs between two states of the vectors.
  ///
  /// What is hashed is, for each suite in the order of ``suites``: the path of its file below the
  /// folder of vectors, a line feed, and the suite's canonical bytes. The layout of a file that is
  /// not canonical therefore makes no difference, and its name does.
  ///
  /// - Complexity: O(*n*) in the size of the corpus; the digest is computed at each call.
  public func digest() -> String {
    var hash = SHA256()
    for suite in suites {
      let name = (suite.fileName + "\n").bytes
      hash.update(name.span)
      let bytes = suite.canonicalBytes()
      hash.update(bytes.span)
    }
    return hash.finalize().hexadecimal
  }
}
