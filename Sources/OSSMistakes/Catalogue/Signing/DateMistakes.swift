internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in dates: how they are written, the calendar, and the headers that carry them.
enum DateMistakes {
  private static let rows = SigningMistakes.rows
  private static let http = rows.breaking("V1-DATE-1", "V2-DATE-1")
    .fix("Write the date in the form of RFC 1123, in English, and end it with GMT.")
    .in(.headersV1V2).setting(\.httpDate)

  /// Rows about one of the fields of a date, in every form.
  private static let field: MistakeRows<@Sendable (inout CivilMoment) -> Void> =
    rows.breaking("V1-DATE-1", "V2-DATE-1", "V4-STS-2").by { change in
      {
        $0.civil = { seconds in
          var moment = CivilMoment(seconds)
          change(&moment)
          return moment
        }
      }
    }
  private static let clock = rows.breaking("V1-DATE-1", "V2-DATE-1", "V4-STS-2").setting(\.civil)

  /// Rows about the second line of V4.
  private static let timestamp: MistakeRows<@Sendable (CivilMoment) -> String> =
    rows.breaking("V4-STS-2").fix("Write the basic format of ISO 8601, such as 20231216T162057Z.")
    .in(.signingV4).by { text in
      {
        $0.parts = { input, parts in
          parts.changing(.timestamp) { $0.text = text(CivilMoment(input.time)).raw }
        }
      }
    }

  private static let basic = rows.breaking("V4-STS-2", "V4-DATE-2")
    .fix("Write the basic format of ISO 8601, such as 20231216T162057Z.")
    .in(.signingV4).setting(\.basicTime)

  /// Rows about the Date line of a request with x-oss-date.
  private static let line = rows.breaking("V1-DATE-2")
    .fix("Write the value of x-oss-date on the Date line, and send no Date beside it.")
    .in(.headersV1).setting(\.dateLine)
  private static let sent =
    rows
    .in(.headers).setting(\.sentHeaders)
  private static let dated: MistakeRows<@Sendable (SigningInput, SigningField) -> SigningField> =
    rows

    .in(.headersV4).by { change in
      {
        $0.addedHeaders = { input, headers in
          headers.map { $0.name.isText("x-oss-date") ? change(input, $0) : $0 }
        }
      }
    }
  private static let callers = rows.breaking("V4-DATE-3")
    .fix("Replace the caller's x-oss-date by the time of signing.").in(.headersV4)

  /// The names of days, from Monday, and of months in the language of a device, as formatters have them.
  private static let languages: [Mistake] = [
    ("german", "Mo Di Mi Do Fr Sa So", "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
    (
      "german-with-dots", "Mo. Di. Mi. Do. Fr. Sa. So.",
      "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."
    ),
    (
      "french", "lun. mar. mer. jeu. ven. sam. dim.",
      "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."
    ),
    ("spanish", "lun mar mié jue vie sáb dom", "ene feb mar abr may jun jul ago sept oct nov dic"),
    (
      "chinese", "周一 周二 周三 周四 周五 周六 周日", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"
    ),
    ("japanese", "月 火 水 木 金 土 日", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
  ].map { (language: String, days: String, months: String) in
    let words = "Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    let names = zip(SigningModel.words(words), SigningModel.words("\(days) \(months)"))
    return http("date-in-\(language)")
      .sentence("The names of days and months follow the user's language, here one of \(language).")
      .fix("Fix the formatter to English, the locale en_US_POSIX.").change { moment in
        let parts = moment.httpDate.raw.pieces(at: " ")
        return parts.map { part in
          let name = names.first { part.begins(with: $0.0) && part.count < 5 }
          return name.map { $0.1.raw + part.dropFirst(3) } ?? part
        }.joined(with: " ")
      }
  }

  static let all: [Mistake] =
    languages + [
      // The form of the date in V1 and V2.
      http("date-day-without-zero", "The days 1 to 9 are written with one digit.")
        .fix("Write the day with two digits; the formatter of RFC 1123 in Java does not.")
        .seen("The date is formatted with the library's RFC_1123_DATE_TIME.", .javaV2)
        .change { $0.httpDate.raw.replaced(", 0", by: ", ") },
      http("date-utc-for-gmt", "The zone is written UTC.")
        .change { $0.httpDate.raw.replaced("GMT", by: "UTC") },
      http("date-zone-as-offset", "The zone is written +0000.")
        .change { $0.httpDate.raw.replaced("GMT", by: "+0000") },
      http("date-as-iso-8601", "The date is written as ISO 8601 has it, as in V4.")
        .change { $0.basicTime.raw },
      http("date-year-of-two-digits", "The year has two digits.").change {
        $0.httpDate.raw.replaced(" \($0.year) ", by: " \(CivilMoment.digits($0.year % 100, 2)) ")
      },
      http("date-with-hyphens", "Hyphens stand between the day, the month and the year.").change {
        Bytes($0.httpDate.raw.prefix(5)) + Bytes($0.httpDate.raw[5..<16]).replaced(" ", by: "-")
          + Bytes($0.httpDate.raw.dropFirst(16))
      },
      http("date-without-day-of-week", "The day of the week is left out.")
        .change { Bytes($0.httpDate.raw.dropFirst(5)) },
      http("date-hour-without-zero", "The hours 0 to 9 are written with one digit.").change {
        $0.httpDate.raw.replaced(" \(CivilMoment.digits($0.hour, 2)):", by: " \($0.hour):")
      },
      http("date-months-of-english-outside-america")
        .sentence("Months are June, July and Sept, as short names are in some English locales.")
        .fix("Fix the formatter to the locale en_US_POSIX.").change {
          [("Jun", "June"), ("Jul", "July"), ("Sep", "Sept")]
            .reduce($0.httpDate.raw) { $0.replaced($1.0, by: $1.1) }
        },
      // The fields of a date.
      field("date-of-twelve-hours", "The hours are counted from 1 to 12.")
        .fix("Format the hour with HH, not with hh.").change { $0.hour = ($0.hour + 11) % 12 + 1 },
      field("date-hour-24-for-midnight", "Midnight is written as the hour 24.")
        .fix("Format the hour with HH, not with kk.")
        .change { $0.hour = $0.hour == 0 ? 24 : $0.hour },
      field("date-minutes-for-month", "The minutes are written in the place of the month.")
        .breaking("V4-STS-2").fix("Format the month with MM, not with mm.").in(.signingV4)
        .change { $0.month = $0.minute },
      field("date-day-of-year", "The day is counted from the beginning of the year.")
        .breaking("V4-STS-2").fix("Format the day with dd, not with DD.").in(.signingV4)
        .change { $0.day = $0.dayOfYear },
      field("date-year-of-week", "The year is that of the week, which differs around 1 January.")
        .breaking("V1-DATE-1", "V2-DATE-1").fix("Format the year with yyyy, not with YYYY.")
        .change { $0.year = $0.yearOfWeek },
      field("date-of-buddhist-calendar")
        .sentence("The year follows the calendar of the device, such as the Buddhist.")
        .fix("Fix the formatter to the Gregorian calendar, the locale en_US_POSIX.")
        .change { $0.year += 543 },
      rows(
        "date-with-local-digits", "Numbers are written with the digits of the device's language."
      )
      .breaking("V1-DATE-1", "V2-DATE-1", "V4-STS-2")
      .fix("Fix the formatter to the locale en_US_POSIX, or format with digits of ASCII.").change {
        $0.httpDate = { $0.httpDate.raw.arabicDigits }
        $0.basicTime = { $0.basicTime.raw.arabicDigits }
        $0.basicDate = { $0.basicDate.raw.arabicDigits }
      },
      // Zones and calendars.
      clock("date-in-local-zone", "The date is that of Beijing.")
        .fix("Format the date in GMT, whatever the zone of the device.")
        .change { CivilMoment($0 + 8 * 3_600) },
      clock("date-2100-a-leap-year", "2100 has a 29 February.").breaking("V1-DATE-1", "V4-STS-2")
        .fix("Give a year that 100 divides a leap day only if 400 divides it too.")
        .change { CivilMoment($0 >= 4_107_542_400 ? $0 - 86_400 : $0) },
      clock("date-overflows-in-2038", "The clock overflows in 2038.")
        .fix("Keep seconds in 64 bits.").change {
          CivilMoment(Int64(Int32(truncatingIfNeeded: $0)))
        },
      clock("date-one-second-ahead", "The clock's fraction of a second is rounded up.")
        .fix("Cut the fraction of a second off; do not round it.").change { CivilMoment($0 + 1) },
      // The second line of V4.
      timestamp("v4-time-extended", "The time on the second line has hyphens and colons.") {
        let date = [$0.year, $0.month, $0.day].map { CivilMoment.digits($0, 2) }
        return "\(date.joined(separator: "-"))T\($0.clock(":"))Z"
      },
      timestamp("v4-time-rfc-1123", "The second line is a date as HTTP writes it.")
        .seen("An x-oss-date header of the caller is signed on this line as it is.", .goV1, .c)
        .change { $0.httpDate },
      rows(
        "v4-time-with-milliseconds",
        "The time of signing has milliseconds, on the second line, in the header and in the URL."
      ).breaking("V4-STS-2", "V4-DATE-2").fix("Write whole seconds, such as 20231216T162057Z.")
        .in(.signingV4).change { $0.basicTime = { $0.basicTime.raw.replaced("Z", by: ".000Z") } },
      basic("v4-time-without-zone", "The time of signing has no Z, wherever it is written.")
        .change { Bytes($0.basicTime.raw.dropLast()) },
      basic("v4-time-extended-everywhere")
        .sentence("The time of signing has hyphens and colons, wherever it is written.").change {
          let date = [$0.year, $0.month, $0.day].map { CivilMoment.digits($0, 2) }
          return "\(date.joined(separator: "-"))T\($0.clock(":"))Z".raw
        },
      basic("v4-time-rfc-1123-everywhere")
        .sentence("The time of signing is a date as HTTP writes it, wherever it is written.")
        .change { $0.httpDate.raw },
      // x-oss-date with V1 and V2.
      line("date-line-ignores-x-oss-date")
        .sentence("The clock's date is on the Date line beside x-oss-date.")
        .seen("The line is that of the Date header alone.", .go1, .goV1, .phpV1, .phpV2, .java)
        .seen("The signer sets Date at the time of signing and signs that.", .swiftV2, .iOS)
        .seen("The line is that of the Date header alone.", .gateway, .ossUtil, .aliyungo)
        .change { $1 },
      rows("date-x-oss-date-only-on-line", "x-oss-date is not signed among the OSS headers.")
        .breaking("V1-DATE-2", "PRE-STS-3", "V2-DATE-2").fix(
          "Sign x-oss-date as any x-oss- header."
        )
        .in(.signingV1V2).change { $0.leavesOut { $0.name.isText("x-oss-date") } },
      line("date-line-empty-beside-x-oss-date")
        .sentence("The Date line is empty beside x-oss-date, as in other protocols.")
        .change { input, written in input.header("x-oss-date") == nil ? written : [] },
      line("date-x-oss-date-looked-up-by-case", "x-oss-date is found in lower case only.")
        .fix("Look x-oss-date up without regard to case.")
        .seen("Any other spelling is overridden by a header of the SDK's own.", .javaScript)
        .change { input, written in
          input.givenHeader { $0.isText("x-oss-date") }?.trimmed ?? written
        },
      line(
        "date-line-x-oss-date-not-trimmed", "x-oss-date is on the Date line with its outer blanks."
      ).fix("Take spaces and tabs off x-oss-date on the Date line too.").change { input, written in
        input.givenHeader { $0.lowerCase.isText("x-oss-date") } ?? written
      },
      line("date-callers-date-over-x-oss-date")
        .sentence("A Date header of the caller prevails over x-oss-date.")
        .fix("Write x-oss-date on the Date line where the caller gives both headers.")
        .seen("The caller's headers are set after the Date, and no other line is read.", .go1)
        .change { input, written in
          input.header("x-oss-date").map { input.header("date") ?? $0 } ?? written
        },
      rows("date-x-oss-date-added")
        .sentence("An x-oss-date header that the caller did not give is sent and signed.")
        .breaking("V1-DATE-1")
        .fix(
          "Sign and send Date; leave x-oss-date to the caller, though a request with it is valid."
        )
        .in(.headersV1)
        .seen("Each request gets an x-oss-date header with the HTTP date.", .javaScript)
        .accepted("Every request of ali-oss has the header.").change {
          $0.addedHeaders = {
            $1.map { $0.name.isText("Date") ? SigningField("x-oss-date", $0.value) : $0 }
          }
        },
      // A Date header of the caller.
      rows("date-callers-date-kept", "A Date header of the caller is signed and sent.")
        .breaking("V1-DATE-3", "V2-DATE-3")
        .fix("Replace it by the time of signing, or leave it: OSS takes both.").in(.headersV1V2)
        .seen("A Date that the caller sets is left as it is.", .goV1, .phpV1)
        .equivalent("Both requests are valid, so the vectors of the clauses take either answer.")
        .accepted("Both requests are valid.").change {
          $0.signCallersDate()
          $0.replaces = { !$0.isText("Date") }
        },
      rows("date-callers-date-signed-not-sent")
        .sentence("A Date header of the caller is signed, and the clock's date is sent.")
        .breaking("V1-DATE-3").fix("Send the date that was signed.").in(.headersV1V2).change {
          $0.signCallersDate()
          $0.addedHeaders = { input, headers in
            let date = CivilMoment(input.time).httpDate.raw
            return headers.map { $0.name.isText("Date") ? SigningField("Date", date) : $0 }
          }
        },
      sent("date-not-sent", "The date is signed, and neither Date nor x-oss-date is sent.")
        .breaking("V1-DATE-1", "V2-DATE-1", "V4-DATE-1")
        .fix("Send the date that was signed: Date, with V4 x-oss-date.").change { input, headers in
          headers.filter { !$0.name.isText(input.version == .v4 ? "x-oss-date" : "Date") }
        },
      // The headers of V4.
      dated("v4-date-in-date-header", "The time is sent in Date alone, and not signed.")
        .breaking("V4-DATE-1").fix("Send x-oss-date and sign it among the headers.")
        .seen("The time is in the header Date.", .androidRead)
        .change { SigningField("Date", $1.value) },
      dated("v4-date-header-rfc-1123", "x-oss-date is sent and signed as HTTP writes dates.")
        .breaking("V4-DATE-2").fix("Write the text of the second line into the header.")
        .change { SigningField($1.name, CivilMoment($0.time).httpDate.raw) },
      rows("v4-date-unsigned", "x-oss-date is sent and not signed.")
        .breaking("V4-DATE-1", "V4-HDR-1").fix("Sign x-oss-date as any x-oss- header.").in(
          .headersV4
        )
        .change { $0.leavesOut { $0.name.isText("x-oss-date") } },
      callers("v4-callers-date-kept", "The caller's x-oss-date is sent and signed.")
        .seen("A header x-oss-date of the caller is kept.", .goV1, .c)
        .change { $0.replaces = { !$0.isText("x-oss-date") } },
      callers("v4-callers-date-sent-too", "The caller's x-oss-date is sent beside that of signing.")
        .change {
          $0.sentHeaders = { $1 + $0.headers.filter { $0.name.lowerCase.isText("x-oss-date") } }
        },
      callers("v4-callers-date-read-as-http")
        .sentence("A request with an x-oss-date in the form of V4 is refused.")
        .seen("The header x-oss-date is read as an HTTP date, and nothing else.", .pythonV2).change
      {
        $0.refuses = {
          $0.header("x-oss-date").flatMap { $0.text.hasSuffix(" GMT") ? nil : .invalidHeaderValue }
        }
      },
      rows("v4-callers-date-signed", "A Date header of the caller is signed unasked.")
        .breaking("V4-DATE-4").fix("Sign Date only as an additional header.").in(.signingV4)
        .change { $0.alsoSigns { $1.name.isText("date") } },
    ]
}

extension SigningModel {
  /// Puts a Date header of the caller onto the Date line.
  fileprivate mutating func signCallersDate() {
    dateLine = { input, written in
      (input.version == .v1 ? input.header("x-oss-date") : nil) ?? input.header("date") ?? written
    }
  }
}

extension CivilMoment {
  fileprivate var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.days(ofMonth: $1, isLeap: Self.isLeap(year)) }
  }

  /// The year that has most days of the week, which begins on a Monday.
  var yearOfWeek: Int {
    let thursday = dayOfYear + 3 - (weekday + 6) % 7
    if thursday < 1 { return year - 1 }
    return thursday > (Self.isLeap(year) ? 366 : 365) ? year + 1 : year
  }
}

extension Bytes {
  /// The text with digits of Arabic.
  fileprivate var arabicDigits: Bytes {
    (0...9).reduce(self) { text, digit in
      text.replaced(
        String(digit), by: String(UnicodeScalar(0x660 + digit).map { Character($0) } ?? "0"))
    }
  }
}
