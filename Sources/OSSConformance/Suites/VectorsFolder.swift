/// Finds the folder of vectors where nobody names one.
enum VectorsFolder {
  /// The root of the package that this file was compiled in.
  ///
  /// A program that was built here and stays here finds the package's own vectors without any flag.
  static var packageRoot: String { ancestor(of: #filePath, levels: 4) }

  /// The places to look at, first to last.
  ///
  /// - Parameter executable: The path of the running program.
  static func candidates(executable: String) -> [String] {
    [packageRoot + "/vectors", ancestor(of: executable, levels: 1) + "/vectors"]
  }

  private static func ancestor(of path: String, levels: Int) -> String {
    var rest = path[...]
    for _ in 0..<levels {
      guard let slash = rest.lastIndex(of: "/") else { return "." }
      rest = rest[..<slash]
    }
    return String(rest)
  }
}
