/// Token responses as the documents show them, but for what is masked there.
enum TokenResponseTexts {
  /// "Authorize access": the four members and the status, indented with tabs.
  static let flat =
    "{\n\t\"StatusCode\": 200,\n\t\"AccessKeyId\":\"STS.iA645eTOXEqP3cg3VeHf\",\n"
    + "\t\"AccessKeySecret\":\"rV3VQrpFQ4BsyHSAvi5NVLpPIVffDJv4LojUBZCf\",\n"
    + "\t\"Expiration\":\"2015-11-03T09:52:59Z\",\n\t\"SecurityToken\":\"\(token)\"}\n"

  /// "Configure access credentials": names in place of values.
  static let credentialsURI = """
    {
      "StatusCode":200,
      "AccessKeyId":"AccessKeyId",
      "AccessKeySecret":"AccessKeySecret",
      "Expiration":"2015-11-03T09:52:59Z",
      "SecurityToken":"SecurityToken"
    }                    
    """

  /// The page of 2017, up to its last quotation mark.
  private static let camelCaseStart =
    "{\"accessKeyId\":\"STS.iA645eTOXEqP3cg3VeHf\",\n"
    + "\"accessKeySecret\":\"rV3VQrpFQ4BsyHSAvi5NVLpPIVffDJv4LojUBZCf\",\n"
    + "\"expiration\":\"2015-11-03T09:52:59Z\",\n"
    + "\"federatedUser\":\"335450541522398178:alice-001\",\n"
    + "\"requestId\":\"C0E01B94-332E-4582-87F9-B857C807EE52\",\n\"securityToken\":\"\(token)"

  /// The page of 2017 with a right quotation mark at its end.
  static let camelCase = camelCaseStart + "\"}"
  /// The page of 2017 as it is: the last quotation mark is a typographic one.
  static let camelCaseAsPrinted = camelCaseStart + "\u{201C}}"

  /// A page that a machine translated: ideographic commas, a name in Japanese, a token without `+`.
  static let translated = """
    {
        "StatusCode": 200、
        "AccessKeyId":"STS.iA645eTOXEqP3cg3 ****" 、
        "AccessKeySecret":"rV3VQrpFQ4BsyHSAvi5NVLpPIVffDJv4LojU ****" 、
        "有効期限":"2015-11-03T09:52:59Z" 、
        "SecurityToken":"CAES7QIIARKAAZPlqaN9ILiQZPS JDkS/GSZN45RLx4YS/p3OgaUC + oJl3XSlbJ7StKpQ ****"
    }
    """

  /// The newer page of the flat shape: four asterisks at the end of each part.
  static let masked =
    "{\"StatusCode\": 200,\"AccessKeyId\":\"STS.iA645eTOXEqP3cg3****\","
    + "\"AccessKeySecret\":\"rV3VQrpFQ4BsyHSAvi5NVLpPIVffDJv4LojU****\","
    + "\"Expiration\":\"2015-11-03T09:52:59Z\",\"SecurityToken\":"
    + "\"CAES7QIIARKAAZPlqaN9ILiQZPS+JDkS/GSZN45RLx4YS/p3OgaUC+oJl3XSlbJ7StKpQ****\"}"

  /// The members of the page of AssumeRole.
  static let assumeRole = """
    {
      "RequestId": "6894B13B-6D71-4EF5-88FA-F32781734A7F",
      "AssumedRoleUser": {
        "AssumedRoleUserId": "344584339364950000:alice",
        "Arn": "acs:sts::1234567890120000:assumed-role/AdminRole/alice"
      },
      "Credentials": {
        "AccessKeyId": "STS.L4aBSCSJVMuKg5U10000",
        "AccessKeySecret": "wyLTSmsyPGP1ohvvw8xYgB29dlGI8KMiH2pK0000",
        "SecurityToken": "\(token)",
        "Expiration": "2015-04-09T11:52:19Z"
      }
    }
    """

  /// The members of the metadata of an ECS instance.
  static let metadata = """
    {
      "AccessKeyId" : "STS.J8exampleID00",
      "AccessKeySecret" : "9PjfExampleSecret00Bf2XAW",
      "Expiration" : "2017-06-09T09:17:19Z",
      "SecurityToken" : "CAIexample+Token/wmBkleCTkyI+",
      "LastUpdated" : "2017-06-09T03:17:18Z",
      "Code" : "Success"
    }
    """

  private static let token =
    "CAES7QIIARKAAZPlqaN9ILiQZPS+JDkS/GSZN45RLx4YS/p3OgaUC+oJl3XSlbJ7StKpQ...."
}
