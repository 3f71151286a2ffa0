import OSSSigning
import Testing

@Suite struct `Endpoints of a CloudBox` {
  /// V4-SCO-5.
  @Test(arguments: [
    ("https://cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com", "cb-123"),
    ("http://CB-F8z.cn-shenzhen.oss-cloudbox-control.aliyuncs.com:8080/p", "cb-f8z"),
  ])
  func `name its ID`(endpoint: String, id: String) throws {
    #expect(try Endpoint(endpoint).cloudBoxID == id)
  }

  @Test(arguments: [
    "https://oss-cn-hangzhou.aliyuncs.com", "https://cb-.cn-hangzhou.oss-cloudbox.aliyuncs.com",
    "https://ab-123.cn-hangzhou.oss-cloudbox.aliyuncs.com",
    "https://cb-123.cn-hangzhou.oss-cloudbox-x.aliyuncs.com",
    "https://cb-123.oss-cloudbox.aliyuncs.com", "https://b.cb-123.r.oss-cloudbox.aliyuncs.com",
    "https://cb-123.cn-hangzhou.oss-cloudbox.aliyuncs.com.evil",
    "https://cb-123.cn-hangzhou.oss-cloudbox.example.com", "http://192.0.2.1", "http://[::1]",
  ])
  func `differ from others`(endpoint: String) throws {
    #expect(try Endpoint(endpoint).cloudBoxID == nil)
  }
}
