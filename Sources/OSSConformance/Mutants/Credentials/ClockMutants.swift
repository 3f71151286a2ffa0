internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is made of a time that an answer tells.
enum ClockMutants {
  static let all: [Mutant] = offsets + doubts + oldRequests + ClockSourceMutants.all

  private static let offsets: [Mutant] = [
    clock(
      "clock-offset-negated", "CLK-OFF-1", "The offset has the other sign.",
      mend: "Take the device's time from the true one, and add the difference."
    ) { $0.offset = { time, deviceTime, _ in ClockOffset(of: deviceTime, from: time) } },
    clock(
      "clock-offset-in-seconds", "CLK-OFF-1", "The offset is counted in seconds.",
      mend: "Count milliseconds."
    ) { steps in
      steps.offset = { time, deviceTime, _ in
        ClockOffset(.milliseconds(time.since(deviceTime).count / 1000))
      }
    },
    clock(
      "clock-device-time-in-whole-seconds", "CLK-OFF-2", "The device's time is cut to seconds.",
      mend: "Keep its milliseconds."
    ) { steps in
      steps.offset = { time, deviceTime, _ in ClockOffset(of: time, from: deviceTime.cutToSeconds) }
    },
    clock(
      "clock-offset-added", "CLK-OFF-2", "The new offset is added to the former one.",
      mend: "Let it take the former one's place."
    ) { steps in
      steps.offset = { time, deviceTime, known in
        ClockOffset(.milliseconds(time.since(deviceTime).count + known.span.count))
      }
    },
    clock(
      "clock-offset-from-corrected", "CLK-OFF-2", "The offset is counted from the corrected clock.",
      mend: "Count it from the device's clock as it is."
    ) { steps in
      steps.offset = { time, deviceTime, known in
        ClockOffset(of: time, from: known.corrected(deviceTime))
      }
    },
    shown(
      "clock-offset-forgotten", "CLK-OFF-3", "What teaches nothing makes the offset zero.",
      mend: "Keep the known offset."
    ) { _, members in
      if members["learned"] == false { members["offset"] = 0 }
    },
    shown(
      "clock-always-learned", "CLK-OFF-3", "Every answer is said to teach the offset.",
      mend: "Say whether it did."
    ) { _, members in members["learned"] = true },
    shown(
      "clock-unreadable-date-is-now", "CLK-DATE-2",
      "A Date that cannot be read makes the device's clock the true one.",
      mend: "Take it for none.",
      sightings: [.iOS("The date of a header that cannot be read is nil and is used as it is.")]
    ) { input, members in
      guard let date = input["date"]?.stringValue, members["learned"] == false,
        ClockSteps.standard.date(date) == nil
      else { return }
      members["offset"] = 0
      members["learned"] = true
    },
  ]

  private static let doubts: [Mutant] = [
    clock(
      "clock-any-time-believed", "CLK-TRUE-1", "Any time is believed.",
      mend: "Pass over what is before 2020 or after 2100.",
      sightings: [
        .iOS("The Date of the answer is taken as it is."),
        .android("A Date of 1970 is taken (issue 167)."),
        .swiftV2("Any ServerTime or Date is taken."),
      ]
    ) { $0.isPlausible = { _ in true } },
    clock(
      "clock-first-moment-2019", "CLK-TRUE-1", "Times of the years before 2020 are believed.",
      mend: "Begin with 2020."
    ) { $0.extend { .milliseconds(1_546_300_800_000) <= $0.sinceEpoch } },
    clock(
      "clock-2020-left-out", "CLK-TRUE-1", "The first moment of 2020 is not believed.",
      mend: "Begin with it."
    ) { $0.narrow { .milliseconds(1_577_836_800_000) < $0.sinceEpoch } },
    clock(
      "clock-2100-left-out", "CLK-TRUE-1", "The first moment of 2100 is not believed.",
      mend: "End with it."
    ) { $0.narrow { $0.sinceEpoch < .milliseconds(4_102_444_800_000) } },
    clock(
      "clock-no-last-moment", "CLK-TRUE-1", "Any time of the future is believed.",
      mend: "End with 2100."
    ) { $0.extend { .milliseconds(4_102_444_800_000) < $0.sinceEpoch } },
    clock(
      "clock-server-time-believed", "CLK-TRUE-1", "A ServerTime of 1970 is believed.",
      mend: "Hold it to the same bounds as Date."
    ) { $0.extend { $0.sinceEpoch == .zero } },
    shown(
      "clock-large-offset-refused", "CLK-TRUE-1", "An offset of more than ten years is dropped.",
      mend: "Doubt the time of the answer, not the offset: the device may be anywhere."
    ) { input, members in
      guard let offset = members["offset"]?.integerValue, offset > 315_360_000_000 else { return }
      members["offset"] = input["offset"] ?? 0
      members["learned"] = false
    },
  ]

  private static let oldRequests: [Mutant] = [
    clock(
      "clock-old-request-learned", "CLK-TRUE-2", "A request that was old sets the clock.",
      mend: "Learn nothing where the time of OSS is within 900 seconds.",
      sightings: [
        .iOS("The code alone decides."), .android("The code alone decides."),
        .swiftV2("The code alone decides."),
      ]
    ) { $0.isOld = { _, _ in false } },
    clock(
      "clock-old-request-open", "CLK-TRUE-2", "At exactly 900 seconds the clock is set.",
      mend: "Learn above 900 seconds alone."
    ) { steps in
      steps.afterAge { distance, isOld in
        isOld && distance != .seconds(900) && distance != .seconds(-900)
      }
    },
    clock(
      "clock-old-request-in-seconds", "CLK-TRUE-2", "The distance is cut to whole seconds.",
      mend: "Compare milliseconds."
    ) { steps in
      steps.afterAge { distance, _ in -900...900 ~= distance.count / 1000 }
    },
    clock(
      "clock-old-request-one-way", "CLK-TRUE-2", "Only a clock that is fast is spared.",
      mend: "Compare the distance without its sign."
    ) { $0.afterAge { distance, isOld in isOld && distance <= .zero } },
    clock(
      "clock-old-request-other-way", "CLK-TRUE-2", "Only a clock that is slow is spared.",
      mend: "Compare the distance without its sign."
    ) { $0.afterAge { distance, isOld in isOld && distance >= .zero } },
    Mutant(
      "clock-old-request-by-device", "CLK-TRUE-2",
      "The time of OSS is compared with the device's clock.",
      mend: "Compare it with the corrected one.", on: [.clockOffset]
    ) { steps in
      // With nothing known the corrected clock is the device's; what is known comes back at the end.
      steps.rewriteInput { _, input in input["offset"] = .null }
      steps.rewriteOutput { input, answer in
        if answer.members["learned"] == false, let known = input["offset"]?.integerValue {
          answer.members["offset"] = .number(JSONNumber(known))
        }
      }
    },
  ]

  /// A mutant of one step.
  static func clock(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ClockSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.clockOffset], sightings: sightings) {
      change(&$0.clock)
    }
  }

  /// A mutant that makes another answer of what it learned.
  private static func shown(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (_ input: JSONObject, inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.clockOffset], sightings: sightings) {
      $0.rewriteOutput { input, answer in change(input, &answer.members) }
    }
  }
}

extension UnixMilliseconds {
  fileprivate var sinceEpoch: Milliseconds { .milliseconds(milliseconds) }
}

extension ClockSteps {
  /// Believes further times.
  fileprivate mutating func extend(_ more: @escaping @Sendable (UnixMilliseconds) -> Bool) {
    let former = isPlausible
    isPlausible = { former($0) || more($0) }
  }

  /// Believes fewer times.
  fileprivate mutating func narrow(_ only: @escaping @Sendable (UnixMilliseconds) -> Bool) {
    let former = isPlausible
    isPlausible = { former($0) && only($0) }
  }

  /// Finds otherwise whether a request was old, from the time of OSS less the corrected one.
  fileprivate mutating func afterAge(
    _ change: @escaping @Sendable (Milliseconds, Bool) -> Bool
  ) {
    let former = isOld
    isOld = { change($0.since($1), former($0, $1)) }
  }
}
