import OSSCredentials
import OSSJSON
import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// Scripts of a provider of credentials, done with what an app imports.
///
/// The player and the bounds are written a second time here, apart from the kit's simulator and judge.
enum TimelineReplay {
  /// Plays the script of a vector, and checks every bound that the vector has.
  static func check(_ vector: Vector) throws {
    guard case .answer(let expected) = vector.expectation.outcome else {
      Issue.record("\(vector.id) is not a script.")
      return
    }
    var player = try TimelinePlayer(VectorInput(object: vector.input))
    try player.play()
    for bound in expected.members.members {
      try check(bound.name, bound.value, player, vector.id)
    }
    #expect(!expected.members.members.isEmpty, "\(vector.id)")
  }

  private static func check(
    _ name: String, _ bound: JSONValue, _ player: TimelinePlayer, _ id: String
  ) throws {
    switch name {
    case "callers":
      for member in try #require(bound.objectValue).members {
        let allowed = try #require(member.value.arrayValue).compactMap(\.stringValue)
        let given = try #require(
          player.answers[member.name], "\(id): \(member.name) waits forever")
        #expect(allowed.contains(given.what), "\(id): \(member.name)")
      }
    case "waits":
      for member in try #require(bound.objectValue).members {
        let given = try #require(player.answers[member.name])
        let asked = try #require(player.asked[member.name])
        #expect(
          given.at - asked <= (try #require(member.value.integerValue)), "\(id): \(member.name)")
      }
    case "fetches":
      let bounds = VectorInput(object: try #require(bound.objectValue))
      #expect(player.fetches.count >= (try bounds.optionalInteger("least") ?? 0), "\(id)")
      #expect(player.fetches.count <= (try bounds.optionalInteger("most") ?? .max), "\(id)")
    case "invariants":
      for element in try #require(bound.arrayValue) {
        try check(invariant: try #require(element.stringValue), player, id)
      }
    default: Issue.record("\(id): \(name) is not a bound.")
    }
  }

  private static func check(
    invariant: String, _ player: TimelinePlayer, _ id: String
  ) throws {
    switch invariant {
    case "one-fetch-in-flight":
      for (one, next) in zip(player.fetches, player.fetches.dropFirst()) {
        #expect(one.ends <= next.begins, "\(id)")
      }
    case "never-expired":
      for (caller, answer) in player.answers {
        guard let end = player.expirations[answer.what].flatMap({ $0 }) else { continue }
        #expect(answer.at < end, "\(id): \(caller)")
      }
    case "everyone-answered":
      #expect(Set(player.answers.keys) == Set(player.asked.keys), "\(id)")
      #expect(!player.answeredTwice, "\(id)")
    case "answered-in-order":
      // In the scripts that ask for it no caller leaves, and one fetch answers all.
      let moments = player.answered.map { player.asked[$0] ?? 0 }
      #expect(moments.count > 1 && moments == moments.sorted(), "\(id)")
    default: Issue.record("\(invariant) is no invariant.")
    }
  }
}
