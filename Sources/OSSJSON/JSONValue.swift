internal import OSSPrimitives

/// A JSON value as RFC 8259 section 3 defines it.
///
/// Strings and names are equal when their UTF-8 bytes are, numbers when their text is, and objects
/// when they have the same members in the same order: what is equal writes the same bytes.
///
/// The reader nests no value deeper than ``JSONLimits/greatestDepth``, and a program must not either:
/// comparing, hashing, writing and releasing a value call themselves once for each level.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// One of the literals `true` and `false`.
  case bool(Bool)
  /// A number, kept as it was written.
  case number(JSONNumber)
  /// A string without its quotation marks and escapes.
  case string(String)
  /// An array of values.
  case array([JSONValue])
  /// An object, its members in the order in which they were written.
  case object(JSONObject)
}

/// One member of a JSON object: a name and its value.
public struct JSONMember: Sendable {
  /// The name, without its quotation marks and escapes.
  public var name: String
  /// The value.
  public var value: JSONValue

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - name: The name, any text.
  ///   - value: The value.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONMember: Hashable {
  /// Compares names by their bytes, then values.
  ///
  /// - Complexity: O(*n*) in the size of the member.
  public static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.value == right.value
  }

  /// Feeds the name's bytes and the value to a hasher.
  ///
  /// - Complexity: O(*n*) in the size of the member.
  public func hash(into hasher: inout Hasher) {
    name.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}

extension JSONValue {
  /// Whether the value is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value, if the value is `true` or `false`.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, if the value is a number without fraction and exponent that fits in 64 bits.
  public var integerValue: Int64? {
    if case .number(let value) = self { value.integer } else { nil }
  }

  /// The number, if the value is one.
  public var numberValue: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The text, if the value is a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, if the value is an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, if the value is one.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// A number of things.
  package static func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

  /// An array of texts, in their order.
  package static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// Whether the value is neither an array nor an object.
  package var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}

extension JSONValue: Hashable {
  /// Compares two values; strings count as equal only when their bytes are.
  ///
  /// - Complexity: O(*n*) in the size of the smaller value.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the kind of the value and its contents to a hasher.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(3)
      value.hashBytes(into: &hasher)
    case .array(let value):
      hasher.combine(4)
      hasher.combine(value)
    case .object(let value):
      hasher.combine(5)
      hasher.combine(value)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Makes the value `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Makes an object, its members in the order of the literal; of a repeated name the last value
  /// counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    self = .object(object)
  }
}

/// The members of a JSON object in their order.
///
/// The reader refuses a name that is given twice. An object built in a program is not checked; where
/// it has two members of one name, the first is the one that the subscript finds.
public struct JSONObject: Hashable, Sendable {
  /// The members, in the order in which they are written.
  public var members: [JSONMember]

  /// Makes an object without members.
  public init() { members = [] }

  /// Makes an object of members in the order given.
  ///
  /// - Parameter members: The members, each with a name of its own.
  public init(_ members: [JSONMember]) { self.members = members }

  /// The value of the member with a name.
  ///
  /// A new name is added at the end; a value that replaces another keeps its place; `nil` removes
  /// the member.
  ///
  /// - Parameter name: The name, compared by its UTF-8 bytes.
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> JSONValue? {
    get {
      guard let index = index(of: name) else { return nil }
      return members[index].value
    }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONMember(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? {
    var index = 0
    while index < members.count {
      if members[index].name.hasSameBytes(as: name) { return index }
      index += 1
    }
    return nil
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object, its members in the order of the literal.
  ///
  /// Where a name is given twice, the last value counts, so the object can be written and read again.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init()
    for (name, value) in members { self[name] = value }
  }
}

/// A JSON number, kept as the text that was written.
///
/// The text is what is compared: `1`, `1.0` and `1e0` are three numbers. Nothing is lost on the way
/// from a file to a file, whatever the size of the number.
public struct JSONNumber: Sendable {
  /// The number as RFC 8259 section 6 writes it.
  public let text: String

  /// Makes a number from an integer of 64 bits.
  ///
  /// - Parameter value: The integer.
  public init(_ value: Int64) { text = String(value) }

  /// Makes a number from an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: Int) { text = String(value) }

  /// Makes a number from text that follows the grammar of RFC 8259 section 6.
  ///
  /// - Parameter text: The number without anything before or after it.
  /// - Throws: A ``JSONError`` with the place in the text that is not a number's.
  /// - Complexity: O(*n*) in the length of the text.
  public init(text: String) throws(JSONError) {
    self = try JSONParser.number(text.bytes)
  }

  /// Makes a number from text that the parser has found to be one.
  init(checked text: String) { self.text = text }

  /// The value, if the text is that of an integer that fits in 64 bits.
  ///
  /// It is nil for a number with a fraction or an exponent, even where its value is whole, and for
  /// `-0`, which no integer writes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var integer: Int64? {
    text.hasSameBytes(as: "-0") ? nil : Int64(decimal: text)
  }
}

extension JSONNumber: Hashable {
  /// Compares the texts of two numbers byte by byte.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Feeds the text to a hasher.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension JSONNumber {
  /// The nearest number of double precision, if the value is not too great for one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

/// The short texts of a long document that were read before.
///
/// Names such as `headers` come thousands of times. A text that is found here is not cut out of the
/// document again, which would count the document's references.
struct ShortTexts {
  /// The most bytes of a text that is kept.
  static let longest = 15

  /// The bytes of a text as a number of 128 bits; JSON has no byte 0, so no two texts have one number.
  struct Key: Equatable {
    fileprivate var high: UInt64 = 0
    fileprivate var low: UInt64 = 0

    /// The empty text.
    fileprivate init() {}

    /// The text of a range of at most ``longest`` bytes.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      var index = range.lowerBound
      while index < range.upperBound {
        high = high &<< 8 | low &>> 56
        low = low &<< 8 | UInt64(bytes[index])
        index += 1
      }
    }

    /// One of 512 places for the text.
    fileprivate var place: Int {
      Int(truncatingIfNeeded: (((high &* 31) ^ low) &* 0x9E37_79B9_7F4A_7C15) &>> 55)
    }
  }

  private var entries: ContiguousArray<(key: Key, text: String)>

  /// Makes the register of a document; a short one needs none.
  init(documentSize: Int) {
    entries = ContiguousArray(
      repeating: (Key(), ""), count: documentSize < 4_096 ? 0 : 512)
  }

  /// The text that was kept for a key and that no other one has replaced.
  subscript(key: Key) -> String? {
    guard !entries.isEmpty, entries[key.place].key == key else { return nil }
    return entries[key.place].text
  }

  /// Keeps the text of a key.
  mutating func keep(_ text: String, for key: Key) {
    if !entries.isEmpty { entries[key.place] = (key, text) }
  }
}
