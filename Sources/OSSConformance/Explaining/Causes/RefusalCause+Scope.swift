extension RefusalCause {
  static let regionWrong = RefusalCause(
    v4: "region-wrong", "The credential scope of V4 names another region than the bucket's.",
    "V4-SCO-1", change: "Give the signer the region of the bucket, such as cn-hangzhou.")
  static let regionPrefix = RefusalCause(
    v4: "region-with-oss-prefix", "The region of V4 is written with the prefix oss-.",
    "V4-SCO-3",
    change: "Give the signer cn-hangzhou, not oss-cn-hangzhou, which is part of the endpoint.")
  static let regionIsHost = RefusalCause(
    v4: "region-is-host", "The region of V4 is a host name, or is empty.",
    "V4-SCO-3", change: "Give the signer the region's ID alone, such as cn-hangzhou.")
  static let productWrong = RefusalCause(
    v4: "product-wrong", "The credential scope of V4 names another product than the endpoint's.",
    "V4-SCO-2",
    change: "Give the signer the product that the endpoint belongs to, such as oss or "
      + "oss-cloudbox.")
  static let scopeDate = RefusalCause(
    v4: "scope-date-differs", "The day of the credential scope is not that of x-oss-date.",
    "V4-DATE-2", change: "Take the time once, in UTC, for x-oss-date and for the scope.")
  static let scopeMalformed = RefusalCause(
    v4: "scope-malformed", "The credential scope is not date, region, product, aliyun_v4_request.",
    "V4-SCO-1",
    change: "Write it as 20231216/cn-hangzhou/oss/aliyun_v4_request: a date of eight digits, four "
      + "parts, and a slash between any two.")
  static let awsNames = RefusalCause(
    v4: "aws-names-used", "Names of Amazon's signature stand where OSS has its own.",
    "V4-STS-1",
    change: "Write OSS4-HMAC-SHA256, aliyun_v4, aliyun_v4_request, the product oss and x-oss-: not "
      + "AWS4-HMAC-SHA256, AWS4, aws4_request, s3 and x-amz-; and AdditionalHeaders, not "
      + "SignedHeaders.")
  static let expiresAbsolute = RefusalCause(
    v4: "expires-absolute", "The expiry of a V4 URL is a moment, not a duration.",
    "V4-PRE-3", change: "Give x-oss-expires as seconds from x-oss-date on, such as 3600.")
  static let expiresRange = RefusalCause(
    v4: "expires-out-of-range", "A V4 URL is to work for less than 1 or more than 604800 seconds.",
    "V4-REF-5", change: "Let the URL work for seven days at most, and make a new one then.")
  static let expiresOfToken = RefusalCause(
    v4: "expires-too-long-for-token",
    "A V4 URL with a security token is to work for more than 43200 seconds.",
    "V4-PRE-4", change: "Let a URL of temporary credentials work for twelve hours at most.")

  static let scopes = [
    regionWrong, regionPrefix, regionIsHost, productWrong, scopeDate, scopeMalformed, awsNames,
    expiresAbsolute, expiresRange, expiresOfToken,
  ]
}
