/// The suites that are made from case definitions, by the name of their file.
enum BuiltSuites {
  static let all: [(name: String, cases: [BuiltCase])] = [
    ("credentials/clock", ClockCases.all),
    ("credentials/error-actions", ErrorActionCases.all),
    ("credentials/expiry", ExpiryCases.all),
    ("credentials/presign-limits", PresignLimitCases.all),
    ("credentials/token-members", TokenMemberCases.all),
    ("credentials/token-refusals", TokenRefusalCases.all),
    ("credentials/token-shapes", TokenShapeCases.all),
    ("credentials/token-times", TokenTimeCases.all),
    ("credentials/verdicts", VerdictCases.all),
    ("errors/error-body", ErrorBodyCases.all),
    ("v1/date", DateCases.all),
    ("v1/headers", HeaderCases.all),
    ("v1/presign", PresignCases.all),
    ("v1/presign-endpoints", EndpointCases.all),
    ("v1/public-url", PublicURLCases.all),
    ("v1/refusals", RefusalCases.all),
    ("v1/resource", ResourceCases.all),
    ("v1/self-signed", RemoteCases.all),
    ("v1/signature", SignatureCases.all),
    ("v1/string-to-sign", StringToSignCases.all),
    ("v1/subresources", SubresourceCases.all),
    ("v1/token", TokenCases.all),
  ]
}
