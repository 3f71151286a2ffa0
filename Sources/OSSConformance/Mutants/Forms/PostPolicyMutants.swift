internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in the text of a policy, and in writing one.
enum PostPolicyMutants {
  static let all: [Mutant] = texts + forms + expirations + conditions + dollars

  private static let texts: [Mutant] = [
    text(
      "post-base64-of-urls", "POST-POL-1", "The text has the alphabet of URLs.",
      "Use the plus sign and the slash."
    ) {
      base64($0).replacing("+", with: "-").replacing("/", with: "_")
    },
    text("post-base64-unpadded", "POST-POL-1", "The text lacks its padding.", "Write the =.") {
      base64($0).filter { $0 != UInt8(ascii: "=") }
    },
    text(
      "post-base64-in-lines", "POST-POL-1", "The text has a line end after 76 characters.",
      "Write it on one line."
    ) {
      let text = base64($0)
      return text.count > 76 ? Bytes(text[..<76]) + [0x0A] + text[76...] : text
    },
    text(
      "post-policy-not-encoded", "POST-POL-1", "The policy is signed and sent as it is.",
      "Sign and send its base64 text."
    ) { $0 },
    text(
      "post-policy-written-anew", "POST-POL-2", "The policy is read and written again.",
      "Sign the bytes that are given.",
      [.javaScript("A policy that is given as a text is parsed, and made a text again.")]
    ) { policy in
      let json = (try? JSONReader.read(policy))?.compact()
      return base64(json.map { Bytes($0.utf8) } ?? policy)
    },
    text(
      "post-policy-trimmed", "POST-POL-2", "White space at the ends of a policy is taken off.",
      "Sign the bytes that are given."
    ) { base64($0.trimmed { $0 <= 0x20 }) },
    text(
      "post-policy-line-ends-changed", "POST-POL-2", "CR and LF of a policy become LF.",
      "Sign the bytes that are given."
    ) { base64($0.replacing("\r\n", with: "\n")) },
    text(
      "post-policy-normalized", "POST-POL-2", "The text of a policy is normalized.",
      "Sign the bytes that are given."
    ) { base64(Bytes($0.text.composed.utf8)) },
  ]

  private static func base64(_ bytes: Bytes) -> Bytes { Bytes(Base64.encode(bytes.span).utf8) }

  private static let forms: [Mutant] = [
    written(
      "post-members-swapped", "POST-POL-4", "The conditions stand before the expiration.",
      "Write the expiration first."
    ) { policy in
      guard let object = (try? JSONReader.read(policy))?.objectValue else { return policy }
      return Bytes(JSONValue.object(JSONObject(object.members.reversed())).compact().utf8)
    },
    written(
      "post-no-milliseconds", "POST-POL-4", "The expiration has no milliseconds.",
      "Write .000 before the Z."
    ) { $0.replacing(".000Z", with: "Z") },
    written(
      "post-not-ascii", "POST-POL-4", "Text outside ASCII is written as it is.",
      "Escape it."
    ) { $0.replacing("\\u4e2d\\u00e9", with: "\u{4E2D}\u{E9}") },
    written(
      "post-conditions-once", "POST-POL-4", "A condition that comes twice is written once.",
      "Write each."
    ) { policy in
      guard var object = (try? JSONReader.read(policy))?.objectValue,
        let conditions = object["conditions"]?.arrayValue
      else { return policy }
      var once: [JSONValue] = []
      for condition in conditions where !once.contains(condition) { once.append(condition) }
      object["conditions"] = .array(once)
      return Bytes(JSONValue.object(object).compact().utf8)
    },
  ]

  private static let expirations: [Mutant] = [
    expiration(
      "post-expiration-without-zone", "The expiration lacks its Z.", "End it with Z."
    ) { .string($0.iso8601.replacing("Z", with: ".000")) },
    expiration(
      "post-expiration-local", "The expiration is told with the offset of a zone.",
      "Tell it in UTC."
    ) {
      let time = (try? $0.adding(seconds: 28_800)) ?? $0
      return .string(time.iso8601.replacing("Z", with: "+08:00"))
    },
    expiration(
      "post-expiration-basic", "The expiration has the form of x-oss-date.",
      "Write hyphens and colons."
    ) { .string($0.iso8601Basic) },
    expiration(
      "post-expiration-in-seconds", "The expiration is a number of seconds.",
      "Write a date and a time."
    ) { .number(JSONNumber($0.seconds)) },
    PostMutants.form(
      "post-any-zone", "POST-POL-5", "An expiration without a Z is taken for one in UTC.",
      mend: "Refuse it.", on: [.postCheck]
    ) { steps in
      steps.acceptPolicies { $0 == .expirationNotInUTC }
      steps.rewritePolicyText {
        $0.replacing("17:20:57.000\"", with: "17:20:57Z\"").replacing("57z\"", with: "57Z\"")
      }
    },
  ]

  private static let conditions: [Mutant] = [
    written(
      "post-objects-with-dollar", "POST-COND-7", "The name of an object has a dollar sign.",
      "Leave it out."
    ) { $0.replacing("{\"acl\"", with: "{\"$acl\"") },
    written(
      "post-arrays-without-dollar", "POST-COND-7", "The names of arrays have no dollar sign.",
      "Write it."
    ) { $0.replacing("\"$", with: "\"") },
    written(
      "post-objects-joined", "POST-COND-2", "All fields stand in one object.",
      "Write an object for each."
    ) { $0.replacing("\"},{\"", with: "\",\"") },
    written(
      "post-equal-as-beginning", "POST-COND-3", "An equality is written as starts-with.",
      "Write eq."
    ) { $0.replacing("[\"eq\"", with: "[\"starts-with\"") },
    written(
      "post-beginning-as-equal", "POST-COND-4", "A beginning is written as eq.",
      "Write starts-with."
    ) { $0.replacing("[\"starts-with\"", with: "[\"eq\"") },
    written(
      "post-sizes-overflow", "POST-COND-5", "Sizes are kept in 32 bits.", "Keep them in 64."
    ) { $0.replacing("5368709120", with: "1073741824") },
    written(
      "post-sizes-as-texts", "POST-COND-5", "Sizes are written as texts.", "Write numbers."
    ) { $0.replacing(",0,5368709120", with: ",\"0\",\"5368709120\"") },
    written(
      "post-list-as-text", "POST-COND-6", "A list of values is written as a text.", "Write a list."
    ) { $0.replacing("[\"no-cache\"]", with: "\"no-cache\"") },
  ]

  private static let dollars: [Mutant] = [
    written(
      "post-backslash-lost", "POST-COND-8", "A dollar sign in a value has no backslash.",
      "Write it."
    ) { $0.replacing("\\\\$", with: "$") },
    written(
      "post-backslash-not-of-json", "POST-COND-8",
      "A dollar sign in a value has one backslash, which JSON does not know.", "Write two.",
      [.java("Older releases write the escape that JSON does not have.")]
    ) { $0.replacing("\\\\$", with: "\\$") },
    PostMutants.form(
      "post-backslash-kept", "POST-COND-8", "The backslash before a dollar sign is read as text.",
      mend: "Take the two for a dollar sign.", on: [.postCheck]
    ) { $0.post.value = { Bytes($0.utf8).replacing("$", with: "\\$").text } },
    PostMutants.form(
      "post-dollar-as-variable", "POST-COND-9", "A dollar sign without a backslash is dropped.",
      mend: "Read it as itself.", on: [.postCheck]
    ) { steps in
      let former = steps.post.value
      steps.post.value = { text in
        text.contains("\\$") ? former(text) : Bytes(text.utf8).replacing("$", with: "").text
      }
    },
  ]

  /// A mutant of the text of a policy.
  private static func text(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    _ sightings: [Sighting] = [], _ text: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    PostMutants.form(
      id, clause, mistake, mend: mend, on: PostMutants.signing, sightings: sightings
    ) { $0.post.text = text }
  }

  /// A mutant of a policy that is written.
  private static func written(
    _ id: String, _ clause: String, _ mistake: String, _ mend: String,
    _ sightings: [Sighting] = [], _ change: @escaping @Sendable (Bytes) -> Bytes
  ) -> Mutant {
    PostMutants.form(id, clause, mistake, mend: mend, on: [.postPolicy], sightings: sightings) {
      $0.rewritePolicy(change)
    }
  }

  /// A mutant of the expiration that is written.
  private static func expiration(
    _ id: String, _ mistake: String, _ mend: String,
    _ value: @escaping @Sendable (UnixTime) -> JSONValue
  ) -> Mutant {
    PostMutants.form(id, "POST-POL-5", mistake, mend: mend, on: [.postPolicy]) { steps in
      let former = steps.post.policy
      steps.post.policy = { time, conditions in
        let policy = former(time, conditions)
        guard var object = (try? JSONReader.read(policy))?.objectValue else { return policy }
        object["expiration"] = value(time)
        return Bytes(JSONValue.object(object).compact().utf8)
      }
    }
  }
}

extension String {
  /// The text with each occurrence of some bytes replaced by others.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    Bytes(utf8).replacing(Bytes(old.utf8), with: Bytes(new.utf8)).text
  }
}

extension ReferenceSteps {
  /// Changes the text of a policy before it is read.
  mutating func rewritePolicyText(_ change: @escaping @Sendable (Bytes) -> Bytes) {
    rewriteInput { _, input in
      guard let text = input["policy"]?.stringValue else { return }
      input["policy"] = .string(change(Bytes(text.utf8)).text)
    }
  }
}
