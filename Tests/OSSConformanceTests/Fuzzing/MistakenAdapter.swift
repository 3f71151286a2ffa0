import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors

/// The reference with a mistake: it signs another input than it was given, or another string.
struct MistakenAdapter: Adapter {
  /// What is done to the input before it is signed.
  var input: (JSONObject) -> JSONObject = { $0 }
  /// What is done to the string to sign; the input is the given one.
  var string: (String, JSONObject) -> String = { string, _ in string }
  /// Whether the string to sign is shown.
  var showsString = true
  /// The replies to requests that are not signed at all.
  var reply: (JSONObject) -> Reply? = { _ in nil }
  /// How often it was asked.
  var asked = 0

  let identity = AdapterIdentity(
    name: "mistaken", version: "1", language: "swift", operations: ["v1.header", "v1.presign"])

  mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    asked += requests.count
    return requests.map { reply($0.input) ?? signed($0) }
  }

  private func signed(_ request: AdapterRequest) -> Reply {
    let reference = ReferenceAdapter()
    guard case .ok(let answer) = reference.answer(request.operation, input(request.input)),
      let right = answer.stages["stringToSign"]?.stringValue
    else { return .failed(message: "not signed") }
    let wrong = string(right, request.input)
    let credentials = input(request.input)["credentials"] ?? .null
    guard
      case .ok(let signed) = reference.answer(
        .v1String, ["credentials": credentials, "stringToSign": .string(wrong)])
    else { return .failed(message: "no signature") }
    return .ok(
      Answer(
        members: ["signature": signed.members["signature"] ?? .null],
        stages: showsString ? ["stringToSign": .string(wrong)] : [:]))
  }
}

extension JSONObject {
  /// The name and value of each header.
  var headers: [(name: String, value: String)] {
    (self["headers"]?.arrayValue ?? []).map { pair in
      (pair.arrayValue?[0].stringValue ?? "", pair.arrayValue?[1].stringValue ?? "")
    }
  }

  /// The object with another member in its credentials.
  func withCredential(_ name: String, _ value: JSONValue?) -> JSONObject {
    var object = self
    var credentials = object["credentials"]?.objectValue ?? [:]
    credentials[name] = value
    object["credentials"] = .object(credentials)
    return object
  }
}
