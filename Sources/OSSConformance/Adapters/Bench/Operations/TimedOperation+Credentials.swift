internal import OSSPrimitives
internal import OSSVectors

extension TimedOperation {
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
      TimedOperation(.errorExplain, ["body": .string(refused), "string": .string(stringToSign)]),
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
