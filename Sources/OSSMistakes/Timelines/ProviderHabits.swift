package import OSSCredentials
package import OSSPrimitives

/// What a provider does around its refresh machine: by the specification no more than the machine asks.
package struct ProviderHabits: Sendable {
  /// How long the provider waits before it begins a fetch, in milliseconds.
  package var pause: @Sendable (RefreshState, _ now: Moment) -> Int64 = { _, _ in 0 }
  /// Whether a fetch is cancelled that the machine forgets when a caller leaves.
  package var cancelsFetches = false
  /// The habits as the specification has them.
  package init() {}
}
