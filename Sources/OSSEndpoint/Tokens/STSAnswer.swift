internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

/// Why STS refuses a call, as it says it.
package struct STSRefusal: Error {
  /// The status of HTTP.
  package let status: Int
  /// The code, such as `MissingAction`.
  package let code: String
  /// The message.
  package let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  /// That a parameter is not there, or empty.
  static func missing(_ name: String) -> STSRefusal {
    STSRefusal(400, "Missing" + name, name + " is mandatory for this action.")
  }

  /// That a parameter of every call has another value than it may have.
  static func invalid(_ name: String) -> STSRefusal {
    STSRefusal(400, "Invalid" + name, "Specified parameter \(name) is not valid.")
  }

  /// That the secret does not make the signature, with what the server signs.
  static func mismatch(_ string: Bytes, _ canonical: Bytes? = nil) -> STSRefusal {
    let request = canonical.map { " server CanonicalRequest is:" + $0.text } ?? ""
    return STSRefusal(
      400, "SignatureDoesNotMatch",
      "Specified signature is not matched with our calculation. server string to sign is:"
        + string.text + request)
  }

  /// What is wrong with a policy that this server can read.
  static func grammar(_ sentence: String) -> STSRefusal {
    STSRefusal(
      400, "InvalidParameter.PolicyGrammar",
      "The parameter Policy has not passed grammar check. " + sentence)
  }

  /// What is wrong with a parameter of AssumeRole (ROLE-REF).
  init(_ error: AssumeRoleError) {
    func wrong(_ name: String) -> STSRefusal {
      STSRefusal(400, "InvalidParameter." + name, "The parameter \(name) is wrongly formed.")
    }
    self =
      switch error {
      case .invalidRoleARN: wrong("RoleArn")
      case .sessionNameLength, .sessionNameByte: wrong("RoleSessionName")
      case .invalidDuration, .invalidMaximumDuration:
        STSRefusal(
          400, "InvalidParameter.DurationSeconds",
          "The Min/Max value of DurationSeconds is 15min/1hr.")
      case .policyLength:
        STSRefusal(
          400, "InvalidParameter.PolicySize", "The size of Policy must be smaller than 2048 bytes.")
      case .policyNotAnObject, .policyWildcard: .grammar("It is not an object of JSON.")
      case .externalIDLength, .externalIDByte: wrong("ExternalId")
      case .invalidProviderARN: wrong("OIDCProviderArn")
      case .identityTokenLength, .identityTokenByte: wrong("OIDCToken")
      }
  }
}

/// How STS writes its answers: in JSON or in XML, with the ID of the request.
struct STSAnswer {
  var isXML: Bool
  let requestID: String
  let host: String

  /// The answer to AssumeRole (ROLE-RSP-2, ROLE-RSP-3).
  ///
  /// - Parameters:
  ///   - end: the expiration, as it is written.
  ///   - role: the ARN of the role.
  func body(_ token: IssuedToken, end: String, role: String, session: String) -> Bytes {
    let user: KeyValuePairs = [
      "Arn": "\(role)/\(session)", "AssumedRoleId": "300000000000000001:\(session)",
    ]
    let pairs: KeyValuePairs = [
      "AccessKeyId": token.id, "AccessKeySecret": token.secret, "SecurityToken": token.token,
      "Expiration": end,
    ]
    if isXML {
      return XMLBody("AssumeRoleResponse", ["RequestId": requestID]) {
        $0.add("AssumedRoleUser", user)
        $0.add("Credentials", pairs)
      }.bytes
    }
    let answer: JSONValue = [
      "RequestId": .string(requestID), "AssumedRoleUser": Self.object(user),
      "Credentials": Self.object(pairs),
    ]
    return answer.compact().bytes
  }

  /// The answer to a call that is refused.
  func body(_ refusal: STSRefusal) -> Bytes {
    let members: KeyValuePairs = [
      "RequestId": requestID, "HostId": host, "Code": refusal.code, "Message": refusal.message,
    ]
    return isXML ? XMLBody("Error", members).bytes : Self.object(members).compact().bytes
  }

  private static func object(_ members: KeyValuePairs<String, String>) -> JSONValue {
    var object: JSONObject = [:]
    for (name, text) in members { object[name] = .string(text) }
    return .object(object)
  }
}
