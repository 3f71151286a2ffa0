import OSSJSON
import OSSPrimitives
import Testing

@Suite struct `JSON values` {
  @Test func `JSON strings and names are equal when their bytes are`() throws {
    let composed: JSONValue = "\u{e9}"
    let decomposed: JSONValue = "e\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    var object: JSONObject = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(object["e\u{301}"] == 2)
    object["e\u{301}"] = 3
    #expect(object == ["\u{e9}": 1, "e\u{301}": 3])
    #expect(object.members.count == 2)
    #expect(JSONMember(name: "\u{e9}", value: 1) != JSONMember(name: "e\u{301}", value: 1))
  }

  @Test func `JSON objects keep the order of their members`() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.members.map(\.name) == ["b", "a", "c"])
    object["a"] = nil
    object["missing"] = nil
    #expect(object == ["b": 4, "c": 3])
    #expect(object != ["c": 3, "b": 4])
  }

  @Test func `a JSON literal with a name twice keeps the last value`() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    let value: JSONValue = ["a": 1, "b": 2, "a": 3]
    #expect(object == ["a": 3, "b": 2])
    #expect(value.compact() == #"{"a":3,"b":2}"#)
  }

  @Test func `each kind of JSON value is read by its own accessor`() throws {
    let values: [JSONValue] = [
      .null, true, 5, "s", [1], ["k": 1], .number(try JSONNumber(text: "1.5")),
    ]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map(\.integerValue) == [nil, nil, 5, nil, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, "s", nil, nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, [1], nil, nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, ["k": 1], nil])
    #expect(values.map(\.numberValue?.text) == [nil, nil, "5", nil, nil, nil, "1.5"])
    #expect(Set(values).count == 7)
  }

  static let numbers: [(String, Int64?, Double?)] = [
    ("0", 0, 0), ("-0", nil, -0.0), ("-1", -1, -1), ("9223372036854775807", .max, 0x1p63),
    ("9223372036854775808", nil, 0x1p63), ("-9223372036854775808", .min, -0x1p63),
    ("1.0", nil, 1), ("1e2", nil, 100), ("0.1", nil, 0.1), ("-2.5E-3", nil, -0.0025),
    ("1e308", nil, 1e308), ("1e309", nil, nil), ("-1e400", nil, nil), ("1e-400", nil, 0),
    ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_992),
  ]

  @Test(arguments: numbers)
  func `JSON numbers keep their text`(text: String, integer: Int64?, double: Double?) throws {
    let number = try JSONNumber(text: text)
    #expect(number.text == text)
    #expect(number.integer == integer)
    #expect(number.double == double)
    #expect(try JSONReader.read(text) == .number(number))
  }

  @Test func `JSON numbers are equal when their texts are`() throws {
    #expect(JSONNumber(7) == JSONNumber(Int64(7)))
    #expect(try JSONNumber(text: "7.0") != JSONNumber(7))
    #expect(throws: JSONError.empty) { try JSONNumber(text: "") }
    #expect(throws: JSONError.trailingByte(0x20, offset: 1)) { try JSONNumber(text: "1 ") }
    #expect(throws: JSONError.missingDigit(offset: 0)) { try JSONNumber(text: "x") }
  }

  static let errors: [String: JSONError] = [
    "The text is empty.": .empty,
    "The text has 9 bytes, more than the limit of 8.": .tooLarge(byteCount: 9, limit: 8),
    "The byte 0x0a is out of place at byte 3.": .unexpectedByte(0x0a, offset: 3),
    #"The object has the name "a\"\u00e9" twice, again at byte 7."#:
      .duplicateName("a\"\u{e9}", offset: 7),
    "The value at byte 64 is nested deeper than 64 levels.": .tooDeep(limit: 64, offset: 64),
  ]

  @Test(arguments: errors)
  func `each JSON error is described by a sentence`(sentence: String, error: JSONError) {
    #expect(error.description == sentence)
  }
}

@Suite struct `JSON writing` {
  static let sample: JSONValue = [
    "text": "a\"b\\c/\u{8}\u{9}\u{a}\u{c}\u{d}\u{0}\u{7f}\u{e9}\u{20ac}\u{1f600}",
    "none": nil, "yes": true, "no": false, "number": -12,
    "empty": [], "nothing": [:], "scalars": ["a", nil, 3, false],
    "deep": [["x"], 1, ["k": "v"]],
  ]

  @Test func `compact JSON is minimal and ASCII`() {
    #expect(
      Self.sample.compact() == #"""
        {"text":"a\"b\\c/\b\t\n\f\r\u0000\u007f\u00e9\u20ac\ud83d\ude00","none":null,"yes":true,\#
        "no":false,"number":-12,"empty":[],"nothing":{},"scalars":["a",null,3,false],\#
        "deep":[["x"],1,{"k":"v"}]}
        """#)
  }

  @Test func `canonical JSON has one member per line and scalars on one line`() {
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
  func `canonical JSON ends with one line feed`(value: JSONValue, expected: String) {
    #expect(String(decoding: value.canonical(), as: UTF8.self) == expected)
  }
}
