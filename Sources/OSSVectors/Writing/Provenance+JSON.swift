internal import OSSPrimitives

extension Provenance {
  /// The provenance as it stands in a file.
  var json: JSONValue {
    var object: JSONObject
    let remark: String?
    switch self {
    case .published(let source, let note):
      object = ["kind": "published", "source": .string(source)]
      remark = note
    case .agreed(let sdks, let note):
      object = ["kind": "agreed", "sdks": .array(sdks.map { .string($0) })]
      remark = note
    case .derived(let reason, let note):
      object = ["kind": "derived", "reason": .string(reason)]
      remark = note
    }
    if let remark { object["note"] = .string(remark) }
    return .object(object)
  }
}
