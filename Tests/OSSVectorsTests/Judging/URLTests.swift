import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of URLs` {
  static let url =
    "https://bucket.oss-cn-hangzhou.aliyuncs.com/a%2Bb%2Bc/d?Expires=1702747257&Signature=e7Sr%2B%3D&acl&x=a%20b"
  static let urlV4 =
    "https://b.h/k?acl&x-oss-additional-headers=abc%3Bzabc&x-oss-credential=ak%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-signature=4a41"

  /// Other spellings, and the URL that each is one of.
  static let spellings = [
    "HTTPS://Bucket.OSS-cn-hangzhou.aliyuncs.com/a%2Bb%2bc/d?Expires=1702747257&Signature=e7Sr%2B%3D&acl&x=a%20b":
      url,
    "https://bucket.oss-cn-hangzhou.aliyuncs.com:443/a%2bb%2Bc%2Fd?acl=&x=a+b&Signature=e7Sr%2b%3d&Expires=1702747257":
      url,
    "https://bucket.oss-cn-hangzhou.aliyuncs.com:/%61%2Bb%2Bc/d?acl=&x=a+b&Signature=e7Sr%2b=&Expires=1702747257":
      url,
    // The parameters of V4, with slashes encoded or not.
    "https://b.h/k?x-oss-signature=4a41&x-oss-credential=ak%2f20231216%2fcn-hangzhou%2foss%2faliyun_v4_request&acl=&x-oss-additional-headers=abc%3Bzabc":
      urlV4,
    "https://b.h/k?x-oss-credential=ak/20231216/cn-hangzhou/oss/aliyun_v4_request&x-oss-additional-headers=abc;zabc&x-oss-signature=4a41&acl":
      urlV4,
    "http://h?a=1": "http://h:80/?a=1", "http://h/?": "http://h/",
    // A plus sign of the endpoint's path is itself.
    "http://h/%61+b/k": "http://h/a+b/k", "http://[::1]/": "http://[::1]:80/",
  ]

  @Test(arguments: spellings)
  func `accepts another spelling of the same request`(other: String, url: String) {
    #expect(verdict(url, other) == .passed(notes: []))
  }

  @Test(
    arguments: [
      (",https://", ",http://", "scheme", "https", "http"),
      (
        "bucket.", "buckets.", "host", "bucket.oss-cn-hangzhou.aliyuncs.com",
        "buckets.oss-cn-hangzhou.aliyuncs.com"
      ),
      (".com/", ".com:8443/", "port", nil, "8443"),
      ("/d?", "/e?", "path, decoded", "/a+b+c/d", "/a+b+c/e"),
      ("b%2Bc", "b%20c", "path, decoded", "/a+b+c/d", "/a+b c/d"),
      ("b%2Bc", "b+c", "path, where a plus sign is %2B", "/a%2Bb%2Bc/d", "/a%2Bb+c/d"),
      ("a%2Bb", "a%252Bb", "path, decoded", "/a+b+c/d", "/a%2Bb+c/d"),
      ("7257", "7258", "parameter Expires", "1702747257", "1702747258"),
      ("Sr%2B", "Sr+", "parameter Signature", "e7Sr+=", "e7Sr ="),
      ("&acl", "", "parameter acl", "", nil),
      ("&acl", "&acl&acl", "parameter acl", nil, ""),
      ("a%20b", "a%20b#top", "fragment", nil, "top"),
      ("a%20b", "a%20b&=", "parameter ", nil, ""),
    ] as [(String, String, String, String?, String?)])
  func `names the part that differs`(
    old: String, new: String, part: String, expected: String?, actual: String?
  ) {
    let other = ("," + Self.url).replacing(old, with: new).dropFirst()
    #expect(
      verdict(Self.url, String(other)).failure?.differences
        == [Difference("url", part, expected, actual)])
  }

  @Test(arguments: [
    "bucket.oss.com/a", "https:///a", "https://h:x/a", "https://h:65536/", "https://h/%g1",
    "https://h/%2", "https://h/a b", "https://h/\u{e9}", "://h/", "", "https://h/a?b=%",
  ])
  func `shows both sides whole where the given text is no URL`(other: String) {
    #expect(
      verdict(Self.url, other).failure?.differences == [Difference("url", nil, Self.url, other)])
  }

  @Test(arguments: [
    (urlV4, "%2Foss%2F", "%2Fx%2F", "parameter x-oss-credential"),
    (urlV4, "%2Foss%2F", "%252Foss%252F", "parameter x-oss-credential"),
    (urlV4, "abc%3Bzabc", "zabc%3Babc", "parameter x-oss-additional-headers"),
    (urlV4, "4a41", "4A41", "parameter x-oss-signature"),
    (urlV4, "&x-oss-signature=4a41", "", "parameter x-oss-signature"),
    ("http://h/a+b/k", "+", "%2B", "path, where a plus sign is %2B"),
    ("http://[::1]/", "1", "2", "host"),
  ])
  func `names the part of another URL that differs`(
    url: String, old: String, new: String, part: String
  ) {
    let differences = verdict(url, url.replacing(old, with: new)).failure?.differences
    #expect(differences?.map(\.part) == [part])
  }

  @Test func `compares the text where the vector means it`() {
    let vector = VectorSamples.presign("https://h/?a&b", exact: ["url"])
    let verdict = vector.judged(["url": "https://h/?b&a"])
    #expect(
      verdict.failure?.differences == [Difference("url", nil, "https://h/?a&b", "https://h/?b&a")])
  }

  @Test(
    arguments: [
      ("/%61/%2e%2e/b?p=a+b&acl=", nil, nil),
      ("/b?acl&p=a%20b", "path, decoded", "/b"),
      ("/a/../b", "parameter acl", nil),
      ("/a/../b?acl&p=a%20b#c", "fragment", "c"),
      ("https://h/a/../b?acl&p=a%20b", "whole", "https://h/a/../b?acl&p=a%20b"),
      ("/a/../b c?acl&p=a%20b", "whole", "/a/../b c?acl&p=a%20b"),
    ] as [(String, String?, String?)])
  func `judges a target by its path and its query`(target: String, part: String?, actual: String?) {
    let vector = Self.vector(expecting: "/a/../b?acl&p=a%20b")
    let shown: JSONObject = ["signature": Self.signature, "target": .string(target)]
    let first = vector.judged(shown).failure?.differences.first
    #expect(first.map { $0.part ?? "whole" } == part)
    #expect(first?.actual.map { String(decoding: $0, as: UTF8.self) } == actual)
  }

  @Test func `judges an answer without a target as before`() {
    let vector = Self.vector(expecting: "/a/../b")
    #expect(vector.judged(["signature": Self.signature]) == .passed(notes: []))
    let message = vector.judged(["target": "/a/../b"]).failure?.message
    #expect(message?.hasPrefix("The answer shows nothing to judge") == true)
  }

  private static let signature = JSONValue.string(VectorSamples.signature)

  private static func vector(expecting target: String) -> Vector {
    VectorSamples.header(members: ["signature": signature, "target": .string(target)])
  }

  private func verdict(_ expected: String, _ actual: String) -> Verdict {
    VectorSamples.presign(expected).judged(["url": .string(actual)])
  }
}
