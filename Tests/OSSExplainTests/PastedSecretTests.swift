import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// EXP-EV-2.
@Suite struct `A secret that is pasted` {
  /// A policy with one statement.
  static func policy(allowing action: String, for resource: String) -> String {
    """
    {"Version": "1", "Statement": [{
    "Effect": "Allow", "Action": ["\(action)"],
    "Resource": ["acs:oss:*:*:\(resource)"]
    }]}

    """
  }

  @Test func `is not shown as an argument of a call`() {
    let token = "CAISexample/" + String(repeating: "q7", count: 60)
    let text = Self.policy(allowing: "oss:GetObject", for: "b/a/*")
    for call in ["client.getObject({name: '\(token)'})", "client.getObject('\(token)')"] {
      let pasted =
        text + call + "\nAccessDenied: bucket acl, HostId: b.oss-cn-hangzhou.aliyuncs.com\n"
      let evidence = Evidence(text: pasted.bytes)
      let details = Refusals.explain(evidence).compactMap(\.detail)
      #expect(details.contains { $0.contains("it is one for b/") })
      #expect(!details.contains { $0.contains("q7q7q7q7") }, "\(details)")
    }
  }

  @Test func `is not shown, whatever name it has`() {
    let secret = "8fHk2lQmZpYw7Xn3RtVb5CdEgJsKuA"
    let denied =
      "403 AccessDenied PutObject failed: You have no right to access this object because of user policy.\n"
    let form =
      "<Error><Code>AccessDenied</Code><Message>Invalid according to Policy: Policy Condition failed: "
      + "[\"starts-with\", \"$key\", \"b/\"]</Message></Error>\n"
    let coded = "OGZIazJsUW1acFl3N1huM1J0VmI1Q2RFZ0pzS3VB"
    let texts = [
      "The policy allows only \(coded)/ now\nstore.put('img/a.png', f)\n" + denied,
      "The policy allows only img/ now\nstore.put({secret: '\(coded)/a', name: 'a/b'})\n" + denied,
      "Bucket: b\nSecret Access Key: \(secret)\n" + denied
        + Self.policy(allowing: "oss:PutObject", for: "b/img/*"),
      "Secret Access Key: \(secret)\nx-oss-copy-source: /b/a%2Fb\n<Error><Code>NoSuchKey</Code></Error>\n",
      "Secret for Bucket: \(secret)\n" + denied
        + Self.policy(allowing: "oss:PutObject", for: "b/*"),
      "{\"accessKey\":{\"id\":\"a\",\"key\":\"\(secret)\"}}\n" + form,
      "key: path secretKey=\(secret)\n" + form,
      "AssumeRoleWithOIDC NoPermission: You are not authorized to do this action.\n"
        + "{\"Statement\":[{\"Action\":\"sts:AssumeRole\",\"Effect\":\"Allow\",\"Principal\":{\"Federated\":"
        + "\"acs:ram::1:oidc-provider/a\"},\"Condition\":{\"StringLike\":{\"oidc:sub\":\"repo:a\"}}}]}\n"
        + "sub: repo:b AccessKeySecret: \(secret)\n",
    ]
    for text in texts {
      let evidence = Evidence(text: text.bytes)
      let found = Refusals.explain(evidence)
      #expect(!found.isEmpty, "\(text)")
      for shown in found.compactMap(\.detail) {
        #expect(!shown.contains("8fHk2l") && !shown.contains("OGZIazJs"), "\(shown)")
      }
    }
  }
}
