import OSSPrimitives
import Testing

/// Texts that the reader must accept, each with its compact form.
///
/// The names follow the custom of JSON test collections: `y` must be read.
struct AcceptedText: Sendable, CustomStringConvertible {
  let description: String
  let text: Bytes
  let compact: String

  init(_ name: String, _ text: String, _ compact: String? = nil) {
    description = name
    self.text = Bytes(text.utf8)
    self.compact = compact ?? text
  }
}

@Suite struct `JSON reader accepts` {
  static let texts: [AcceptedText] = [
    .init("y null", "null"),
    .init("y true", "true"),
    .init("y false", "false"),
    .init("y empty string", "\"\""),
    .init("y empty array", "[]"),
    .init("y empty object", "{}"),
    .init("y white space of all four kinds", " \t\r\n[ \t\r\n1 \t\r\n, 2 ]\r\n", "[1,2]"),
    .init("y white space in an empty array", "[ \n ]", "[]"),
    .init("y white space in an empty object", "{ \n }", "{}"),
    .init("y white space around a colon", "{\"a\" \n : \t 1 }", "{\"a\":1}"),
    .init("y zero", "0"),
    .init("y negative zero", "-0"),
    .init("y negative", "-123"),
    .init("y fraction", "1.50"),
    .init("y exponent", "[1e5,1E5,1e+5,1E-5,0e0,-0.0e-0]"),
    .init("y hundred digits", String(repeating: "9", count: 100)),
    .init("y exponent too great for a double", "1e999999"),
    .init("y short escapes", #""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    .init("y escape of ASCII", #""\u0041\u007F""#, #""A\u007f""#),
    .init("y escape of NUL", #""\u0000""#),
    .init(
      "y escape of the last code points below surrogates", #""\ud7ff\ue000\uFFFF""#,
      #""\ud7ff\ue000\uffff""#),
    .init("y surrogate pair", #""\uD834\uDD1E""#, #""\ud834\udd1e""#),
    .init("y greatest surrogate pair", #""\uDBFF\uDFFF""#, #""\udbff\udfff""#),
    .init("y least surrogate pair", #""\uD800\uDC00""#, #""\ud800\udc00""#),
    .init(
      "y raw text of two, three, four bytes", "\"\u{e9}\u{20ac}\u{1f600}\"",
      #""\u00e9\u20ac\ud83d\ude00""#),
    .init("y raw delete character", "\"\u{7f}\"", #""\u007f""#),
    .init("y raw noncharacter", "\"\u{fffe}\u{10fffd}\"", #""\ufffe\udbff\udffd""#),
    .init("y raw byte order mark inside a string", "\"\u{feff}\"", #""\ufeff""#),
    .init("y raw line separators", "\"\u{2028}\u{2029}\"", #""\u2028\u2029""#),
    .init("y escaped backslash before the end", #""\\""#),
    .init("y escaped quotation mark before the end", #""\"""#),
    .init("y escape between raw characters", "\"\u{e9}\\n\u{e9}\"", #""\u00e9\n\u00e9""#),
    .init("y names that differ by case", #"{"a":1,"A":2}"#),
    .init(
      "y names that differ by composition", "{\"\u{e9}\":1,\"e\u{301}\":2}",
      #"{"\u00e9":1,"e\u0301":2}"#),
    .init("y empty name", #"{"":null}"#),
    .init("y the same name on two levels", #"{"a":{"a":{"a":[]}}}"#),
    .init("y order of members", #"{"z":1,"a":2,"m":3}"#),
    .init("i 64 levels", String(repeating: "[", count: 64) + String(repeating: "]", count: 64)),
  ]

  @Test(arguments: texts)
  func `what the grammar allows`(accepted: AcceptedText) throws {
    #expect(try JSONReader.read(accepted.text).compact() == accepted.compact)
    #expect(try JSONReader.read(accepted.text.span).compact() == accepted.compact)
  }

  @Test func `a table of 38 texts`() {
    #expect(Self.texts.count == 38)
  }

  @Test func `the example of RFC 8259 section 13`() throws {
    let text = """
      {
        "Image": {
            "Width":  800,
            "Height": 600,
            "Title":  "View from 15th Floor",
            "Thumbnail": {
                "Url":    "http://www.example.com/image/481989943",
                "Height": 125,
                "Width":  100
            },
            "Animated" : false,
            "IDs": [116, 943, 234, 38793]
          }
      }
      """
    let image = try JSONReader.read(text).objectValue?["Image"]?.objectValue
    #expect(image?["Width"]?.integerValue == 800)
    #expect(image?["Title"]?.stringValue == "View from 15th Floor")
    #expect(image?["Thumbnail"]?.objectValue?["Height"]?.integerValue == 125)
    #expect(image?["Animated"]?.boolValue == false)
    #expect(image?["IDs"]?.arrayValue == [116, 943, 234, 38793])
    #expect(image?["Missing"] == nil)
  }

  @Test func `deeper nesting where the limit allows it`() throws {
    let depth = JSONLimits.greatestDepth
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let value = try JSONReader.read(text, limits: JSONLimits(depth: .max))
    #expect(value.compact() == text)
    #expect(value.canonical().count == 32_769)
  }
}
