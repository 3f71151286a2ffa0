import OSSSigning
import Testing

@Suite struct `Canonical fields` {
  private func lines(_ headers: [(String, String)]) -> String {
    let fields = CanonicalFields(headers.map { HeaderField($0.0, $0.1) })
    return String(decoding: fields.lines, as: UTF8.self)
  }

  @Test func `stand in the order of their names' bytes`() {
    let names = ["b", "a-b", "a", "ab", "a1", "a10", "a2", "A-", "_", "~", "!"]
    #expect(
      lines(names.map { ($0, "v") })
        == "!:v\n_:v\na:v\na-:v\na-b:v\na1:v\na10:v\na2:v\nab:v\nb:v\n~:v\n")
  }

  @Test func `have names in lower case and values without outer blanks`() {
    #expect(
      lines([("X-OSS-Meta-A", " \t a  b\t "), ("x-Oss-Z", "\t"), ("X", "É ")])
        == "x:É\nx-oss-meta-a:a  b\nx-oss-z:\n")
  }

  @Test func `join the values of one name in the order given`() {
    #expect(
      lines([("a", "2"), ("b", "x"), ("A", " 1 "), ("a", ""), ("a", "2")]) == "a:2,1,,2\nb:x\n")
  }

  @Test func `know where the OSS headers are`() {
    let fields = CanonicalFields(
      ["y", "x-oss-b", "x-oss", "x-oss-", "x-osz", "x-oss-a", "a"].map { HeaderField($0, "v") })
    let bounds = fields.ossEntries.map { fields.entries[$0] }
    let names = bounds.map { String(decoding: fields.lines[$0.start..<$0.colon], as: UTF8.self) }
    #expect(names == ["x-oss-", "x-oss-a", "x-oss-b"])
    let none = CanonicalFields([HeaderField("x-oss", "1"), HeaderField("date", "2")])
    #expect(none.ossEntries.isEmpty)
    #expect(CanonicalFields([]).lines.isEmpty)
  }

  @Test func `find a value by its lower-case name`() throws {
    let fields = CanonicalFields([
      HeaderField("Content-Type-X", "1"), HeaderField("Content-TYPE", " 2"),
    ])
    let range = try #require(fields.valueRange(of: "content-type"))
    #expect(String(decoding: fields.lines[range], as: UTF8.self) == "2")
    #expect(fields.valueRange(of: "content") == nil)
    #expect(fields.valueRange(of: "content-md5") == nil)
  }
}
