import OSSServices
import OSSSigning

/// A published example of the RPC signature: every parameter but the signature.
struct RPCExample: Sendable, CustomStringConvertible {
  let description: String
  let method: RPCRequest.Method
  let secret: String
  let parameters: [QueryParameter]
  let signature: String?
  let stringToSign: String

  static let all: [RPCExample] = [
    // ruby spec/aliyun/sts/util_spec.rb.
    RPCExample(
      description: "sts-ruby-post", method: .post, secret: "helloworld",
      parameters: [
        QueryParameter("Action", "AssumeRole"),
        QueryParameter("RoleArn", "role-1"),
        QueryParameter("RoleSessionName", "app-1"),
        QueryParameter("DurationSeconds", "300"),
        QueryParameter("Format", "XML"),
        QueryParameter("Version", "2015-04-01"),
        QueryParameter("AccessKeyId", "xxx"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("SignatureNonce", "3.14159"),
        QueryParameter("Timestamp", "2015-12-07T07:18:41Z"),
      ],
      signature: "92ta30QopCT4YTbRCaWtS31kyeg=",
      stringToSign: """
        POST&%2F&AccessKeyId%3Dxxx%26Action%3DAssumeRole%26DurationSeconds%3D300%26Format%3D\
        XML%26RoleArn%3Drole-1%26RoleSessionName%3Dapp-1%26SignatureMethod%3DHMAC-SHA1%26Sig\
        natureNonce%3D3.14159%26SignatureVersion%3D1.0%26Timestamp%3D2015-12-07T07%253A18%25\
        3A41Z%26Version%3D2015-04-01
        """),
    // ruby spec/aliyun/sts/util_spec.rb.
    RPCExample(
      description: "sts-ruby-get", method: .get, secret: "helloworld",
      parameters: [
        QueryParameter("Action", "AssumeRole"),
        QueryParameter("RoleArn", "role-1"),
        QueryParameter("RoleSessionName", "app-1"),
        QueryParameter("DurationSeconds", "300"),
        QueryParameter("Format", "XML"),
        QueryParameter("Version", "2015-04-01"),
        QueryParameter("AccessKeyId", "xxx"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("SignatureNonce", "3.14159"),
        QueryParameter("Timestamp", "2015-12-07T07:18:41Z"),
      ],
      signature: "nvMmnOSxGrfK+1zf0oFR5RB2M7k=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Dxxx%26Action%3DAssumeRole%26DurationSeconds%3D300%26Format%3DX\
        ML%26RoleArn%3Drole-1%26RoleSessionName%3Dapp-1%26SignatureMethod%3DHMAC-SHA1%26Sign\
        atureNonce%3D3.14159%26SignatureVersion%3D1.0%26Timestamp%3D2015-12-07T07%253A18%253\
        A41Z%26Version%3D2015-04-01
        """),
    // docs STS signature mechanism (AlibabaCloudDocs/ram).
    RPCExample(
      description: "sts-docs-assumerole", method: .get, secret: "testsecret",
      parameters: [
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("Format", "JSON"),
        QueryParameter("Timestamp", "2015-09-01T05:57:34Z"),
        QueryParameter("RoleArn", "acs:ram::1234567890123:role/firstrole"),
        QueryParameter("RoleSessionName", "client"),
        QueryParameter("AccessKeyId", "testid"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("Version", "2015-04-01"),
        QueryParameter("Action", "AssumeRole"),
        QueryParameter("SignatureNonce", "571f8fb8-506e-11e5-8e12-b8e8563dc8d2"),
      ],
      signature: "gNI7b0AyKZHxDgjBGPDgJ1Ce3L4=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Dtestid%26Action%3DAssumeRole%26Format%3DJSON%26RoleArn%3Dacs%2\
        53Aram%253A%253A1234567890123%253Arole%252Ffirstrole%26RoleSessionName%3Dclient%26Si\
        gnatureMethod%3DHMAC-SHA1%26SignatureNonce%3D571f8fb8-506e-11e5-8e12-b8e8563dc8d2%26\
        SignatureVersion%3D1.0%26Timestamp%3D2015-09-01T05%253A57%253A34Z%26Version%3D2015-0\
        4-01
        """),
    // docs IMS request signatures.
    RPCExample(
      description: "rpc-docs-ims-createuser", method: .get, secret: "testsecret",
      parameters: [
        QueryParameter("Action", "CreateUser"),
        QueryParameter("UserPrincipalName", "test@example.onaliyun.com"),
        QueryParameter("DisplayName", "test"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("Format", "JSON"),
        QueryParameter("Timestamp", "2021-01-15T06:02:28Z"),
        QueryParameter("AccessKeyId", "testid"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("Version", "2019-08-15"),
        QueryParameter("SignatureNonce", "3f6b4e80-56f7-11eb-a256-a9f756ea7e85"),
      ],
      signature: "02heLegtw4+BFamznl1Ltj+vJ4A=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Dtestid%26Action%3DCreateUser%26DisplayName%3Dtest%26Format%3DJ\
        SON%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3D3f6b4e80-56f7-11eb-a256-a9f756e\
        a7e85%26SignatureVersion%3D1.0%26Timestamp%3D2021-01-15T06%253A02%253A28Z%26UserPrin\
        cipalName%3Dtest%2540example.onaliyun.com%26Version%3D2019-08-15
        """),
    // docs ECS RPC signature.
    RPCExample(
      description: "rpc-docs-ecs-describeregions", method: .get, secret: "testsecret",
      parameters: [
        QueryParameter("Action", "DescribeRegions"),
        QueryParameter("AccessKeyId", "testid"),
        QueryParameter("Format", "XML"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureNonce", "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("Timestamp", "2016-02-23T12:46:24Z"),
        QueryParameter("Version", "2014-05-26"),
      ],
      signature: "OLeaidS1JvxuMvnyHOwuJ+uX5qY=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Dtestid%26Action%3DDescribeRegions%26Format%3DXML%26SignatureMe\
        thod%3DHMAC-SHA1%26SignatureNonce%3D3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf%26Signature\
        Version%3D1.0%26Timestamp%3D2016-02-23T12%253A46%253A24Z%26Version%3D2014-05-26
        """),
    // docs SMS RPC signature (also Elixir Aliyun.Util.SignTest).
    RPCExample(
      description: "rpc-docs-sendsms", method: .get, secret: "testSecret",
      parameters: [
        QueryParameter("AccessKeyId", "testId"),
        QueryParameter("Action", "SendSms"),
        QueryParameter("Format", "XML"),
        QueryParameter("OutId", "123"),
        QueryParameter("PhoneNumbers", "15300000001"),
        QueryParameter("RegionId", "cn-hangzhou"),
        QueryParameter("SignName", "阿里云短信测试专用"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureNonce", "45e25e9b-0a6f-4070-8c85-2956eda1b466"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("TemplateCode", "SMS_71390007"),
        QueryParameter("TemplateParam", "{\"customer\":\"test\"}"),
        QueryParameter("Timestamp", "2017-07-12T02:42:19Z"),
        QueryParameter("Version", "2017-05-25"),
      ],
      signature: "zJDF+Lrzhj/ThnlvIToysFRq6t4=",
      stringToSign: """
        GET&%2F&AccessKeyId%3DtestId%26Action%3DSendSms%26Format%3DXML%26OutId%3D123%26Phone\
        Numbers%3D15300000001%26RegionId%3Dcn-hangzhou%26SignName%3D%25E9%2598%25BF%25E9%258\
        7%258C%25E4%25BA%2591%25E7%259F%25AD%25E4%25BF%25A1%25E6%25B5%258B%25E8%25AF%2595%25\
        E4%25B8%2593%25E7%2594%25A8%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3D45e25e9\
        b-0a6f-4070-8c85-2956eda1b466%26SignatureVersion%3D1.0%26TemplateCode%3DSMS_71390007\
        %26TemplateParam%3D%257B%2522customer%2522%253A%2522test%2522%257D%26Timestamp%3D201\
        7-07-12T02%253A42%253A19Z%26Version%3D2017-05-25
        """),
    // alibaba-cloud-sdk-go rpc_signature_composer_test.go.
    RPCExample(
      description: "rpc-go-mock", method: .get, secret: "accessKeySecret",
      parameters: [
        QueryParameter("Version", ""),
        QueryParameter("Action", ""),
        QueryParameter("Format", "JSON"),
        QueryParameter("Timestamp", "mock date"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("SignatureType", ""),
        QueryParameter("SignatureNonce", "MOCK_UUID"),
        QueryParameter("AccessKeyId", "accessKeyId"),
        QueryParameter("RegionId", "regionId"),
      ],
      signature: "7loPmFjvDnzOVnQeQNj85S6nFGY=",
      stringToSign: """
        GET&%2F&AccessKeyId%3DaccessKeyId%26Action%3D%26Format%3DJSON%26RegionId%3DregionId%\
        26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3DMOCK_UUID%26SignatureType%3D%26Sign\
        atureVersion%3D1.0%26Timestamp%3Dmock%2520date%26Version%3D
        """),
    // alibaba-cloud-sdk-go rpc_signature_composer_test.go.
    RPCExample(
      description: "rpc-go-mock-token", method: .get, secret: "accessKeySecret",
      parameters: [
        QueryParameter("Version", ""),
        QueryParameter("Action", ""),
        QueryParameter("Format", "JSON"),
        QueryParameter("Timestamp", "mock date"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("SignatureType", ""),
        QueryParameter("SignatureNonce", "MOCK_UUID"),
        QueryParameter("AccessKeyId", "accessKeyId"),
        QueryParameter("RegionId", "regionId"),
        QueryParameter("SecurityToken", "accessKeyStsToken"),
      ],
      signature: "5Nxdcler+ihqWqv0Hr2On4PsBf4=",
      stringToSign: """
        GET&%2F&AccessKeyId%3DaccessKeyId%26Action%3D%26Format%3DJSON%26RegionId%3DregionId%\
        26SecurityToken%3DaccessKeyStsToken%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3\
        DMOCK_UUID%26SignatureType%3D%26SignatureVersion%3D1.0%26Timestamp%3Dmock%2520date%2\
        6Version%3D
        """),
    // alibaba-cloud-sdk-go rpc_signature_composer_test.go; credentials-python test_util.py.
    RPCExample(
      description: "rpc-go-sts-two", method: .get, secret: "secret",
      parameters: [
        QueryParameter("key", "value"),
        QueryParameter("q", "value"),
      ],
      signature: nil,
      stringToSign: """
        GET&%2F&key%3Dvalue%26q%3Dvalue
        """),
    // alibaba-cloud-sdk-go rpc_signature_composer_test.go; credentials-python test_util.py.
    RPCExample(
      description: "rpc-go-sts-url", method: .get, secret: "secret",
      parameters: [
        QueryParameter("key", "value"),
        QueryParameter("q", "http://domain/?q=value&q2=value2"),
      ],
      signature: nil,
      stringToSign: """
        GET&%2F&key%3Dvalue%26q%3Dhttp%253A%252F%252Fdomain%252F%253Fq%253Dvalue%2526q2%253D\
        value2
        """),
    // aliyun-openapi-python-sdk core tests/test_request.py.
    RPCExample(
      description: "rpc-python-regionid", method: .get, secret: "secret",
      parameters: [
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("Format", "None"),
        QueryParameter("Timestamp", "7e1c7d12-7551-4856-8abb-1938ccac6bcc"),
        QueryParameter("RegionId", "regionid"),
        QueryParameter("AccessKeyId", "accesskeyid"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("Version", "version"),
        QueryParameter("Action", "action_name"),
        QueryParameter("SignatureNonce", "2018-12-04T04:03:12Z"),
        QueryParameter("SignatureType", ""),
      ],
      signature: "Ej4GsaOI7FJyN00E5OpDHHCx2vk=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Daccesskeyid%26Action%3Daction_name%26Format%3DNone%26RegionId%\
        3Dregionid%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3D2018-12-04T04%253A03%253\
        A12Z%26SignatureType%3D%26SignatureVersion%3D1.0%26Timestamp%3D7e1c7d12-7551-4856-8a\
        bb-1938ccac6bcc%26Version%3Dversion
        """),
    // aliyun-openapi-python-sdk core test_rpc_signature_composer.py (commented assertion).
    RPCExample(
      description: "rpc-python-composer", method: .get, secret: "access_key_secret",
      parameters: [
        QueryParameter("SignatureVersion", "1.0"),
        QueryParameter("Format", "JSON"),
        QueryParameter("Timestamp", "7e1c7d12-7551-4856-8abb-1938ccac6bcc"),
        QueryParameter("AccessKeyId", "access_key_id"),
        QueryParameter("SignatureMethod", "HMAC-SHA1"),
        QueryParameter("SignatureType", ""),
        QueryParameter("SignatureNonce", "2018-12-04T04:03:12Z"),
      ],
      signature: "5AYPtZduFYvj3ETTIQlivGqL7Ic=",
      stringToSign: """
        GET&%2F&AccessKeyId%3Daccess_key_id%26Format%3DJSON%26SignatureMethod%3DHMAC-SHA1%26\
        SignatureNonce%3D2018-12-04T04%253A03%253A12Z%26SignatureType%3D%26SignatureVersion%\
        3D1.0%26Timestamp%3D7e1c7d12-7551-4856-8abb-1938ccac6bcc
        """),
  ]
}
