internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in which answers tell the time, and where they tell it.
enum ClockSourceMutants {
  static let all: [Mutant] = times + heads + others + dates

  private static let times: [Mutant] = [
    input(
      "clock-date-preferred", "CLK-SRC-1", "Date is preferred to the time in the body.",
      mend: "Read ServerTime.",
      sightings: [
        .iOS("The header Date is read, never the body."),
        .android("The header Date is read, never the body (pull request 174 is open)."),
      ]
    ) { input in
      if input.isSkewed, input["date"] != nil { input.change("body") { $0.withoutServerTime } }
    },
    input(
      "clock-request-time", "CLK-SRC-1", "RequestTime is taken for the time of OSS.",
      mend: "Read ServerTime."
    ) { $0.change("body") { Bytes($0.utf8).replacing("RequestTime>", with: "ServerTime>").text } },
    input(
      "clock-fraction-required", "CLK-SRC-1", "A ServerTime without a fraction is not read.",
      mend: "Read it with and without.",
      sightings: [.swiftV2("The pattern has milliseconds and a zone.")]
    ) { input in
      input.change("body") { $0.contains(".000Z</ServerTime>") ? $0 : $0.withoutServerTime }
    },
    input(
      "clock-fraction-refused", "CLK-SRC-1", "A ServerTime with a fraction is not read.",
      mend: "Read it with and without."
    ) { input in
      input.change("body") { $0.contains(".000Z</ServerTime>") ? $0.withoutServerTime : $0 }
    },
    input(
      "clock-answers-with-age-dropped", "CLK-SRC-1", "An answer with Age tells nothing at all.",
      mend: "Pass over its Date alone."
    ) { if $0["age"] != nil { $0["body"] = .null } },
    clock(
      "clock-without-date", "CLK-SRC-2", "Only ServerTime is read.",
      mend: "Read Date where there is none that can be used.",
      sightings: [.javaScript("Only the ServerTime of the body is read.")]
    ) { steps in
      let former = steps.fault
      steps.fault = { status, error in
        let fault = former(status, error)
        return fault == .skewed && error.serverTime == nil ? nil : fault
      }
    },
    clock(
      "clock-unreadable-time-ends-search", "CLK-SRC-2",
      "A ServerTime that cannot be read keeps Date from being tried.",
      mend: "Take what cannot be read for what is not there.",
      sightings: [.swiftV2("Date is tried only where there is no ServerTime.")]
    ) { steps in
      let former = steps.fault
      steps.fault = { status, error in
        let isUnreadable = error["ServerTime"] != nil && error.serverTime == nil
        return isUnreadable ? nil : former(status, error)
      }
    },
    clock(
      "clock-implausible-time-ends-search", "CLK-SRC-2",
      "A ServerTime of 1970 keeps Date from being tried.",
      mend: "Take what cannot be true for what is not there."
    ) { steps in
      let former = steps.fault
      steps.fault = { status, error in
        error.serverTime.map { $0 < .epoch2020 } == true ? nil : former(status, error)
      }
    },
    clock(
      "clock-signing-date-ignored", "CLK-SRC-3", "The refusal for the day of the scope is ignored.",
      mend: "Read its Date."
    ) { $0.afterFault { $2 == .signingDate ? nil : $2 } },
    clock(
      "clock-signing-date-above-limit", "CLK-SRC-3",
      "The refusal for the day of the scope teaches nothing below 900 seconds.",
      mend: "Learn from it however small the gap is: midnight was between.",
      sightings: [.android("The gap must be above 15 minutes.")]
    ) { $0.afterFault { $2 == .signingDate ? .skewed : $2 } },
  ]

  private static let heads: [Mutant] = [
    input(
      "clock-header-not-read", "CLK-SRC-4", "The header x-oss-err is not read.",
      mend: "Read it where there is no body.",
      sightings: [
        .iOS("No such header is read."), .swiftV2("The header x-oss-error is read instead."),
      ]
    ) { $0["header"] = .null },
    input(
      "clock-empty-body-hides-header", "CLK-SRC-4", "A body of no bytes hides the header.",
      mend: "Take a body of no bytes for none."
    ) { if $0["body"] == "" { $0["header"] = .null } },
    input(
      "clock-header-preferred", "CLK-SRC-4", "The header is preferred to the body.",
      mend: "Read the body where there is one."
    ) { if $0["header"] != nil { $0["body"] = .null } },
  ]

  private static let others: [Mutant] = [
    clock(
      "clock-set-by-any-answer", "CLK-SRC-6", "The Date of every answer sets the clock.",
      mend: "Learn from refusals for the time alone."
    ) { steps in
      let former = steps.error
      steps.error = { former($0) ?? (try? ServerError(xml: Bytes("<Error/>".utf8).span)) }
      steps.afterFault { $2 ?? .signingDate }
      steps.teaches = { _ in true }
    },
    clock(
      "clock-set-by-any-refusal", "CLK-SRC-6", "Every 403 sets the clock.",
      mend: "Read its code."
    ) { $0.afterFault { status, _, fault in fault ?? (status == 403 ? .signingDate : nil) } },
    clock(
      "clock-set-by-any-argument", "CLK-SRC-6", "Every InvalidArgument sets the clock.",
      mend: "Read its message."
    ) { steps in
      steps.afterFault { _, error, fault in
        fault ?? (error.code == "InvalidArgument" ? .signingDate : nil)
      }
    },
    clock(
      "clock-set-at-any-status", "CLK-SRC-6", "The status beside the code is not looked at.",
      mend: "Ask for 403, or for 400."
    ) { steps in
      let former = steps.fault
      steps.fault = { former(403, $1) ?? former(400, $1) }
    },
    clock(
      "clock-code-in-any-case", "CLK-SRC-6", "The code is compared without regard to case.",
      mend: "Compare it exactly."
    ) { steps in
      steps.afterFault { _, error, fault in
        fault ?? (error.code?.lowercased() == "requesttimetooskewed" ? .skewed : nil)
      }
    },
    clock(
      "clock-token-server-any-status", "CLK-SRC-6",
      "The Date of any answer of the token server is taken.", mend: "Ask for 200."
    ) { $0.teaches = { _ in true } },
    input(
      "clock-token-server-is-oss", "CLK-SRC-6", "A refusal of OSS is believed whoever sent it.",
      mend: "Learn from the token server's successes alone."
    ) { if $0["status"]?.integerValue == 403 { $0["source"] = "oss" } },
    clock(
      "clock-page-searched", "CLK-SRC-6", "A text that is no error is searched for the code.",
      mend: "Read errors alone."
    ) { steps in
      let former = steps.error
      steps.error = { answer in
        if let error = former(answer) { return error }
        let texts = [answer.body.map(\.text), answer.errorHeader].compactMap(\.self)
        guard texts.contains(where: { $0.contains("RequestTimeTooSkewed") }) else { return nil }
        return try? ServerError(
          xml: Bytes("<Error><Code>RequestTimeTooSkewed</Code></Error>".utf8).span)
      }
    },
  ]

  private static let dates: [Mutant] = [
    clock(
      "clock-date-not-read", "CLK-DATE-1", "Date is not read.", mend: "Read it, as RFC 9110 has it."
    ) { $0.date = { _ in nil } },
    clock(
      "clock-date-blanks-refused", "CLK-DATE-1", "Blanks around Date make it unreadable.",
      mend: "Take them off."
    ) { $0.afterDate { text, time in text.contains("\t") ? nil : time } },
    clock(
      "clock-date-in-format-of-bodies", "CLK-DATE-2", "The format of bodies is read in Date.",
      mend: "Read the form of RFC 9110 alone."
    ) { $0.afterDate { $1 ?? (try? UnixTime(iso8601: $0)).map(UnixMilliseconds.init) } },
    clock(
      "clock-date-zone-ignored", "CLK-DATE-2", "The zone of Date is not looked at.",
      mend: "Ask for GMT."
    ) { steps in
      let former = steps.date
      steps.date = { former($0) ?? former(String($0.dropLast(3)) + "GMT") }
    },
    clock(
      "clock-date-rolled-over", "CLK-DATE-2", "A day that there is not is moved to the next month.",
      mend: "Refuse it."
    ) { steps in
      let former = steps.date
      steps.date = { text in
        former(text) ?? former(text.replacing("Thu, 31 Nov", with: "Fri, 01 Dec"))
      }
    },
    clock(
      "clock-age-ignored", "CLK-DATE-4", "The Date of a cache is taken.",
      mend: "Pass over Date where there is Age.",
      sightings: [.iOS("Age is not looked at."), .android("Age is not looked at.")]
    ) { $0.isCached = { _ in false } },
    clock(
      "clock-age-zero-ignored", "CLK-DATE-4", "An Age of zero is taken for none.",
      mend: "Pass over Date where there is Age, whatever it says."
    ) { $0.isCached = { $0 != nil && $0 != "0" } },
    clock(
      "clock-age-unreadable-ignored", "CLK-DATE-4", "An Age that is no number is taken for none.",
      mend: "Pass over Date where there is Age, whatever it says."
    ) { $0.isCached = { $0.flatMap { Int($0) } != nil } },
  ]

  private static func clock(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ClockSteps) -> Void
  ) -> Mutant {
    ClockMutants.clock(id, clause, mistake, mend: mend, sightings: sightings, change)
  }

  private static func input(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.clockOffset], sightings: sightings) { steps in
      steps.rewriteInput { _, input in change(&input) }
    }
  }
}
