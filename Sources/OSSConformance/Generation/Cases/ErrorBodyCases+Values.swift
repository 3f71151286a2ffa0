internal import OSSPrimitives
internal import OSSVectors

extension ErrorBodyCases {
  static let texts: [BuiltCase] = [
    members(
      "entities", ["ERR-TXT-1"], "An entity stays encoded.",
      "<Message>&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;</Message>"
    ).flagged("entity"),
    members(
      "references", ["ERR-TXT-1"], "A reference by number stays, or its digits are read wrongly.",
      "<Message>&#65;&#x41;&#x4e2d;&#128512;&#0000066;</Message>"
    ).flagged("entity"),
    members(
      "decoded-once", ["ERR-TXT-1", "ERR-STS-3"],
      "What a reference gives is decoded again, and an escaped ampersand in the request is hidden.",
      "<StringToSign>GET&#10;&#10;&#10;1&#10;/b/k?a=1&amp;amp;b=&amp;lt;&amp;#38;</StringToSign>"
    ).flagged("entity", "html-escaped"),
    members(
      "cdata", ["ERR-TXT-2"], "A CDATA section is dropped, or its markup is read.",
      "<Code><![CDATA[NoSuch]]>Key</Code><Message>a<![CDATA[<b>&amp;]]]]><![CDATA[>]]></Message>"),
    members(
      "line-ends", ["ERR-TXT-3", "ERR-STS-3"], "The CR of a line end stays in the text.",
      "<StringToSign>GET\r\n\r\r\n\n/b/<![CDATA[x\r\ny\r]]>\n</StringToSign>"
    ).flagged("line-end"),
    members(
      "carriage-return-reference", ["ERR-TXT-3", "ERR-STS-3"],
      "A CR that was written as a reference is taken for a line end.",
      "<StringToSign>GET&#13;\n&#xD;</StringToSign>"
    ).flagged("line-end"),
    members(
      "trimmed", ["ERR-TXT-4"], "White space around a value stays.",
      "<Code>\n  A b\t</Code><EC> 1 </EC>"
    ).should,
    members(
      "not-normalized", ["ERR-TXT-5", "ERR-STS-3"], "Decomposed characters are composed.",
      "<StringToSign>/b/e\u{301}\u{E9}\u{FB01}\u{A0}</StringToSign><Message>\u{1F600}</Message>"),
  ]

  static let members: [BuiltCase] = [
    members(
      "case-of-names", ["ERR-MEM-1"], "A member is found without regard to case.",
      "<code>a</code><CODE>b</CODE><Code>c</Code><requestid>d</requestid>"),
    members(
      "first-of-two", ["ERR-MEM-2"], "The last of two members of a name counts.",
      "<Code>A</Code><StringToSign>1</StringToSign><StringToSign>2</StringToSign><Code>B</Code>"
    ).should,
    members(
      "unknown-members", ["ERR-MEM-3"], "A member of another name is lost.",
      "<Code>InvalidPart</Code><PartNumber>3</PartNumber><x-1.y_z>\u{E9}</x-1.y_z><a:b>c</a:b>"
    ).should,
    members(
      "mixed", ["ERR-MEM-4"], "Text beside an inner element is lost, or the inner text joins it.",
      "stray<Message>See <b>this<i/></b> page</Message><Code>A</Code>&#65;"
    ).should.flagged("nested"),
    members(
      "inner-name", ["ERR-MEM-4", "ERR-MEM-1"],
      "The Code of an inner element is taken for the error's.",
      "<Detail><Code>inner</Code></Detail><Code>outer</Code>"
    ).should.flagged("nested"),
    members(
      "eight-levels", ["ERR-MEM-4", "ERR-REF-7"], "Few levels are refused already.",
      "<a><b><c><d><e><f><g>1</g></f></e></d></c></b></a>"
    ).should.flagged("nested"),
    members(
      "bucket-name", ["ERR-MEM-6"], "Bucket comes before BucketName.",
      "<Bucket>a</Bucket><BucketName>b</BucketName><Method>PUT</Method><Endpoint>e.com</Endpoint>"
    ).should,
    members(
      "bucket", ["ERR-MEM-6"], "The bucket is looked for under one name only.",
      "<Code>AccessDenied</Code><Bucket>a</Bucket>"
    ).should,
  ]

  static let strings: [BuiltCase] = [
    members(
      "bytes-alone", ["ERR-STS-1"], "Digits of either case, line breaks or tabs between them fail.",
      "<StringToSignBytes>\n47 45\t54\r\n0a 0A fF\n</StringToSignBytes>"),
    members(
      "bytes-win-over-line-ends", ["ERR-STS-2", "ERR-STS-4"],
      "A CR in the request, which the text cannot show, is not seen.",
      "<StringToSign>GET\r\n/b/</StringToSign><StringToSignBytes>47 45 54 0D 0A 2F 62 2F </StringToSignBytes>"
    ).flagged("line-end"),
    members(
      "bytes-not-utf-8", ["ERR-STS-2", "ERR-STS-4"], "Bytes that are no text are replaced.",
      "<StringToSign>/b/?</StringToSign><StringToSignBytes>2F 62 2F FF 00</StringToSignBytes>"),
    members(
      "text-alone", ["ERR-STS-3"], "The text is trimmed, and a key that ends with a space is lost.",
      "<StringToSign>PUT\n\ntext/plain\n1702747257\n/b/k </StringToSign>"),
    members(
      "bytes-empty", ["ERR-STS-3", "ERR-STS-2"], "An empty list hides the text.",
      "<StringToSign>GET\n</StringToSign><StringToSignBytes> \n</StringToSignBytes>"),
    members(
      "agreement-equal", ["ERR-STS-4", "ERR-STS-2"],
      "Text and bytes that agree are called different.",
      "<StringToSign>GET\n/b/&amp;</StringToSign><StringToSignBytes>47 45 54 0a 2f 62 2f 26</StringToSignBytes>"
    ).should,
    members(
      "agreement-layout", ["ERR-STS-4", "ERR-STS-2"], "Lost empty lines are called another string.",
      "<StringToSign>GET /b/</StringToSign><StringToSignBytes>47 45 54 0a 0a 0a 2f 62 2f</StringToSignBytes>"
    ).should,
    members(
      "agreement-different", ["ERR-STS-4", "ERR-STS-2"],
      "Line ends printed as \\n are not noticed.",
      "<StringToSign>GET\\n/b/</StringToSign><StringToSignBytes>47 45 54 0a 2f 62 2f</StringToSignBytes>"
    ).should,
    members(
      "canonical-request", ["ERR-STS-5"], "The canonical request of V4 is taken from its text.",
      "<StringToSign>OSS4-HMAC-SHA256\n20231216T162057Z\n20231216/cn-hangzhou/oss/aliyun_v4_request\nab</StringToSign>"
        + "<CanonicalRequest>GET /b/k</CanonicalRequest>"
        + "<CanonicalRequestBytes>47 45 54 0A 2F 62 2F 6B 0A 0A</CanonicalRequestBytes>"
    ).should.flagged("v4"),
    members(
      "canonical-request-text", ["ERR-STS-5"], "Without its bytes the canonical request is lost.",
      "<CanonicalRequest>GET\n/b/k\n\n\n\nUNSIGNED-PAYLOAD</CanonicalRequest>"
    ).should.flagged("v4"),
  ]

  static let times: [BuiltCase] = [
    members(
      "time-whole-seconds", ["ERR-TIME-1", "ERR-TIME-4"], "A time without a fraction is not read.",
      "<RequestTime>2023-12-16T16:20:57Z</RequestTime><ServerTime>2023-12-16T16:20:56.999Z</ServerTime>"
    ).flagged("clock-skew"),
    members(
      "time-other-forms", ["ERR-TIME-2", "ERR-TIME-4"], "Only one form of a time is known.",
      "<RequestTime>Sat, 16 Dec 2023 16:20:57 GMT</RequestTime><ServerTime>20231216T162056Z</ServerTime>"
    ).should.flagged("clock-skew"),
    members(
      "time-offset", ["ERR-TIME-2", "ERR-TIME-4"], "The distance from UTC is dropped.",
      "<RequestTime>2023-12-17T00:20:57+08:00</RequestTime><ServerTime> 2023-12-16T16:20:57Z </ServerTime>"
    ).should.flagged("clock-skew"),
    members(
      "time-unreadable", ["ERR-TIME-2", "ERR-TIME-3"],
      "A time or number of another form spoils the rest.",
      "<Code>RequestTimeTooSkewed</Code><RequestTime>2023-13-16T16:20:57Z</RequestTime>"
        + "<ServerTime>2023-12-16T16:20:57Z</ServerTime>"
        + "<MaxAllowedSkewMilliseconds>15 min</MaxAllowedSkewMilliseconds>"
    ).should.flagged("clock-skew"),
    members(
      "skew-limit-too-long", ["ERR-TIME-3"], "A number of many digits overflows.",
      "<MaxAllowedSkewMilliseconds>9999999999999999999999</MaxAllowedSkewMilliseconds>"
    ).should,
  ]
}
