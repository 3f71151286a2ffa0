import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// FMT-PRINT-1: which answers have one fingerprint.
@Suite struct `Fingerprints of answers` {
  private static func vector(
    _ operation: OSSVectors.Operation, expecting members: JSONObject, exact: [String] = []
  ) -> Vector {
    VectorSamples.vector("made", operation, answer: members, exact: exact)
  }

  private static func listed(_ members: JSONObject, _ vector: Vector) -> Fingerprint.Members? {
    Fingerprint(of: .ok(Answer(members: members)), to: vector)?.listed
  }

  /// FMT-PRINT-2, FMT-PRINT-3, FMT-PRINT-5.
  @Test(
    arguments: [
      ("url", "HTTPS://B.h:443?y&&x=%31", "https://b.h/?x=1&y="),
      ("target", "/a%2fb?y&&x=%31", "/a/b?x=1&y="),
      (
        "authorization", "OSS2 Signature:s,AccessKeyId:i,AdditionalHeaders:b;a",
        "OSS2 AccessKeyId:i, AdditionalHeaders:a;b, Signature:s"
      ),
      ("authorization", "OSS a:b:s", "OSS a:b:s"),
      ("callback", "eyJhIjoxLCJiIjoyfQ==", "eyJiIjogMiwgImEiOiAxfQ=="),
    ])
  func `answers that the judge takes for one have one`(member: String, one: String, other: String) {
    let vector = Self.vector(.contentType, expecting: [member: .string(one)])
    #expect(Self.listed([member: .string(other)], vector) == [:])
    let exact = Self.vector(.contentType, expecting: [member: .string(one)], exact: [member])
    #expect(Self.listed([member: .string(other)], exact)?.isEmpty == (one == other))
  }

  /// FMT-PRINT-2, FMT-PRINT-3, FMT-PRINT-5.
  @Test(
    arguments: [
      ("url", "https://b.h/a+b", "https://b.h/a%2Bb"),
      ("url", "https://b.h/a+b", "https://b.h/a%20b"),
      ("target", "/a/../b", "/b"), ("target", "/a+b", "/a%2Bb"), ("target", "/a", "a"),
      ("url", "https://b.h/", "https://b.h/%"), ("url", "https://b.h/", "https://b.h:80/"),
      (
        "authorization", "OSS4-HMAC-SHA256 Credential=c,AdditionalHeaders=a;b,Signature=s",
        "OSS4-HMAC-SHA256 Credential=c,AdditionalHeaders=b;a,Signature=s"
      ),
      ("callback", "eyJhIjoxfQ==", "eyJhIjoyfQ=="), ("contentType", "a", "A"),
    ])
  func `other answers have others`(member: String, one: String, other: String) {
    let vector = Self.vector(.contentType, expecting: [member: .string(one)])
    let listed = Self.listed([member: .string(other)], vector)
    #expect(listed?.keys.sorted() == [member])
    #expect(listed != Self.listed([member: .string(other + "x")], vector))
  }

  /// FMT-PRINT-4.
  @Test func `headers and fields are kept that a signature is about`() {
    let due: JSONValue = [["Range", "1"], ["x-oss-meta-a", "v"]]
    let vector = Self.vector(.v4Header, expecting: ["headers": due])
    let same: JSONValue = [["X-OSS-Meta-A", " v\t"], ["range", "1"], ["User-Agent", "u"]]
    #expect(Self.listed(["headers": same], vector) == [:])
    let more: JSONValue = [["range", "1"], ["x-oss-meta-a", "v"], ["Content-Type", "t"]]
    #expect(Self.listed(["headers": more], vector)?.keys.sorted() == ["headers"])
    let form = Self.vector(.postV1, expecting: ["fields": [["key", "k"], ["Policy", "p"]]])
    let fields: JSONValue = [["policy", "p"], ["KEY", "k"], ["file", "f"]]
    #expect(Self.listed(["fields": fields], form) == [:])
    #expect(Self.listed(["fields": [["policy", "p"], ["key", " k"]]], form) != [:])
  }

  /// FMT-PRINT-5.
  @Test func `a policy is what it asks`() {
    let due: JSONValue = #"{"expiration":"2024-01-01T00:00:00Z","conditions":[{"a":"b"},["x",1]]}"#
    let vector = Self.vector(.postPolicy, expecting: ["policy": due])
    let same: JSONValue =
      #"{"conditions":[["x",1],["eq","$a","b"]],"expiration":"2024-01-01T00:00:00.000Z"}"#
    #expect(Self.listed(["policy": same], vector) == [:])
    let other: JSONValue =
      #"{"expiration":"2024-01-01T00:00:00Z","conditions":[{"a":"b"},["x",2]]}"#
    #expect(Self.listed(["policy": other], vector)?.keys.sorted() == ["policy"])
  }

  /// FMT-PRINT-6.
  @Test func `a wrong signature is one member, wherever it is sent`() throws {
    func answer(_ signature: String) -> JSONObject {
      [
        "signature": .string(signature), "authorization": .string("OSS id:\(signature)"),
        "headers": [["Authorization", .string("OSS id:\(signature)")], ["Date", "d"]],
        "url": .string("https://b.h/?Signature=\(signature)&Expires=1"),
        "fields": [["Signature", .string(signature)]],
      ]
    }
    let vector = Self.vector(.v1Header, expecting: answer("right"))
    let whole = try #require(Self.listed(answer("wrong"), vector))
    #expect(Array(whole.keys) == ["signature"])
    for member in answer("wrong").members {
      let alone = Fingerprint(of: .ok(Answer(members: JSONObject([member]))), to: vector)
      let shown = alone?.compared([]).first { $0.name == "signature" }?.shown
      #expect(shown == whole["signature"], "\(member.name)")
    }
    let twice: JSONValue = "https://b.h/?Signature=right&Signature=right"
    #expect(Self.listed(["url": twice], vector)?.keys.contains("url") == true)
    let shown = Fingerprint(of: .ok(Answer(members: ["url": twice])), to: vector)?.compared([])
    #expect(shown?.map(\.name) == ["url"])
  }

  /// FMT-PRINT-7.
  @Test func `a refusal has the fingerprint of its class, and none outside the list`() throws {
    let vector = Self.vector(.contentType, expecting: ["contentType": "right"])
    func refusal(_ errorClass: String?) -> Fingerprint? {
      Fingerprint(of: .rejected(errorClass: errorClass, message: nil), to: vector)
    }
    let known = try #require(refusal("invalid-input"))
    #expect(Array(known.listed.keys) == ["error"] && !known.isUnnamedRefusal)
    #expect(known.listed != refusal("invalid-time")?.listed)
    #expect(refusal("odd")?.isUnnamedRefusal == true)
    #expect(refusal(nil)?.isUnnamedRefusal == true)
    #expect(Fingerprint(of: .timeout, to: vector) == nil)
  }

  @Test func `what is missing counts where an answer must show it`() {
    let rule = Self.vector(.errorAction, expecting: ["action": "retry"])
    #expect(Self.listed([:], rule)?.keys.sorted() == ["action"])
    #expect(Fingerprint(of: .ok(Answer(members: [:])), to: rule)?.compared([]).count == 1)
    let signed = Self.vector(.v1Header, expecting: ["signature": "s", "authorization": "OSS i:s"])
    let shown = Fingerprint(of: .ok(Answer(members: ["signature": "x"])), to: signed)
    #expect(shown?.compared([]).map(\.name) == ["signature"])
    #expect(shown?.shows(oneOf: ["authorization"]) == false)
  }

  /// FMT-PRINT-9, by
  ///
  /// python3 -c 'import base64, hashlib, json
  /// for value in ["a\u0000\u007fé😀", {"b": [1, None], "a": True}]:
  ///   text = json.dumps(value, separators=(",", ":"), sort_keys=True).encode()
  ///   print(base64.b64encode(hashlib.sha256(text).digest()[:3]).decode())'
  @Test func `a fingerprint is the start of the hash of canonical JSON`() {
    #expect(JSONValue.string("a\u{0}\u{7f}é😀").fingerprint == "3cCB")
    #expect((["b": [1, nil], "a": true] as JSONValue).fingerprint == "XsHR")
  }
}
