internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// Whether an answer to a presigned request is a success (errors.md, "Verdicts on presigned requests").
package struct VerdictModel: Sendable {
  /// Whether a status is a failure (UPL-STAT-1, UPL-STAT-2, UPL-STAT-3).
  package var isFailure: @Sendable (_ status: Int64) -> Bool = { $0 == 203 || $0 >= 300 }
  /// The text of a failure: each longest beginning of a character that UTF-8 has not becomes U+FFFD
  /// (UPL-TEXT-1, UPL-TEXT-2, UPL-TEXT-3).
  package var text: @Sendable (Bytes) -> String? = { $0.text }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let status = try input.requiredInteger("status")
    let body = try input.bytes("body")
    guard isFailure(status) else { return Answer(members: ["verdict": "success"]) }
    var members: JSONObject = ["verdict": "failure"]
    members["text"] = body.flatMap(text).map { .string($0) }
    return Answer(members: members)
  }
}

/// What a custom signer gave: the value of the header, an error, both or neither (credentials.md,
/// "Custom signers").
package struct SignerModel: Sendable {
  /// Whether an error, and what came beside it, is a failure (CRED-SIGN-3, CRED-SIGN-4, CRED-SIGN-5).
  package var isFailure: @Sendable (_ error: String?, _ value: String?) -> Bool = { error, _ in
    error != nil
  }
  /// The value to read, of an error that is no failure and a value (CRED-SIGN-3).
  package var value: @Sendable (_ error: String?, _ value: String?) -> String? = { $1 }
  /// What is made of no value (CRED-SIGN-2).
  package var withoutValue: @Sendable () throws(Refusal) -> Answer = { () throws(Refusal) in
    throw Refusal(.missingSignerValue, "The signer gave neither a value nor an error.")
  }
  /// The value as it is read: nothing of it is trimmed, decoded or repaired (CRED-SIGN-10).
  package var repaired: @Sendable (String) -> String = { $0 }
  /// What follows `OSS` and one space; nil for another beginning (CRED-SIGN-6).
  package var afterScheme: @Sendable (Bytes) -> Bytes? = { bytes in
    let scheme = "OSS ".raw
    return bytes.starts(with: scheme) && bytes.dropFirst(4).first != 0x20
      ? Bytes(bytes.dropFirst(4)) : nil
  }
  /// The access key ID and the signature, divided at the first colon (CRED-SIGN-8).
  package var parts: @Sendable (Bytes) -> (id: Bytes, signature: Bytes)? = { bytes in
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (Bytes(bytes[..<colon]), Bytes(bytes[(colon + 1)...]))
  }
  /// Whether a text is an access key ID (CRED-SIGN-7, V1-REF-3).
  package var isAccessKeyID: @Sendable (String) -> Bool = { !$0.utf8.isEmpty && $0.isAccessKeyID }
  /// Whether a text is a signature: the padded base64 text of 20 bytes (CRED-SIGN-9).
  package var isSignature: @Sendable (String) -> Bool = { (try? Base64.decode($0))?.count == 20 }
  /// The signature as it is shown, just as it is (CRED-SIGN-1).
  package var shown: @Sendable (String) -> String = { $0 }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let error = try input.text("error", orRefuseAs: .invalidInput)
    if isFailure(error, input.object["value"]?.stringValue) {
      throw Refusal(.signerFailed, "The signer failed.")
    }
    let given = try input.text("value", orRefuseAs: .invalidSignerValue)
    guard let value = value(error, given) else { return try withoutValue() }
    guard let rest = afterScheme(repaired(value).raw), let parts = parts(rest) else {
      throw .signerValue
    }
    let id = String(decoding: parts.id, as: UTF8.self)
    let signature = String(decoding: parts.signature, as: UTF8.self)
    guard isAccessKeyID(id), isSignature(signature) else { throw .signerValue }
    return Answer(members: ["accessKeyId": .string(id), "signature": .string(shown(signature))])
  }
}

extension Refusal {
  fileprivate static var signerValue: Refusal {
    Refusal(.invalidSignerValue, "The value is not OSS, a space, an ID, a colon and a signature.")
  }
}
