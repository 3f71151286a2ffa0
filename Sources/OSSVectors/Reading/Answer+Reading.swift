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
    var members: JSONObject = [:]
    for member in reader.object.members where !others.contains(member.name) {
      try Self.check(member, at: reader.place.member(member.name), operation: operation)
      members.members.append(member)
    }
    guard !members.members.isEmpty else { throw .emptyList(reader.place) }
    if operation == .credentialTimeline { _ = try TimelineBounds(members, at: reader.place) }
    self.init(members: members, stages: try Self.stages(reader))
  }

  private static func check(
    _ member: JSONMember, at place: VectorLocation, operation: Operation
  ) throws(VectorError) {
    guard operation.signsRequest else { return }
    switch member.name {
    case "signature": try checkText(member.value, at: place)
    case let name where proofs(of: operation).contains(name):
      try checkText(member.value, at: place)
    case "headers", "fields": try checkHeaders(member.value, at: place)
    default: throw .unknownMember(place)
    }
  }

  /// The texts beside the signature that the output of a signing operation has.
  private static func proofs(of operation: Operation) -> [String] {
    switch operation {
    case .v1Header, .v2Header, .v4Header: ["authorization"]
    case .postV1, .postV4: ["policy"]
    case .stsRPC: ["url", "body"]
    default: ["url"]
    }
  }

  private static func stages(_ reader: MemberReader) throws(VectorError) -> JSONObject {
    guard reader.object["stages"] != nil else { return [:] }
    let stages = try reader.members("stages")
    for member in stages.object.members {
      let place = stages.place.member(member.name)
      guard StageName(rawValue: member.name) != nil else { throw .unknownMember(place) }
      try checkText(member.value, at: place)
    }
    return stages.object
  }

  /// Accepts a string, or bytes that are not Unicode as `{"base64":…}`.
  private static func checkText(
    _ value: JSONValue, at place: VectorLocation
  ) throws(VectorError) {
    if value.stringValue != nil { return }
    guard let object = value.objectValue, object.members.count == 1,
      let text = object["base64"]?.stringValue
    else { throw .wrongType(place, expected: "a string, or an object with base64 alone") }
    do throws(Base64Error) {
      _ = try Base64.decode(text)
    } catch {
      throw .invalidBase64(place.member("base64"))
    }
  }

  private static func checkHeaders(
    _ value: JSONValue, at place: VectorLocation
  ) throws(VectorError) {
    guard let headers = value.arrayValue else { throw .wrongType(place, expected: "an array") }
    for (index, header) in headers.enumerated() {
      guard let pair = header.arrayValue, pair.count == 2 else {
        throw .wrongType(place.element(index), expected: "a pair of name and value")
      }
      for (part, text) in pair.enumerated() {
        try checkText(text, at: place.element(index).element(part))
      }
    }
  }
}
