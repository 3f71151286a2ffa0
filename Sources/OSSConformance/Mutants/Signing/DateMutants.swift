internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the Date line.
enum DateMutants {
  static let all: [Mutant] = format + calendar + ossDate + callersDate

  private static let format: [Mutant] = [
    clock(
      "date-day-without-zero", "The days 1 to 9 are written with one digit.",
      mend: "Write the day with two digits: the formatter of RFC 1123 in Java does not.",
      sightings: [
        Sighting(
          sdk: "alibabacloud-oss-java-sdk-v2", version: "3b95316 (read, not run)",
          place: "The date is formatted with the library's RFC_1123_DATE_TIME.")
      ]
    ) { _, line in line.replacing(", 0", with: ", ") },
    clock("date-utc-for-gmt", "The zone is written UTC.", mend: "End the date with GMT.") {
      $1.replacing("GMT", with: "UTC")
    },
    clock(
      "date-zone-as-offset", "The zone is written +0000.", mend: "End the date with GMT."
    ) { $1.replacing("GMT", with: "+0000") },
    clock(
      "date-year-of-two-digits", "The year is written with two digits, as RFC 850 has it.",
      mend: "Write the year with four digits."
    ) { Bytes(Array($1.prefix(12)) + Array($1.dropFirst(14))) },
    clock(
      "date-without-comma", "No comma follows the weekday.", mend: "Write a comma and a space."
    ) { $1.replacing(", ", with: " ") },
    clock(
      "date-as-asctime", "The date is written as C's asctime does.",
      mend: "Write the form of RFC 1123."
    ) { _, line in
      let parts = line.text.split(separator: " ").map(String.init)
      guard parts.count == 6 else { return line }
      return Bytes("\(parts[0].prefix(3)) \(parts[2]) \(parts[1]) \(parts[4]) \(parts[3])".utf8)
    },
    clock(
      "date-as-iso-8601", "The date is written as ISO 8601 has it.",
      mend: "Write the form of RFC 1123: ISO 8601 belongs to V4."
    ) { time, _ in Bytes(time.iso8601Basic.utf8) },
    clock(
      "date-as-seconds", "The date is written as seconds since 1970.",
      mend: "Write the form of RFC 1123: only a URL has seconds on this line."
    ) { time, _ in Bytes(String(time.seconds).utf8) },
    clock(
      "date-of-twelve-hours", "The hours are counted from 1 to 12.",
      mend: "Format the hour with HH, not with hh."
    ) { time, line in
      let hour = CivilTime(time).hour
      let shown = hour % 12 == 0 ? 12 : hour % 12
      return line.replacing(
        " \(twoDigits(hour)):", with: " \(twoDigits(shown)):")
    },
    clock(
      "date-in-callers-language", "The names of days and months follow the user's language.",
      mend: "Fix the formatter to English, the locale en_US_POSIX."
    ) {
      $1.replacing("Sat", with: "Sam").replacing("Dec", with: "Dez").replacing("May", with: "Mai")
    },
  ]

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }

  private static let calendar: [Mutant] = [
    shifted(
      "date-in-local-zone", "The date is that of Beijing, though it says GMT.",
      mend: "Format the date in GMT, whatever the zone of the device."
    ) { $0 + 8 * 3600 },
    clock(
      "date-week-begins-on-monday", "The table of weekdays begins one day late.",
      mend: "Count weekdays from Sunday as the table does, or move the table."
    ) { time, line in
      let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
      return Bytes(days[CivilTime(time).weekday].utf8) + line.dropFirst(3)
    },
    clock(
      "date-june-and-july-swapped", "The table of months has Jul before Jun.",
      mend: "Write the months in their order."
    ) {
      let parts = $1.replacing("Jun", with: "J??").replacing("Jul", with: "Jun")
      return parts.replacing("J??", with: "Jul")
    },
    shifted(
      "date-2000-not-a-leap-year", "29 February 2000 is missing from the calendar.",
      mend: "A year that 400 divides is a leap year."
    ) { $0 >= 951_782_400 && $0 < 978_307_200 ? $0 + 86_400 : $0 },
    shifted(
      "date-2100-a-leap-year", "2100 has a 29 February.",
      mend: "A year that 100 divides is a leap year only if 400 divides it too."
    ) { $0 >= 4_107_542_400 ? $0 - 86_400 : $0 },
    shifted(
      "date-overflows-in-2038", "The clock overflows in 2038.",
      mend: "Keep seconds in 64 bits."
    ) { Int64(Int32(truncatingIfNeeded: $0)) },
    shifted(
      "date-without-seconds", "The seconds are always 00.",
      mend: "Do not cut the clock at the minute."
    ) { $0 - $0 % 60 },
    shifted(
      "date-one-second-ahead", "The clock's fraction of a second is rounded up.",
      mend: "Cut the fraction off."
    ) { $0 + 1 },
  ]

  private static let ossDate: [Mutant] = [
    Mutant(
      "date-line-ignores-x-oss-date", "V1-DATE-2",
      "The clock's date stands on the Date line though the request has x-oss-date.",
      mend: "Write the value of x-oss-date on the Date line, and send no Date beside it.",
      on: [.v1Header],
      sightings: [
        .go1("The line is that of the Date header alone."),
        .goV1("The line is that of the Date header alone."),
        .phpV1("The line is that of the Date header alone."),
        .phpV2("The line is that of the Date header alone."),
        .java("The line is that of the Date header alone."),
        .swiftV2("The signer sets Date at the time of signing and signs that."),
        .iOS("The signer sets Date at the time of signing and signs that."),
      ]
    ) { steps in
      steps.afterDate { request, time, line in
        if request.ossDate != nil { line = Bytes(time.rfc1123.utf8) }
      }
    },
    header(
      "date-x-oss-date-only-on-line", "V1-DATE-2",
      "x-oss-date stands on the Date line and no longer among the OSS headers.",
      mend: "Sign x-oss-date in both places."
    ) {
      $0.isSigned = { $0.name.starts(with: "x-oss-".utf8) && $0.name != Bytes("x-oss-date".utf8) }
    },
    Mutant(
      "date-line-empty-beside-x-oss-date", "V1-DATE-2",
      "The Date line is empty when the request has x-oss-date.",
      mend: "Write the value of x-oss-date on the Date line: empty it is in other protocols.",
      on: [.v1Header]
    ) { $0.afterDate { request, _, line in if request.ossDate != nil { line = [] } } },
    Mutant(
      "date-x-oss-date-looked-up-by-case", "V1-DATE-2",
      "x-oss-date is found in lower case only.",
      mend: "Look the header up without regard to case.", on: [.v1Header],
      sightings: [.javaScript("Any other spelling is overridden by a header of the SDK's own.")]
    ) { steps in
      steps.afterDate { request, time, line in
        if request.headerValue(where: { $0.elementsEqual("x-oss-date".utf8) }) == nil {
          line = Bytes(time.rfc1123.utf8)
        }
      }
    },
    Mutant(
      "date-line-x-oss-date-not-trimmed", "V1-DATE-2",
      "x-oss-date stands on the Date line with the blanks at its ends.",
      mend: "Write the same value in both places, without outer blanks.", on: [.v1Header]
    ) { steps in
      steps.afterDate { request, _, line in
        line = request.headerValue { $0.lowercased.elementsEqual("x-oss-date".utf8) } ?? line
      }
    },
    Mutant(
      "date-callers-date-over-x-oss-date", "V1-DATE-2",
      "A Date header of the caller prevails over x-oss-date.",
      mend: "Let x-oss-date prevail.", on: [.v1Header],
      sightings: [.go1("The caller's headers are set after the Date, and no other line is read.")]
    ) { steps in
      steps.afterDate { request, _, line in
        guard request.ossDate != nil else { return }
        line = request.headerValue { $0.lowercased.elementsEqual("date".utf8) } ?? line
      }
    },
    Mutant(
      "date-x-oss-date-added", "V1-DATE-1",
      "An x-oss-date header that the caller did not give is added and signed.",
      mend:
        "Sign and send Date; x-oss-date is the caller's to give, though a request with it is valid.",
      on: [.v1Header],
      sightings: [.javaScript("Each request gets an x-oss-date header with the HTTP date.")]
    ) { steps in
      steps.rewriteInput { operation, input in
        guard operation == .v1Header, let seconds = input["time"]?.integerValue,
          let time = try? UnixTime(seconds: seconds), var headers = input["headers"]?.arrayValue
        else { return }
        let isThere = headers.contains { header in
          header.arrayValue?.first?.stringValue?.lowercased() == "x-oss-date"
        }
        if !isThere { headers.append(["x-oss-date", .string(time.rfc1123)]) }
        input["headers"] = .array(headers)
      }
    },
  ]

  private static let callersDate: [Mutant] = [
    Mutant(
      "date-callers-date-kept", "V1-DATE-3", "A Date header of the caller is signed and sent.",
      mend: "Replace it by the time of signing, or leave it: OSS takes both.",
      on: [.v1Header],
      sightings: [
        .goV1("A Date that the caller sets is left as it is."),
        .phpV1("A Date that the caller sets is left as it is."),
      ],
      equivalent: "Both requests are valid, so the vectors of the clause take either answer."
    ) { $0.keepCallersDate() },
    Mutant(
      "date-callers-date-signed-not-sent", "V1-DATE-3",
      "A Date header of the caller is signed, and the clock's date is sent.",
      mend: "Send the date that was signed.", on: [.v1Header]
    ) { steps in
      steps.keepCallersDate()
      steps.rewriteOutput { input, answer in
        guard let seconds = input["time"]?.integerValue,
          let time = try? UnixTime(seconds: seconds), var headers = answer.members["headers"]
        else { return }
        headers = .array(
          (headers.arrayValue ?? []).map {
            $0.arrayValue?.first == "Date" ? ["Date", .string(time.rfc1123)] : $0
          })
        answer.members["headers"] = headers
      }
    },
  ]

  /// A mutant that writes the clock's date otherwise.
  private static func clock(
    _ id: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (UnixTime, Bytes) -> Bytes
  ) -> Mutant {
    Mutant(id, "V1-DATE-1", mistake, mend: mend, on: [.v1Header], sightings: sightings) {
      $0.afterDate { request, time, line in
        if request.ossDate == nil { line = change(time, line) }
      }
    }
  }

  /// A mutant whose clock is off.
  private static func shifted(
    _ id: String, _ mistake: String, mend: String, _ change: @escaping @Sendable (Int64) -> Int64
  ) -> Mutant {
    clock(id, mistake, mend: mend) { time, line in
      guard let wrong = try? UnixTime(seconds: change(time.seconds)) else { return line }
      return Bytes(wrong.rfc1123.utf8)
    }
  }

  private static func header(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    _ change: (inout HeaderRules) -> Void
  ) -> Mutant {
    HeaderMutants.headers(id, clause, mistake, mend: mend, change)
  }
}

extension ReferenceSteps {
  /// Puts a Date header of the caller onto the Date line, from where it is sent.
  fileprivate mutating func keepCallersDate() {
    afterDate { request, _, line in
      if request.ossDate != nil { return }
      line = request.headerValue { $0.lowercased.elementsEqual("date".utf8) } ?? line
    }
  }
}
