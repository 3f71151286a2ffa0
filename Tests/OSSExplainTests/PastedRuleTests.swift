import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// EXP-RULE-1.
@Suite struct `A rule that is pasted` {
  static let denied = "ErrorCode=AccessDenied, ErrorMessage=\"Access denied by bucket policy.\"\n"

  /// A policy with one statement.
  static func policy(
    _ effect: String, _ action: String, _ resource: String, _ condition: String = ""
  ) -> String {
    let more = condition.isEmpty ? "" : ",\n\"Condition\": {\(condition)}"
    return """
      {"Version": "1", "Statement": [{
      "Effect": "\(effect)", "Action": ["\(action)"],
      "Resource": ["acs:oss:*:*:\(resource)"]\(more)
      }]}

      """
  }

  static func addresses(_ verb: String, _ effect: String) -> String {
    policy(effect, "oss:*", "*", "\"\(verb)\": {\"acs:SourceIp\": [\"10.0.0.0/8\", \"192.0.2.9\"]}")
  }

  static let operation = "operation error ListObjectsV2: Error returned by Service.\n"
  static let listing = operation + "Error Code: AccessDenied.\n"

  static let calls = "client.get('a')\nclient.deleteMulti(['a'])\nAccessDenied: bucket acl\n"

  /// A policy with a value of a program in it, and the request that it is made for.
  static func formatted(_ resource: String) -> String {
    let put = "PUT /users/42/a.png HTTP/1.1\nHost: b.oss-cn-hangzhou.aliyuncs.com\n"
    return policy("Allow", "oss:PutObject", "b/" + resource) + put
      + "Authorization: OSS STS.a:AcrzdP5rM/ku07LBi+hfT8UAFXc=\n\n"
      + "<Error><Code>AccessDenied</Code><Message>You have no right.</Message></Error>"
  }

  /// A policy as an object of Python, and the call that is refused.
  static func inPython(_ resource: String) -> String {
    """
    policy = {'Statement': [{
      'Effect': 'Allow', 'Action': ['oss:PutObject'], 'Resource': ['acs:oss:*:*:b/\(resource)'],
    }]}
    bucket.put_object('export/a.csv', data)
    AccessDenied: bucket acl, HostId: b.oss-cn-hangzhou.aliyuncs.com
    """
  }

  static let samples: [(text: String, shown: String?)] = [
    (addresses("NotIpAddress", "Deny") + denied + "I am 198.51.100.7\n", "has 198.51.100.7."),
    (addresses("NotIpAddress", "Deny") + denied + "I am 10.1.2.3\n", nil),
    (addresses("NotIpAddress", "Deny") + denied + "I am 192.0.2.9\n", nil),
    (addresses("NotIpAddress", "Deny") + denied, "(NotIpAddress): look what the request has."),
    (addresses("IpAddress", "Deny") + denied + "I am 10.1.2.3\n", "10.0.0.0/8 192.0.2.9"),
    (addresses("IpAddress", "Allow") + denied + "I am 198.51.100.7\n", "allows it if acs:SourceIp"),
    (policy("Allow", "oss:ListObjects", "b/*") + listing, "for b/*, and it is one for <bucket>."),
    (policy("Allow", "oss:List*", "b") + listing, nil),
    (policy("Allow", "oss:*", "*") + listing, nil),
    (calls + policy("Allow", "oss:GetObject", "b/*"), "does not allow oss:DeleteObject."),
    (calls + policy("Allow", "oss:*", "*"), nil),
    (
      #"""
      var policy = "{\"Statement\": [{\"Effect\": \"Allow\"," +
        "\"Action\": \"oss:*\", \"Resource\": \"acs:oss:*:*:b\"}]}";
      client.get('a') // AccessDenied: because of bucket acl
      """#, "allows oss:GetObject for b, and it is one for <bucket>/<key>."
    ),
    (policy("Allow", "oss:PutObject", "b/*") + listing, "does not allow oss:ListObjects."),
    (formatted("user/%d/*"), "for b/user/%d/*, and it is one for b/users/42/a.png."),
    (formatted("users/%d/*"), nil),
    (formatted("%d/*"), "for b/%d/*, and it is one for b/users/42/a.png."),
    (formatted("users/${uid}"), "for b/users/${uid}, and it is one for b/users/42/a.png."),
    (formatted("users/\" + id + \"/*"), nil),
    (inPython("exports/*"), "for b/exports/*, and it is one for"),
    (inPython("export/*"), nil),
    (
      policy("Allow", "oss:ListObjects", "b", "\"StringLike\": {\"oss:Prefix\": \"a/*\"}")
        + listing,
      "allows it if oss:Prefix a/* (StringLike), and the request has none."
    ),
    (
      policy("Allow", "oss:ListObjects", "b", "\"StringLike\": {\"oss:Prefix\": \"a/*\"}")
        + policy("Allow", "oss:*", "*") + listing, nil
    ),
    (
      policy("Allow", "oss:*", "b/*") + policy("Deny", "oss:DeleteObject", "b/a/*")
        + "$ ossutil rm oss://b/a/c.txt\nErrorCode=AccessDenied\n",
      "denies oss:deleteobject for acs:oss:*:*:b/a/*, which counts before each Allow."
    ),
    (
      policy("Allow", "oss:*", "b/*") + policy("Deny", "oss:DeleteObject", "b/a/*")
        + "$ ossutil rm oss://b/c.txt\nErrorCode=AccessDenied\n", nil
    ),
    (
      policy("Allow", "oss:*", "b/a/*") + "$ ossutil ls oss://b/a/\nErrorCode=AccessDenied\n",
      "allow it for acs:oss:*:*:b, too, if oss:Prefix is a/* (StringLike)."
    ),
    (
      policy("Allow", "oss:PutObject", "b/*")
        + "$ ossutil cp oss://b/c.txt .\nErrorCode=AccessDenied\n",
      "does not allow oss:GetObject."
    ),
    (
      policy("Allow", "oss:PutObject", "b/*")
        + "$ ossutil cp c.txt oss://b/\nErrorCode=AccessDenied\n",
      nil
    ),
    (
      policy("Allow", "oss:*", "*") + "AssumeRole with this policy:\n"
        + policy("Allow", "oss:PutObject", "b/*")
        + "bucket.get_object('a/b')\nAccessDenied: bucket acl\n",
      "does not allow oss:GetObject."
    ),
    (
      "{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": [\"s3:PutObject\"], \"Resource\": [\"*\"]}]}\n"
        + "client.putObject('b', 'a/b', f)\nAccessDenied: bucket acl\n",
      "Actions of OSS begin with oss:, and it has s3:putobject."
    ),
    (
      "{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": [\"oss:*\"], \"Resource\": [\"arn:aws:s3:::b/*\"]}]}\n"
        + "client.putObject('b', 'a/b', f)\nAccessDenied: bucket acl\n",
      "The resource arn:aws:s3:::b/* is not one of OSS: write acs:oss:*:*:<bucket>/<key>."
    ),
    (
      "{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"sts:*\", \"Resource\": \"acs:ram::1:role/a\"}]}\n"
        + "roleArn acs:ram::1:role/b\nNoPermission: You are not authorized to do this action.\n",
      "allows sts:AssumeRole for acs:ram::1:role/a, and it is one for acs:ram::1:role/b."
    ),
    (
      policy("Allow", "oss:DeleteObject", "b/*")
        + "$ ossutil rm oss://b/a/ -r\nErrorCode=AccessDenied\n",
      "does not allow oss:ListObjects."
    ),
    (
      policy("Deny", "oss:*", "b/*", "\"StringNotEquals\": {\"acs:SourceVpc\": [\"vpc-a\"]}")
        + denied,
      "denies it by acs:SourceVpc vpc-a (StringNotEquals): look what the request has."
    ),
    (
      """
      $policy = ['Version' => '1', 'Statement' => [[
        'Effect' => 'Allow', 'Action' => ['oss:PutObject'], 'Resource' => ['acs:oss:*:*:b-1/u-' . $id . '/*'],
      ]]];
      $client->putObject('b-1', 'users/a.jpg', $data); // AccessDenied: because of bucket acl
      """, "for b-1/u-{id}/*, and it is one for b-1/users/a.jpg."
    ),
    (
      "DurationSeconds 3600\nredis.setex(\"a\", 7200, c)\nCode: SecurityTokenExpired\n",
      "valid for 3600 seconds, and are kept for 7200."
    ),
    ("DurationSeconds 3600\nredis.setex(\"a\", 3000, c)\nCode: SecurityTokenExpired\n", nil),
    (
      "form = {\n  key: 'a/' + name,\n}\n<Error><Code>AccessDenied</Code><Message>Invalid according to "
        + "Policy: Policy Condition failed: [\"starts-with\", \"$key\", \"b/\"]</Message></Error>\n",
      "The text has key: 'a/' + name."
    ),
    (
      "whitelist:\nhttps://a.example\n*.b.example\n\nReferer: https://c.example/x\n"
        + "<Error><Code>AccessDenied</Code><Message>You are denied by bucket referer policy."
        + "</Message></Error>\n", "and the Referer is https://c.example/x."
    ),
    (
      "whitelist:\nhttps://a.example\n*.b.example\n\nReferer: https://www.b.example/x\n"
        + "<Error><Code>AccessDenied</Code><Message>You are denied by bucket referer policy."
        + "</Message></Error>\n", nil
    ),
    (
      "Access to fetch at 'x' from origin 'http://localhost:8080' has been blocked by CORS policy\n"
        + "<AllowedOrigin>https://a.example</AllowedOrigin>\n",
      "What is shown allows https://a.example, and the origin is http://localhost:8080."
    ),
    (
      "\u{8DE8}\u{57DF}\u{89C4}\u{5219}\u{6765}\u{6E90} http://localhost:8000 \u{FF0C} GET\n"
        + "No 'Access-Control-Allow-Origin' header is present on the requested resource. Origin "
        + "'http://localhost:3000' is therefore not allowed access.\n",
      "What is shown allows http://localhost:8000, and the origin is http://localhost:3000."
    ),
    (
      "data = {\n key: '/' + dir + name,\n}\n<Error><Code>AccessDenied</Code><Message>Invalid according to "
        + "Policy: Policy Condition failed: [\"starts-with\", \"$key\", \"b/\"]</Message></Error>\n",
      "The text has key: '/' + dir + name. A slash comes before what the condition wants."
    ),
    (
      "<Error><Code>AccessDenied</Code><Message>Invalid according to Policy: Policy Condition failed: "
        + "[\"eq\", \"$x-oss-security-token\", \"\"]</Message></Error>\n",
      "wants an empty x-oss-security-token: leave that condition out"
    ),
    (
      // EXP-EV-8: an entry of HAR with other text around it.
      """
      The network tools show:
      {"request": {"method": "OPTIONS", "url": "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/a",
      "headers": [{"name": "origin", "value": "https://b.example"}]}, "response": {"status": 403,
      "headers": [], "content": {"text": "<Error><Code>AccessForbidden</Code><Message>CORSResponse: This \
      CORS request is not allowed.</Message></Error>"}}}
      our rule: <AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>*</AllowedMethod>
      """, "What is shown allows https://a.example, and the origin is https://b.example."
    ),
    (
      "Access to fetch at 'x' from origin 'http://localhost:8080' has been blocked by CORS policy\n"
        + "<AllowedOrigin>*</AllowedOrigin>\n", nil
    ),
    (
      policy("Allow", "oss:GetObject", "b/*")
        + "$ ossutil cp c.txt oss://b/c.txt returns 403\nErrorCode=AccessDenied\n",
      "does not allow oss:PutObject."
    ),
    (policy("Deny", "oss:*", "b/private/*") + "client.get(key)\nAccessDenied: bucket acl\n", nil),
    (
      "{\"Statement\": [{\"Effect\": \"Allow\", \"NotAction\": [\"ram:*\"], \"Resource\": [\"*\"]}]}\n"
        + "client.get('a')\nAccessDenied: bucket acl\n", nil
    ),
    (
      policy("Allow", "oss:PutObject", "b/a/*")
        + "client.put(key, f, {'Content-Type': 'image/png'})\nAccessDenied: bucket acl\n", nil
    ),
    (
      policy("Allow", "oss:ListObjects", "b", "\"StringLike\": {\"oss:Prefix\": \"a/*\"}")
        + "client.listV2({prefix: 'a/1/'})\nAccessDenied: bucket acl\n", nil
    ),
    (
      addresses("NotIpAddress", "Deny") + denied + "* Trying 198.51.100.7:443...\n",
      "(NotIpAddress): look what the request has."
    ),
  ]

  /// EXP-EV-2.
  @Test func `shows no token that a call is given`() {
    let token = "CAISexample/" + String(repeating: "q7", count: 60)
    let text = Self.policy("Allow", "oss:GetObject", "b/a/*")
    for call in ["client.getObject({name: '\(token)'})", "client.getObject('\(token)')"] {
      let pasted =
        text + call + "\nAccessDenied: bucket acl, HostId: b.oss-cn-hangzhou.aliyuncs.com\n"
      let evidence = Evidence(text: pasted.bytes, string: nil, credentials: nil)
      let details = Refusals.explain(evidence).compactMap(\.detail)
      #expect(details.contains { $0.contains("it is one for b/") })
      #expect(!details.contains { $0.contains("q7q7q7q7") }, "\(details)")
    }
  }

  /// EXP-EV-2.
  @Test func `shows no secret, whatever name it has`() {
    let secret = "8fHk2lQmZpYw7Xn3RtVb5CdEgJsKuA"
    let denied =
      "403 AccessDenied PutObject failed: You have no right to access this object because of user policy.\n"
    let form =
      "<Error><Code>AccessDenied</Code><Message>Invalid according to Policy: Policy Condition failed: "
      + "[\"starts-with\", \"$key\", \"b/\"]</Message></Error>\n"
    let texts = [
      "Bucket: b\nSecret Access Key: \(secret)\n" + denied
        + Self.policy("Allow", "oss:PutObject", "b/img/*"),
      "Secret Access Key: \(secret)\nx-oss-copy-source: /b/a%2Fb\n<Error><Code>NoSuchKey</Code></Error>\n",
      "Secret for Bucket: \(secret)\n" + denied + Self.policy("Allow", "oss:PutObject", "b/*"),
      "{\"accessKey\":{\"id\":\"a\",\"key\":\"\(secret)\"}}\n" + form,
      "key: path secretKey=\(secret)\n" + form,
      "AssumeRoleWithOIDC NoPermission: You are not authorized to do this action.\n"
        + "{\"Statement\":[{\"Action\":\"sts:AssumeRole\",\"Effect\":\"Allow\",\"Principal\":{\"Federated\":"
        + "\"acs:ram::1:oidc-provider/a\"},\"Condition\":{\"StringLike\":{\"oidc:sub\":\"repo:a\"}}}]}\n"
        + "sub: repo:b AccessKeySecret: \(secret)\n",
    ]
    for text in texts {
      let evidence = Evidence(text: text.bytes, string: nil, credentials: nil)
      let found = Refusals.explain(evidence)
      #expect(!found.isEmpty, "\(text)")
      #expect(!found.contains { $0.detail?.contains("8fHk2l") == true }, "\(text)")
    }
  }

  @Test func `is held against the request, and both values are named`() {
    for (text, shown) in Self.samples {
      let evidence = Evidence(text: Bytes(text.utf8), string: nil, credentials: nil)
      let detail = Refusals.explain(evidence).first?.detail ?? ""
      if let shown {
        #expect(detail.contains(shown), "\(text): \(detail)")
      } else {
        #expect(!detail.contains("is shown"), "\(text): \(detail)")
        #expect(!detail.contains("are kept for"), "\(text): \(detail)")
      }
    }
    #expect(Self.samples.count == 51)
  }
}
