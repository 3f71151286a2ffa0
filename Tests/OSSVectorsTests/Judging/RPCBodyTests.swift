import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The body of an STS call` {
  private static let due = "Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3D&Type="

  private func verdict(_ body: JSONValue, exact: [String] = []) -> Verdict {
    let vector = VectorSamples.vector(
      "post", .stsRPC, input: ["method": "POST"],
      expectation: Expectation(
        outcome: .answer(
          Answer(members: [
            "signature": "c2ln+=", "url": "https://sts.aliyuncs.com/",
            "body": .string(Self.due),
          ])), exact: exact))
    let reply = VectorSamples.ok([
      "signature": "c2ln+=", "url": "https://sts.aliyuncs.com/", "body": body,
    ])
    return Judge.verdict(of: vector, reply: reply)
  }

  @Test(arguments: [
    due,
    "Type=&Signature=c2ln%2B%3D&Policy=a%20b%2A~&Action=AssumeRole",
    "Action=AssumeRole&Policy=a+b*%7E&Signature=c2ln%2b%3D&Type",
  ])
  func `the body of an STS call is right in any order and encoding: FMT-JUDGE-3`(body: String) {
    #expect(verdict(.string(body)) == .passed(notes: []))
    #expect(verdict(.string(body), exact: ["body"]).isPass == (body == Self.due))
  }

  @Test(
    arguments: [
      (
        "Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3d", "parameter Type", "", nil
      ),
      (
        "Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln+%3D&Type=", "parameter Signature",
        "c2ln+=", "c2ln ="
      ),
      (
        "Action=assumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3D&Type=", "parameter Action",
        "AssumeRole", "assumeRole"
      ),
      (due + "&Type=", "parameter Type", nil, ""),
      (due + "&=", "parameter ", nil, ""),
      (due + "&SignatureType=", "parameter SignatureType", nil, ""),
      (due + "%", nil, due, due + "%"),
    ] as [(String, String?, String?, String?)])
  func `the body of an STS call is wrong where a parameter is another one: FMT-JUDGE-3`(
    body: String, part: String?, expected: String?, actual: String?
  ) {
    #expect(
      verdict(.string(body)).failure?.differences == [Difference("body", part, expected, actual)])
  }

  @Test(arguments: [5, ["a"], [["Action", "AssumeRole"]], ["base64": "!"], true] as [JSONValue])
  func `the body of an STS call is wrong where it is no text`(body: JSONValue) {
    #expect(verdict(body).failure?.differences.map(\.name) == ["body"])
  }

  @Test func `the body of an STS call is read as base64, too`() {
    let text = "QWN0aW9uPUFzc3VtZVJvbGUmUG9saWN5PWErYiUyQX4mU2lnbmF0dXJlPWMybG4lMkIlM0QmVHlwZT0="
    #expect(verdict(["base64": .string(text)]) == .passed(notes: []))
  }
}
