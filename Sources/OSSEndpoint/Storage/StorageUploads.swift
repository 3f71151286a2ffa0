internal import OSSPrimitives
internal import OSSServices

extension Storage {
  /// The upload that a call names, with its id.
  private func upload(_ call: StorageCall) throws(Refusal) -> (id: Bytes, upload: StoredUpload) {
    let id = call.parameter("uploadId") ?? []
    guard let upload = try bucket(call).uploads[id], upload.key == call.key else {
      throw .noSuchUpload(id)
    }
    return (id, upload)
  }

  mutating func initiateUpload(_ call: StorageCall) throws(Refusal) -> WireResponse {
    try checkWrite(call)
    let isEncoded = try call.encodesKeys()
    var object = StoredObject([], at: call.time)
    try putHeaders(call, into: &object)
    if buckets.values.reduce(0, { $0 + $1.uploads.count }) >= StorageLimits.uploadCount {
      throw .full("uploads", StorageLimits.uploadCount)
    }
    let id = nextID()
    buckets[call.bucketName]?.uploads[id] = StoredUpload(
      key: call.key, initiated: object.modified, object: object)
    return XMLBody("InitiateMultipartUploadResult", encodesKeys: isEncoded) {
      $0.addEncoding()
      $0.add("Bucket", call.bucketName)
      $0.add(key: "Key", call.key)
      $0.add("UploadId", id)
    }.response
  }

  /// Stores a part under the number that the call names.
  private mutating func put(_ body: Bytes, _ call: StorageCall) throws(Refusal) -> StoredPart {
    let text = call.parameter("partNumber") ?? []
    guard let value = text.decimal, let number = Int(exactly: value),
      StorageLimits.partNumbers ~= number
    else {
      throw .argument(
        "Part number must be an integer between 1 and 10000, inclusive.", "PartNumber", text,
        ec: "0017-00000220")
    }
    let (id, upload) = try upload(call)
    let part = StoredPart(body, at: call.time)
    try count(body.count, for: upload.parts[number]?.body.count)
    buckets[call.bucketName]?.uploads[id]?.parts[number] = part
    return part
  }

  mutating func putPart(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let part = try put(call.body, call)
    return WireResponse(
      status: 200,
      fields: [
        .init("ETag", part.quotedETag), .init("x-oss-hash-crc64ecma", part.crc.description),
        .init("Content-MD5", Base64.encode(part.digest.bytes.span)),
      ])
  }

  mutating func copyPart(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let source = try copySource(of: call)
    if try source.conditions(of: call, prefix: "x-oss-copy-source-") {
      return WireResponse(status: 304)
    }
    var body = source.body
    if let text = call.header("x-oss-copy-source-range") {
      guard let range = try Self.range(text, in: body.count, isStandard: false) else {
        throw .invalidRange
      }
      body = Bytes(body[range])
    }
    let part = try put(body, call)
    var answer = XMLBody("CopyPartResult") {
      $0.add("LastModified", part.modified.listed)
      $0.add("ETag", part.quotedETag)
    }.response
    answer.fields.append(.init("x-oss-hash-crc64ecma", part.crc.description))
    return answer
  }

  mutating func completeUpload(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isEncoded = try call.encodesKeys()
    try checkWrite(call)
    let (id, upload) = try upload(call)
    let numbers = try Self.completed(call, of: upload, id: id)
    var object = upload.object
    var digests = Bytes()
    for number in numbers {
      guard let part = upload.parts[number] else { continue }
      if part.body.count < StorageLimits.partByteCount, number != numbers.last {
        throw Refusal(
          400, "EntityTooSmall",
          "Your proposed upload is smaller than the minimum allowed object size.",
          ec: "0042-00000213")
      }
      object.body.append(contentsOf: part.body)
      object.crc = object.crc.combined(with: part.crc, length: UInt64(part.body.count))
      digests.append(contentsOf: part.digest.bytes)
    }
    object.modified = Moment(milliseconds: call.time.seconds * 1000)
    (object.kind, object.digest) = (.multipart, nil)
    object.etag = MD5.hash(digests.span).etag + "-\(numbers.count)"
    buckets[call.bucketName]?.uploads[id] = nil
    for part in upload.parts.values { discount(part.body.count) }
    try store(object, call)
    var answer = XMLBody("CompleteMultipartUploadResult", encodesKeys: isEncoded) {
      $0.addEncoding()
      var url = "http://".bytes + call.bucketName
      url.append(".oss-\(call.region).aliyuncs.com/")
      PercentEncoding.append(call.key.span, keepingSlash: true, to: &url)
      $0.add("Location", url)
      $0.add("Bucket", call.bucketName)
      $0.add(key: "Key", call.key)
      $0.add("ETag", object.quotedETag)
    }.response
    answer.fields += object.writtenFields
    return answer
  }

  /// The numbers of the parts that become the object: those that the body lists, each with its ETag, or all.
  private static func completed(
    _ call: StorageCall, of upload: StoredUpload, id: Bytes
  ) throws(Refusal) -> [Int] {
    if call.header("x-oss-complete-all")?.isCaseless("yes") ?? false {
      if !call.body.isEmpty {
        throw .argument(
          "The body must be empty with x-oss-complete-all.", "x-oss-complete-all", "yes".bytes)
      }
      if upload.parts.isEmpty { throw .malformedXML("There is no part.", ec: "0042-00000205") }
      return upload.parts.keys.sorted()
    }
    let elements = try elements(of: call, root: "CompleteMultipartUpload", ec: "0042-00000205")
    var parts: [(number: Bytes, etag: Bytes)] = []
    for element in elements {
      switch element.path {
      case "Part": parts.append(([], []))
      case "Part/PartNumber": parts[parts.count - 1].number = element.text.stripped
      case "Part/ETag": parts[parts.count - 1].etag = StoredObject.unquoted(element.text)
      default: break
      }
    }
    if parts.isEmpty { throw .malformedXML("There is no part.", ec: "0042-00000205") }
    var numbers: [Int] = []
    for (text, etag) in parts {
      let number = text.decimal.flatMap { Int(exactly: $0) } ?? 0
      if let last = numbers.last, number <= last {
        throw Refusal(
          400, "InvalidPartOrder",
          "The list of parts was not in ascending order. Parts list must specified in order by part number.",
          ec: "0042-00000209")
      }
      guard let part = upload.parts[number], part.digest.etag.bytes.lowercased == etag.lowercased
      else {
        throw Refusal(
          400, "InvalidPart",
          "One or more of the specified parts could not be found or the specified entity tag might not "
            + "have matched the part's entity tag.",
          members: [.init("ETag", etag), .init("PartNumber", text), .init("UploadId", id)])
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func abortUpload(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let (id, upload) = try upload(call)
    for part in upload.parts.values { discount(part.body.count) }
    buckets[call.bucketName]?.uploads[id] = nil
    return WireResponse(status: 204)
  }

  func listParts(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let isEncoded = try call.encodesKeys()
    let (id, upload) = try upload(call)
    let limit = try call.pageCount("max-parts", or: 1000)
    let marker = try call.number("part-number-marker", in: 0...Int.max, or: 0)
    let numbers = upload.parts.keys.sorted().filter { $0 > marker }
    let page = numbers.prefix(limit)
    return XMLBody("ListPartsResult", encodesKeys: isEncoded) {
      $0.addEncoding()
      $0.add("Bucket", call.bucketName)
      $0.add(key: "Key", call.key)
      $0.add("UploadId", id)
      $0.add("StorageClass", "Standard")
      $0.add("PartNumberMarker", marker)
      $0.add("NextPartNumberMarker", page.last ?? marker)
      $0.add("MaxParts", limit)
      $0.add("IsTruncated", page.count < numbers.count ? "true" : "false")
      for number in page {
        guard let part = upload.parts[number] else { continue }
        $0.add("Part") {
          $0.add("PartNumber", number)
          $0.add("LastModified", part.modified.listed)
          $0.add("ETag", part.quotedETag)
          $0.add("HashCrc64ecma", part.crc.description)
          $0.add("Size", part.body.count)
        }
      }
    }.response
  }
}
