internal import OSSSigning

/// The names of subresources as the reference has them, for whoever makes requests.
enum SubresourceNames {
  /// The names in the documents of OSS, and one that its own string shows (V1-SUB-1).
  static let documented = Subresources.documented
  /// The names that at least two SDKs sign (V1-SUB-2).
  static let shared = Subresources.shared
  /// Every name of the three lists.
  static let all = documented + shared + Subresources.single

  /// The two lists as random requests are drawn from them.
  ///
  /// A name that has moved since the first seed stays where it was: a seed gives the same requests
  /// forever.
  static let drawn = (
    documented: documented.filter { !moved.contains($0) },
    shared: (shared + moved).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  )
  private static let moved = ["continuation-token"]

  /// Whether V1 signs a parameter of this name.
  static func contains(_ name: String) -> Bool { Subresources.contains(name) }
}
