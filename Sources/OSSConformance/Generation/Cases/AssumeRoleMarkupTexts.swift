/// An answer to AssumeRole in XML, of which each part is markup.
struct AssumeRoleBody {
  /// What stands before the root.
  var prolog = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  var root = "AssumeRoleResponse"
  /// The attributes of the root.
  var attributes = ""
  /// What stands in the root before the credentials.
  var before = "<RequestId>6894B13B-6D71-4EF5-88FA-F32781734A7F</RequestId>"
  /// What stands in it after them.
  var after = ""
  /// The four, each a name and what is in the element.
  var four: [(name: String, content: String)] = [
    ("AccessKeyId", TokenBody.id), ("AccessKeySecret", TokenBody.secret),
    ("SecurityToken", TokenBody.token), ("Expiration", TokenBody.expiration),
  ]
  /// What stands in the credentials beside the four.
  var beside = ""

  /// The body after a change.
  func with(_ change: (inout AssumeRoleBody) -> Void) -> AssumeRoleBody {
    var result = self
    change(&result)
    return result
  }

  /// The body with something else in one of the four.
  func with(_ name: String, _ content: String) -> AssumeRoleBody {
    with { body in
      for index in body.four.indices where body.four[index].name == name {
        body.four[index].content = content
      }
    }
  }

  /// The element `Credentials`.
  var credentials: String {
    "<Credentials>" + four.map { "<\($0.name)>\($0.content)</\($0.name)>" }.joined() + beside
      + "</Credentials>"
  }

  /// The whole text; other credentials may stand in it.
  func text(_ credentials: String? = nil) -> String {
    "\(prolog)<\(root)\(attributes)>\(before)\(credentials ?? self.credentials)\(after)</\(root)>"
  }
}
