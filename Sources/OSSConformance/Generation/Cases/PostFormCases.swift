internal import OSSPrimitives

/// Suite `post/form-check`: forms that are held against their policies.
enum PostFormCases {
  static let all: [BuiltCase] =
    times + conditions + values + fields + signed + PostFormV4Cases.all

  private static let expired: JSONValue = ["class": "policy-expired"]

  static func failed(_ index: Int64) -> JSONValue {
    ["class": "policy-condition-failed", "condition": .number(JSONNumber(index))]
  }

  static func fault(_ errorClass: JSONValue, _ field: JSONValue) -> JSONValue {
    ["class": errorClass, "field": field]
  }

  private static let times: [BuiltCase] = [
    .check(
      "post-chk-last-second", "POST-CHK-1", comment: "A policy expires before its expiration."
    ) { $0.now = 1_702_747_256 }.flagged("date"),
    .check(
      "post-chk-at-expiration", "POST-CHK-1", comment: "A policy still works at its expiration.",
      faults: [expired]
    ) { $0.now = 1_702_747_257 }.flagged("date"),
    .check(
      "post-chk-expired", "POST-CHK-1", comment: "A policy never expires.", faults: [expired]
    ) { $0.now = 1_734_367_857 }.flagged("date"),
    .check(
      "post-chk-no-fraction", "POST-CHK-1", "POST-POL-5",
      comment: "An expiration without a fraction is not read.", faults: [expired]
    ) {
      $0.policy =
        #"{"expiration":"2023-12-16T16:20:57Z","conditions":[{"bucket":"examplebucket"}]}"#
    }.flagged("date"),
  ]

  private static let conditions: [BuiltCase] = [
    .check(
      "post-chk-object", "POST-COND-2", comment: "A field need only begin as an object says.",
      faults: [failed(0)]
    ) { $0.conditions = [["key": "user/a"], ["key": "user/a.txt"]] },
    .check(
      "post-chk-equal", "POST-COND-3", comment: "A field need only begin as eq says.",
      faults: [failed(1)]
    ) { $0.conditions = [["eq", "$key", "user/a.txt"], ["eq", "$key", "user/"]] },
    .check(
      "post-chk-starts-with", "POST-COND-4",
      comment: "starts-with is an equality, or looks for the text anywhere.", faults: [failed(2)]
    ) {
      $0.conditions = [
        ["starts-with", "$key", "user/"], ["starts-with", "$key", ""],
        ["starts-with", "$key", "a.txt"],
      ]
    },
    .check(
      "post-chk-size-bounds", "POST-COND-5", comment: "The ends of a range are not in it."
    ) {
      $0.conditions = [["content-length-range", 100, 200], ["content-length-range", 0, 100]]
    },
    .check(
      "post-chk-size-outside", "POST-COND-5", comment: "The size of the file is not looked at.",
      faults: [failed(0), failed(1)]
    ) { $0.conditions = [["content-length-range", 101, 200], ["content-length-range", 0, 99]] },
    .check(
      "post-chk-size-large", "POST-COND-5", comment: "A size of more than 2 GiB overflows."
    ) {
      $0.conditions = [["content-length-range", 1, 5_368_709_120]]
      $0.fileSize = 5_368_709_120
    },
    .check(
      "post-chk-lists", "POST-COND-6",
      comment: "Only the first of a list is looked at, or in is not-in.",
      faults: [failed(1), failed(3)]
    ) {
      $0.fields = [("key", "a"), ("content-type", "image/png"), ("cache-control", "no-cache")]
      $0.conditions = [
        ["in", "$content-type", ["image/jpg", "image/png"]], ["in", "$content-type", ["image"]],
        ["not-in", "$cache-control", ["no-store"]],
        ["not-in", "$cache-control", ["private", "no-cache"]],
      ]
    },
    .check(
      "post-chk-indexes", "POST-CHK-2",
      comment: "Only the first condition that does not hold is told, or indexes begin with 1.",
      faults: [failed(0), failed(2)]
    ) { $0.conditions = [["bucket": "other"], ["key": "user/a.txt"], ["eq", "$acl", "private"]] },
    .check(
      "post-chk-bucket", "POST-CHK-4",
      comment: "The bucket is looked for among the fields of the form.", faults: [failed(2)]
    ) {
      $0.fields.append(("bucket", "other"))
      $0.conditions = [
        ["bucket": "examplebucket"], ["starts-with", "$bucket", "example"], ["bucket": "other"],
      ]
    },
  ]

  private static let values: [BuiltCase] = [
    .check(
      "post-chk-file-name", "POST-CHK-3",
      comment: "A condition is held against the key with the name of the file in it."
    ) {
      $0.fields = [("key", "user/${filename}")]
      $0.conditions = [["eq", "$key", "user/\\${filename}"]]
    }.open("No document says whether the name counts before or after it is replaced."),
    .check(
      "post-chk-dollar-of-json", "POST-COND-8",
      comment: "The escape that JSON does not have is refused, or keeps its backslash."
    ) {
      $0.fields = [("key", "user/${filename}")]
      $0.policy =
        #"{"expiration":"2023-12-16T17:20:57Z","conditions":[["eq","$key","user/\${filename}"]]}"#
    }.should,
    .check(
      "post-chk-dollar-bare", "POST-COND-9",
      comment: "A dollar sign without a backslash stands for something else."
    ) {
      $0.fields = [("key", "a$b")]
      $0.conditions = [["eq", "$key", "a$b"]]
    }.open("The documents call a dollar sign in a value a variable and say no more."),
    .check(
      "post-chk-case-of-names", "POST-FORM-3",
      comment: "A field is not found under a name in another case."
    ) {
      $0.fields = [("Key", "user/a.txt"), ("X-OSS-Meta-Tag", "1")]
      $0.conditions = [["KEY": "user/a.txt"], ["eq", "$x-oss-meta-tag", "1"]]
    }.flagged("case"),
    .check(
      "post-chk-case-of-values", "POST-FORM-3",
      comment: "Values are compared without regard to case.", faults: [failed(0), failed(1)]
    ) { $0.conditions = [["key": "USER/a.txt"], ["starts-with", "$key", "User/"]] }.flagged("case"),
    .check(
      "post-chk-normal-forms", "POST-FORM-3",
      comment: "Values are equal that only look the same.", faults: [failed(0)]
    ) {
      $0.fields = [("key", "e\u{301}")]
      $0.conditions = [["key": "\u{E9}"], ["key": "e\u{301}"]]
    }.flagged("unicode"),
    .check(
      "post-chk-absent", "POST-CHK-5",
      comment: "A condition on a field that the form does not have never holds, or always.",
      faults: [failed(2)]
    ) {
      $0.conditions = [
        ["starts-with", "$acl", ""], ["not-in", "$acl", ["public-read"]], ["acl": "private"],
      ]
    }.open("No document says what a condition sees of a field that the form does not have."),
  ]

  private static let fields: [BuiltCase] = [
    .check(
      "post-chk-no-key", "POST-FORM-1", "POST-CHK-6", comment: "A form without a key is taken.",
      faults: [fault("missing-form-field", "key")]
    ) { $0.fields = [] },
    .check(
      "post-chk-extra-field", "POST-FORM-2",
      comment: "A field that no condition names is refused, as S3 does."
    ) { $0.fields += [("success_action_status", "201"), ("x-oss-meta-a", "1")] }.should,
    .check(
      "post-chk-twice", "POST-FORM-4", comment: "A field that is given twice is taken.",
      faults: [fault("duplicate-form-field", "KEY")]
    ) { $0.fields += [("KEY", "b")] }
    .open("Which of two fields OSS reads is not documented."),
  ]

  private static let signed: [BuiltCase] = [
    .check("post-chk-good", "POST-CHK-6", comment: "A form as it should be is refused."),
    .check(
      "post-chk-unsigned", "POST-CHK-6", "POST-V1-2",
      comment: "A form without a signature is taken.",
      faults: ["policy", "OSSAccessKeyId", "Signature"].map { fault("missing-form-field", $0) }
    ) { $0.changes = [("policy", nil), ("OSSAccessKeyId", nil), ("Signature", nil)] },
    .check(
      "post-chk-empty-signature", "POST-CHK-6", comment: "An empty field counts as one.",
      faults: [fault("missing-form-field", "Signature")]
    ) { $0.changes = [("Signature", "")] },
    .check(
      "post-chk-other-policy", "POST-CHK-7",
      comment: "A form is taken that carries another policy.",
      faults: [fault("invalid-form-field", "policy")]
    ) { $0.changes = [("policy", "eyJleHBpcmF0aW9uIjoiMjAyMy0xMi0xNlQxNzoyMDo1NloifQ==")] },
    .check(
      "post-chk-order", "POST-CHK-2", "POST-CHK-1", "POST-CHK-6",
      comment: "Faults are told in another order, or the first alone.",
      faults: [expired, fault("missing-form-field", "key"), failed(0)]
    ) {
      $0.now = 1_702_747_300
      $0.fields = []
      $0.conditions = [["key": "a"]]
    },
  ]
}
