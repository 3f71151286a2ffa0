internal import OSSPrimitives

// The calls of SDKs that a text shows, and what RAM has to allow for each (EXP-RULE-2).
extension Facts {
  /// What the operation that the answer names needs, or the one call in the text; of several calls the first
  /// one that no policy shown allows. Nil where nobody can say which call is refused.
  var callNeed: Bytes? {
    if let operation = self["operation"] {
      return calls[Self.plain(operation)].map { Self.need(operation, $0) }
    }
    let all = callsInText
    let policies = statements.filter { $0.isAllow }
    let refused = all.filter { call in
      !call.actions.allSatisfy { action in policies.contains { $0.isAbout(action) } }
    }
    let call = all.count == 1 ? all[0] : policies.isEmpty ? nil : refused.first
    return call.map { Self.need($0.name, $0.actions) }
  }

  private static let clients = ["client", "store", "oss", "bucket"]

  private static func need(_ name: Bytes, _ actions: [Bytes]) -> Bytes {
    let list = actions.dropFirst().reduce(actions[0]) { $0 + " and ".bytes + $1 }
    return name.text.shown.bytes + " needs ".bytes + list + ".".bytes
  }

  /// The calls in the text, of those that need the same the first one.
  private var callsInText: [(name: Bytes, actions: [Bytes])] {
    let text = Bytes(evidence.pasted.prefix(1 << 16))
    var found: [(name: Bytes, actions: [Bytes])] = []
    for mark in text.indices where "({".utf8.contains(text[mark]) {
      let word = Self.word(in: text, before: mark)
      let start = mark - word.count
      let isOfObject = [".", "->"].contains { text[..<start].ends(with: $0) }
      let owner = Self.word(in: text, before: start - (text[..<start].ends(with: ">") ? 2 : 1))
      let isOfClient = isOfObject && Self.clients.contains { owner.lowercased.ends(with: $0) }
      let name = Self.plain(word)
      let actions = calls[name] ?? (isOfClient ? calls[".".bytes + name] : nil)
      guard let actions, !found.contains(where: { $0.actions == actions }) else { continue }
      found.append((word, actions))
    }
    return found
  }

  /// The letters, digits and underscores that end at a place.
  private static func word(in text: Bytes, before end: Int) -> Bytes {
    var start = max(end, 0)
    while start > 0, text[start - 1].isLetterOrDigit || text[start - 1] == UInt8(ascii: "_") {
      start -= 1
    }
    return Bytes(text[start..<max(end, 0)])
  }

  /// A name as the table has it: `delete_objects` and `DeleteObjectsRequest` are `deleteobjects`.
  private static func plain(_ name: Bytes) -> Bytes {
    var name = Bytes(name.lowercased.filter { $0 != UInt8(ascii: "_") })
    for start in ["oss", "async"] where name.begins(with: start) {
      name.removeFirst(start.utf8.count)
    }
    if name.ends(with: "request") { name.removeLast("request".utf8.count) }
    return name
  }
}
