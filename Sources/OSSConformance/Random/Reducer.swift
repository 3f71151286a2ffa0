package import OSSJSON

/// Makes an input that shows something the smallest one that shows it too.
///
/// Members and elements go, many at once where that is possible; texts lose what they can and become
/// the letter a, numbers become small and round. The result is minimal in one sense: no single step is
/// left that could be taken, unless the limit came first.
package struct Reducer {
  /// How many inputs may be tried.
  private let limit: Int
  /// How many were tried so far.
  package private(set) var tried = 0
  /// How many are tried at once.
  private static let batch = 16
  /// The time of most vectors, in seconds. It is plainer than 0, which is the first day of a month and
  /// the first second of all: another mistake may show there.
  static let usualMoment: Int64 = 1_702_743_657

  /// Makes a reducer for one input.
  package init(limit: Int) { self.limit = limit }

  /// The smallest input.
  ///
  /// - Parameter shows: Says of each of some inputs whether it shows the same as the given one.
  package mutating func reduce<Failure: Error>(
    _ input: JSONObject, while shows: ([JSONObject]) throws(Failure) -> [Bool]
  ) throws(Failure) -> JSONObject {
    var current = input
    var isSmaller = true
    while isSmaller, tried < limit {
      isSmaller = false
      var steps = current.steps
      // What comes before a step that was taken cannot be taken, mostly; the next round looks again.
      var place = 0
      while place < steps.count, tried < limit {
        let asked = Array(steps[place...].prefix(min(Self.batch, limit - tried)))
        tried += asked.count
        if let taken = try shows(asked).firstIndex(of: true) {
          current = asked[taken]
          isSmaller = true
          steps = current.steps
          place += taken
        } else {
          place += asked.count
        }
      }
    }
    return current
  }
}

extension JSONObject {
  /// The object after each step that makes it smaller, the greatest steps first.
  fileprivate var steps: [JSONObject] {
    let shorter = members.indices.map { index in
      var members = members
      members.remove(at: index)
      return JSONObject(members)
    }
    return shorter
      + members.indices.flatMap { index in
        members[index].value.steps.map { value in
          var members = members
          members[index].value = value
          return JSONObject(members)
        }
      }
  }
}

extension JSONValue {
  fileprivate var steps: [JSONValue] {
    switch self {
    case .null: []
    case .bool(let flag): flag ? [false] : []
    case .number(let number): Self.smaller(number.integer).map { .number(JSONNumber($0)) }
    case .string(let text): text.steps.map { .string($0) }
    case .object(let object): object.steps.map { .object($0) }
    case .array(let elements): Self.steps(elements).map { .array($0) }
    }
  }

  /// Whole numbers that are nearer to 0, or rounder.
  private static func smaller(_ number: Int64?) -> [Int64] {
    guard let number else { return [0] }
    if number == Reducer.usualMoment { return [] }
    let usual = number > 1_000_000_000 ? [Reducer.usualMoment] : []
    guard number != 0, number != .min else { return number == 0 ? [] : [0] }
    let sign = number.signum()
    let round = [0, 1, 10, 100, 1_000, 10_000, 60_000, 600_000, number.magnitude / 2]
    return usual + round.filter { $0 < number.magnitude }.map { Int64($0) * sign }
  }

  private static func steps(_ elements: [JSONValue]) -> [[JSONValue]] {
    elements.without(pieces: elements.count)
      + elements.earlier
      + elements.indices.flatMap { index in
        elements[index].steps.map { value in
          var elements = elements
          elements[index] = value
          return elements
        }
      }
  }
}

extension [JSONValue] {
  /// Where a number of an element is a moment, all from that one on earlier together, so that what lies
  /// between them is kept.
  fileprivate var earlier: [[JSONValue]] {
    guard let names = first?.objectValue?.members.map(\.name), count > 1 else { return [] }
    return names.flatMap { name -> [[JSONValue]] in
      let moments = map { $0.objectValue?[name]?.integerValue }
      return indices.flatMap { index -> [[JSONValue]] in
        let before = index == 0 ? 0 : moments[index - 1]
        guard let before, let moment = moments[index] else { return [] }
        return JSONValue.number(JSONNumber(moment &- before)).steps.compactMap(\.integerValue).map {
          gap in
          indices.map { later in
            guard later >= index, var object = self[later].objectValue, let at = moments[later]
            else { return self[later] }
            object[name] = .number(JSONNumber(at &- (moment &- before &- gap)))
            return .object(object)
          }
        }
      }
    }
  }
}

extension Array {
  /// The array without each half, each quarter and so on, down to pieces of one element or so many
  /// pieces.
  fileprivate func without(pieces limit: Int) -> [Self] {
    var result: [Self] = []
    var size = (count + 1) / 2
    while size > 0, !isEmpty {
      for start in stride(from: 0, to: count, by: size) {
        result.append(Self(self[..<start] + self[Swift.min(start + size, count)...]))
      }
      if size == 1 || count / size >= limit { break }
      size = (size + 1) / 2
    }
    return result
  }
}

extension String {
  /// Into how many pieces a text is cut at most: a long one loses its parts first.
  private static let pieces = 32

  /// The text without each part of it; and with `a` for all its characters, all letters and digits, and
  /// each one. The plainest text is `a`, not an empty one, which means something else than another.
  fileprivate var steps: [String] {
    if utf8.isEmpty { return ["a"] }
    let scalars = Array(unicodeScalars)
    let others = scalars.indices.filter { scalars[$0] != "a" }
    let words = others.filter {
      scalars[$0].properties.isAlphabetic || scalars[$0].properties.numericType != nil
    }
    let single = others.count <= Self.pieces ? others.map { [$0] } : []
    let sets = [others, words.count < others.count ? words : []].filter { !$0.isEmpty }
    let plainer = (sets + (others.count > 1 ? single : [])).map { places in
      var scalars = scalars
      for place in places { scalars[place] = "a" }
      return scalars
    }
    let shorter = scalars.without(pieces: Self.pieces)
    return (shorter.filter { !$0.isEmpty } + plainer).map { String(String.UnicodeScalarView($0)) }
  }
}
