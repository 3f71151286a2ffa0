internal import OSSPrimitives
internal import OSSVectors

/// The SDKs whose calls take some requests only; their adapters answer `unsupported` to the others.
///
/// What is asked here is the plain part of what each adapter does take.
extension Confirmations.List {
  /// The first SDK for Go: headers in a map that folds case, parameters as an operation has them.
  static let go = Self(path: "adapters/go/go.expectations.json", operations: [.v1Header]) { input in
    let query = input["query"]?.arrayValue ?? []
    let isBare = query.count == 1 && query.allSatisfy { $0.arrayValue?.last?.isNull == true }
    let names: [JSONValue] = [
      "acl", "cors", "lifecycle", "location", "logging", "referer", "uploads",
    ]
    let isKnown = query.allSatisfy { $0.arrayValue?.first.map(names.contains) == true }
    return (query.isEmpty || (isBare && isKnown)) && input.hasEachHeaderOnce
  }

  /// OpenDAL: objects are read, looked up, written with metadata, and deleted.
  static let openDAL = Self(
    path: "adapters/python/opendal.expectations.json", operations: [.v1Header, .v1Presign]
  ) { input in
    guard input["bucket"]?.stringValue != nil, input["key"]?.stringValue != nil,
      (input["query"]?.arrayValue ?? []).isEmpty, input.hasEachHeaderOnce
    else { return false }
    switch input["method"]?.stringValue {
    case "GET", "HEAD": return input.headerNames.isEmpty
    case "PUT":
      return input.headerNames.allSatisfy { name in
        name == "content-type" || name.utf8.starts(with: "x-oss-meta-".utf8)
      }
    default: return false
    }
  }

  /// Apache Libcloud: no token, no subresource, and a location of OSS for an endpoint.
  static let libcloud = Self(
    path: "adapters/python/libcloud.expectations.json", operations: [.v1Presign]
  ) { input in
    let token = input["credentials"]?.objectValue?["securityToken"]
    let endpoint = input["endpoint"]?.stringValue ?? "https://oss-cn-hangzhou.aliyuncs.com"
    return input["bucket"]?.stringValue != nil && (input["query"]?.arrayValue ?? []).isEmpty
      && token?.stringValue == nil && input["addressing"]?.stringValue == nil
      && ["http", "https"].contains { endpoint == "\($0)://oss-cn-hangzhou.aliyuncs.com" }
      && input.hasEachHeaderOnce
  }
}

extension JSONObject {
  /// The names of the headers in lower case.
  fileprivate var headerNames: [String] {
    (self["headers"]?.arrayValue ?? []).map { header in
      Bytes((header.arrayValue?.first?.stringValue ?? "").utf8).lowercased.text
    }
  }

  fileprivate var hasEachHeaderOnce: Bool { Set(headerNames).count == headerNames.count }
}
