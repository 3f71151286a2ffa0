/// A flag of the command line: what it is called, what it takes, what it means.
///
/// The parser and the help read the same flags, so neither can know one that the other does not.
struct Flag: Hashable {
  /// The name with its hyphens, such as `--id`.
  let name: String
  /// The word that stands for the value in the help; none for a flag that takes no value.
  let value: String?
  /// Whether the flag may be given more than once.
  let isRepeatable: Bool
  /// What the flag means, in one line.
  let help: String

  /// Makes a flag that takes a value.
  init(_ name: String, _ value: String, isRepeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// Makes a flag that takes none.
  init(_ name: String, _ help: String) {
    self.name = name
    value = nil
    isRepeatable = false
    self.help = help
  }

  /// The flag and its value as the help shows them.
  var usage: String { value.map { "\(name) \($0)" } ?? name }
}
