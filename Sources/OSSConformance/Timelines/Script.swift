/// A script for a provider of credentials over a virtual clock: who asks when, what each fetch
/// brings, and what else happens.
///
/// Moments are milliseconds after ``start``; ``start`` itself is in milliseconds since 1970. A value of
/// this type need not make sense; ``init(_:)`` reads only scripts that do.
struct Script: Hashable, Sendable {
  /// When the provider refreshes.
  enum Policy: String, CaseIterable, Hashable, Sendable {
    case fiveMinutes = "five-minutes"
    case scaled
  }

  /// A token by its name, and when it expires.
  struct Token: Hashable, Sendable {
    var name: String
    var expires: Int64?
  }

  /// What the provider has at first.
  struct Held: Hashable, Sendable {
    var token: String
    var obtained: Int64
  }

  /// What a fetch brings, and how long it takes.
  struct Fetch: Hashable, Sendable {
    enum Result: Hashable, Sendable {
      case gives(String)
      case fails(Reason)
    }

    enum Reason: String, CaseIterable, Hashable, Sendable {
      case transport, status, unreadable, torn, nothing
    }

    var takes: Int64
    var result: Result
  }

  /// What happens at a moment.
  struct Event: Hashable, Sendable {
    enum Action: Hashable, Sendable {
      case ask(String)
      case cancel(String)
      case reject(String)
      case replace(String)
      case clock(Int64)
      case offset(Int64)
    }

    var at: Int64
    var action: Action
  }

  var policy: Policy
  var start: Int64
  /// The device's clock minus the true one, at first.
  var clock: Int64 = 0
  var tokens: [Token] = []
  var held: Held?
  /// The results of the first fetch, the second and so on; the last one repeats.
  var fetches: [Fetch]
  /// The seed of what is random in the back-off.
  var jitter: Int64 = 0
  /// Whether a fetch ends after the events of its moment; else before them.
  var completionsLast = false
  var events: [Event] = []
  var until: Int64

  /// The token of a name, if there is one.
  func token(_ name: String) -> Token? { tokens.first { $0.name == name } }

  /// The result of a fetch by its number, counted from 0.
  func fetch(_ number: Int) -> Fetch { fetches[min(number, fetches.count - 1)] }

  /// When a caller asks; nil where it never does.
  func moment(ofAsking caller: String) -> Int64? {
    events.first { $0.action == .ask(caller) }?.at
  }
}
