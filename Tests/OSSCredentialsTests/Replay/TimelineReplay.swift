import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

/// Scripts of a provider of credentials, done with what an app imports.
///
/// The player and the bounds are written a second time here, apart from the kit's simulator and judge.
enum TimelineReplay {
  static func timeline(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    var player = try TimelinePlayer(input)
    try player.play()
    for name in ["callers", "waits", "fetches", "invariants"] {
      try expected.bound(name) { try check(name, $0, player, input) }
    }
  }

  private static func check(
    _ name: String, _ bound: JSONValue, _ player: TimelinePlayer, _ input: VectorInput
  ) throws {
    switch name {
    case "callers":
      for member in try #require(bound.objectValue).members {
        let allowed = try #require(member.value.arrayValue).compactMap(\.stringValue)
        let given = try #require(player.answers[member.name], "\(member.name) waits for ever")
        #expect(allowed.contains(given.what), "\(member.name)")
      }
    case "waits":
      for member in try #require(bound.objectValue).members {
        let given = try #require(player.answers[member.name])
        let asked = try #require(player.asked[member.name])
        #expect(given.at - asked <= (try #require(member.value.integerValue)), "\(member.name)")
      }
    case "fetches":
      let bounds = VectorInput(object: try #require(bound.objectValue))
      #expect(player.fetches.count >= (try bounds.optionalInteger("least") ?? 0))
      #expect(player.fetches.count <= (try bounds.optionalInteger("most") ?? .max))
    default:
      for element in try #require(bound.arrayValue) {
        try check(invariant: try #require(element.stringValue), player)
      }
    }
  }

  private static func check(invariant: String, _ player: TimelinePlayer) throws {
    switch invariant {
    case "one-fetch-in-flight":
      for (one, next) in zip(player.fetches, player.fetches.dropFirst()) {
        #expect(one.ends <= next.begins)
      }
    case "never-expired":
      for (caller, answer) in player.answers {
        guard let end = player.expirations[answer.what].flatMap({ $0 }) else { continue }
        #expect(answer.at < end, "\(caller)")
      }
    case "everyone-answered":
      #expect(Set(player.answers.keys) == Set(player.asked.keys))
      #expect(!player.answeredTwice)
    default: Issue.record("\(invariant) is no invariant.")
    }
  }
}
