public import OSSPrimitives

/// What an operation gives when it succeeds: its output members, and the steps that led there.
public struct Answer: Hashable, Sendable {
  /// The output members other than `stages`, in the order in which they were given.
  public var members: JSONObject
  /// The steps shown, by name, in the order in which they were given; empty when none is shown.
  public var stages: JSONObject

  /// Makes an answer of its members and the steps behind them.
  public init(members: JSONObject, stages: JSONObject = [:]) {
    self.members = members
    self.stages = stages
  }
}
