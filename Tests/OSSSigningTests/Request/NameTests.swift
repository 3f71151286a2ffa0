import OSSSigning
import Testing

/// The rules for names, V1-REF-7, V1-REF-8 and V1-NAME-1, on what SDKs publish.
@Suite struct `Names of buckets and objects` {
  /// php-v2 ValidationTest.php and ios AliyunOSSiOSTests.m testValidateName.
  static let keys = [
    "xxx", "xxx23", "12321-xxx", "x", "a", String(repeating: "a", count: 1023),
    "abc", "abc中文", "-中文", "abc  ", "abc-sfds/sf-\\sfdssf", " ?-+xsfs*sfds ",
    // The limit counts bytes: 341 times 3. iOS counts units of UTF-16.
    String(repeating: "中", count: 341),
  ]

  @Test(arguments: keys)
  func `a key that SDKs publish as valid can be signed`(key: String) throws {
    #expect(try SigningRequest(method: "GET", bucket: "b", key: key).key == key)
    #expect(Self.keys.count == 13)
  }

  static let refusedKeys: [(String, SigningError.ObjectKeyFault)] = [
    ("", .empty), (String(repeating: "a", count: 1024), .tooLong(byteCount: 1024)),
    ("/abc", .leading(byte: 0x2F)), ("\\abc", .leading(byte: 0x5C)),
    ("\\中文", .leading(byte: 0x5C)),
    // PHP v2 publishes these two as valid; the documents of OSS refuse them.
    ("/aa", .leading(byte: 0x2F)), ("\\aa", .leading(byte: 0x5C)),
    // iOS counts 342 units here and takes it.
    (String(repeating: "中", count: 342), .tooLong(byteCount: 1026)),
  ]

  @Test(arguments: refusedKeys)
  func `a key that OSS cannot hold is refused`(key: String, fault: SigningError.ObjectKeyFault) {
    #expect(throws: SigningError.invalidObjectKey(fault)) {
      try SigningRequest(method: "GET", bucket: "b", key: key)
    }
    #expect(Self.refusedKeys.count == 8)
  }
}
