internal import OSSVectors

/// Random scripts: those of timelines with changes, as far as they make sense.
struct RandomScripts {
  private var source: RandomInputs
  private let first: Script

  /// Makes a source of scripts; nil without a timeline.
  init?(seed: UInt64, _ timelines: [TimelineSearch.Timeline]) {
    guard let first = timelines.first?.script else { return nil }
    self.first = first
    source = RandomInputs(seed: seed, vectors: timelines.map(\.vector))
    // Many changes bring together what no timeline has at once.
    source.changes = [1, 2, 3, 5, 8, 13]
  }

  /// The next script; the first of the timelines where a thousand inputs in a row make no sense.
  mutating func next() -> Script {
    for _ in 0..<1_000 {
      if let script = (try? Script(source.next().input))?.settled { return script }
    }
    return first
  }
}

extension Script {
  /// The longest fetch of a script that is played with rules that know no bounds, in milliseconds.
  private static let longestFetch: Int64 = 900_000

  /// The script with an end by which every fetch has ended and everyone is answered; nil where a fetch
  /// takes too long for that.
  var settled: Script? {
    guard fetches.allSatisfy({ $0.takes <= Self.longestFetch }) else { return nil }
    var script = self
    script.until = (events.last?.at ?? 0) + 10 * Self.longestFetch
    return script
  }
}
