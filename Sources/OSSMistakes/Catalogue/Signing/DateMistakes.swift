internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in dates: how they are written, the calendar, and the headers that carry them.
enum DateMistakes {
  static let all: [Mistake] = forms + fields + calendars + basic + ossDate + callersDate + sentV4

  private static let forms: [Mistake] = [
    http(
      "date-day-without-zero", "The days 1 to 9 are written with one digit.",
      fix: "Write the day with two digits; the formatter of RFC 1123 in Java does not.",
      seen: [.javaV2("The date is formatted with the library's RFC_1123_DATE_TIME.")]
    ) { $0.httpDate.raw.replaced(", 0", by: ", ") },
    http("date-utc-for-gmt", "The zone is written UTC.", fix: "End the date with GMT.") {
      $0.httpDate.raw.replaced("GMT", by: "UTC")
    },
    http("date-zone-as-offset", "The zone is written +0000.", fix: "End the date with GMT.") {
      $0.httpDate.raw.replaced("GMT", by: "+0000")
    },
    http(
      "date-as-asctime", "The date is written as C's asctime does.",
      fix: "Write the date in the form of RFC 1123."
    ) { moment in
      let words = moment.httpDate.split(separator: " ")
      return "\(words[0].prefix(3)) \(words[2]) \(words[1]) \(words[4]) \(words[3])".raw
    },
    http(
      "date-as-iso-8601", "The date is written as ISO 8601 has it.",
      fix: "Write the date in the form of RFC 1123; ISO 8601 belongs to V4."
    ) { $0.basicTime.raw },
    http(
      "date-in-callers-language", "The names of days and months follow the user's language.",
      fix: "Fix the formatter to English, the locale en_US_POSIX."
    ) {
      $0.httpDate.raw.replaced("Sat", by: "Sam").replaced("Dec", by: "Dez").replaced(
        "May", by: "Mai")
    },
  ]

  private static let fields: [Mistake] = [
    moment(
      "date-of-twelve-hours", "The hours are counted from 1 to 12.",
      fix: "Format the hour with HH, not with hh."
    ) { $0.changed { $0.hour = ($0.hour + 11) % 12 + 1 } },
    moment(
      "date-hour-24-for-midnight", "Midnight is written as the hour 24.",
      fix: "Format the hour with HH, not with kk."
    ) { $0.changed { $0.hour = $0.hour == 0 ? 24 : $0.hour } },
    moment(
      "date-minutes-for-month", breaking: ["V4-STS-2"],
      "The minutes are written in the place of the month.",
      fix: "Format the month with MM, not with mm.", in: .signingV4
    ) { $0.changed { $0.month = $0.minute } },
    moment(
      "date-day-of-year", breaking: ["V4-STS-2"],
      "The day is counted from the beginning of the year.",
      fix: "Format the day with dd, not with DD.", in: .signingV4
    ) { $0.changed { $0.day = $0.dayOfYear } },
    moment(
      "date-year-of-week", breaking: ["V1-DATE-1", "V2-DATE-1"],
      "The year is that of the week, which differs around 1 January.",
      fix: "Format the year with yyyy, not with YYYY."
    ) { $0.changed { $0.year = $0.yearOfWeek } },
    moment(
      "date-of-buddhist-calendar",
      "The year follows the calendar of the device, such as the Buddhist.",
      fix: "Fix the formatter to the Gregorian calendar, the locale en_US_POSIX."
    ) { $0.changed { $0.year += 543 } },
    .signing(
      "date-with-local-digits", ["V1-DATE-1", "V2-DATE-1", "V4-STS-2"],
      "Numbers are written with the digits of the device's language.",
      fix: "Fix the formatter to the locale en_US_POSIX, or format with digits of ASCII."
    ) { model in
      let arabic: @Sendable (String) -> Bytes = { text in
        Bytes(
          text.unicodeScalars.flatMap { scalar -> [UInt8] in
            let digit = (0x30...0x39).contains(scalar.value)
            let other = Unicode.Scalar(digit ? scalar.value - 0x30 + 0x660 : scalar.value)
            return Array(String(other ?? scalar).utf8)
          })
      }
      model.httpDate = { arabic($0.httpDate) }
      model.basicTime = { arabic($0.basicTime) }
      model.basicDate = { arabic($0.basicDate) }
    },
  ]

  private static let calendars: [Mistake] = [
    clock(
      "date-in-local-zone", "The date is that of Beijing.",
      fix: "Format the date in GMT, whatever the zone of the device."
    ) { CivilMoment($0 + 8 * 3_600) },
    clock(
      "date-2000-not-a-leap-year", breaking: ["V1-DATE-1", "V2-DATE-1"],
      "29 February 2000 is missing from the calendar.",
      fix: "Give a year that 400 divides a leap day."
    ) { CivilMoment($0 >= 951_782_400 && $0 < 978_307_200 ? $0 + 86_400 : $0) },
    clock(
      "date-2100-a-leap-year", breaking: ["V1-DATE-1", "V4-STS-2"], "2100 has a 29 February.",
      fix: "Give a year that 100 divides a leap day only if 400 divides it too."
    ) { CivilMoment($0 >= 4_107_542_400 ? $0 - 86_400 : $0) },
    clock(
      "date-overflows-in-2038", "The clock overflows in 2038.", fix: "Keep seconds in 64 bits."
    ) { CivilMoment(Int64(Int32(truncatingIfNeeded: $0))) },
    clock(
      "date-one-second-ahead", "The clock's fraction of a second is rounded up.",
      fix: "Cut the fraction off."
    ) { CivilMoment($0 + 1) },
  ]

  private static let basic: [Mistake] = [
    timestamp(
      "v4-time-extended", "The time on the second line has hyphens and colons.",
      fix: "Write the basic format of ISO 8601, such as 20231216T162057Z."
    ) { input in
      let moment = CivilMoment(input.time)
      let date = [moment.year, moment.month, moment.day].map { CivilMoment.digits($0, 2) }
      return "\(date.joined(separator: "-"))T\(moment.clock(":"))Z"
    },
    timestamp(
      "v4-time-local", "The second line is in local time, here that of UTC+8.",
      fix: "Write the time in UTC."
    ) { CivilMoment($0.time + 28_800).basicTime },
    timestamp(
      "v4-time-rfc-1123", "The second line is a date as HTTP writes it.",
      fix: "Write the basic format of ISO 8601.",
      seen: [
        .goV1("An x-oss-date header of the caller is signed on this line as it is."),
        .c("An x-oss-date header of the caller is signed on this line as it is."),
      ]
    ) { CivilMoment($0.time).httpDate },
    .signing(
      "v4-time-with-milliseconds", ["V4-STS-2", "V4-DATE-2"],
      "The time of signing has milliseconds, on the second line, in the header and in the URL.",
      fix: "Write whole seconds, such as 20231216T162057Z.", in: .signingV4
    ) { $0.basicTime = { $0.basicTime.raw.replaced("Z", by: ".000Z") } },
  ]

  private static let ossDate: [Mistake] = [
    line(
      "date-line-ignores-x-oss-date", "The clock's date stands on the Date line beside x-oss-date.",
      fix: "Write the value of x-oss-date on the Date line, and send no Date beside it.",
      seen: [
        .go1("The line is that of the Date header alone."),
        .goV1("The line is that of the Date header alone."),
        .phpV1("The line is that of the Date header alone."),
        .phpV2("The line is that of the Date header alone."),
        .java("The line is that of the Date header alone."),
        .swiftV2("The signer sets Date at the time of signing and signs that."),
        .iOS("The signer sets Date at the time of signing and signs that."),
      ]
    ) { $1 },
    .signing(
      "date-x-oss-date-only-on-line", ["V1-DATE-2", "PRE-STS-3", "V2-DATE-2"],
      "x-oss-date is not signed among the OSS headers.",
      fix: "Sign x-oss-date as any x-oss- header.", in: .signingV1V2
    ) { $0.leavesOut { $0.name.isText("x-oss-date") } },
    line(
      "date-line-empty-beside-x-oss-date", "The Date line is empty beside x-oss-date.",
      fix: "Write the value of x-oss-date on the Date line; other protocols leave it empty."
    ) { input, written in input.header("x-oss-date") == nil ? written : [] },
    line(
      "date-x-oss-date-looked-up-by-case", "x-oss-date is found in lower case only.",
      fix: "Look x-oss-date up without regard to case.",
      seen: [.javaScript("Any other spelling is overridden by a header of the SDK's own.")]
    ) { input, written in input.givenHeader { $0.isText("x-oss-date") }?.trimmed ?? written },
    line(
      "date-line-x-oss-date-not-trimmed",
      "x-oss-date stands on the Date line with its outer blanks.",
      fix: "Take spaces and tabs off x-oss-date on the Date line too."
    ) { input, written in input.givenHeader { $0.lowerCase.isText("x-oss-date") } ?? written },
    line(
      "date-callers-date-over-x-oss-date", "A Date header of the caller prevails over x-oss-date.",
      fix: "Let x-oss-date prevail.",
      seen: [.go1("The caller's headers are set after the Date, and no other line is read.")]
    ) { input, written in
      guard let date = input.header("x-oss-date") else { return written }
      return input.header("date") ?? date
    },
    .signing(
      "date-x-oss-date-added", ["V1-DATE-1"],
      "An x-oss-date header that the caller did not give is sent and signed.",
      fix: "Sign and send Date; leave x-oss-date to the caller, though a request with it is valid.",
      in: .headersV1, oss: .accepts(evidence: "Every request of ali-oss has the header."),
      seen: [.javaScript("Each request gets an x-oss-date header with the HTTP date.")]
    ) {
      $0.request = { input in
        guard input.header("x-oss-date") == nil else { return input }
        var input = input
        input.headers.append(SigningField("x-oss-date", "now".raw))
        return input
      }
      $0.dateLine = { input, written in
        let given = input.header("x-oss-date") ?? []
        return given.isText("now") ? written : given
      }
      $0.stampAddedDates()
    },
  ]

  private static let callersDate: [Mistake] = [
    .signing(
      "date-callers-date-kept", ["V1-DATE-3", "V2-DATE-3"],
      "A Date header of the caller is signed and sent.",
      fix: "Replace it by the time of signing, or leave it: OSS takes both.", in: .headersV1V2,
      seen: [
        .goV1("A Date that the caller sets is left as it is."),
        .phpV1("A Date that the caller sets is left as it is."),
      ], equivalent: "Both requests are valid, so the vectors of the clauses take either answer."
    ) {
      $0.signCallersDate()
      $0.replaces = { !$0.isText("Date") }
    },
    .signing(
      "date-callers-date-signed-not-sent", ["V1-DATE-3"],
      "A Date header of the caller is signed, and the clock's date is sent.",
      fix: "Send the date that was signed.", in: .headersV1V2
    ) {
      $0.signCallersDate()
      $0.addedHeaders = { input, headers in
        headers.map { header in
          header.name.isText("Date")
            ? SigningField("Date", CivilMoment(input.time).httpDate.raw) : header
        }
      }
    },
    .signing(
      "date-not-sent", ["V1-DATE-1", "V2-DATE-1", "V4-DATE-1"],
      "The date is signed, and neither Date nor x-oss-date is sent.",
      fix: "Send the date that was signed: Date, with V4 x-oss-date.", in: .headers,
      oss: .refuses(evidence: "OSS cannot compute the string to sign without the date.")
    ) {
      $0.sentHeaders = { input, headers in
        headers.filter { !$0.name.isText(input.version == .v4 ? "x-oss-date" : "Date") }
      }
    },
  ]

  private static let sentV4: [Mistake] = [
    .signing(
      "v4-date-in-date-header", ["V4-DATE-1"], "The time is sent in Date alone, and not signed.",
      fix: "Send x-oss-date and sign it among the headers.", in: .headersV4,
      seen: [.androidRead("The time stands in the header Date.")]
    ) {
      $0.addedHeaders = { _, headers in
        headers.map { $0.name.isText("x-oss-date") ? SigningField("Date", $0.value) : $0 }
      }
    },
    .signing(
      "v4-date-unsigned", ["V4-DATE-1"], "x-oss-date is sent and not signed.",
      fix: "Sign x-oss-date as any x-oss- header.", in: .headersV4
    ) { $0.leavesOut { $0.name.isText("x-oss-date") } },
    header(
      "v4-date-header-rfc-1123", "x-oss-date is sent and signed as HTTP writes dates.",
      fix: "Write the text of the second line into the header."
    ) { CivilMoment($0.time).httpDate },
    header(
      "v4-date-header-local", "x-oss-date is in local time, here that of UTC+8.",
      fix: "Take one time for the header, the second line and the scope."
    ) { CivilMoment($0.time + 28_800).basicTime },
    .signing(
      "v4-callers-date-kept", ["V4-DATE-3"], "The caller's x-oss-date is sent and signed.",
      fix: "Replace the caller's x-oss-date by the time of signing.", in: .headersV4,
      seen: [
        .goV1("A header x-oss-date of the caller is kept."),
        .c("A header x-oss-date of the caller is kept."),
      ]
    ) { $0.replaces = { !$0.isText("x-oss-date") } },
    .signing(
      "v4-callers-date-sent-too", ["V4-DATE-3"],
      "The caller's x-oss-date is sent beside that of signing.",
      fix: "Replace the caller's x-oss-date by the time of signing.", in: .headersV4, oss: .unknown
    ) {
      $0.sentHeaders = { input, headers in
        headers + input.headers.filter { $0.name.lowerCase.isText("x-oss-date") }
      }
    },
    .signing(
      "v4-callers-date-read-as-http", ["V4-DATE-3"],
      "A request with an x-oss-date in the form of V4 is refused.",
      fix: "Replace the caller's x-oss-date by the time of signing.", in: .headersV4, oss: .unknown,
      seen: [.pythonV2("The header x-oss-date is read as an HTTP date, and nothing else.")]
    ) {
      $0.refuses = { input in
        guard let date = input.header("x-oss-date") else { return nil }
        return date.text.hasSuffix(" GMT") ? nil : .invalidHeaderValue
      }
    },
    .signing(
      "v4-callers-date-signed", ["V4-DATE-4"], "A Date header of the caller is signed unasked.",
      fix: "Sign Date only as an additional header.", in: .signingV4
    ) { $0.alsoSigns { $1.name.isText("date") } },
  ]

  /// A mistake in how V1 and V2 write the date.
  private static func http(
    _ id: String, breaking clauses: [String] = ["V1-DATE-1", "V2-DATE-1"], _ sentence: String,
    fix: String, seen: [SeenIn] = [],
    _ text: @escaping @Sendable (CivilMoment) -> Bytes
  ) -> Mistake {
    .signing(
      id, clauses, sentence, fix: fix, in: .headersV1V2, seen: seen
    ) { $0.httpDate = text }
  }

  /// A mistake in one of the fields of a date, in every form.
  private static func moment(
    _ id: String, breaking clauses: [String] = ["V1-DATE-1", "V2-DATE-1", "V4-STS-2"],
    _ sentence: String,
    fix: String, in operations: Set<OSSVectors.Operation> = .signing,
    _ change: @escaping @Sendable (CivilMoment) -> CivilMoment
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: operations) {
      $0.civil = { change(CivilMoment($0)) }
    }
  }

  /// A mistake of the clock or the calendar.
  private static func clock(
    _ id: String, breaking clauses: [String] = ["V1-DATE-1", "V2-DATE-1", "V4-STS-2"],
    _ sentence: String, fix: String,
    _ date: @escaping @Sendable (Int64) -> CivilMoment
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix) { $0.civil = date }
  }

  /// A mistake on the second line of V4.
  private static func timestamp(
    _ id: String, _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ text: @escaping @Sendable (SigningInput) -> String
  ) -> Mistake {
    .signing(id, ["V4-STS-2"], sentence, fix: fix, in: .signingV4, seen: seen) {
      $0.parts = { input, parts in parts.changing(.timestamp) { $0.text = text(input).raw } }
    }
  }

  /// A mistake on the Date line of a request with x-oss-date.
  private static func line(
    _ id: String, breaking clauses: [String] = ["V1-DATE-2"], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .headersV1, seen: [SeenIn] = [],
    _ line: @escaping @Sendable (SigningInput, _ written: Bytes) -> Bytes
  ) -> Mistake {
    .signing(id, clauses, sentence, fix: fix, in: operations, seen: seen) { $0.dateLine = line }
  }

  /// A mistake in the x-oss-date that V4 sends.
  private static func header(
    _ id: String, _ sentence: String, fix: String,
    _ text: @escaping @Sendable (SigningInput) -> String
  ) -> Mistake {
    .signing(id, ["V4-DATE-2"], sentence, fix: fix, in: .headersV4) {
      $0.addedHeaders = { input, headers in
        headers.map { header in
          header.name.isText("x-oss-date") ? SigningField(header.name, text(input).raw) : header
        }
      }
    }
  }
}

extension SigningModel {
  /// Puts a Date header of the caller onto the Date line.
  fileprivate mutating func signCallersDate() {
    dateLine = { input, written in
      (input.version == .v1 ? input.header("x-oss-date") : nil) ?? input.header("date") ?? written
    }
  }

  /// Writes the date into an x-oss-date header that waits for it.
  fileprivate mutating func stampAddedDates() {
    let stamped: @Sendable (SigningInput, SigningField) -> SigningField = { input, header in
      header.text.isText("now")
        ? SigningField(header.name, CivilMoment(input.time).httpDate.raw) : header
    }
    sentHeaders = { input, headers in headers.map { stamped(input, $0) } }
    addedHeaders = { input, headers in
      headers + input.headers.filter { $0.text.isText("now") }.map { stamped(input, $0) }
    }
  }
}

extension CivilMoment {
  /// The moment with some of its fields changed.
  fileprivate func changed(_ change: (inout CivilMoment) -> Void) -> CivilMoment {
    var moment = self
    change(&moment)
    return moment
  }

  fileprivate var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.days(ofMonth: $1, isLeap: Self.isLeap(year)) }
  }

  /// The year that has most days of the week, which begins on a Monday.
  fileprivate var yearOfWeek: Int {
    let thursday = dayOfYear + 3 - (weekday + 6) % 7
    if thursday < 1 { return year - 1 }
    return thursday > (Self.isLeap(year) ? 366 : 365) ? year + 1 : year
  }
}
