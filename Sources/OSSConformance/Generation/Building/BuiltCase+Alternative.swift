internal import OSSPrimitives

extension BuiltCase {
  /// An answer that is right too, where the evidence is open.
  struct Alternative {
    let reason: String
    let way: Way

    /// How the other side comes to its answer.
    enum Way {
      /// By signing another string with V1, and sending these headers beside Authorization; none to
      /// judge the signature alone.
      case signing(stringToSign: String, headers: [(name: String, value: String)])
      /// By signing another canonical request with V4.
      case hashing(canonicalRequest: String)
      /// As the reference answers another input, which it may even refuse otherwise.
      case answering(JSONObject)
      /// By writing the value of the Authorization header in another way.
      case writing(@Sendable (_ authorization: String) -> String)
    }
  }
}

extension BuiltCase.Alternative {
  /// Another string that is signed with V1.
  init(
    reason: String, stringToSign: String, headers: [(name: String, value: String)] = []
  ) {
    self.reason = reason
    way = .signing(stringToSign: stringToSign, headers: headers)
  }

  /// Another canonical request that is signed with V4.
  init(reason: String, canonicalRequest: String) {
    self.reason = reason
    way = .hashing(canonicalRequest: canonicalRequest)
  }
}
