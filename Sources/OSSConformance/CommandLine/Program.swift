/// What the program calls itself.
enum Program {
  static let name = "oss-conform"
  static let version = "0.1.0"
}
