import OSSServices
import Testing

/// The rule for the names of new buckets, V1-NAME-1, on what SDKs publish.
@Suite struct `Names of new buckets` {
  /// What the unit tests of the Python, Swift and iOS SDKs publish as names that are taken.
  static let created = [
    "123", "test", "test-123", "123-test", "123test",
    "examplebucket1", "test-bucket-2021", "aliyun-oss-bucket",
    "abc", "abc-abc",
    String(repeating: "a", count: 63),
  ]

  /// What they publish as names that are refused, with where this kit finds the fault.
  static let refused: [(String, BucketName.CreationFault)] = [
    // python-v2 test_validation.py, csharp-v2 StringExtensionsTest
    ("12", .length(2)), ("", .length(0)),
    ("abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcdefghij", .length(65)),
    ("-test", .hyphenAtEnd(offset: 0)), ("test-", .hyphenAtEnd(offset: 4)),
    ("test_123", .byte(0x5F, offset: 4)), ("TEst", .byte(0x54, offset: 0)),
    ("#?123", .byte(0x23, offset: 0)),
    // swift-v2 UtilsTests; iOS takes the first, because it compares without regard to case
    ("Examplebucket1", .byte(0x45, offset: 0)), ("test_bucket_2021", .byte(0x5F, offset: 4)),
    ("aliyun-oss-bucket-", .hyphenAtEnd(offset: 17)),
    // ios AliyunOSSiOSTests.m testValidateName
    ("-abc", .hyphenAtEnd(offset: 0)), ("abc.cde", .byte(0x2E, offset: 3)),
    ("_adbdsf", .byte(0x5F, offset: 0)), ("abc\\", .byte(0x5C, offset: 3)),
    ("中文", .byte(0xE4, offset: 0)), ("abc-abc-", .hyphenAtEnd(offset: 7)),
    // The ends of the rule.
    (String(repeating: "a", count: 64), .length(64)), ("---", .hyphenAtEnd(offset: 0)),
  ]

  @Test(arguments: created)
  func `a bucket can be made with a name that SDKs publish as valid`(name: String) throws {
    try BucketName.checkForCreation(name)
  }

  @Test(arguments: refused)
  func `a bucket cannot be made with a name that SDKs publish as invalid`(
    name: String, fault: BucketName.CreationFault
  ) {
    #expect(throws: fault) { try BucketName.checkForCreation(name) }
    #expect(fault.description.hasSuffix("."))
    #expect(fault.description.hasPrefix("The bucket name "))
    #expect(!fault.description.contains("\n"))
  }
}
