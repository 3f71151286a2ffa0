extension RulingV4 {
  /// A vector for each clause that a ruling names.
  static let vectors: [String: String] = [:]
}
