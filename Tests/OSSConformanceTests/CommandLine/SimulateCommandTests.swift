import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// The search for orders and scripts in which credentials are kept wrongly.
@Suite struct `The command simulate` {
  private static let vectors = "--vectors \(RealVectors.folder)"

  private static let broken = Mutants.all.filter {
    $0.operations.contains(.credentialTimeline) && $0.equivalent == nil
  }

  @Test func `finds nothing in the reference`() throws {
    let console = TestConsole()
    #expect(console.run("simulate --steps 20000 --orders 200 \(Self.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 4)
    #expect(lines[0].hasPrefix("timelines   154"))
    #expect(lines[1].hasPrefix("orders      "))
    #expect(lines[2].hasPrefix("random      200"))
    #expect(lines[3] == "No bound is broken.")
  }

  /// One machine in six; CI searches all of them. A wait without an end shows after seven failures
  /// only, which take eight callers, so that machine is not among these.
  @Test func `finds machines that break a bound, and shrinks each to six events at most`() throws {
    let timelines = TimelineSearch.timelines(of: try RealVectors.corpus.get())
    let broken = Self.broken.filter { $0.id != "refresh-back-off-without-end" }
    let sample = broken.indices.filter { $0.isMultiple(of: 6) }.map { broken[$0] }
    #expect(sample.count >= 10)
    for mutant in sample {
      var result = TimelineSearch.Result()
      TimelineSearch(of: mutant, limit: 50).orders(of: timelines, into: &result)
      let script = try #require(result.finding?.script, "\(mutant.id)")
      #expect((1...6).contains(script.events.count), "\(mutant.id): \(script.events.count)")
      #expect(try Script(script.json) == script)
    }
  }

  @Test func `finds a mistake in random scripts alone`() throws {
    let mutant = try #require(Mutants.named("refresh-failure-drops-held"))
    var result = TimelineSearch.Result()
    TimelineSearch(of: mutant).random(seed: 1, steps: 20_000, into: &result)
    let finding = try #require(result.finding)
    #expect(finding.origin.hasPrefix("random script "))
    #expect((1...6).contains(finding.script.events.count))
  }

  @Test func `does not call orders all that were not tried`() throws {
    let timelines = TimelineSearch.timelines(of: try RealVectors.corpus.get())
    #expect(timelines.count == 154)
    let console = TestConsole()
    #expect(console.run("simulate --depth 0 --steps 0 \(Self.vectors)") == .asExpected)
    let lines = console.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasSuffix(" have more orders than were tried") == true, "\(lines)")
    #expect(lines.dropFirst().first == "orders      154")
  }

  @Test func `tells what it found as text and as JSON`() throws {
    let console = TestConsole()
    #expect(console.run("simulate --mutant refresh-herd \(Self.vectors)") == .failures)
    #expect(console.output.hasPrefix("FOUND "))
    #expect(console.output.contains("\n  as the input of credential.timeline:\n    {\"policy\":"))
    #expect(console.output.hasSuffix("\nA bound is broken.\n"))
    let other = TestConsole()
    #expect(other.run("simulate --mutant refresh-herd --json \(Self.vectors)") == .failures)
    let result = try #require(JSONReader.read(other.output).objectValue)
    let script = try #require(result["finding"]?.objectValue?["script"]?.objectValue)
    #expect(try Script(script).events.count <= 6)
  }

  @Test(arguments: ["1", "2", "3"])
  func `finds the same again with the same seed`(seed: String) {
    let first = TestConsole()
    let second = TestConsole()
    let line = "simulate --steps 5000 --orders 1 --seed \(seed) --json \(Self.vectors)"
    #expect(first.run(line) == .asExpected)
    #expect(second.run(line) == .asExpected)
    #expect(first.output == second.output)
    #expect(first.output.contains("\"scripts\": "))
  }

  @Test(arguments: [
    ("--steps many", " many,"), ("--seed -1", " -1,"), ("--mutant nobody", " nobody,"),
    ("--depth 101", " 101,"), ("--mutants --json", "--json"),
    ("--mutants --mutant refresh-herd", "--mutant "),
    ("--mutants -- nobody", " nobody."), ("--mutant refresh-herd -- nobody", " nobody."),
  ])
  func `refuses what it cannot do`(flags: String, part: String) {
    let console = TestConsole()
    #expect(console.run("simulate \(Self.vectors) \(flags)") == .usage)
    #expect(console.errors.contains(part), "\(console.errors)")
    #expect(console.output == "")
  }
}
