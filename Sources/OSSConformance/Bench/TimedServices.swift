internal import OSSJSON
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

  /// The operations of credentials and of the answers of servers.
  static var credentials: [TimedOperation] {
    [
      TimedOperation(
        .tokenParse, ["body": .string(tokenResponse), "httpStatus": 200, "now": now]),
      TimedOperation(
        .credentialStanding,
        ["policy": "scaled", "obtained": obtained, "now": now, "expiration": end]),
      TimedOperation(
        .credentialDescription, ["credentials": credentialPair, "expiration": end]),
      TimedOperation(.credentialTimeline, timeline),
      TimedOperation(
        .presignExpiry,
        [
          "version": "v4", "interval": 86_400, "now": now, "credential": "temporary",
          "expiration": end,
        ]),
      TimedOperation(
        .clockOffset,
        [
          "source": "oss", "status": 403, "deviceTime": now, "body": .string(skewed),
          "date": "Tue, 14 Nov 2023 22:13:20 GMT",
        ]),
      TimedOperation(
        .errorAction,
        ["status": 403, "body": .string(skewed), "credential": "temporary", "tried": .array([])]),
      TimedOperation(.responseVerdict, ["status": 203, "body": .string(skewed)]),
      TimedOperation(
        .contentType, ["filePath": "/tmp/photo.heic", "uploadName": "2026/photo.jpg"]),
      TimedOperation(.errorBody, ["body": .string(refused)]),
    ]
  }

  private static var obtained: JSONValue { 1_700_000_000_000 }
  private static var now: JSONValue { 1_700_003_300_000 }
  private static var end: JSONValue { 1_700_003_600_000 }

  private static var tokenResponse: String {
    """
    {"StatusCode": 200, "AccessKeyId": "STS.exampleAccessKeyID00", \
    "AccessKeySecret": "ExampleSecret0000000000000000ab", "Expiration": "2023-11-14T23:13:20Z", \
    "SecurityToken": "CAISexampleTokenexampleTokenexampleTokenexampleToken0123456789"}
    """
  }

  private static var timeline: JSONObject {
    [
      "policy": "scaled", "start": obtained, "tokens": ["A": ["expires": 7_200_000]],
      "fetches": [["takes": 200, "gives": "A"]],
      "events": [["at": 0, "ask": "c1"], ["at": 500, "ask": "c2"]], "until": 1900,
    ]
  }

  private static var skewed: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>RequestTimeTooSkewed</Code>
      <Message>The difference between the request time and the current time is too large.</Message>
      <RequestTime>2023-11-14T21:13:20.000Z</RequestTime>
      <ServerTime>2023-11-14T22:13:20.000Z</ServerTime>
      <MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>
      <RequestId>646DCB189AE2D1333018E1A7</RequestId>
      <HostId>examplebucket.oss-cn-hangzhou.aliyuncs.com</HostId>
    </Error>
    """
  }

  /// What OSS answers if a header of the request was not signed.
  private static var refused: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>SignatureDoesNotMatch</Code>
      <Message>The request signature we calculated does not match the signature you provided.</Message>
      <RequestId>646DCB189AE2D1333018E1A7</RequestId>
      <HostId>examplebucket.oss-cn-hangzhou.aliyuncs.com</HostId>
      <OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId>
      <SignatureProvided>e7SraDhJXAr2ERmY+/n0fAmnDgk=</SignatureProvided>
      <StringToSign>PUT
    eB5eJF1ptWaXm4bijSPyxw==
    text/plain
    Sat, 16 Dec 2023 16:20:57 GMT
    x-oss-meta-author:alice@example.com
    /examplebucket/exampledir/2026 report+v1.txt?partNumber=1&amp;uploadId=0004B9895DBBB6EC98E36</StringToSign>
    </Error>
    """
  }
}
