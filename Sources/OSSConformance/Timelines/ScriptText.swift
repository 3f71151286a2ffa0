internal import OSSVectors

extension Script {
  /// What the script has at first, in lines.
  var words: [String] {
    var lines = ["policy \(policy.rawValue)"]
    lines += tokens.map { token in
      "\(token.name) " + (token.expires.map { "expires at \($0) ms" } ?? "has no expiration")
    }
    if let held { lines.append("\(held.token) is held, obtained at \(held.obtained) ms") }
    if clock != 0 { lines.append("the device's clock is \(clock) ms ahead") }
    for (index, fetch) in fetches.enumerated() {
      let end =
        switch fetch.result {
        case .gives(let name): "gives \(name)"
        case .fails(let reason): "fails: \(reason.rawValue)"
        }
      let isLast = index == fetches.count - 1
      let which = isLast ? "each fetch from number \(index + 1) on" : "fetch \(index + 1)"
      lines.append("\(which) takes \(fetch.takes) ms and \(end)")
    }
    return lines
  }
}

extension Script.Event.Action {
  var words: String {
    switch self {
    case .ask(let caller): "\(caller) asks"
    case .cancel(let caller): "\(caller) no longer waits"
    case .reject(let token): "OSS rejects \(token)"
    case .replace(let token): "the application puts in \(token)"
    case .clock(let clock): "the device's clock is \(clock) ms ahead"
    case .offset(let offset): "\(offset) ms are learned as the correction of the clock"
    }
  }
}

extension Trace.Outcome {
  var shown: String {
    switch self {
    case .gets(let token): "gets \(token)"
    case .fails(let reason): "fails (\(reason))"
    case .cancelled: "left"
    }
  }
}
