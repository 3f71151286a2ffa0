internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A mistake that an SDK makes by a public call, and what becomes of the request.
struct Charge: Hashable {
  /// What OSS makes of the request.
  enum Effect: String, CaseIterable {
    case refused
    case anotherObject = "another-object"
    case unsent
    case advice

    /// The heading under which it is listed.
    var heading: String {
      switch self {
      case .refused: "OSS refuses"
      case .anotherObject: "OSS serves another object than was meant"
      case .unsent: "Never reaches OSS"
      case .advice: "Advice"
      }
    }
  }

  /// The ids of the mistakes that the request shows.
  let mistakes: [String]
  let effect: Effect
  /// The public call.
  let call: String
  /// What the call does wrong, where that is less than the whole mistake.
  let what: String?
  /// The clauses whose evidence carries it; none for all that it breaks. Of other musts it is advice.
  let clauses: [String]
  /// The script that makes it, from the folder of the charges, and its lines, such as `20-22`.
  let script: String
  let lines: String?
  /// The id of the must vector whose input is shown, the request of the script; without one, the smallest.
  let shows: String?
  /// Of a mistake that is a family, the names that the request has.
  let names: [String]
  /// The must vectors that it explains though their own request shows more.
  let vectors: [String]

  /// The call, with a link to the lines of its script.
  var markdown: String {
    let place = lines.map { $0.split(separator: "-").map { "L\($0)" }.joined(separator: "-") }
    return call.markdownCode() + (place.map { ": [\(script)](charges/\(script)#\($0))" } ?? "")
  }
}

/// What spec/charges/charges.json says of each SDK, by its name and version.
struct Charges {
  /// The charges of an SDK, and what else is to be known of its version.
  struct Entry {
    let note: String?
    let charges: [Charge]
  }

  var bySDK: [String: Entry] = [:]

  init() {}

  init(_ bytes: Bytes, file: String) throws(VectorError) {
    for sdk in try MemberReader(bytes, file: file).readers("sdks") {
      let script = try sdk.text("script")
      var charges: [Charge] = []
      for charge in try sdk.readers("charges") {
        let effect: Charge.Effect = try charge.word(
          "effect", list: "refused, another-object, unsent or advice")
        let call = try charge.text("call")
        func texts(_ name: String) throws(VectorError) -> [String] {
          charge.object[name] == nil ? [] : try charge.texts(name)
        }
        charges.append(
          Charge(
            mistakes: try charge.texts("mistakes"), effect: effect, call: call,
            what: try charge.optionalText("what"), clauses: try texts("clauses"), script: script,
            lines: try charge.optionalText("lines"), shows: try charge.optionalText("shows"),
            names: try texts("names"), vectors: try texts("vectors")))
      }
      bySDK[try sdk.text("sdk")] = Entry(note: try sdk.optionalText("note"), charges: charges)
    }
  }
}
