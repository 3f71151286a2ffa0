internal import OSSPrimitives
internal import OSSVectors

extension TimedOperation {
  /// Upload forms, calls of STS, LiveChannels and callbacks.
  static var forms: [TimedOperation] {
    [
      TimedOperation(
        .postPolicy, ["expiration": 1_702_747_257, "conditions": conditions]),
      TimedOperation(.postV1, ["policy": .string(policy), "credentials": credentialPair]),
      TimedOperation(.postV4, scoped(["policy": .string(policy)])),
      TimedOperation(.postCheck, form),
      TimedOperation(.stsRPC, call),
      TimedOperation(
        .stsRole,
        [
          "roleArn": "acs:ram::1234567890123456:role/uploader", "roleSessionName": "session-1",
          "durationSeconds": 3600, "roleMaximumSeconds": 43_200,
        ]),
      TimedOperation(
        .stsParse,
        [
          "body": .string(roleResponse), "format": "JSON", "httpStatus": 200,
          "now": 1_700_003_300_000,
        ]),
      TimedOperation(
        .livePublish,
        [
          "bucket": "examplebucket", "channel": "channel-1", "playlistName": "playlist.m3u8",
          "parameters": .array([]), "credentials": credentialPair, "expires": 1_702_747_257,
          "endpoint": endpoint,
        ]),
    ] + callbacks
  }

  private static func scoped(_ input: JSONObject) -> JSONObject {
    var input = input
    input["credentials"] = credentialPair
    input["time"] = 1_702_743_657
    input["region"] = "cn-hangzhou"
    return input
  }

  private static var conditions: JSONValue {
    [
      ["bucket": "examplebucket"], ["starts-with", "$key", "user/eric/"],
      ["content-length-range", 1, 10_485_760],
      ["in", "$content-type", ["image/jpg", "image/png"]],
    ]
  }

  private static var policy: String {
    """
    {"expiration":"2023-12-16T17:20:57Z","conditions":[{"bucket":"examplebucket"},\
    ["starts-with","$key","user/eric/"],["content-length-range",1,10485760]]}
    """
  }

  private static var form: JSONObject {
    [
      "policy": .string(policy), "bucket": "examplebucket", "fileSize": 1024,
      "now": 1_702_743_657,
      "fields": [
        ["key", "user/eric/photo.jpg"], ["OSSAccessKeyId", "exampleAccessKeyID00"],
        ["policy", "eyJleHBpcmF0aW9uIjoiMjAyMy0xMi0xNlQxNzoyMDo1N1oifQ=="],
        ["Signature", "e7SraDhJXAr2ERmY+/n0fAmnDgk="],
      ],
    ]
  }

  private static var call: JSONObject {
    [
      "method": "POST", "action": "AssumeRole", "version": "2015-04-01", "format": "JSON",
      "parameters": [
        ["RoleArn", "acs:ram::1234567890123456:role/uploader"],
        ["RoleSessionName", "session-1"], ["DurationSeconds", "3600"],
      ],
      "credentials": credentialPair, "nonce": "3.14159-26535", "time": 1_702_743_657,
      "endpoint": "https://sts.cn-hangzhou.aliyuncs.com",
    ]
  }

  private static var roleResponse: String {
    """
    {"RequestId": "6894B13B-6D71-4EF5-88FA-F32781734A7F", "AssumedRoleUser": \
    {"Arn": "acs:ram::1234567890123456:role/uploader/session-1", \
    "AssumedRoleId": "34458433936495****:session-1"}, "Credentials": \
    {"AccessKeyId": "STS.exampleAccessKeyID00", "Expiration": "2023-11-14T23:13:20Z", \
    "AccessKeySecret": "ExampleSecret0000000000000000ab", \
    "SecurityToken": "CAISexampleTokenexampleTokenexampleTokenexampleToken0123456789"}}
    """
  }
}

extension TimedOperation {
  private static var callbacks: [TimedOperation] {
    [
      TimedOperation(
        .callbackParameter,
        [
          "callbackUrl": .array(["https://app.example.com/uploaded"]),
          "callbackBody": "bucket=${bucket}&object=${object}&size=${size}&id=${x:id}",
          "callbackBodyType": "application/x-www-form-urlencoded",
          "variables": .array([["x:id", "42"]]),
        ]),
      TimedOperation(.callbackVerify, callback),
    ]
  }

  /// The callback that the documents of OSS show, with its key of 512 bits.
  private static var callback: JSONObject {
    [
      "path": "/index.php", "query": "id=1&index=2", "body": "bucket=yonghu-test",
      "authorization": """
      kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==
      """,
      "publicKeyUrl": """
      aHR0cDovL2dvc3NwdWJsaWMuYWxpY2RuLmNvbS9jYWxsYmFja19wdWJfa2V5X3YxLnBlbQ==
      """,
      "publicKey": """
      -----BEGIN PUBLIC KEY-----
      MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
      C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
      -----END PUBLIC KEY-----

      """,
    ]
  }
}
