import OSSConformance
import OSSJSON
import Testing

@Suite struct `The report in a file` {
  @Test func `writes JSON for programs`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    let expected = try JSONReader.read(ExpectedReports.json)
    #expect(
      String(decoding: try report.bytes(.json), as: UTF8.self)
        == String(decoding: expected.canonical(), as: UTF8.self))
  }

  @Test func `writes JUnit for build servers, without control characters`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(String(decoding: try report.bytes(.junit), as: UTF8.self) == ExpectedReports.junit)
  }
}

/// What the sample run must look like to programs; the JSON is laid out otherwise to be short.
enum ExpectedReports {
  /// The smallest request of a finding.
  private static func smallest(_ id: String, level: String = "must") -> String {
    #"{"id":"\#(id)","operation":"v1.header","level":"\#(level)","clauses":["V1-HDR-3"],"#
      + #""comment":"Header values are not trimmed.","#
      + #""input":{"method":"GET","headers":[["x-oss-meta-a"," b"]]}}"#
  }

  static let json = ##"""
    {
      "format": 1, "runner": {"name": "oss-conform", "version": "0.1.0"},
      "sdk": {
        "name": "oss2", "version": "2.19.1", "language": "python", "profiles": ["signing", "services", "refresh"],
        "habits": []
      },
      "corpus": {"digest": "84a6c90674fcebd9f9979a51621a825f898c65ef0ef55799efef39459da8719c", "vectors": 7},
      "exitStatus": 1,
      "summary": {
        "declared": 7, "selected": 7, "leftOut": 0, "executed": 6,
        "levels": {
          "must": {"selected": 6, "passed": 2, "failed": 3, "unsupported": 1, "notComparable": 0},
          "should": {"selected": 0, "passed": 0, "failed": 0, "unsupported": 0, "notComparable": 0},
          "may": {"selected": 1, "passed": 0, "failed": 1, "unsupported": 0, "notComparable": 0}
        },
        "unclaimed": {}, "failed": 2, "failedShould": 0, "failedMay": 0, "expectedFailures": 1,
        "unexpectedPasses": 1, "failsDifferently": 1, "unmappedRefusals": 1, "otherClasses": 0, "notComparable": 0,
        "timeouts": 1, "crashes": 1
      },
      "notes": ["The adapter answers with the unknown error class \u201cOops\u201d."],
      "diagnosis": [
        {
          "mistakes": [], "kind": "mismatch", "what": "canonicalizedHeaders: extra \" \"", "vectors": ["get-untrimmed"],
          "smallest": \##(smallest("get-untrimmed"))
        },
        {
          "mistakes": [], "kind": "rejected", "what": "the SDK refused (no error class), and must answer",
          "vectors": ["get-may"],
          "smallest": \##(smallest("get-may", level: "may"))
        },
        {
          "mistakes": [], "kind": "timeout", "what": "no reply came in time", "vectors": ["get-late"],
          "smallest": \##(smallest("get-late"))
        },
        {
          "mistakes": [], "kind": "crash", "what": "the adapter died", "vectors": ["get-dead"],
          "smallest": \##(smallest("get-dead"))
        }
      ],
      "vectors": [
        {
          "id": "get-right", "operation": "v1.header", "level": "must", "profile": "signing",
          "clauses": ["V1-HDR-3"], "standing": "unexpected-pass",
          "known": {"status": "mismatch", "reason": "It was wrong once."}
        },
        {
          "id": "get-untrimmed", "operation": "v1.header", "level": "must", "profile": "signing",
          "clauses": ["V1-HDR-3"], "standing": "failed", "kind": "mismatch",
          "message": "canonicalizedHeaders differs at byte 13, the first of 3 differences.",
          "differences": [
            {
              "name": "canonicalizedHeaders", "expected": "x-oss-meta-a:b\n", "actual": "x-oss-meta-a: b\n",
              "offset": 13
            },
            {
              "name": "stringToSign",
              "expected": "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a:b\n/bucket/key",
              "actual": "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a: b\n/bucket/key", "offset": 49
            },
            {
              "name": "signature", "expected": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
              "actual": "eiS2YCVExFPNdVJhmLzmElm46oE=", "offset": 1
            }
          ]
        },
        {
          "id": "get-may", "operation": "v1.header", "level": "may", "profile": "signing", "clauses": ["V1-HDR-3"],
          "standing": "failed", "kind": "rejected",
          "message": "The input is right and was refused as an error without a class (no\u001b[31m).",
          "differences": []
        },
        {
          "id": "no-secret", "operation": "v1.header", "level": "must", "profile": "signing",
          "clauses": ["V1-HDR-3"], "standing": "passed", "notes": ["Rejected, unmapped: Oops."]
        },
        {
          "id": "hash", "operation": "sha1", "level": "must", "profile": "signing", "clauses": ["V1-HDR-3"],
          "standing": "unsupported", "reason": "no SHA-1"
        },
        {
          "id": "get-late", "operation": "v1.header", "level": "must", "profile": "signing", "clauses": ["V1-HDR-3"],
          "standing": "expected-failure", "kind": "timeout", "message": "No reply came in time.", "differences": [],
          "known": {"status": "timeout", "reason": "It is slow.", "link": "https://example.com/1"}
        },
        {
          "id": "get-dead", "operation": "v1.header", "level": "must", "profile": "signing", "clauses": ["V1-HDR-3"],
          "standing": "fails-differently", "kind": "crash", "message": "The adapter died: it was ended by signal 11",
          "differences": [], "known": {"status": "mismatch", "reason": "It was alive."}
        }
      ]
    }
    """##

  static let junit = ##"""
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="oss-conform" tests="7" failures="3" errors="1" skipped="2">
      <testsuite name="oss2 2.19.1" tests="7" failures="3" errors="1" skipped="2">
        <properties>
          <property name="corpus" value="84a6c90674fcebd9f9979a51621a825f898c65ef0ef55799efef39459da8719c"/>
          <property name="declared" value="7"/>
          <property name="executed" value="6"/>
          <property name="runner" value="0.1.0"/>
          <property name="language" value="python"/>
        </properties>
        <testcase classname="v1.header" name="get-right">
          <failure type="unexpected-pass" message="It was wrong once."/>
        </testcase>
        <testcase classname="v1.header" name="get-untrimmed">
          <failure type="mismatch" message="canonicalizedHeaders differs at byte 13, the first of 3 differences.">FAIL get-untrimmed (must, V1-HDR-3)
      catches: Header values are not trimmed.
      canonicalizedHeaders differs at byte 13, the first of 3 differences.
        expected  x-oss-meta-a:b\n
        actual    x-oss-meta-a: b\n
                               ^ byte 13
        expected  61 2d 61 3a [62] 0a
        actual    61 2d 61 3a [20] 62 0a
      also: stringToSign, signature
      diagnosis: unexplained: canonicalizedHeaders: extra &quot; &quot;</failure>
        </testcase>
        <testcase classname="v1.header" name="get-may">
          <failure type="rejected" message="The input is right and was refused as an error without a class (no\u{1b}[31m).">FAIL get-may (may, V1-HDR-3)
      catches: Header values are not trimmed.
      The input is right and was refused as an error without a class (no\u{1b}[31m).
      The evidence is not conclusive: It is unsure.
      diagnosis: unexplained: the SDK refused (no error class), and must answer</failure>
        </testcase>
        <testcase classname="v1.header" name="no-secret"/>
        <testcase classname="sha1" name="hash">
          <skipped message="unsupported: no SHA-1"/>
        </testcase>
        <testcase classname="v1.header" name="get-late">
          <skipped message="known: It is slow."/>
        </testcase>
        <testcase classname="v1.header" name="get-dead">
          <error type="fails-differently" message="The adapter died: it was ended by signal 11">FAILS DIFFERENTLY get-dead (must, V1-HDR-3)
      catches: Header values are not trimmed.
      The adapter died: it was ended by signal 11
      The list of known failures expects mismatch: It was alive.
      diagnosis: unexplained: the adapter died</error>
        </testcase>
      </testsuite>
    </testsuites>

    """##
}
