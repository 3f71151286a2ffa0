internal import OSSPrimitives
internal import OSSVectors

/// The time zone in which an adapter is started (ADP-RUN-14).
package struct AdapterZone: Hashable, Sendable {
  /// Its name in the database of time zones, such as `Asia/Kathmandu`.
  package let name: String

  /// The zone of a run that names none: 05:45 ahead of UTC, as no server and hardly any device is, so
  /// that a client that writes local time for UTC is seen on every machine.
  package static let usual = AdapterZone(known: "Asia/Kathmandu")

  /// Where the system has its time zones.
  package static let folder = "/usr/share/zoneinfo"

  private init(known name: String) { self.name = name }

  /// The zone of a name, or nothing if the machine has no such zone.
  ///
  /// A machine without ``folder`` has every name of letters, digits, `_`, `+`, `-` and `/`: many
  /// languages bring zones of their own.
  package init?(_ name: String) {
    let pieces = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 64, pieces.allSatisfy(Self.isPiece) else { return nil }
    self.name = name
    if FileSystem.isFolder(Self.folder), !isThere { return nil }
  }

  /// Whether the system has the zone; where it has not, C and what is built on it take UTC for it.
  package var isThere: Bool {
    FileAccess.read("\(Self.folder)/\(name)")?.starts(with: "TZif".utf8) == true
  }

  private static func isPiece(_ piece: Substring.UTF8View) -> Bool {
    !piece.isEmpty
      && piece.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
  }
}
