internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Readers that make another moment of an expiration.
extension TokenResponseMutants {
  static let times: [Mutant] = [
    mutant(
      "local-time", "TOK-TIME-1", "The time is taken for that of the device's zone.",
      mend: "Read Z as UTC."
    ) { $0.shiftTime { $0.hasSuffix("Z") ? $1 - 28_800_000 : $1 } },
    mutant(
      "seconds-for-milliseconds", "TOK-TIME-1", "Seconds are handed on as milliseconds.",
      mend: "Keep the two apart by their types."
    ) { $0.shiftTime { $1 / 1000 } },
    mutant(
      "32-bits", "TOK-TIME-1", "Seconds are kept in 32 bits.", mend: "Count in 64 bits."
    ) { $0.shiftTime { Int64(Int32(truncatingIfNeeded: $1 / 1000)) * 1000 } },
    mutant(
      "distance-ignored", "TOK-TIME-2", "The distance from UTC is passed over.",
      mend: "Subtract it, or refuse it: never pass over it.",
      sightings: [
        .android("The pattern ends at the seconds, and what follows is not looked at."),
        .java("The pattern ends at the seconds, and what follows is not looked at."),
      ]
    ) { $0.rewriteTime { TokenTimeText.withoutDistance($0, putting: "Z") } },
    mutant(
      "distance-refused", "TOK-TIME-2", "Every distance from UTC is refused.",
      mend: "Subtract it.",
      sightings: [
        .oss2("The pattern ends in Z."), .credentialsGo("The pattern ends in Z."),
        .credentialsPython("The pattern ends in Z."),
      ]
    ) { $0.refuseTime { TokenTimeText.withoutDistance($0, putting: "") != $0 } },
    mutant(
      "distance-added", "TOK-TIME-2", "The distance from UTC is added.", mend: "Subtract it."
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        let plain = former(TokenTimeText.withoutDistance(text, putting: "Z"), now)
        guard case .success(let moment) = former(text, now), case .success(let local) = plain else {
          return former(text, now)
        }
        return .success(
          UnixMilliseconds(milliseconds: 2 * local.milliseconds - moment.milliseconds))
      }
    },
    mutant(
      "fraction-refused", "TOK-TIME-3", "A fraction of a second is refused.",
      mend: "Read it to the millisecond.",
      sightings: [
        .iOS("The pattern has no fraction, and the text becomes no date."),
        .oss2("The pattern has no fraction."), .credentialsPython("The pattern has no fraction."),
      ]
    ) { $0.refuseTime { $0.utf8.contains(0x2E) } },
    mutant(
      "fraction-dropped", "TOK-TIME-3", "The fraction of a second is dropped.",
      mend: "Keep it to the millisecond.",
      sightings: [
        .android("What follows the seconds is not looked at."),
        .java("What follows the seconds is not looked at."),
      ]
    ) { $0.shiftTime { $1 - ($1 % 1000 + 1000) % 1000 } },
    mutant(
      "fraction-rounded", "TOK-TIME-3", "The fraction is rounded to the millisecond.",
      mend: "Cut it off: no token lasts longer than it says."
    ) { $0.shiftTime { TokenTimeText.fraction($0).dropFirst(3).first ?? 0 > 4 ? $1 + 1 : $1 } },
    mutant(
      "fraction-as-number", "TOK-TIME-3", "The digits of a fraction count as milliseconds.",
      mend: "Read them as a fraction: .5 is 500 milliseconds."
    ) { steps in
      steps.shiftTime { text, moment in
        let digits = TokenTimeText.fraction(text).prefix(3)
        let number = digits.reduce(0) { $0 * 10 + Int64($1) }
        return moment - (moment % 1000 + 1000) % 1000 + number
      }
    },
    mutant(
      "lower-case-refused", "TOK-TIME-4", "Lower-case t and z are refused.",
      mend: "RFC 3339 has them: read them.",
      sightings: [.iOS("The T of the pattern is upper-case.")]
    ) { $0.refuseTime { $0.contains("t") || $0.contains("z") } },
  ]

  static let timeForms: [Mutant] = [
    mutant(
      "dates-rolled-over", "TOK-TIME-6", "A day or an hour that there is not becomes the next.",
      mend: "Refuse it.",
      sightings: [
        .android("SimpleDateFormat is lenient unless it is told otherwise."),
        .java("SimpleDateFormat is lenient unless it is told otherwise."),
      ]
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        let found = former(text, now)
        guard case .failure = found, let moment = TokenTimeText.lenient(text) else { return found }
        return .success(moment)
      }
    },
    mutant(
      "no-zone-is-utc", "TOK-TIME-8", "A time without a zone is taken for UTC.",
      mend: "Refuse it: nobody knows whose time it is.",
      sightings: [
        .android("The pattern has no zone."), .java("The pattern has no zone."),
      ]
    ) { steps in
      steps.rewriteTime { text in
        text.utf8.count >= 19 && text.utf8.dropFirst(19).allSatisfy { $0 == 0x2E || $0 == 0x30 }
          ? text + "Z" : text
      }
    },
    mutant(
      "zone-name-hides-distance", "TOK-TIME-9", "After the name of a zone nothing is read.",
      mend: "Refuse names of zones."
    ) { $0.rewriteTime { text in text.hasSuffix("GMT+08:00") ? text.dropLast(9) + "Z" : text } },
    mutant(
      "rest-ignored", "TOK-TIME-11", "What follows the seconds is not looked at.",
      mend: "Read the text to its end.",
      sightings: [
        .android("The parser stops where its pattern ends."),
        .java("The parser stops where its pattern ends."),
      ]
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        let found = former(text, now)
        guard case .failure = found, text.utf8.count > 19 else { return found }
        return former(String(text.prefix(19)) + "Z", now)
      }
    },
    mutant(
      "counts-taken", "TOK-TIME-11", "A number is taken for a count of seconds or milliseconds.",
      mend: "Refuse it: it does not say its unit."
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        guard let number = Int64(text) else { return former(text, now) }
        let milliseconds = number < 100_000_000_000 ? number * 1000 : number
        return .success(UnixMilliseconds(milliseconds: milliseconds))
      }
    },
    mutant(
      "short-years-taken", "TOK-TIME-11", "A year of two digits is one of the first century.",
      mend: "Demand four digits.",
      sightings: [.iOS("The year 15 is read, and the token counts as long expired.")]
    ) { $0.rewriteTime { $0.hasPrefix("15-") ? "00" + $0 : $0 } },
    mutant(
      "basic-format-taken", "TOK-TIME-11", "The basic format of ISO 8601 is taken.",
      mend: "Refuse it."
    ) { $0.rewriteTime { $0 == "20151103T095259Z" ? "2015-11-03T09:52:59Z" : $0 } },
    mutant(
      "unreadable-is-1970", "TOK-REF-11", "An expiration that cannot be read becomes 1970.",
      mend: "Refuse the answer, and say why.",
      sightings: [
        .iOS("A date that cannot be read is nil, and its count of seconds 0.")
      ]
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        guard case .success(let moment) = former(text, now) else {
          return .success(UnixMilliseconds(milliseconds: 0))
        }
        return .success(moment)
      }
    },
    mutant(
      "unreadable-is-soon", "TOK-REF-11",
      "An expiration that cannot be read becomes half a minute from now.",
      mend: "Refuse the answer, and say why.",
      sightings: [.android("After a parse error the token ends 30 seconds from now.")]
    ) { steps in
      let former = steps.time
      steps.time = { text, now in
        guard case .success(let moment) = former(text, now) else {
          return .success(UnixMilliseconds(milliseconds: (now?.milliseconds ?? 0) + 30_000))
        }
        return .success(moment)
      }
    },
  ]
}
