import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Callbacks to ask for` {
  @Test func `are equal when they are written alike`() throws {
    let short = try UploadCallback(urls: ["a"], body: "b")
    let long = try UploadCallback(urls: ["a"], host: "h", body: "b", sendsServerName: true)
    #expect(short != long)
    let variables = try CallbackVariables([("x:var2", "é"), ("x:var1", "\"")])
    #expect(variables.formFields == [FormField("x:var2", "é"), FormField("x:var1", "\"")])
    #expect(try variables != CallbackVariables([]))
  }

  static let refusedURLs: [([String], CallbackError)] = [
    ([], .urlCount(0)), (Array(repeating: "a", count: 6), .urlCount(6)),
    (["a", ""], .invalidURL(index: 1, offset: 0)), (["a;b"], .invalidURL(index: 0, offset: 1)),
    (["http://example.com/中文"], .invalidURL(index: 0, offset: 19)),
    (["a b"], .invalidURL(index: 0, offset: 1)), (["a\n"], .invalidURL(index: 0, offset: 1)),
    (["10.101.166.30:test"], .invalidURL(index: 0, offset: 13)),
    (["a:"], .invalidURL(index: 0, offset: 1)), (["a:0/x"], .invalidURL(index: 0, offset: 1)),
    (["a:65536"], .invalidURL(index: 0, offset: 1)), ([":80"], .invalidURL(index: 0, offset: 0)),
    (["https://"], .invalidURL(index: 0, offset: 8)), (["/x"], .invalidURL(index: 0, offset: 0)),
    (["http://[::1/"], .invalidURL(index: 0, offset: 7)),
    (["http://u:p@h/"], .invalidURL(index: 0, offset: 8)),
    (["ftp://a"], .invalidURL(index: 0, offset: 3)),
    (["HTTP://a]b"], .invalidURL(index: 0, offset: 8)),
  ]

  @Test(arguments: refusedURLs)
  func `have one to five URLs`(urls: [String], error: CallbackError) throws {
    #expect(throws: error) { try UploadCallback(urls: urls, body: "b") }
    #expect(try UploadCallback(urls: ["[::1]", "HTTPS://[::1]:8080?a"], body: "b").urls.count == 2)
    #expect(
      try UploadCallback(urls: Array(repeating: "a:65535", count: 5), body: "b").urls.count == 5)
  }

  @Test(
    arguments: [
      ("", .emptyBody), ("${", .invalidVariableReference(offset: 0)),
      ("a=${}", .invalidVariableReference(offset: 2)),
      ("a=${b}&c=${d", .invalidVariableReference(offset: 9)),
    ] as [(String, CallbackError)])
  func `have a body whose variables are whole`(body: String, error: CallbackError) throws {
    #expect(throws: error) { try UploadCallback(urls: ["a"], body: body) }
    for good in ["$", "$a", "{}", "$${a}", "${x:a}${b}", "a=$(object)"] {
      #expect(try UploadCallback(urls: ["a"], body: good).body == good)
    }
  }

  @Test(arguments: ["", "x:", "x", "y:a", "X:a", "x:A", "x:a b", "x:é", "x:a:b", " x:a"])
  func `have variables with names of lower case`(name: String) {
    #expect(throws: CallbackError.invalidVariable(name)) {
      try CallbackVariables([("x:a", "1"), (name, "2")])
    }
    #expect(throws: CallbackError.repeatedVariable("x:a")) {
      try CallbackVariables([("x:a", "1"), ("x:a", "1")])
    }
  }

  @Test func `have at most 5120 bytes as they are sent`() throws {
    // 5120 characters of base64 are 3840 bytes; 38 of them stand about a body of one byte.
    let longest = String(repeating: "b", count: 3840 - 37)
    #expect(try UploadCallback(urls: ["a"], body: longest).parameter.utf8.count == 5120)
    #expect(throws: CallbackError.tooLong(byteCount: 5124)) {
      try UploadCallback(urls: ["a"], body: longest + "b")
    }
    #expect(throws: CallbackError.tooLong(byteCount: 5348)) {
      try CallbackVariables([("x:a", String(repeating: "b", count: 4000))]).parameter
    }
    let fields = try CallbackVariables([("x:a", String(repeating: "b", count: 4000))]).formFields
    #expect(fields.map(\.value.utf8.count) == [4000])
    #expect(throws: CallbackError.invalidHost(offset: 1)) {
      try UploadCallback(urls: ["a"], host: "h\r\nX: y", body: "b")
    }
  }
}
