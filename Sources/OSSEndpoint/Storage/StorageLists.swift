internal import OSSPrimitives
internal import OSSServices

/// A page of a list: entries, and beginnings of keys up to a delimiter in the place of all keys with them.
private struct StoragePage<Entry> {
  enum Item {
    case entry(Bytes, Entry)
    case prefix(Bytes)
  }

  private(set) var items: [Item] = []
  private(set) var isTruncated = false

  /// Cuts a page out of entries in the order of their keys.
  ///
  /// - Parameters:
  ///   - marker: the prefix that the page before ended with, or another text, behind which the page begins.
  ///   - isBehind: whether an entry is behind the page before.
  init(
    _ entries: some Sequence<(key: Bytes, entry: Entry)>, prefix: Bytes, delimiter: Bytes,
    marker: Bytes, limit: Int, isBehind: (Bytes, Entry) -> Bool
  ) {
    var last: Bytes?
    for (key, entry) in entries where isBehind(key, entry) && key.starts(with: prefix) {
      var item = Item.entry(key, entry)
      if !delimiter.isEmpty, let end = key.index(of: delimiter, from: prefix.count) {
        let common = Bytes(key[..<(end + delimiter.count)])
        if common == last || common == marker { continue }
        (last, item) = (common, .prefix(common))
      }
      if items.count == limit {
        isTruncated = true
        return
      }
      items.append(item)
    }
  }

  /// What the next page begins behind; nil on the last page.
  var next: (key: Bytes, entry: Entry?)? {
    guard isTruncated, let last = items.last else { return nil }
    return switch last {
    case .entry(let key, let entry): (key, entry)
    case .prefix(let key): (key, nil)
    }
  }

  /// Writes the entries and behind them the common beginnings.
  func write(
    to xml: inout XMLBody, _ name: String, _ content: (inout XMLBody, Bytes, Entry) -> Void
  ) {
    for case .entry(let key, let entry) in items { xml.add(name) { content(&$0, key, entry) } }
    for case .prefix(let key) in items {
      xml.add("CommonPrefixes") { $0.add(key: "Prefix", key) }
    }
  }
}

extension Storage {
  private func page(
    of bucket: StoredBucket, _ call: StorageCall, after marker: Bytes, limit: Int
  ) -> StoragePage<StoredObject> {
    let prefix = call.parameter("prefix") ?? []
    let start = bucket.place(of: prefix[...].precedes(marker[...]) ? marker : prefix)
    let entries = bucket.keys[start...].lazy.prefix { $0.starts(with: prefix) }
      .compactMap { key in bucket[key].map { (key: key, entry: $0) } }
    return StoragePage(
      entries, prefix: prefix, delimiter: call.parameter("delimiter") ?? [], marker: marker,
      limit: limit
    ) { key, _ in marker[...].precedes(key[...]) }
  }

  func listObjects(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isSecond = try isSecondVersion(call)
    let isEncoded = try call.encodesKeys()
    let limit = try call.pageCount("max-keys", or: 100, ec: "0015-00000402")
    let token = call.parameter("continuation-token")
    let given = call.parameter(isSecond ? "start-after" : "marker") ?? []
    let marker = try isSecond ? token.map(Self.key) ?? given : given
    let page = page(of: try bucket(call), call, after: marker, limit: limit)
    let hasOwner = !isSecond || call.parameter("fetch-owner")?.isText("true") ?? false
    return XMLBody("ListBucketResult", encodesKeys: isEncoded) {
      $0.add("Name", call.bucketName)
      $0.add(key: "Prefix", call.parameter("prefix") ?? [])
      $0.add(key: isSecond ? "StartAfter" : "Marker", given)
      $0.add("MaxKeys", limit)
      $0.add(key: "Delimiter", call.parameter("delimiter") ?? [])
      $0.addEncoding()
      $0.add("IsTruncated", page.isTruncated ? "true" : "false")
      if isSecond {
        if let token { $0.add("ContinuationToken", token) }
        if let next = page.next {
          $0.add("NextContinuationToken", Hexadecimal.encode(next.key.span))
        }
        $0.add("KeyCount", page.items.count)
      } else if let next = page.next {
        $0.add(key: "NextMarker", next.key)
      }
      page.write(to: &$0, "Contents") {
        $0.add(key: "Key", $1)
        $0.add($2)
        if hasOwner { $0.add(owner) }
      }
    }.response
  }

  private func isSecondVersion(_ call: StorageCall) throws(Refusal) -> Bool {
    guard let type = call.parameter("list-type") else { return false }
    if type.isText("2") { return true }
    throw .argument("The list-type must be 2.", "list-type", type)
  }

  /// The key in a token that a list gave.
  private static func key(in token: Bytes) throws(Refusal) -> Bytes {
    guard let key = try? Hexadecimal.decode(token.text) else {
      throw .argument("The continuation token is not valid.", "continuation-token", token)
    }
    return key
  }

  func listVersions(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isEncoded = try call.encodesKeys()
    let limit = try call.pageCount("max-keys", or: 100, ec: "0012-00000102")
    let marker = call.parameter("key-marker") ?? []
    let page = page(of: try bucket(call), call, after: marker, limit: limit)
    return XMLBody("ListVersionsResult", encodesKeys: isEncoded) {
      $0.add("Name", call.bucketName)
      $0.add(key: "Prefix", call.parameter("prefix") ?? [])
      $0.add(key: "KeyMarker", marker)
      $0.add("VersionIdMarker", call.parameter("version-id-marker") ?? [])
      $0.add("MaxKeys", limit)
      $0.add(key: "Delimiter", call.parameter("delimiter") ?? [])
      $0.addEncoding()
      $0.add("IsTruncated", page.isTruncated ? "true" : "false")
      if let next = page.next {
        $0.add(key: "NextKeyMarker", next.key)
        $0.add("NextVersionIdMarker", "null")
      }
      page.write(to: &$0, "Version") {
        $0.add(key: "Key", $1)
        $0.add("VersionId", "null")
        $0.add("IsLatest", "true")
        $0.add($2)
        $0.add(owner)
      }
    }.response
  }

  func listUploads(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isEncoded = try call.encodesKeys()
    let limit = try call.pageCount("max-uploads", or: 1000)
    let (marker, idMarker) = (
      call.parameter("key-marker") ?? [], call.parameter("upload-id-marker")
    )
    let uploads = try bucket(call).uploads.map { (key: $1.key, entry: (id: $0, upload: $1)) }
      .sorted {
        $0.key == $1.key
          ? $0.entry.id[...].precedes($1.entry.id[...]) : $0.key[...].precedes($1.key[...])
      }
    let page = StoragePage(
      uploads, prefix: call.parameter("prefix") ?? [], delimiter: call.parameter("delimiter") ?? [],
      marker: marker, limit: limit
    ) { key, entry in
      guard key == marker else { return marker[...].precedes(key[...]) }
      return idMarker.map { $0[...].precedes(entry.id[...]) } ?? false
    }
    return XMLBody("ListMultipartUploadsResult", encodesKeys: isEncoded) {
      $0.add("Bucket", call.bucketName)
      $0.addEncoding()
      $0.add(key: "KeyMarker", marker)
      $0.add("UploadIdMarker", idMarker ?? [])
      $0.add(key: "NextKeyMarker", page.next?.key ?? [])
      $0.add("NextUploadIdMarker", page.next?.entry?.id ?? [])
      $0.add(key: "Delimiter", call.parameter("delimiter") ?? [])
      $0.add(key: "Prefix", call.parameter("prefix") ?? [])
      $0.add("MaxUploads", limit)
      $0.add("IsTruncated", page.isTruncated ? "true" : "false")
      page.write(to: &$0, "Upload") {
        $0.add(key: "Key", $1)
        $0.add("UploadId", $2.id)
        $0.add("StorageClass", "Standard")
        $0.add("Initiated", $2.upload.initiated.listed)
      }
    }.response
  }

  mutating func deleteObjects(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isEncoded = try call.encodesKeys()
    var keys: [Bytes] = []
    var isQuiet = false
    for element in try Self.elements(of: call, root: "Delete") {
      switch element.path {
      case "Quiet": isQuiet = element.text.stripped.isText("true")
      case "Object/Key": keys.append(element.text)
      default: break
      }
    }
    guard 1...StorageLimits.deletedCount ~= keys.count else {
      throw .malformedXML("The request must name from 1 to 1000 objects.")
    }
    for key in keys { try StorageCall.check(key: key) }
    for key in keys { remove(key, from: call.bucketName) }
    if isQuiet { return WireResponse(status: 200) }
    return XMLBody("DeleteResult", encodesKeys: isEncoded) {
      $0.addEncoding()
      for key in keys { $0.add("Deleted") { $0.add(key: "Key", key) } }
    }.response
  }
}

extension XMLBody {
  /// What lists say of an object beside its key.
  fileprivate mutating func add(_ object: StoredObject) {
    add("LastModified", object.modified.listed)
    add("ETag", object.quotedETag)
    add("Type", object.kind.rawValue)
    add("Size", object.body.count)
    add("StorageClass", "Standard")
  }
}
