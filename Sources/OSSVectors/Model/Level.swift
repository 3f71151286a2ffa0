/// How binding a vector is for an SDK.
public enum Level: String, CaseIterable, Hashable, Sendable {
  /// An SDK that answers otherwise is wrong.
  case must
  /// An SDK that answers otherwise needs a good reason.
  case should
  /// An SDK is free to answer otherwise; the vector says why it is asked at all.
  case may
}
