internal import OSSSigning

/// The names of subresources as the reference has them, for whoever makes requests.
enum SubresourceNames {
  /// The names in the documents of OSS (V1-SUB-1).
  static let documented = Subresources.documented
  /// The names that at least two SDKs sign (V1-SUB-2).
  static let shared = Subresources.shared
  /// Every name of the three lists.
  static let all = documented + shared + Subresources.single

  /// Whether V1 signs a parameter of this name.
  static func contains(_ name: String) -> Bool { Subresources.contains(name) }
}
