/// Error bodies as their sources print them, but for access key IDs and members that are masked
/// there.
enum ErrorBodyTexts {
  /// The documents' example of 2011: each value on a line of its own, `StringToSign` without its
  /// empty lines and with another bucket.
  static let docs2011 = """
    <?xml version="1.0" ?>
    <Error>
     <Code>
         SignatureDoesNotMatch
     </Code>
     <Message>
         The request signature we calculated does not match the signature you provided. \
    Check your key and signing method.
     </Message>
     <StringToSignBytes>
         47 45 54 0a 0a 0a 57 65 64 2c 20 31 31 20 4d 61 79 20 32 30 31 31 20 30 37 3a 35 39 \
    3a 32 35 20 47 4d 54 0a 2f 75 73 72 65 61 6c 74 65 73 74 3f 61 63 6c
     </StringToSignBytes>
     <RequestId>
         1E446260FF9B10C2
     </RequestId>
     <HostId>
         oss-cn-hangzhou.aliyuncs.com
     </HostId>
     <SignatureProvided>
         y5H7yzPsA/tP4+0tH1HHvPEwUv8=
     </SignatureProvided>
     <StringToSign>
         GET
    Wed, 11 May 2011 07:59:25 GMT
    /oss-example?acl
     </StringToSign>
     <OSSAccessKeyId>
         exampleAccessKeyID00
     </OSSAccessKeyId>
    </Error>
    """

  /// The documents' example of 2023, in which `\n` stands for line ends.
  static let docs2023 = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>SignatureDoesNotMatch</Code>
      <Message>The request signature we calculated does not match the signature you provided. \#
    Check your key and signing method.</Message>
      <RequestId>646DCB189AE2D1333018****</RequestId>
      <HostId>bucket.oss-cn-hangzhou.aliyuncs.com</HostId>
      <OSSAccessKeyId>exampleAccessKeyID00</OSSAccessKeyId>
      <SignatureProvided>tPN3MChhuKk2XixolQLonoJW****</SignatureProvided>
      <StringToSign>PUT\n\n\nTue, 23 May 2023 15:24:55 GMT\n/bucket/?acl</StringToSign>
      <StringToSignBytes>50 55 54 0A 0A 0A 54 75 65 2C 20 32 33 20 4D 61 79 20 32 30 32 33 20 \#
    31 35 3A 32 34 3A 35 35 20 47 4D 54 0A 2F 64 69 6E 61 72 79 2F 3F 61 63 6C </StringToSignBytes>
      <EC>0002-00000040</EC>
    </Error>
    """#

  /// A clock that stands at 1970.
  static let skewed2019 = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>RequestTimeTooSkewed</Code>
      <Message>The difference between the request time and the current time is too large.</Message>
      <RequestId>5C9F6CBDB007B7575C5395BA</RequestId>
      <HostId>yw2018.oss-cn-hangzhou.aliyuncs.com</HostId>
      <MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>
      <RequestTime>1970-01-01T12:52:35.000Z</RequestTime>
      <ServerTime>2019-03-30T13:18:53.000Z</ServerTime>
    </Error>

    """

  /// A clock that is a day late, with the members that bodies have today.
  static let skewed2024 = """
    <Error>
      <Code>RequestTimeTooSkewed</Code>
      <Message>The difference between the request time and the current time is too large.</Message>
      <RequestId>66F10B88708A5D313649AD20</RequestId>
      <HostId>pixcheese-dev.pixcheese.com</HostId>
      <MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>
      <RequestTime>2024-09-22T06:32:38.000Z</RequestTime>
      <ServerTime>2024-09-23T06:32:40.000Z</ServerTime>
      <EC>0002-00000504</EC>
      <RecommendDoc>https://api.aliyun.com/troubleshoot?q=0002-00000504</RecommendDoc>
    </Error>
    """

  /// A body in the tests of two SDKs.
  static let invalidAccessKeyID = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
        <Code>InvalidAccessKeyId</Code>
        <Message>The OSS Access Key Id you provided does not exist in our records.</Message>
        <RequestId>id-1234</RequestId>
        <HostId>oss-cn-hangzhou.aliyuncs.com</HostId>
        <OSSAccessKeyId>ak</OSSAccessKeyId>
        <EC>0002-00000902</EC>
        <RecommendDoc>https://api.aliyun.com/troubleshoot?q=0002-00000902</RecommendDoc>
    </Error>
    """

  /// A refusal by a policy, whose members hold members.
  static let policyDetail = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Error>
      <Code>AccessDenied</Code>
      <Message>Access denied by bucket policy.</Message>
      <RequestId>65AF5037***5347E6D09</RequestId>
      <HostId>mybucket.oss-cn-hangzhou.aliyuncs.com</HostId>
      <AccessDeniedDetail>
        <PolicyType>AccountLevelIdentityBasedPolicy</PolicyType>
        <AuthPrincipalType>SubUser</AuthPrincipalType>
        <NoPermissionType>ExplicitDeny</NoPermissionType>
        <AuthAction>oss:PutBucketReferer</AuthAction>
      </AccessDeniedDetail>
      <EC>0003-00000201</EC>
      <RecommendDoc>https://api.aliyun.com/troubleshoot?q=0003-00000201</RecommendDoc>
    </Error>
    """
}
