/// Where a vector's expected answer comes from, which is what a reader may trust it for.
///
/// Each case may carry a note, such as why a published value had to be computed again.
public enum Provenance: Hashable, Sendable {
  /// A document or an SDK's own test states the answer.
  case published(source: String, note: String? = nil)
  /// Several SDKs, each named with its version, gave the same bytes.
  case agreed(sdks: [String], note: String? = nil)
  /// Only this kit computed the answer, for the reason given.
  case derived(reason: String, note: String? = nil)
}
