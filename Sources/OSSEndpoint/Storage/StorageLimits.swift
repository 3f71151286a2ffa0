internal import OSSServices

/// How much the storage holds and takes; what OSS publishes, and bounds for a process in memory.
package enum StorageLimits {
  /// How many buckets there may be, as OSS has it for an account.
  package static let bucketCount = 100
  /// How many objects and parts there may be in all.
  package static let entryCount = 100_000
  /// How many bytes the bodies and the metadata of all objects and parts may have.
  package static let byteCount = 1 << 30
  /// How many uploads may be open in all.
  package static let uploadCount = 1000
  /// How many bytes a key may have, as OSS has it.
  package static let keyByteCount = 1023
  /// How many bytes the names and values of `x-oss-meta-` may have, as OSS has it.
  package static let metadataByteCount = 8192
  /// The numbers of parts, as OSS has them.
  package static let partNumbers = MultipartUpload.partNumbers
  /// How many bytes a part has at least, but for the last one, as OSS has it.
  package static let partByteCount = Int(MultipartUpload.minimumPartByteCount)
  /// How many keys one call deletes, as OSS has it.
  package static let deletedCount = 1000
  /// How many entries a page of a list has at most, as OSS has it.
  package static let pageCount = 1000
  /// How many tags an object has, as OSS has it.
  package static let tagCount = 10
  /// How many characters a tag's key may have, as OSS has it.
  package static let tagKeyCount = 128
  /// How many characters a tag's value may have, as OSS has it.
  package static let tagValueCount = 256
}
