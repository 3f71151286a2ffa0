internal import OSSPrimitives

/// The forms of suite `post/form-check` that are signed with V4.
enum PostFormV4Cases {
  static let all: [BuiltCase] = fields + covered + values + times

  private static func fault(_ errorClass: JSONValue, _ field: JSONValue) -> JSONValue {
    PostFormCases.fault(errorClass, field)
  }

  private static let fields: [BuiltCase] =
    [
      .checkV4(
        "post-chk-v4-good", "POST-CHK-8", comment: "A form as it should be is refused."
      )
    ]
    + ["x-oss-credential", "x-oss-date", "x-oss-signature"].map { name in
      .checkV4(
        "post-chk-v4-no-\(name.dropFirst(6))", "POST-CHK-6", "POST-V4-1",
        comment: "A form without the field \(name) is taken.",
        faults: [fault("missing-form-field", .string(name))] + (extra[name] ?? [])
      ) { $0.changes = [(name, nil)] }
    }

  /// The conditions that a missing field does not fulfil.
  private static let extra: [String: [JSONValue]] = [
    "x-oss-credential": [PostFormCases.failed(1)], "x-oss-date": [PostFormCases.failed(2)],
  ]

  private static let covered: [BuiltCase] =
    ["x-oss-signature-version", "x-oss-credential", "x-oss-date"].enumerated().map { place, name in
      .checkV4(
        "post-chk-v4-uncovered-\(name.dropFirst(6))", "POST-CHK-8", "POST-V4-5",
        comment: "The field \(name) needs no condition.",
        faults: [fault("uncovered-form-field", .string(name))]
      ) { $0.conditions.remove(at: place) }
    } + [
      .checkV4(
        "post-chk-v4-uncovered-token", "POST-CHK-8", "POST-V4-5",
        comment: "The token needs no condition.",
        faults: [fault("uncovered-form-field", "x-oss-security-token")]
      ) { $0.fields.append(("x-oss-security-token", "CAIS0Token")) },
      .checkV4(
        "post-chk-v4-covered-by-equality", "POST-CHK-8",
        comment: "A condition that is an array covers no field, or one that is a beginning does.",
        faults: [fault("uncovered-form-field", "x-oss-date")]
      ) {
        $0.conditions[1] = ["eq", "$X-OSS-Credential", .string(BuiltCase.credential)]
        $0.conditions[2] = ["starts-with", "$x-oss-date", "20231216T"]
      },
    ]

  private static let values: [BuiltCase] = [
    .checkV4(
      "post-chk-v4-version", "POST-CHK-7", comment: "Any text is taken for the version.",
      faults: [fault("invalid-form-field", "x-oss-signature-version")]
    ) {
      $0.changes = [("x-oss-signature-version", "OSS4")]
      $0.conditions[0] = ["x-oss-signature-version": "OSS4"]
    },
    .checkV4(
      "post-chk-v4-date", "POST-CHK-7", comment: "Any text is taken for the date.",
      faults: [fault("invalid-form-field", "x-oss-date")]
    ) {
      $0.changes = [("x-oss-date", "2023-12-16T16:20:57Z")]
      $0.conditions[2] = ["x-oss-date": "2023-12-16T16:20:57Z"]
    },
    .checkV4(
      "post-chk-v4-date-and-conditions", "POST-CHK-2", "POST-CHK-7",
      comment: "After a date that is none the conditions are not told.",
      faults: [
        fault("invalid-form-field", "x-oss-date"), PostFormCases.failed(3), PostFormCases.failed(4),
      ]
    ) {
      $0.changes = [("x-oss-date", "20231316T162057Z")]
      $0.conditions[2] = ["x-oss-date": "20231316T162057Z"]
      $0.conditions += [["key": "user/b.txt"], ["content-length-range", 101, 200]]
    },
    credential(
      "day", "exampleAccessKeyID00/20231215/cn-hangzhou/oss/aliyun_v4_request",
      "A credential of another day is taken."),
    credential(
      "parts", "exampleAccessKeyID00/20231216/cn-hangzhou/aliyun_v4_request",
      "A credential without a product is taken."),
    credential(
      "end", "exampleAccessKeyID00/20231216/cn-hangzhou/oss/aws4_request",
      "A credential with another end is taken."),
    credential(
      "id", "/20231216/cn-hangzhou/oss/aliyun_v4_request",
      "A credential without an access key ID is taken."),
  ]

  private static func credential(
    _ slug: String, _ value: String, _ comment: String
  ) -> BuiltCase {
    .checkV4(
      "post-chk-v4-credential-\(slug)", "POST-CHK-7", "POST-V4-2", comment: comment,
      faults: [fault("invalid-form-field", "x-oss-credential")]
    ) {
      $0.changes = [("x-oss-credential", value)]
      $0.conditions[1] = ["x-oss-credential": .string(value)]
    }
  }

  private static let times: [BuiltCase] = [
    (-901 as Int64, "too-early", "The clock of a form may be off by any time.", true),
    (-900, "early", "The clock of a form may not be off by 15 minutes.", false),
    (604_800, "last-second", "A signature works for less than seven days.", false),
    (604_801, "too-late", "A signature works for more than seven days.", true),
  ].map { offset, slug, comment, isFault in
    .checkV4(
      "post-chk-v4-\(slug)", "POST-CHK-9", "POST-V4-6", comment: comment,
      faults: isFault ? [fault("signature-expired", "x-oss-date")] : []
    ) {
      $0.policy = .string(
        "{\"expiration\":\"2024-12-16T17:20:57Z\",\"conditions\":"
          + JSONValue.array($0.conditions).compact() + "}")
      $0.now = $0.time + offset
    }.should.flagged("date")
  }
}
