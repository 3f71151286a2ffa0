package import OSSVectors

/// What a run of the fuzzer came to.
package struct FuzzResult: Sendable {
  /// Who was asked.
  package let identity: AdapterIdentity
  /// The seed of the requests.
  package let seed: UInt64
  /// The operations that were asked for.
  package let operations: [OSSVectors.Operation]
  /// How many requests were asked.
  package internal(set) var count = 0
  /// How many were signed as the reference signs them.
  package internal(set) var agreed = 0
  /// How many were answered otherwise, or broke the adapter.
  package internal(set) var failed = 0
  /// How many the SDK refused, by the group of its message; refusals are not judged here.
  package internal(set) var rejected = MessageGroups()
  /// How many the SDK cannot do, by the group of the reason.
  package internal(set) var unsupported = MessageGroups()
  /// How many failing requests belong to no kind that is told, because there were too many kinds.
  package internal(set) var unexplained = 0
  /// How many further requests were asked to shrink the failing ones.
  package internal(set) var shrinking = 0
  /// The kinds of mistakes, in the order in which they were found.
  package internal(set) var kinds: [FuzzKind] = []
  /// Why the run ended early, if it did.
  package internal(set) var ending: String?

  /// Makes the result of a run that has not begun.
  init(identity: AdapterIdentity, seed: UInt64, operations: Set<OSSVectors.Operation>) {
    self.identity = identity
    self.seed = seed
    self.operations = FuzzRequest.operations.filter(operations.contains)
  }

  /// How many requests the SDK did not refuse; whoever refuses all signs none.
  package var executed: Int { agreed + failed }

  /// The exit status that the result calls for; a mistake at level `may` does not fail the run.
  package var exitStatus: RunnerStatus {
    if executed == 0 { return .nothingRun }
    return unexplained > 0 || kinds.contains { $0.level != .may } ? .failures : .asExpected
  }
}
