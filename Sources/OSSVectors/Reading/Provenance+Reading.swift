extension Provenance {
  /// Reads the object that says where an expected answer comes from.
  init(_ reader: MemberReader) throws(VectorError) {
    let kind = try reader.text("kind")
    let note = try reader.optionalText("note")
    switch kind {
    case "published":
      try reader.allow(only: ["kind", "source", "note"])
      self = .published(source: try reader.text("source"), note: note)
    case "agreed":
      try reader.allow(only: ["kind", "sdks", "note"])
      let sdks = try reader.texts("sdks")
      guard !sdks.isEmpty else { throw .emptyList(reader.place.member("sdks")) }
      self = .agreed(sdks: sdks, note: note)
    case "derived":
      try reader.allow(only: ["kind", "reason", "note"])
      self = .derived(reason: try reader.text("reason"), note: note)
    default:
      throw .unknownWord(
        reader.place.member("kind"), text: kind, list: "one of published, agreed, derived")
    }
  }
}
