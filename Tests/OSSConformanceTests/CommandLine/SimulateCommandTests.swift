import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// The search for orders and scripts in which credentials are kept wrongly.
///
/// CI plays a million steps, all orders, and machines with mistakes; here are a few of each.
@Suite struct `The command simulate` {
  private static let vectors = "--vectors \(RealVectors.folder)"

  /// One suite of timelines, for what any of them shows.
  private let folder: ScratchFolder
  private let console = TestConsole()

  init() throws {
    folder = try ScratchFolder([RealVectors.suite("credentials/timeline-concurrency")])
  }

  /// The end of a line of the command that plays the machine with a mistake.
  private func machine(_ id: String, in folder: ScratchFolder? = nil) -> String {
    "--vectors \((folder ?? self.folder).vectors) -- "
      + PlantedSDK.command(id).joined(separator: " ")
  }

  @Test func `finds a mistake of an adapter in random scripts alone`() throws {
    let failures = try ScratchFolder([RealVectors.suite("credentials/timeline-failures")])
    let line =
      "simulate --orders 0 --json " + machine("refresh-failure-drops-held", in: failures)
    #expect(console.run(line) == .failures)
    let result = try #require(JSONReader.read(console.output).objectValue)
    let finding = try #require(result["finding"]?.objectValue)
    #expect(finding["origin"]?.stringValue?.hasPrefix("random script ") == true)
    let script = try Script(try #require(finding["script"]?.objectValue))
    #expect((1...6).contains(script.events.count))
  }

  @Test func `finds a fetch that nobody needs, and makes its spans small`() throws {
    let line = "simulate --orders 0 --steps 500 --json " + machine("refresh-every-call")
    #expect(console.run(line) == .failures)
    let result = try #require(JSONReader.read(console.output).objectValue)
    let finding = try #require(result["finding"]?.objectValue)
    #expect(finding["sentence"]?.stringValue?.hasPrefix("A fetch begins at ") == true)
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
    #expect(console.run("simulate --steps 0 " + machine("refresh-herd")) == .failures)
    #expect(console.output.hasPrefix("FOUND "))
    #expect(console.output.contains("\n  as the input of credential.timeline:\n    {\"policy\":"))
    #expect(console.output.hasSuffix("\nA bound is broken.\n"))
    let other = TestConsole()
    #expect(other.run("simulate --steps 0 --json " + machine("refresh-herd")) == .failures)
    let result = try #require(JSONReader.read(other.output).objectValue)
    let script = try #require(result["finding"]?.objectValue?["script"]?.objectValue)
    #expect(try Script(script).events.count <= 6)
  }

  @Test(arguments: ["1", "2"])
  func `finds the same again with the same seed`(seed: String) {
    let line = "simulate --steps 200 --orders 1 --seed \(seed) --json --vectors \(folder.vectors)"
    #expect(console.run(line) == .asExpected)
    let other = TestConsole()
    #expect(other.run(line) == .asExpected)
    #expect(console.output == other.output)
    #expect(console.output.contains("\"scripts\": "))
  }
}
