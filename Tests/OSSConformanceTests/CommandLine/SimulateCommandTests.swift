import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The search for orders and scripts in which credentials are kept wrongly.
///
/// CI plays a million steps, all orders and every broken machine; here are a few of each.
@Suite struct `The command simulate` {
  private static let vectors = "--vectors \(RealVectors.folder)"

  /// One suite of timelines, for what any of them shows.
  private let folder: VectorFolder
  private let console = TestConsole()

  init() throws { folder = try VectorFolder(RealVectors.suite("credentials/timeline-concurrency")) }

  @Test func `finds a mistake in random scripts alone`() throws {
    let mistake = try #require(Catalogue.named("refresh-failure-drops-held"))
    var result = TimelineSearch.Result()
    TimelineSearch(of: mistake).random(seed: 1, steps: 20_000, into: &result)
    let finding = try #require(result.finding)
    #expect(finding.origin.hasPrefix("random script "))
    #expect((1...6).contains(finding.script.events.count))
  }

  @Test func `finds a fetch that nobody needs, and makes its spans small`() throws {
    let line = "simulate --mutant refresh-every-call --orders 0 --steps 100 --json "
    #expect(console.run(line + "--vectors \(folder.path)") == .failures)
    let result = try #require(JSONReader.read(console.output).objectValue)
    let finding = try #require(result["finding"]?.objectValue)
    #expect(finding["sentence"]?.stringValue == "A fetch begins at 2 ms though B is fresh")
    let script = try Script(try #require(finding["script"]?.objectValue))
    #expect(script.fetches.allSatisfy { $0.takes <= 1 })
    #expect(script.tokens.allSatisfy { ($0.expires ?? 0) <= 10 })
  }

  @Test func `does not call orders all that were not tried`() throws {
    let timelines = TimelineSearch.timelines(of: try RealVectors.corpus.get())
    #expect(timelines.count == 168)
    #expect(console.run("simulate --depth 0 --steps 0 \(Self.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix(" have more orders than were tried") == true, "\(lines)")
    #expect(lines.dropFirst().first == "orders      168")
  }

  @Test func `shows what it found as text and as JSON`() throws {
    #expect(console.run("simulate --mutant refresh-herd --vectors \(folder.path)") == .failures)
    #expect(console.output.hasPrefix("FOUND "))
    #expect(console.output.contains("\n  as the input of credential.timeline:\n    {\"policy\":"))
    #expect(console.output.hasSuffix("\nA bound is broken.\n"))
    let other = TestConsole()
    #expect(
      other.run("simulate --mutant refresh-herd --json --vectors \(folder.path)") == .failures)
    let result = try #require(JSONReader.read(other.output).objectValue)
    let script = try #require(result["finding"]?.objectValue?["script"]?.objectValue)
    #expect(try Script(script).events.count <= 6)
  }

  @Test(arguments: ["1", "2"])
  func `finds the same again with the same seed`(seed: String) {
    let line = "simulate --steps 200 --orders 1 --seed \(seed) --json --vectors \(folder.path)"
    #expect(console.run(line) == .asExpected)
    let other = TestConsole()
    #expect(other.run(line) == .asExpected)
    #expect(console.output == other.output)
    #expect(console.output.contains("\"scripts\": "))
  }
}
