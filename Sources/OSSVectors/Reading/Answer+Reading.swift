internal import OSSPrimitives

extension Answer {
  /// Reads the answer that an object of expectations holds beside its own members.
  ///
  /// The members of a signing operation are a closed list, because the judge compares only what an
  /// adapter gives: one that is misspelt here would never be compared. Members of other operations
  /// must all be given, so that a misspelling fails the first run; of a timeline they are bounds, which
  /// are read strictly too.
  init(
    _ reader: MemberReader, operation: Operation, besides others: [String]
  ) throws(VectorError) {
    var members = JSONObject()
    members.members.reserveCapacity(reader.object.members.count)
    let given = reader.object.members
    for index in given.indices
    where given[index].name != "stages" && !others.containsBytes(of: given[index].name) {
      try Self.check(given[index], of: reader, operation: operation)
      members.members.append(given[index])
    }
    guard !members.members.isEmpty else { throw .emptyList(reader.place) }
    if operation == .credentialTimeline { _ = try TimelineBounds(members, at: reader.place) }
    self.init(members: members, stages: try Self.stages(reader))
  }

  private static func check(
    _ member: JSONMember, of reader: MemberReader, operation: Operation
  ) throws(VectorError) {
    guard operation.signsRequest else { return }
    let name = member.name
    if name == "signature" || isProof(name, of: operation) {
      try checkText(member.value, at: reader.place.member(name))
    } else if name == "headers" || name == "fields" {
      try checkHeaders(member.value, at: reader.place.member(name))
    } else {
      throw .unknownMember(reader.place.member(name))
    }
  }

  /// Whether the output of a signing operation has a text of this name beside the signature.
  private static func isProof(_ name: String, of operation: Operation) -> Bool {
    switch operation {
    case .v1Header, .v2Header, .v4Header: name == "authorization"
    case .postV1, .postV4: name == "policy"
    case .stsRPC: name == "url" || name == "body"
    default: name == "url"
    }
  }

  private static func stages(_ reader: MemberReader) throws(VectorError) -> JSONObject {
    guard reader.object["stages"] != nil else { return [:] }
    let stages = try reader.members("stages")
    let members = stages.object.members
    for index in members.indices {
      guard StageName(rawValue: members[index].name) != nil else {
        throw .unknownMember(stages.place.member(members[index].name))
      }
      try checkText(members[index].value, at: stages.place.member(members[index].name))
    }
    return stages.object
  }

  /// Accepts a string, or bytes that are not Unicode as `{"base64":…}`.
  private static func checkText(
    _ value: JSONValue, at place: @autoclosure () -> VectorLocation
  ) throws(VectorError) {
    if case .string = value { return }
    guard let object = value.objectValue, object.members.count == 1,
      let text = object["base64"]?.stringValue
    else { throw .wrongType(place(), expected: "a string, or an object with base64 alone") }
    do throws(Base64Error) {
      _ = try Base64.decode(text)
    } catch {
      throw .invalidBase64(place().member("base64"))
    }
  }

  private static func checkHeaders(
    _ value: JSONValue, at place: @autoclosure () -> VectorLocation
  ) throws(VectorError) {
    guard let headers = value.arrayValue else { throw .wrongType(place(), expected: "an array") }
    for (index, header) in headers.enumerated() {
      guard let pair = header.arrayValue, pair.count == 2 else {
        throw .wrongType(place().element(index), expected: "a pair of name and value")
      }
      for (part, text) in pair.enumerated() {
        try checkText(text, at: place().element(index).element(part))
      }
    }
  }
}
