#if canImport(FoundationEssentials) || canImport(Foundation)
  public import OSSPrimitives

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// The clock of the device.
  public enum SystemClock: Sendable {
    /// The moment that the device's clock shows.
    @Sendable public static func now() -> Moment {
      Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
  }
#endif
