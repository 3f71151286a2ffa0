internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

extension ContentTypeMutants {
  static let extensions: [Mutant] = [
    finding("content-type-first-period", "CRED-TYPE-2", "The first period counts.") { path in
      let name = String(Substring(PathExtension.lastComponent(of: path)))
      return name.firstIndex(of: ".").map { String(name[$0...].dropFirst()) }
    },
    finding("content-type-whole-path", "CRED-TYPE-2", "The last period of the whole path counts.") {
      path in path.utf8.lastIndex(of: 0x2E).map { String(path[$0...].dropFirst()) }
    },
    paths("content-type-slash-hides", "CRED-TYPE-2", "A slash at the end hides the file.") {
      $0.hasSuffix("/") ? "" : $0
    },
    paths("content-type-one-slash", "CRED-TYPE-2", "One slash at the end is dropped, two are not.")
    {
      $0.hasSuffix("//") ? "" : $0
    },
    finding(
      "content-type-root-crashes", "CRED-TYPE-2", "The root is a file of unknown extension."
    ) { $0 == "/" ? "/" : PathExtension.of($0) },
    paths("content-type-backslash", "CRED-TYPE-2", "A backslash divides the path.") {
      Bytes($0.utf8).replacing("\\", with: "/").text
    },
    paths("content-type-as-url", "CRED-TYPE-2", "The path is read as a URL.") {
      String($0.prefix { $0 != "?" }).percentDecoded
    },
    paths("content-type-path-decoded", "CRED-TYPE-2", "The path is percent-decoded.") {
      $0.percentDecoded
    },
    paths("content-type-name-trimmed", "CRED-TYPE-2", "What follows a blank is dropped.") {
      String($0.prefix { $0 != " " })
    },
    paths("content-type-tilde", "CRED-TYPE-2", "A path of the user's folder is not read.") {
      $0.hasPrefix("~") ? "" : $0
    },
    finding("content-type-characters", "CRED-TYPE-2", "Characters are compared, not code points.") {
      path in
      guard let divider = path.lastIndex(of: "."), path.utf8.contains(0xCC) else {
        return PathExtension.of(path)
      }
      return String(path[divider...].dropFirst().prefix { $0.isASCII && $0 != "." })
    },
    finding("content-type-hidden", "CRED-TYPE-3", "The name of a hidden file is an extension.") {
      path in
      let name = String(Substring(PathExtension.lastComponent(of: path)))
      return name.hasPrefix(".") && !name.dropFirst().contains(".") && name.count > 1
        ? String(name.dropFirst()) : PathExtension.of(path)
    },
    finding("content-type-hidden-without", "CRED-TYPE-3", "A hidden file has no extension.") {
      path in
      PathExtension.lastComponent(of: path).first == 0x2E ? nil : PathExtension.of(path)
    },
    finding("content-type-period-at-end", "CRED-TYPE-3", "A period at the end is dropped.") {
      path in
      path.hasSuffix(".")
        ? PathExtension.of(String(path.dropLast())) : PathExtension.of(path)
    },
    finding("content-type-this-folder", "CRED-TYPE-3", "The folder itself is left out of a path.") {
      path in
      path.hasSuffix("/.")
        ? PathExtension.of(String(path.dropLast(2))) : PathExtension.of(path)
    },
    finding("content-type-space-trimmed", "CRED-TYPE-4", "Blanks around an extension are trimmed.")
    {
      PathExtension.of($0.withoutOuterBlanks)
    },
    finding("content-type-direction-dropped", "CRED-TYPE-4", "Characters of direction are dropped.")
    {
      path in
      PathExtension.of(Bytes(path.utf8).replacing("\u{202E}", with: "").text)
    },
    finding("content-type-blank", "CRED-TYPE-5", "An extension of white space is one.") { path in
      guard let last = path.unicodeScalars.last, last.properties.isWhitespace, last != " " else {
        return PathExtension.of(path)
      }
      return String(last)
    },
    finding("content-type-tab-dropped", "CRED-TYPE-5", "Tabs are dropped from a path.") { path in
      PathExtension.of(Bytes(path.utf8).replacing("\t", with: "").text)
    },
  ]

  static let cases: [Mutant] = [
    folding("content-type-case-counts", "CRED-TYPE-6", "Case counts.") { $0 },
    folding(
      "content-type-turkish", "CRED-TYPE-6", "The language of the device decides what I becomes."
    ) {
      // What lower case is where the language is Turkish.
      Bytes($0.utf8).replacing("I", with: "\u{131}").text.lowercased()
    },
    folding("content-type-dotless", "CRED-TYPE-6", "Letters are compared without their dots.") {
      Bytes($0.lowercased().utf8).replacing("\u{131}", with: "i").text
    },
    folding("content-type-upper-case-alone", "CRED-TYPE-6", "Lower and upper case may not mix.") {
      $0.uppercased() == $0 ? $0.lowercased() : $0
    },
    folding("content-type-accents-dropped", "CRED-TYPE-9", "Letters are compared by their looks.") {
      Bytes($0.utf8).replacing("\u{212A}", with: "x").text.lowercased()
    },
  ]

  /// A mutant that finds another extension.
  private static func finding(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String?
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Take what follows the last period of the last part.",
      on: [.contentType]
    ) { $0.contentType.pathExtension = change }
  }

  /// A mutant that reads another path than was given.
  private static func paths(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    finding(id, clause, mistake) { PathExtension.of(change($0)) }
  }

  /// A mutant that folds case in another way.
  private static func folding(
    _ id: String, _ clause: String, _ mistake: String,
    _ change: @escaping @Sendable (String) -> String
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Read A to Z as a to z, and nothing else.", on: [.contentType]
    ) { $0.contentType.folded = change }
  }
}
