public import OSSPrimitives

extension PostPolicy {
  /// Whether OSS would take an upload form under this policy, signature apart.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - now: the clock.
  /// - Throws: The first ``PostFormFault``, in the order of ``faults(of:at:)``.
  /// - Complexity: O(*n* + *m*) in the number of conditions and fields.
  public func check(_ form: PostForm, at now: Moment) throws(PostFormFault) {
    if let fault = faults(of: form, at: now).first { throw fault }
  }

  /// Every fault of an upload form under this policy: the expiry, the fields that a signed form has,
  /// then the conditions in their order.
  ///
  /// A fault of each kind is reported (POST-CHK-1, POST-CHK-2, POST-CHK-10). The signature is not
  /// checked, since that takes a secret.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - now: the clock.
  /// - Returns: Nothing if OSS would take the form.
  /// - Complexity: O(*n* + *m*) in the number of conditions and fields.
  public func faults(of form: PostForm, at now: Moment) -> [PostFormFault] {
    var faults: [PostFormFault] = []
    if now >= expiration { faults.append(.policyExpired(expiration)) }
    faults += PostFields.faults(of: self, form, at: now)
    let values = form.values
    for (index, condition) in conditions.enumerated()
    where !condition.holds(for: form, values) {
      faults.append(.conditionFailed(index: index, condition))
    }
    return faults
  }
}

extension PostCondition {
  /// Whether the condition holds (POST-COND-2, POST-COND-3, POST-COND-4, POST-COND-5, POST-COND-6);
  /// values are compared by their bytes (POST-CHK-2, POST-FORM-3).
  fileprivate func holds(for form: PostForm, _ seen: [Bytes: String]) -> Bool {
    func given(_ name: String) -> String { seen[name.lowercasedBytes] ?? "" }
    return switch self {
    case .field(let name, let value), .equal(let name, let value):
      given(name).hasSameBytes(as: value)
    case .startsWith(let name, let prefix):
      given(name).utf8.starts(with: prefix.utf8)
    case .contentLength(let range):
      range.contains(form.fileByteCount)
    case .oneOf(let name, let values):
      values.contains { given(name).hasSameBytes(as: $0) }
    case .noneOf(let name, let values):
      !values.contains { given(name).hasSameBytes(as: $0) }
    }
  }
}
