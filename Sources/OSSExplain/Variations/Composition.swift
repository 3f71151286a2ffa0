internal import OSSPrimitives

/// The texts of a request, made with some changes; with none they are those that OSS makes.
struct Composition {
  /// In how many places a change is made in turn.
  static let turns = 128

  let own: Ingredients
  private var steps: [VariationStep] = []
  private var parts: [SignedPart] = []
  /// Which of its places a change in turn is made in, and how many there are.
  private var turn = 0
  private(set) var turnCount = 1
  /// Whether the request has all that the changes need.
  private(set) var isPossible = true
  /// How many items a change has passed of which one is meant in turn.
  private var passedCount = 0
  /// The signed headers with nothing changed, in their order, each with its line; made once.
  private var rightLines: [(item: SignedItem, line: Bytes)]?
  /// The keys that were derived, which many changes share.
  private var derived: [DerivedKey: Bytes] = [:]

  init(_ own: Ingredients) { self.own = own }

  /// Begins texts with other changes.
  mutating func begin(_ steps: [VariationStep], turn: Int = 0) {
    (self.steps, self.turn) = (steps, turn)
    parts = steps.map { $0.part }
    (turnCount, isPossible, passedCount) = (1, true, 0)
  }

  /// Whether a change is about a piece, or about a part.
  func changes(_ piece: SignedPiece) -> Bool {
    steps.indices.contains { steps[$0].part.piece == piece }
  }

  func changes(part: SignedPart) -> Bool { parts.contains(part) }

  /// What the right pieces become; those that no change is about are taken as they are.
  mutating func pieces(right: TextPieces?) -> TextPieces {
    var pieces = right ?? TextPieces()
    if let policy = own.policy {
      pieces.head = changed(.policy, policy)
      return pieces
    }
    let isFirst = right == nil
    if isFirst || changes(.head) { pieces.head = head() }
    if isFirst || changes(.headers) || changes(.names) { pieces.headers = headerText() }
    if isFirst || changes(.names), own.version == .v2 || own.version == .v4 {
      pieces.names = changed(.additionalHeaders, names().joined(by: ";") + [0x0A])
    }
    if isFirst || changes(.path) { pieces.path = path() }
    if isFirst || changes(.query) { pieces.query = query() }
    if isFirst || changes(.payload) { pieces.payload = changed(.payload, own.payload) }
    return pieces
  }

  /// What is hashed first.
  mutating func text(_ pieces: TextPieces) -> Bytes {
    if own.policy != nil { return changed(.text, pieces.head) }
    if own.version == .rpc {
      let query = changed(.encodedParameters, pieces.query.percentEncoded(keepingSlash: false))
      return changed(.text, [pieces.head, pieces.path, query].joined(by: "&"))
    }
    var text = pieces.head
    let rest =
      own.version == .v4
      ? [pieces.path, [0x0A], pieces.query, pieces.headers, pieces.names, pieces.payload]
      : [pieces.headers, pieces.names, pieces.path, pieces.query]
    text.reserveCapacity(rest.reduce(text.count) { $0 + $1.count })
    for piece in rest { text.append(contentsOf: piece) }
    return changed(.text, text)
  }

  /// A part with the changes that are about it.
  ///
  /// - Parameter item: the header or parameter that it is of; nil for one of the whole request.
  mutating func changed(_ part: SignedPart, _ base: Bytes, _ item: SignedItem? = nil) -> Bytes {
    if !parts.contains(part) { return base }
    var text = base
    for index in steps.indices where steps[index].part == part {
      guard case .text(let change) = steps[index].change, holds(index, text, item),
        let arguments = arguments(of: steps[index], item)
      else { continue }
      if steps[index].condition.isInTurn {
        passedCount += 1
        turnCount = max(turnCount, min(passedCount, Self.turns))
        if passedCount == turn + 1 { text = change.changed(text, arguments, turn: 0).text ?? text }
        continue
      }
      let made = change.changed(text, arguments, turn: turn)
      turnCount = max(turnCount, made.count)
      if let changed = made.text { text = changed } else { isPossible = false }
    }
    return text
  }

  /// Whether a step is about an item, or about a text that is of none.
  private func holds(_ index: Int, _ text: Bytes, _ item: SignedItem?) -> Bool {
    let condition = steps[index].condition
    if condition.isEmpty { return true }
    return condition.holds(for: item ?? SignedItem(text, text), in: own)
  }

  /// What a step is made with; nil where the request lacks it.
  private mutating func arguments(of step: VariationStep, _ item: SignedItem? = nil) -> [Bytes]? {
    guard let source = step.source else { return step.arguments }
    guard let value = source.value(in: own, item) else {
      isPossible = false
      return nil
    }
    return step.arguments + [value]
  }

  private mutating func head() -> Bytes {
    var lines = changed(.method, own.method)
    if own.version == .rpc { return lines }
    lines.append(0x0A)
    if own.version != .v4 {
      addLine(.contentMd5, own.contentMD5, to: &lines)
      addLine(.contentType, own.contentType, to: &lines)
      addLine(.date, own.date, to: &lines)
    }
    return changed(.lines, lines)
  }

  private mutating func addLine(_ part: SignedPart, _ base: Bytes, to lines: inout Bytes) {
    lines += changed(part, base)
    lines.append(0x0A)
  }

  /// The HMAC-SHA-256 of a message, made once for each key.
  mutating func derivedKey(_ key: Bytes, _ message: Bytes) -> Bytes {
    let link = DerivedKey(key: key, message: message)
    if let known = derived[link] { return known }
    let code = PreparedKey(key, isSHA1: false).code(of: message)
    derived[link] = code
    return code
  }

  /// The bucket and the key between slashes, encoded but with V1.
  mutating func path() -> Bytes {
    var folder = "/".bytes
    if let bucket = own.bucket { folder += changed(.bucket, bucket + "/".bytes) }
    var path = changed(.path, folder + changed(.key, own.key))
    if own.version != .v1 { path = path.percentEncoded(keepingSlash: own.version == .v4) }
    return changed(.encodedPath, path)
  }
}

/// A step of the chain of V4: what a key makes of a message.
struct DerivedKey: Hashable {
  let key: Bytes
  let message: Bytes

  func hash(into hasher: inout Hasher) {
    hasher.combine(key.checksum)
    hasher.combine(message.checksum)
  }
}

extension Bytes {
  /// A number that other bytes hardly have, too.
  var checksum: UInt64 {
    var (sum, word) = (UInt64(count), UInt64(0))
    for index in indices {
      word = word << 8 | UInt64(self[index])
      if index & 7 != 7, index != count - 1 { continue }
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
    }
    return sum
  }
}

/// The pieces of a text that is signed, in the order of V1 and V2.
struct TextPieces: Sendable {
  /// The method, with V1 and V2 also the lines of the content and the date.
  var head = Bytes()
  var headers = Bytes()
  var names = Bytes()
  var path = Bytes()
  var query = Bytes()
  /// The payload line of V4.
  var payload = Bytes()

  /// The same with those of others that were changed there.
  func with(_ others: TextPieces, _ changes: ChangedPieces) -> TextPieces {
    var pieces = self
    if changes.contains(.head) { pieces.head = others.head }
    if changes.contains(.headers) || changes.contains(.names) { pieces.headers = others.headers }
    if changes.contains(.names) { pieces.names = others.names }
    if changes.contains(.path) { pieces.path = others.path }
    if changes.contains(.query) { pieces.query = others.query }
    if changes.contains(.payload) { pieces.payload = others.payload }
    return pieces
  }
}

/// The pieces that the steps of a variation are about.
struct ChangedPieces: Sendable {
  private var bits: UInt16 = 0

  init(_ steps: [VariationStep], _ version: SignatureKind) {
    for step in steps {
      // The date of V4 is in the string to sign.
      let piece = version == .v4 && step.part == .date ? .date : step.part.piece
      bits |= Self.bit(piece)
    }
  }

  private static func bit(_ piece: SignedPiece) -> UInt16 { 1 << UInt16(piece.rawValue) }

  func contains(_ piece: SignedPiece) -> Bool { bits & Self.bit(piece) != 0 }

  var isOfKey: Bool { contains(.key) }
  /// Whether the same text may give another signature.
  var isOfSignature: Bool { contains(.key) || contains(.signature) || contains(.date) }
  /// Whether the text may be another one.
  var isOfText: Bool { bits & ~(Self.bit(.key) | Self.bit(.signature) | Self.bit(.date)) != 0 }

  /// Whether both are about one piece; the list of additional headers changes the headers, too.
  func meets(_ other: ChangedPieces) -> Bool {
    let isOfHeaders = { (changes: ChangedPieces) in
      changes.contains(.headers) || changes.contains(.names)
    }
    return bits & other.bits != 0 || isOfHeaders(self) && isOfHeaders(other)
  }
}

// The lists: the headers, the additional ones, and the parameters.
extension Composition {
  /// The signed ones of a list, after the changes of what is signed, in the order that was sent.
  private mutating func signed(_ part: SignedPart, _ all: [SignedItem]) -> [SignedItem] {
    var items = all
    for step in steps where step.part == part {
      switch step.list {
      case nil, .joinedBy: break
      case .leftOut, .leftOutInTurn, .added, .addedInTurn:
        let isNew = step.list == .added || step.list == .addedInTurn
        let found = items.indices.filter {
          items[$0].isSigned != isNew && step.condition.holds(for: items[$0], in: own)
        }
        let isInTurn = step.list == .leftOutInTurn || step.list == .addedInTurn
        for index in isInTurn ? chosen(found) : found { items[index].isSigned = isNew }
      case .inserted:
        guard let pair = arguments(of: step) else { break }
        items.append(SignedItem(pair.first ?? [], pair.count > 1 ? pair[1] : []))
      case .insertedInTurn:
        for index in chosen(Array(step.arguments.indices)) {
          items.append(SignedItem(step.arguments[index]))
        }
      case .firstOfRepeated, .lastOfRepeated, .lastOfCase:
        var seen = NameSet()
        let isFirst = step.list == .firstOfRepeated
        for index in isFirst ? Array(items.indices) : items.indices.reversed()
        where items[index].isSigned {
          let name = items[index].name
          items[index].isSigned = seen.insert(step.list == .lastOfCase ? name.lowercased : name)
        }
      }
    }
    return items.filter { $0.isSigned }
  }

  /// The one of them whose turn it is.
  private mutating func chosen(_ found: [Int]) -> [Int] {
    turnCount = max(turnCount, min(found.count, Self.turns))
    if turn < found.count { return [found[turn]] }
    isPossible = false
    return []
  }

  /// The additional headers that are listed.
  private mutating func names() -> [Bytes] {
    changes(.names) ? signed(.additionalHeaders, own.listable).map { $0.name } : own.names
  }

  /// The signed headers, one for each name, in their order.
  mutating func signedHeaders() -> [SignedItem] {
    var all = own.headers
    if changes(.names) {
      let names = Set(names())
      for index in all.indices where !all[index].isSignedByName {
        all[index].isSigned = names.contains(all[index].name)
      }
    }
    let joining = steps.first { $0.list == .joinedBy }?.arguments.first ?? ",".bytes
    // To look for each name costs more than all the rest.
    let mayRepeat = own.repeatsHeaders || changes(part: .headerName)
    var items: [SignedItem] = []
    var places: [Bytes: Int] = [:]
    for var item in signed(.headers, all) {
      let sent = item
      item.name = changed(.headerName, item.name, sent)
      item.value = changed(.headerValue, item.value, sent)
      if mayRepeat, let place = places[item.name] {
        items[place].value += joining + item.value
      } else {
        if mayRepeat { places[item.name] = items.count }
        items.append(item)
      }
    }
    return ordered(items, .headerOrder)
  }

  private mutating func headerText() -> Bytes {
    var text = Bytes()
    if own.repeatsHeaders || parts.contains(where: { $0.isOfHeaderList }) {
      for item in signedHeaders() {
        text += changed(.headerLine, SignedLine(name: item.name, value: item.value).text, item)
      }
    } else {
      appendLines(to: &text)
    }
    if own.version == .v4 { text.append(0x0A) }
    return changed(.headers, text)
  }

  /// Appends the lines of headers that keep their names and their places.
  private mutating func appendLines(to text: inout Bytes) {
    let lines =
      rightLines
      ?? ordered(own.headers.filter { $0.isSigned }, .headerOrder).map {
        ($0, SignedLine(name: $0.name, value: $0.value).text)
      }
    rightLines = lines
    for index in lines.indices {
      let isOther = steps.indices.contains {
        (steps[$0].part == .headerValue || steps[$0].part == .headerLine)
          && steps[$0].condition.holds(for: lines[index].item, in: own)
      }
      if !isOther {
        text += lines[index].line
        continue
      }
      var item = lines[index].item
      item.value = changed(.headerValue, item.value, item)
      text += changed(.headerLine, SignedLine(name: item.name, value: item.value).text, item)
    }
  }

  /// A list sorted by its names, or by what changes make of them; those of one key keep their order,
  /// but headers have that of their names unless the key is empty.
  private mutating func ordered(_ items: [SignedItem], _ part: SignedPart) -> [SignedItem] {
    var keys: [Bytes] = []
    keys.reserveCapacity(items.count)
    for item in items { keys.append(changed(part, item.name, item)) }
    let isAscending =
      !changes(part: part)
      && items.indices.dropFirst().allSatisfy {
        keys[$0 - 1][...].precedes(keys[$0][...])
      }
    if isAscending { return items }
    let order = sortedIndices(items.count) {
      let isTie = part == .headerOrder && !keys[$0].isEmpty && keys[$0] == keys[$1]
      return isTie
        ? items[$0].name[...].precedes(items[$1].name[...])
        : keys[$0][...].precedes(keys[$1][...])
    }
    return order.map { items[$0] }
  }

  /// The parameters; with V1 and V2 behind their mark, with V4 before their line end.
  mutating func query() -> Bytes {
    var items = signed(.parameters, own.parameters)
    for index in items.indices {
      let item = items[index]
      var name = changed(.parameterName, item.name, item)
      var value = changed(.parameterValue, item.value, item)
      items[index].sentName = name
      if own.version != .v1 {
        name = name.percentEncoded(keepingSlash: false)
        value = value.percentEncoded(keepingSlash: false)
      }
      items[index].name = changed(.encodedName, name, item)
      items[index].value = changed(.encodedValue, value, item)
    }
    var text = Bytes()
    for item in ordered(items, .parameterOrder) {
      text.append(ascii: text.isEmpty ? "?" : "&")
      let isBare = item.value.isEmpty && own.version != .rpc
      let pair = isBare ? item.name : item.name + "=".bytes + item.value
      text += changed(.parameter, pair, item)
    }
    if own.version == .v4 { text = text.dropFirst() + [0x0A] }
    if own.version == .rpc { text = Bytes(text.dropFirst()) }
    return changed(.parameters, text)
  }
}
