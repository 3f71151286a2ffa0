public import OSSPrimitives

/// What the judge says of one reply.
public enum Verdict: Hashable, Sendable {
  /// The reply is right; notes tell what is odd about it all the same.
  case passed(notes: [String])
  /// The reply is wrong.
  case failed(Failure)
  /// The SDK cannot do what was asked, so nothing was tried.
  case unsupported(reason: String?)
  /// What came back is valid and answers another question, so it shows nothing.
  case notComparable(reason: String)

  /// What is wrong, if anything is.
  public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether the reply is right.
  public var isPass: Bool {
    if case .passed = self { true } else { false }
  }

  /// What is worth telling beside the verdict itself.
  public var notes: [String] {
    switch self {
    case .passed(let notes): notes
    case .failed(let failure): failure.notes
    case .unsupported, .notComparable: []
    }
  }
}

/// Why a reply is wrong.
public struct Failure: Hashable, Sendable {
  /// The way in which it is wrong.
  public var kind: FailureKind
  /// The reason in a sentence.
  public var message: String
  /// What differs, in the order in which a signature comes about: the first is where to look.
  public var differences: [Difference]
  /// What else is worth telling.
  public var notes: [String]

  /// Makes a failure.
  public init(
    kind: FailureKind, message: String, differences: [Difference] = [], notes: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.differences = differences
    self.notes = notes
  }
}

/// The ways to fail; a list of expected failures names them by these words.
public enum FailureKind: String, CaseIterable, Hashable, Sendable {
  /// The answer is not the expected one, or shows nothing that could be compared.
  case mismatch
  /// The input was answered where it must be refused.
  case accepted
  /// The input was refused where it must be answered.
  case rejected
  /// The adapter or the SDK broke and said so.
  case adapterFailed = "adapter-failed"
  /// No reply came in time.
  case timeout
  /// The adapter died.
  case crash
  /// The reply would be right, but the other replies show that it proves nothing.
  case implausible
}

/// One place where an answer and what is expected part.
public struct Difference: Hashable, Sendable {
  /// The step or member that differs, such as `stringToSign` or `url`.
  public var name: String
  /// Which part of it differs, where it is compared by parts.
  public var part: String?
  /// The bytes that are expected; none where there should be nothing.
  public var expected: Bytes?
  /// The bytes that were given; none where there is nothing.
  public var actual: Bytes?

  /// Makes a difference.
  public init(name: String, part: String? = nil, expected: Bytes?, actual: Bytes?) {
    self.name = name
    self.part = part
    self.expected = expected
    self.actual = actual
  }

  /// The offset of the first byte that differs, which is the length of the shorter side if the longer
  /// one continues it; none where a side is missing or both have the same bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var offset: Int? {
    guard let expected, let actual else { return nil }
    return expected.firstDifference(from: actual)
  }

  /// Both sides as text where they are words or numbers, of which the bytes say nothing.
  public var words: (expected: String, actual: String)? {
    guard let expected, let actual, Self.isWord(expected), Self.isWord(actual) else { return nil }
    return (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
  }

  /// Whether bytes are a number, or letters in lower case with hyphens; no signature is.
  private static func isWord(_ bytes: Bytes) -> Bool {
    let isNumber = bytes.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    let isWord = bytes.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
    return (1...32).contains(bytes.count) && (isNumber || isWord)
  }

  /// The step or member, with the part of it that differs.
  public var title: String {
    part.map { "\(name) (\($0))" } ?? name
  }
}

/// A vector, what came back for it, and what the judge says of that.
public struct Finding: Hashable, Sendable {
  /// What was asked.
  public var vector: Vector
  /// What came back.
  public var reply: Reply
  /// What the judge says.
  public var verdict: Verdict
  /// What the reply shows, where only its beginning is kept or an SDK's habit is taken out of it.
  package var fingerprint: Fingerprint?

  /// Makes a finding of its parts.
  public init(vector: Vector, reply: Reply, verdict: Verdict) {
    self.vector = vector
    self.reply = reply
    self.verdict = verdict
  }

  /// Whether the reply is right only as a refusal whose reason is not in the closed list.
  package var isUnmappedRefusal: Bool {
    guard verdict.isPass, case .rejected(let errorClass, _) = reply else { return false }
    return errorClass.flatMap(ErrorClass.init(rawValue:)) == nil
  }

  /// Whether the reply is right only as a refusal, of a class of the list that nothing expects.
  package var isOfAnotherClass: Bool {
    guard verdict.isPass, !isUnmappedRefusal, case .rejected(let errorClass?, _) = reply else {
      return false
    }
    let outcomes = [vector.expectation.outcome] + vector.expectation.alternatives.map(\.outcome)
    return !outcomes.contains(.rejection(errorClass: errorClass))
  }

  /// Whether the reply is right to the letter: a refusal has the class that the vector names.
  package var isRight: Bool { verdict.isPass && !isOfAnotherClass }
}

extension Outcome {
  /// The answer, if the input is to be answered.
  package var answer: Answer? {
    if case .answer(let answer) = self { answer } else { nil }
  }
}

/// What came back for one request, whoever gave it.
///
/// All but the last two are statuses of the protocol and stand in an adapter's reply; the last two are the
/// runner's own, for a request that had no reply although it was tried alone.
public enum Reply: Hashable, Sendable {
  /// The SDK gave an answer.
  case ok(Answer)

  /// The SDK itself refused the input, with the class of its error if the adapter could name one.
  ///
  /// A class that is not in the closed list is kept as it came: the judge counts it as unmapped.
  case rejected(errorClass: String?, message: String?)

  /// The SDK signed the input, and the HTTP library that it sends with refused it; what the SDK
  /// signed, if the adapter shows it.
  case refusedByTransport(message: String?, signed: Answer? = nil)

  /// The SDK cannot do what the request asks for.
  case unsupported(reason: String?)

  /// The adapter or the SDK broke, or the adapter's reply to this request made no sense.
  case failed(message: String?)

  /// No reply came within the limit.
  case timeout

  /// The adapter ended, or stopped speaking the protocol; the text says how.
  case crash(String)

  /// The answer; nil for any other reply.
  package var answer: Answer? { if case .ok(let answer) = self { answer } else { nil } }
}
