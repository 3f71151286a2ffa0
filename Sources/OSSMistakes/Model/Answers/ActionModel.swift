internal import OSSJSON
package import OSSPrimitives
internal import OSSVectors

/// One line of the table of actions: which answers it fits, and what is due then.
package struct ActionRule: Sendable {
  package var action: String
  package var statuses: ClosedRange<Int64>
  /// The code that it fits; nil fits every answer, also one without a code.
  package var code: String?
  /// The message that it fits; nil fits every message.
  package var message: String?
  /// Whether it fits answers without a code alone.
  package var isWithoutCode = false

  func fits(_ status: Int64, _ error: ActionError) -> Bool {
    guard statuses.contains(status), !isWithoutCode || error.code == nil else { return false }
    if let code, error.code?.hasSameBytes(as: code) != true { return false }
    return message.map { error.message?.hasSameBytes(as: $0) == true } ?? true
  }
}

/// What an answer says of its error.
package struct ActionError: Sendable {
  package var code: String?
  package var message: String?
  /// The exact cause.
  package var ec: String?
}

/// What a client does about an answer (errors.md, "Actions").
package struct ActionModel: Sendable {
  /// The lines of the table for an answer; an answer that fits no line is given up (ACT-CRED-1, ACT-CRED-2,
  /// ACT-TIME-1, ACT-TIME-2, ACT-RETRY-1, ACT-STOP-1, ACT-STOP-2, ACT-STOP-3).
  package var rules = [
    ActionRule(action: "retry", statuses: 500...599),
    ActionRule(action: "correct-clock", statuses: 403...403, code: "RequestTimeTooSkewed"),
    ActionRule(
      action: "correct-clock", statuses: 400...400, code: "InvalidArgument",
      message: "Invalid signing date in Authorization header."),
    ActionRule(action: "refresh-credentials", statuses: 400...499, code: "SecurityTokenExpired"),
    ActionRule(action: "refresh-credentials", statuses: 400...499, code: "InvalidSecurityToken"),
    ActionRule(
      action: "refresh-credentials", statuses: 400...499,
      code: "AccessKeyIdAndSecurityTokenNotMatch"),
    ActionRule(action: "refresh-credentials", statuses: 400...499, code: "InvalidAccessKeyId"),
  ]
  /// The codes that exact causes stand for (ACT-CODE-2).
  package var causes = [
    "0002-00000003": "InvalidAccessKeyId", "0002-00000004": "AccessKeyIdAndSecurityTokenNotMatch",
    "0002-00000006": "InvalidSecurityToken", "0002-00000007": "SecurityTokenExpired",
    "0002-00000008": "InvalidSecurityToken",
  ]
  /// How often an action may be tried (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package var limits = ["refresh-credentials": 1, "correct-clock": 1, "retry": 3]
  /// How many tries there may be in all (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package var total = Int.max
  /// Whether a try of one action counts for another (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package var counts: @Sendable (_ tried: String, _ action: String) -> Bool = { $0 == $1 }
  /// What is done where no answer came (ACT-RETRY-1).
  package var withoutAnswer = "retry"
  /// The body that is read, and the header that is, of those of the answer (ACT-CODE-1).
  package var source: @Sendable (_ body: Bytes?, _ header: String?) -> (Bytes?, String?) = {
    $0?.isEmpty == false ? ($0, nil) : (nil, $1)
  }
  /// The error of a body or a header, which error-body.md reads (ACT-CODE-1).
  package var error: @Sendable (Bytes?, String?, Model) -> ActionError = {
    ActionModel.error($0, $1, $2)
  }
  /// Whether the header `x-oss-ec` is read, given the body that is (ACT-CODE-2).
  package var readsCause: @Sendable (_ body: Bytes?) -> Bool = { _ in true }
  /// The exact cause, of that of the body and the header `x-oss-ec` (ACT-CODE-2).
  package var cause: @Sendable (_ body: String?, _ header: String?) -> String? = { $0 ?? $1 }
  /// The code that counts, of that of the error and that of the exact cause (ACT-CODE-2).
  package var code: @Sendable (_ error: String?, _ cause: String?) -> String? = {
    ($0 ?? "").isEmpty ? $1 : $0
  }
  /// Whether credentials can be fetched again (ACT-CRED-4).
  package var canRefresh: @Sendable (_ credential: String) -> Bool = { $0 == "temporary" }

  func answer(_ input: InputReader, _ model: Model) throws(Refusal) -> Answer {
    var action = withoutAnswer
    if let status = try input.integer("status") {
      let given = source(
        try input.bytes("body"), try input.text("header", orRefuseAs: .invalidInput))
      let inHeader = try input.text("ecHeader", orRefuseAs: .invalidInput)
      let ecHeader = readsCause(given.0) ? inHeader : nil
      var read = error(given.0, given.1, model)
      read.code = code(read.code, meaning(of: cause(read.ec, ecHeader)))
      action = rules.first { $0.fits(status, read) }?.action ?? "give-up"
    }
    let credential = try Self.word(
      input.object["credential"], "credential", of: ["static", "temporary", "signer"])
    var tried: [String] = []
    for element in try input.elements("tried") {
      let words = ["refresh-credentials", "correct-clock", "retry", "give-up"]
      tried.append(try Self.word(element, "tried", of: words))
    }
    let isPossible = action != "refresh-credentials" || canRefresh(credential)
    let count = tried.count { counts($0, action) }
    let mayTry = count < limits[action] ?? .max && tried.count < total
    return Answer(members: ["action": .string(isPossible && mayTry ? action : "give-up")])
  }

  /// The code that an exact cause means, spaces and tabs at its ends left out (ACT-CODE-2).
  private func meaning(of cause: String?) -> String? {
    cause.flatMap { causes[$0.trimmed { $0 == " " || $0 == "\t" }] }
  }

  /// A word of a closed list.
  private static func word(
    _ value: JSONValue?, _ name: String, of words: [String]
  ) throws(Refusal) -> String {
    let text = try InputReader.text(value ?? .null, name, orRefuseAs: .invalidInput)
    guard words.contains(text) else { throw .shape(name, words.joined(separator: ", ")) }
    return text
  }

  /// The error that error-body.md reads; nothing where it refuses the body or the header.
  package static func error(_ body: Bytes?, _ header: String?, _ model: Model) -> ActionError {
    var input: JSONObject = [:]
    if let body {
      input["body"] = ["base64": .string(body.base64)]
    } else if let header {
      input["header"] = .string(header)
    } else {
      return ActionError()
    }
    guard let members = try? model.errorBodies.answer(InputReader(input), model)?.members else {
      return ActionError()
    }
    return ActionError(
      code: members["code"]?.stringValue, message: members["message"]?.stringValue,
      ec: members["ec"]?.stringValue)
  }
}
