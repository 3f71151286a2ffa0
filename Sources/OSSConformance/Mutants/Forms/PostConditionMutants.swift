internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in holding a form against the conditions of its policy.
enum PostConditionMutants {
  static let all: [Mutant] = [
    PostCheckMutants.check(
      "post-object-as-beginning", "POST-COND-2", "An object asks for a beginning.",
      "Compare the whole value."
    ) {
      $0.rewriteHolding { condition, form, holds in
        if case .field(let name, let value) = condition {
          form.value(of: name).utf8.starts(with: value.utf8)
        } else {
          holds
        }
      }
    },
    PostCheckMutants.check(
      "post-equal-ignored", "POST-COND-3", "A condition with eq is passed over.",
      "Compare the value."
    ) {
      $0.rewriteHolding { condition, _, holds in
        if case .equal = condition { true } else { holds }
      }
    },
    PostCheckMutants.check(
      "post-beginning-as-part", "POST-COND-4", "A beginning is looked for anywhere.",
      "Look at the beginning alone."
    ) {
      $0.rewriteHolding { condition, form, holds in
        guard case .startsWith(let name, let text) = condition, !text.isEmpty else { return holds }
        let value = Bytes(form.value(of: name).utf8)
        return value.replacing(Bytes(text.utf8), with: []).count < value.count
      }
    },
    PostCheckMutants.check(
      "post-beginning-as-whole", "POST-COND-4", "A beginning must be the whole value.",
      "Compare the beginning alone."
    ) {
      $0.rewriteHolding { condition, form, holds in
        guard case .startsWith(let name, let text) = condition, !text.isEmpty else { return holds }
        return form.value(of: name).utf8.elementsEqual(text.utf8)
      }
    },
    PostCheckMutants.check(
      "post-largest-size-refused", "POST-COND-5", "The second size is not in the range.",
      "Take both ends in."
    ) {
      $0.rewriteSizes { $0.fileByteCount < $1.upperBound && $0.fileByteCount >= $1.lowerBound }
    },
    PostCheckMutants.check(
      "post-smallest-size-refused", "POST-COND-5", "The first size is not in the range.",
      "Take both ends in."
    ) {
      $0.rewriteSizes { $0.fileByteCount <= $1.upperBound && $0.fileByteCount > $1.lowerBound }
    },
    PostCheckMutants.check(
      "post-size-ignored", "POST-COND-5", "The size of the file is not looked at.",
      "Compare it with the range."
    ) {
      $0.rewriteSizes { _, _ in true }
    },
    PostCheckMutants.check(
      "post-size-in-32-bits", "POST-COND-5", "Sizes are kept in 32 bits.", "Keep them in 64 bits."
    ) {
      $0.rewriteSizes { form, range in
        let size = Int32(truncatingIfNeeded: form.fileByteCount)
        return size >= Int32(truncatingIfNeeded: range.lowerBound) && Int64(size) < 1_073_741_824
      }
    },
    PostCheckMutants.check(
      "post-first-of-list", "POST-COND-6", "Only the first value of a list is looked at.",
      "Look at each value."
    ) {
      $0.rewriteHolding { condition, form, holds in
        switch condition {
        case .oneOf(let name, let values):
          values.first.map { form.value(of: name).utf8.elementsEqual($0.utf8) } ?? false
        case .noneOf(let name, let values):
          values.first.map { !form.value(of: name).utf8.elementsEqual($0.utf8) } ?? true
        default: holds
        }
      }
    },
    PostCheckMutants.check(
      "post-lists-inverted", "POST-COND-6", "The lists of in and not-in are mixed up.",
      "Take in for one of the list."
    ) {
      $0.rewriteHolding { condition, _, holds in
        switch condition {
        case .oneOf, .noneOf: !holds
        default: holds
        }
      }
    },
  ]
}

extension ReferenceSteps {
  /// Changes whether the size of a file is in a range.
  fileprivate mutating func rewriteSizes(
    _ isInside: @escaping @Sendable (PostForm, ClosedRange<Int64>) -> Bool
  ) {
    rewriteHolding { condition, form, holds in
      if case .contentLength(let range) = condition { isInside(form, range) } else { holds }
    }
  }
}
