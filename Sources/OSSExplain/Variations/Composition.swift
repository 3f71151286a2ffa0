internal import OSSPrimitives

/// The texts of a request, made with some changes; with none they are those that OSS makes.
struct Composition {
  /// In how many places a change is made in turn.
  static let turns = 64

  let own: Ingredients
  let steps: [VariationStep]
  /// The parts that the changes are about.
  let changed: SignedParts
  /// Which of its places a change in turn is made in, and how many there are.
  let turn: Int
  private(set) var turnCount = 1
  /// Whether the request has all that the changes need.
  private(set) var isPossible = true

  init(_ own: Ingredients, _ steps: [VariationStep] = [], turn: Int = 0) {
    (self.own, self.steps, self.turn) = (own, steps, turn)
    var changed: SignedParts = []
    for index in steps.indices { changed.insert(steps[index].part.option) }
    self.changed = changed
  }

  /// What the right pieces become; those that no change is about are taken as they are.
  mutating func pieces(right: TextPieces?) -> TextPieces {
    var pieces = right ?? TextPieces()
    if right == nil || changes(.ofHead) {
      pieces.head = head()
    }
    if right == nil || changes(.ofHeaders) { pieces.headers = headerText() }
    if right == nil || changes(SignedPart.additionalHeaders.option), own.version != .v1 {
      pieces.names = changed(.additionalHeaders, names().joined(by: ";") + [0x0A])
    }
    if right == nil || changes(.ofPath) {
      pieces.path = path()
    }
    if right == nil || changes(.ofQuery) { pieces.query = query() }
    if right == nil || changes(SignedPart.payload.option) {
      pieces.payload = changed(.payload, own.payload)
    }
    return pieces
  }

  /// What is hashed first.
  mutating func text(_ pieces: TextPieces) -> Bytes {
    var text = pieces.head
    text.reserveCapacity(pieces.byteCount + 2)
    if own.version == .v4 {
      text.append(contentsOf: pieces.path)
      text.append(0x0A)
      for piece in [pieces.query, pieces.headers, pieces.names, pieces.payload] {
        text.append(contentsOf: piece)
      }
    } else {
      text.append(contentsOf: pieces.headers)
      text.append(contentsOf: pieces.names)
      text.append(contentsOf: changed(.resource, pieces.path + pieces.query))
    }
    return changed(.text, text)
  }

  /// A part with the changes that are about it.
  mutating func changed(_ part: SignedPart, _ base: Bytes, _ item: SignedItem? = nil) -> Bytes {
    if !changesText(part) { return base }
    var text = base
    for step in steps where step.part == part && step.list == nil {
      if !step.condition.tests.isEmpty {
        let item = item ?? SignedItem(sentName: [], name: [], value: text)
        if !step.condition.holds(for: item, in: own) { continue }
      }
      guard let change = step.change(of: own) else {
        isPossible = false
        continue
      }
      let texts = change.changed(text)
      turnCount = max(turnCount, texts.count)
      if texts.count == 1 {
        text = texts[0]
      } else if turn < texts.count {
        text = texts[turn]
      } else {
        isPossible = false
      }
    }
    return text
  }

  private func changes(_ parts: SignedParts) -> Bool { !changed.isDisjoint(with: parts) }

  private func changesText(_ part: SignedPart) -> Bool {
    if !changed.contains(part.option) { return false }
    return steps.indices.contains { steps[$0].part == part && steps[$0].list == nil }
  }

  private func changesList(_ part: SignedPart, _ change: ListChange) -> Bool {
    if !changed.contains(part.option) { return false }
    return steps.indices.contains { steps[$0].part == part && steps[$0].list == change }
  }

  private mutating func head() -> Bytes {
    let method = changed(.method, own.method) + [0x0A]
    if own.version == .v4 { return method }
    var lines = method + changed(.contentMD5, own.contentMD5) + [0x0A]
    lines += changed(.contentType, own.contentType) + [0x0A] + changed(.date, own.date) + [0x0A]
    return changed(.lines, lines)
  }

  private mutating func path() -> Bytes {
    let isSent = changesText(.sentKey)
    let key = changed(.key, isSent ? changed(.sentKey, own.sentKey) : own.key)
    var folder = "/".bytes
    if let bucket = own.bucket {
      let name = changed(.bucket, bucket)
      if name == bucket || !name.isEmpty { folder += name + "/".bytes }
    }
    if own.version == .v1 { return changed(.encodedPath, changed(.path, folder + key)) }
    let kept = own.version == .v4 ? "/".bytes : []
    var text: Bytes
    if changesText(.encodedKey) {
      text = folder.percentEncoded(keeping: kept)
      text += changed(.encodedKey, key.percentEncoded(keeping: kept))
    } else {
      text = changed(.path, folder + key).percentEncoded(keeping: kept)
    }
    return changed(.encodedPath, text)
  }
}

/// The pieces of a text that is signed, in the order of V1 and V2.
struct TextPieces: Equatable, Sendable {
  /// The method, with V1 and V2 also the lines of the content and the date.
  var head = Bytes()
  var headers = Bytes()
  var names = Bytes()
  var path = Bytes()
  var query = Bytes()
  /// The payload line of V4.
  var payload = Bytes()

  var byteCount: Int {
    head.count + headers.count + names.count + path.count + query.count + payload.count
  }
}

// The lists: the headers, the additional ones, and the parameters.
extension Composition {
  /// The signed ones of a list, after the changes of what is signed, in the order that was sent.
  private mutating func signed(_ part: SignedPart, _ all: [SignedItem]) -> [SignedItem] {
    var items = all
    for step in steps where step.part == part {
      guard let change = step.list else { continue }
      switch change {
      case .leftOut, .leftOutInTurn, .added, .addedInTurn:
        let isNew = change == .added || change == .addedInTurn
        let found = items.indices.filter {
          items[$0].isSigned != isNew && step.condition.holds(for: items[$0], in: own)
        }
        for index in chosen(found, inTurn: change == .leftOutInTurn || change == .addedInTurn) {
          items[index].isSigned = isNew
        }
      case .inserted, .insertedInTurn:
        if let item = inserted(step, isInTurn: change == .insertedInTurn) { items.append(item) }
      case .movedFirst, .movedLast, .firstOfRepeated, .lastOfRepeated, .lastOfCase, .joinedBy,
        .reversed:
        break
      }
    }
    return items.filter { $0.isSigned }
  }

  /// All that were found, or the one whose turn it is.
  private mutating func chosen(_ found: [Int], inTurn: Bool) -> [Int] {
    if !inTurn { return found }
    let found = found.prefix(Self.turns)
    turnCount = max(turnCount, found.count)
    if turn < found.count { return [found[turn]] }
    isPossible = false
    return []
  }

  private mutating func inserted(_ step: VariationStep, isInTurn: Bool) -> SignedItem? {
    let count = step.arguments.count
    if isInTurn { turnCount = max(turnCount, count) }
    guard isInTurn ? turn < count : count > 0 else {
      isPossible = false
      return nil
    }
    let name = step.arguments[isInTurn ? turn : 0]
    var value = !isInTurn && count > 1 ? step.arguments[1] : []
    if let source = step.source {
      guard let other = source.value(in: own) else {
        isPossible = false
        return nil
      }
      value = other
    }
    return SignedItem(
      sentName: name, sentValue: value, name: name, value: value, isBare: value.isEmpty)
  }

  /// The additional headers that are listed.
  private mutating func names() -> [Bytes] {
    var names = own.names
    for step in steps where step.part == .additionalHeaders {
      guard let change = step.list else { continue }
      let isNew = change == .added || change == .addedInTurn
      let items: [SignedItem] =
        isNew
        ? own.headers.filter { !own.names.contains($0.name) }
        : names.map { name in
          own.headers.first { $0.name == name }
            ?? SignedItem(sentName: name, name: name, isSigned: false)
        }
      let found = items.indices.filter { step.condition.holds(for: items[$0], in: own) }
      let isInTurn = change == .leftOutInTurn || change == .addedInTurn
      let taken = chosen(found, inTurn: isInTurn).map { items[$0].name }
      names = isNew ? names + taken : names.filter { !taken.contains($0) }
    }
    if names != own.names {
      let order = sortedIndices(names.count) { names[$0][...].precedes(names[$1][...]) }
      names = order.map { names[$0] }
    }
    return names
  }

  private mutating func headerText() -> Bytes {
    var all = own.headers
    if changes(SignedPart.additionalHeaders.option) {
      let names = Set(names())
      for index in all.indices
      where own.names.contains(all[index].name) != names.contains(all[index].name) {
        let item = all[index]
        if !item.isSigned || item.isAdditional { all[index].isSigned = names.contains(item.name) }
      }
    }
    var items = signed(.headers, all)
    let (isNameSent, isValueSent) = (changesText(.sentHeaderName), changesText(.sentHeaderValue))
    for index in items.indices {
      let item = items[index]
      items[index].name =
        isNameSent
        ? changed(.sentHeaderName, item.sentName, item) : changed(.headerName, item.name, item)
      items[index].value =
        isValueSent
        ? changed(.sentHeaderValue, item.sentValue, item) : changed(.headerValue, item.value, item)
    }
    items = merged(items)
    if changes(.ofHeaderOrder) {
      items = ordered(
        items, .headers,
        [
          (.headerOrder, { $0.name }), (.sentHeaderOrder, { $0.sentName }),
          (.headerLineOrder, { $0.name + ":".bytes + $0.value + [0x0A] }),
        ])
    }
    var text = Bytes()
    let isLineChanged = changesText(.headerLine)
    for item in items {
      let start = text.count
      text.append(contentsOf: item.name)
      text.append(ascii: ":")
      text.append(contentsOf: item.value)
      text.append(0x0A)
      if !isLineChanged { continue }
      let line = Bytes(text[start...])
      text.removeLast(line.count)
      text.append(contentsOf: changed(.headerLine, line, item))
    }
    if own.version == .v4 { text.append(0x0A) }
    return changesText(.headers) ? changed(.headers, text) : text
  }

  /// One item for each name, sorted by it; where another order may be asked for, in the order in
  /// which the names come first.
  private func merged(_ items: [SignedItem]) -> [SignedItem] {
    let isFirst = changesList(.headers, .firstOfRepeated)
    let isLast = changesList(.headers, .lastOfRepeated)
    let joining = steps.first { $0.list == .joinedBy }?.arguments.first ?? ",".bytes
    var groups: [(first: Int, item: SignedItem)] = []
    for index in sortedIndices(
      items.count, by: { items[$0].name[...].precedes(items[$1].name[...]) })
    {
      let last = groups.count - 1
      if last >= 0, groups[last].item.name == items[index].name {
        if isFirst { continue }
        if isLast { groups[last].item.value = [] } else { groups[last].item.value += joining }
        groups[last].item.value += items[index].value
      } else {
        groups.append((index, items[index]))
      }
    }
    if changes(.ofHeaderOrder) {
      let order = sortedIndices(groups.count) { groups[$0].first < groups[$1].first }
      return order.map { groups[$0].item }
    }
    return groups.map { $0.item }
  }

  /// A list sorted by its first key, or by the changed one, with what is moved at its place.
  private mutating func ordered(
    _ items: [SignedItem], _ part: SignedPart, _ keys: [(SignedPart, (SignedItem) -> Bytes)]
  ) -> [SignedItem] {
    let key = keys.first { changesText($0.0) } ?? keys[0]
    var texts: [Bytes] = []
    for item in items { texts.append(changed(key.0, key.1(item), item)) }
    let order = sortedIndices(items.count) {
      let isTie = texts[$0] == texts[$1] && part == .headers && !texts[$0].isEmpty
      return isTie
        ? items[$0].name[...].precedes(items[$1].name[...])
        : texts[$0][...].precedes(texts[$1][...])
    }
    var sorted = order.map { items[$0] }
    for step in steps where step.part == part {
      if step.list == .reversed { sorted.reverse() }
      guard step.list == .movedFirst || step.list == .movedLast else { continue }
      let moved = sorted.filter { step.condition.holds(for: $0, in: own) }
      let others = sorted.filter { !step.condition.holds(for: $0, in: own) }
      sorted = step.list == .movedFirst ? moved + others : others + moved
    }
    return sorted
  }

  /// The parameters, with the mark before them or the line end behind them.
  private mutating func query() -> Bytes {
    var items = unrepeated(signed(.parameters, own.parameters))
    let (isNameSent, isValueSent) = (
      changesText(.sentParameterName), changesText(.sentParameterValue)
    )
    for index in items.indices {
      let item = items[index]
      items[index].sentName =
        isNameSent
        ? changed(.sentParameterName, item.sentName, item)
        : changed(.parameterName, item.name, item)
      var value =
        isValueSent
        ? changed(.sentParameterValue, item.sentValue, item)
        : changed(.parameterValue, item.value, item)
      items[index].name = items[index].sentName
      if own.version != .v1 {
        PercentEncoding.encode(from: 0, keepingSlash: false, in: &items[index].name)
        PercentEncoding.encode(from: 0, keepingSlash: false, in: &value)
      }
      items[index].name = changed(.encodedName, items[index].name, item)
      items[index].value = changed(.encodedValue, value, item)
    }
    let pair = { (item: SignedItem) in
      item.value.isEmpty ? item.name : item.name + "=".bytes + item.value
    }
    items = ordered(
      items, .parameters,
      [
        (.parameterOrder, { $0.name }), (.decodedOrder, { $0.sentName }), (.pairOrder, pair),
      ])
    var text = Bytes()
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(ascii: "&") }
      text += changed(.parameter, pair(item), item)
    }
    text = changed(.parameters, text)
    if own.version == .v4 { return changed(.queryLine, text + [0x0A]) }
    return items.isEmpty ? text : "?".bytes + text
  }

  /// The parameters without those that a change of repeated names drops.
  private func unrepeated(_ items: [SignedItem]) -> [SignedItem] {
    let isFirst = changesList(.parameters, .firstOfRepeated)
    let isCase = changesList(.parameters, .lastOfCase)
    guard isFirst || isCase || changesList(.parameters, .lastOfRepeated) else { return items }
    var seen = NameSet()
    var kept: [SignedItem] = []
    for item in isFirst ? items : items.reversed() {
      if seen.insert(isCase ? item.name[...].lowercased : item.name) { kept.append(item) }
    }
    return isFirst ? kept : kept.reversed()
  }
}
