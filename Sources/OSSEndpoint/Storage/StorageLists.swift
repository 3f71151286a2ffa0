internal import OSSPrimitives
internal import OSSServices

/// A page of a list: entries, and beginnings of keys up to a delimiter, each for all keys that have it.
private struct StoragePage<Entry> {
  private(set) var items: [(key: Bytes, entry: Entry?)] = []
  private(set) var isTruncated = false

  /// Cuts a page out of entries in the order of their keys.
  ///
  /// - Parameters:
  ///   - marker: what the page before ended with.
  ///   - isBehind: whether an entry is behind the page before.
  init(
    _ entries: some Sequence<(key: Bytes, entry: Entry)>, of call: StorageCall, marker: Bytes,
    limit: Int, isBehind: (Bytes, Entry) -> Bool
  ) {
    let (prefix, delimiter) = (call.parameter("prefix") ?? [], call.parameter("delimiter") ?? [])
    for (key, entry) in entries where key.starts(with: prefix) && isBehind(key, entry) {
      var item: (key: Bytes, entry: Entry?) = (key, entry)
      if !delimiter.isEmpty, let end = key.index(of: delimiter, from: prefix.count) {
        item = (Bytes(key[..<(end + delimiter.count)]), nil)
        if item.key == marker || (items.last.map { $0.entry == nil && $0.key == item.key } ?? false)
        {
          continue
        }
      }
      if items.count == limit {
        isTruncated = true
        return
      }
      items.append(item)
    }
  }

  /// What the next page begins behind; nil on the last page.
  var next: (key: Bytes, entry: Entry?)? { isTruncated ? items.last : nil }

  /// Writes the entries, and behind them the common beginnings.
  func write(
    to xml: inout XMLBody, _ name: String, _ encoded: KeyEncoding,
    _ content: (inout XMLBody, Entry) -> Void
  ) {
    for case (let key, let entry?) in items {
      xml.add(name, ["Key": encoded(key)]) { content(&$0, entry) }
    }
    for case (let key, nil) in items { xml.add("CommonPrefixes", ["Prefix": encoded(key)]) }
  }
}

/// The three lists of objects.
private enum ObjectList {
  case first, second, versions

  init(of call: StorageCall, _ operation: StorageOperation) throws(Refusal) {
    let type = call.parameter("list-type")
    if let type, !type.isText("2") { throw .argument("Invalid list type.", "list-type", type) }
    self = operation == .listVersions ? .versions : type == nil ? .first : .second
  }

  /// The names of the root, the parameter that says where the list begins, its member, and an entry.
  var names: (root: String, parameter: String, marker: String, entry: String) {
    switch self {
    case .first: ("ListBucketResult", "marker", "Marker", "Contents")
    case .second: ("ListBucketResult", "start-after", "StartAfter", "Contents")
    case .versions: ("ListVersionsResult", "key-marker", "KeyMarker", "Version")
    }
  }
}

extension Storage {
  func listObjects(
    _ call: StorageCall, _ operation: StorageOperation
  ) throws(Refusal) -> WireResponse {
    let (list, encoded) = (try ObjectList(of: call, operation), try KeyEncoding(of: call))
    let ec = operation == .listVersions ? "0012-00000102" : "0015-00000402"
    let limit = try call.pageCount("max-keys", or: 100, ec: ec)
    let (prefix, given) = (
      call.parameter("prefix") ?? [], call.parameter(list.names.parameter) ?? []
    )
    let token = list == .second ? call.parameter("continuation-token") : nil
    let marker = try token.map(Self.key) ?? given
    let bucket = try bucket(call)
    let start = bucket.place(of: prefix[...].precedes(marker[...]) ? marker : prefix)
    let entries = bucket.keys[start...].lazy.prefix { $0.starts(with: prefix) }
      .compactMap { key in bucket[key].map { (key: key, entry: $0) } }
    let page = StoragePage(entries, of: call, marker: marker, limit: limit) { key, _ in
      marker[...].precedes(key[...])
    }
    let hasOwner = list != .second || call.parameter("fetch-owner")?.isText("true") ?? false
    return XMLBody(
      list.names.root,
      [
        "Name": call.bucketName.text, "Prefix": encoded(prefix), list.names.marker: encoded(given),
        "MaxKeys": String(limit), "Delimiter": encoded(call.parameter("delimiter") ?? []),
        "IsTruncated": String(page.isTruncated),
      ]
    ) {
      $0.add(encoded.members)
      if list == .versions {
        $0.add(["VersionIdMarker": (call.parameter("version-id-marker") ?? []).text])
      }
      switch (list, page.next?.key) {
      case (.first, let next?): $0.add(["NextMarker": encoded(next)])
      case (.second, let next):
        if let token { $0.add(["ContinuationToken": token.text]) }
        if let next { $0.add(["NextContinuationToken": Hexadecimal.encode(next.span)]) }
        $0.add(["KeyCount": String(page.items.count)])
      case (.versions, let next?):
        $0.add(["NextKeyMarker": encoded(next), "NextVersionIdMarker": "null"])
      case (.first, nil), (.versions, nil): break
      }
      page.write(to: &$0, list.names.entry, encoded) {
        if list == .versions { $0.add(["VersionId": "null", "IsLatest": "true"]) }
        $0.add([
          "LastModified": $1.modified.listed, "ETag": $1.etag, "Type": $1.kind.rawValue,
          "Size": String($1.body.count), "StorageClass": "Standard",
        ])
        if hasOwner { $0.add(owner) }
      }
    }.response
  }

  /// The key in a token that a list gave.
  private static func key(in token: Bytes) throws(Refusal) -> Bytes {
    if let key = try? Hexadecimal.decode(token.text) { return key }
    throw .argument("The continuation token is not valid.", "continuation-token", token)
  }

  func listUploads(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let encoded = try KeyEncoding(of: call)
    let limit = try call.pageCount("max-uploads", or: 1000)
    let marker = call.parameter("key-marker") ?? []
    let last = call.parameter("upload-id-marker")
    let uploads = try bucket(call).uploads.map { (key: $1.key, entry: (id: $0, upload: $1)) }
      .sorted {
        $0.key == $1.key
          ? $0.entry.id[...].precedes($1.entry.id[...]) : $0.key[...].precedes($1.key[...])
      }
    let page = StoragePage(uploads, of: call, marker: marker, limit: limit) { key, entry in
      if key != marker { return marker[...].precedes(key[...]) }
      return last.map { $0[...].precedes(entry.id[...]) } ?? false
    }
    return XMLBody(
      "ListMultipartUploadsResult",
      [
        "Bucket": call.bucketName.text, "KeyMarker": encoded(marker),
        "UploadIdMarker": (last ?? []).text, "NextKeyMarker": encoded(page.next?.key ?? []),
        "NextUploadIdMarker": (page.next?.entry?.id ?? []).text,
        "Delimiter": encoded(call.parameter("delimiter") ?? []),
        "Prefix": encoded(call.parameter("prefix") ?? []), "MaxUploads": String(limit),
        "IsTruncated": String(page.isTruncated),
      ]
    ) {
      $0.add(encoded.members)
      page.write(to: &$0, "Upload", encoded) {
        $0.add([
          "UploadId": $1.id.text, "StorageClass": "Standard",
          "Initiated": $1.upload.object.modified.listed,
        ])
      }
    }.response
  }

  mutating func deleteObjects(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let encoded = try KeyEncoding(of: call)
    let elements = try Self.elements(of: call, root: "Delete")
    let keys = elements.rows("Object", ["Key"]).map { $0[0] }
    guard 1...StorageLimits.deletedCount ~= keys.count else {
      let detail = "The request must name from 1 to % objects."
      throw .malformedXML(detail.filled(StorageLimits.deletedCount))
    }
    for key in keys { try StorageCall.check(key: key) }
    for key in keys { remove(key, from: call.bucketName) }
    if elements.contains(where: { $0.path == "Quiet" && $0.text.stripped.isText("true") }) {
      return WireResponse(status: 200)
    }
    return XMLBody("DeleteResult", encoded.members) {
      for key in keys { $0.add("Deleted", ["Key": encoded(key)]) }
    }.response
  }
}

extension XMLBody {
  mutating func add(_ owner: Storage.Owner) {
    add("Owner", ["ID": owner.id, "DisplayName": owner.name])
  }
}

extension [XMLDocument.Element] {
  /// The texts of members of each element at a path; empty where one is not there.
  func rows(_ path: String, _ names: [String]) -> [[Bytes]] {
    let places = names.map { "\(path)/\($0)" }
    var rows: [[Bytes]] = []
    for element in self {
      if element.path == path { rows.append(names.map { _ in [] }) }
      if let place = places.firstIndex(of: element.path) {
        rows[rows.count - 1][place] = element.text
      }
    }
    return rows
  }
}
