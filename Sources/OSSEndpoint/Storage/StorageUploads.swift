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
    let encoded = try KeyEncoding(of: call)
    var object = StoredObject([], of: call)
    try putHeaders(call, into: &object)
    if buckets.values.reduce(0, { $0 + $1.uploads.count }) >= StorageLimits.uploadCount {
      throw .full("uploads", StorageLimits.uploadCount)
    }
    let id = nextID()
    buckets[call.bucketName]?.uploads[id] = StoredUpload(key: call.key, object: object)
    return XMLBody(
      "InitiateMultipartUploadResult",
      ["Bucket": call.bucketName.text, "Key": encoded(call.key), "UploadId": id.text]
    ) { $0.add(encoded.members) }.response
  }

  /// Stores a part under the number that the call names.
  private mutating func put(_ body: Bytes, _ call: StorageCall) throws(Refusal) -> StoredObject {
    let text = call.parameter("partNumber") ?? []
    guard let number = text.decimal.flatMap({ Int(exactly: $0) }),
      StorageLimits.partNumbers ~= number
    else {
      let message = "Part number must be an integer between 1 and 10000, inclusive."
      throw .argument(message, "PartNumber", text, ec: "0017-00000220")
    }
    let part = StoredObject(body, of: call)
    let id = try upload(call).id
    try count(
      part.cost, for: buckets[call.bucketName]?.uploads[id]?.parts[number]?.cost)
    buckets[call.bucketName]?.uploads[id]?.parts[number] = part
    return part
  }

  mutating func putPart(_ call: StorageCall) throws(Refusal) -> WireResponse {
    WireResponse(status: 200, fields: try put(call.body, call).checkFields)
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
    var answer = XMLBody(
      "CopyPartResult", ["LastModified": part.modified.listed, "ETag": part.etag]
    ).response
    answer.fields += part.checkFields
    return answer
  }

  mutating func completeUpload(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let encoded = try KeyEncoding(of: call)
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
      digests.append(contentsOf: part.digest?.bytes ?? [])
    }
    object.modified = call.second
    (object.kind, object.digest) = (.multipart, nil)
    object.etag = "\"\(MD5.hash(digests.span).upperCase)-\(numbers.count)\""
    // The object takes the room of its parts, and needs a little for its metadata.
    for part in upload.parts.values { discount(part.cost) }
    do throws(Refusal) {
      try store(object, call)
    } catch {
      for part in upload.parts.values { try count(part.cost, for: nil) }
      throw error
    }
    buckets[call.bucketName]?.uploads[id] = nil
    let host = "http://\(call.bucketName.text).oss-\(call.region).aliyuncs.com/"
    let location = host + PercentEncoding.encode(call.key.text, keepingSlash: true)
    var answer = XMLBody(
      "CompleteMultipartUploadResult",
      [
        "Location": location, "Bucket": call.bucketName.text, "Key": encoded(call.key),
        "ETag": object.etag,
      ]
    ) { $0.add(encoded.members) }.response
    answer.fields += object.checkFields
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
    let rows = elements.rows("Part", ["PartNumber", "ETag"])
    if rows.isEmpty { throw .malformedXML("There is no part.", ec: "0042-00000205") }
    var numbers: [Int] = []
    for row in rows {
      let (text, etag) = (row[0].stripped, StoredObject.bare(row[1]))
      let number = text.decimal.flatMap { Int(exactly: $0) } ?? 0
      if let last = numbers.last, number <= last {
        throw Refusal(
          400, "InvalidPartOrder",
          "The list of parts was not in ascending order. Parts list must specified in order by part number.",
          ec: "0042-00000209")
      }
      guard let part = upload.parts[number], StoredObject.bare(part.etag.bytes) == etag else {
        throw Refusal(
          400, "InvalidPart",
          "One or more of the specified parts could not be found or the specified entity tag might not "
            + "have matched the part's entity tag.",
          members: [
            .init("ETag", row[1].stripped), .init("PartNumber", text), .init("UploadId", id),
          ])
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func abortUpload(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let (id, upload) = try upload(call)
    for part in upload.parts.values { discount(part.cost) }
    buckets[call.bucketName]?.uploads[id] = nil
    return WireResponse(status: 204)
  }

  func listParts(_ call: StorageCall) throws(Refusal) -> WireResponse {
    let encoded = try KeyEncoding(of: call)
    let (id, upload) = try upload(call)
    let limit = try call.pageCount("max-parts", or: 1000)
    let text = call.parameter("part-number-marker") ?? "0".bytes
    guard let marker = text.decimal else {
      throw .argument("Invalid part number marker.", "part-number-marker", text)
    }
    let numbers = upload.parts.keys.sorted().filter { $0 > marker }
    let page = numbers.prefix(limit)
    return XMLBody(
      "ListPartsResult",
      [
        "Bucket": call.bucketName.text, "Key": encoded(call.key), "UploadId": id.text,
        "StorageClass": "Standard", "PartNumberMarker": String(marker),
        "NextPartNumberMarker": page.last.map { String($0) } ?? String(marker),
        "MaxParts": String(limit), "IsTruncated": String(page.count < numbers.count),
      ]
    ) {
      $0.add(encoded.members)
      for number in page {
        guard let part = upload.parts[number] else { continue }
        $0.add(
          "Part",
          [
            "PartNumber": String(number), "LastModified": part.modified.listed, "ETag": part.etag,
            "HashCrc64ecma": part.crc.description, "Size": String(part.body.count),
          ])
      }
    }.response
  }
}
