/// The English names of three letters that dates of HTTP use, RFC 9110 section 5.6.7.
enum TimeNames {
  /// The days of the week, Sunday first.
  case weekdays
  /// The months of the year.
  case months

  /// How many names there are.
  var count: Int {
    switch self {
    case .weekdays: 7
    case .months: 12
    }
  }

  /// The letters of the name at an index from 0.
  subscript(index: Int) -> (UInt8, UInt8, UInt8) {
    let letters: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) =
      switch self {
      case .weekdays: Self.weekday(index)
      case .months: Self.month(index)
      }
    return (UInt8(ascii: letters.0), UInt8(ascii: letters.1), UInt8(ascii: letters.2))
  }

  private static func weekday(_ index: Int) -> (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) {
    switch index {
    case 0: ("S", "u", "n")
    case 1: ("M", "o", "n")
    case 2: ("T", "u", "e")
    case 3: ("W", "e", "d")
    case 4: ("T", "h", "u")
    case 5: ("F", "r", "i")
    default: ("S", "a", "t")
    }
  }

  private static func month(_ index: Int) -> (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) {
    switch index {
    case 0: ("J", "a", "n")
    case 1: ("F", "e", "b")
    case 2: ("M", "a", "r")
    case 3: ("A", "p", "r")
    case 4: ("M", "a", "y")
    case 5: ("J", "u", "n")
    case 6: ("J", "u", "l")
    case 7: ("A", "u", "g")
    case 8: ("S", "e", "p")
    case 9: ("O", "c", "t")
    case 10: ("N", "o", "v")
    default: ("D", "e", "c")
    }
  }
}
