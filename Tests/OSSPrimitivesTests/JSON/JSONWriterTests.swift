import OSSPrimitives
import Testing

@Suite struct `JSON writer` {
  static let sample: JSONValue = [
    "text": "a\"b\\c/\u{8}\u{9}\u{a}\u{c}\u{d}\u{0}\u{7f}\u{e9}\u{20ac}\u{1f600}",
    "none": nil, "yes": true, "no": false, "number": -12,
    "empty": [], "nothing": [:], "scalars": ["a", nil, 3, false],
    "deep": [["x"], 1, ["k": "v"]],
  ]

  @Test func `compact is minimal and ASCII only`() {
    #expect(
      Self.sample.compact() == #"""
        {"text":"a\"b\\c/\b\t\n\f\r\u0000\u007f\u00e9\u20ac\ud83d\ude00","none":null,"yes":true,\#
        "no":false,"number":-12,"empty":[],"nothing":{},"scalars":["a",null,3,false],\#
        "deep":[["x"],1,{"k":"v"}]}
        """#)
  }

  @Test func `canonical has one member a line and scalars on one line`() {
    let expected = #"""
      {
        "text": "a\"b\\c/\b\t\n\f\r\u0000\u007f\u00e9\u20ac\ud83d\ude00",
        "none": null,
        "yes": true,
        "no": false,
        "number": -12,
        "empty": [],
        "nothing": {},
        "scalars": ["a", null, 3, false],
        "deep": [
          ["x"],
          1,
          {
            "k": "v"
          }
        ]
      }

      """#
    #expect(String(decoding: Self.sample.canonical(), as: UTF8.self) == expected)
  }

  static let small: [(JSONValue, String)] = [
    (nil, "null\n"), ("", "\"\"\n"), (7, "7\n"), ([], "[]\n"), ([:], "{}\n"),
    ([[]], "[\n  []\n]\n"), ([[:]], "[\n  {}\n]\n"), (["a", [:]], "[\n  \"a\",\n  {}\n]\n"),
  ]

  @Test(arguments: small)
  func `canonical ends with one line feed`(value: JSONValue, expected: String) {
    #expect(String(decoding: value.canonical(), as: UTF8.self) == expected)
  }
}
