internal import OSSVectors

/// Makes random scripts: callers in bursts, fetches that fail, tokens that expire soon.
///
/// A seed gives the same scripts on every machine. Moments are drawn so that what matters happens
/// often: on the edges of the windows, at one moment, while a fetch is in flight.
struct RandomScripts {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> Script {
    let names = ["A", "B", "C", "D"].prefix(1 + random.below(4))
    var script = Script(
      policy: random.chance(50) ? .scaled : .fiveMinutes, start: 1_700_000_000_000, fetches: [],
      until: 0)
    let longest = random.pick([2_000, 60_000, 900_000, 3_600_000] as [Int64])
    for name in names { script.tokens.append(token(name, longest)) }
    if random.chance(50), let name = names.first {
      script.held = Script.Held(token: name, obtained: -Int64(random.below(1_000)))
    }
    for _ in 0...random.below(6) { script.fetches.append(fetch(Array(names))) }
    script.jitter = Int64(random.below(1_000_000))
    script.completionsLast = random.chance(30)
    addEvents(to: &script, longest)
    return script
  }

  private mutating func token(_ name: String, _ longest: Int64) -> Script.Token {
    if random.chance(10) { return Script.Token(name: name, expires: nil) }
    let part = Int64(random.below(400))
    return Script.Token(name: name, expires: max(1, longest * part / 100))
  }

  private mutating func fetch(_ names: [String]) -> Script.Fetch {
    let takes = random.pick([0, 1, 100, 900, 5_000, 30_000] as [Int64])
    let fails = random.chance(40)
    return Script.Fetch(
      takes: takes,
      result: fails
        ? .fails(random.pick(Script.Fetch.Reason.allCases)) : .gives(random.pick(names)))
  }

  private mutating func addEvents(to script: inout Script, _ longest: Int64) {
    let changesClock = random.chance(25)
    var callers: [String] = []
    var moment: Int64 = 0
    for number in 0..<(5 + random.below(40)) {
      moment += gap(longest)
      let event: Script.Event.Action
      switch random.below(20) {
      case 0, 1: event = callers.isEmpty ? .ask("c\(number)") : .cancel(random.pick(callers))
      case 2: event = .reject(random.pick(script.tokens).name)
      case 3: event = .replace(random.pick(script.tokens).name)
      case 4 where changesClock: event = .clock(Int64(random.below(4_000_000)) - 2_000_000)
      case 5 where changesClock: event = .offset(Int64(random.below(4_000_000)) - 2_000_000)
      default:
        callers.append("c\(number)")
        event = .ask("c\(number)")
      }
      script.events.append(Script.Event(at: moment, action: event))
    }
    // Whatever is in flight then has ended, and whoever waits is answered.
    script.until = moment + 1_000_000
  }

  private mutating func gap(_ longest: Int64) -> Int64 {
    switch random.below(10) {
    case 0...4: 0
    case 5, 6: Int64(random.below(1_100))
    case 7, 8: Int64(random.below(40_000))
    default: Int64(random.below(Int(longest)))
    }
  }
}
