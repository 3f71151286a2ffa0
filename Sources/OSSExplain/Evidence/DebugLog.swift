internal import OSSJSON
internal import OSSPrimitives

extension ContiguousArray<UInt8> {
  /// What the debug log of the SDK of Python shows of its last request, as a request of HTTP, and the text
  /// without the lines of requests; nil for another text (EXP-EV-8).
  ///
  /// - Complexity: O(*n*) in the length of the text.
  var debugLog: (rest: Bytes, request: Bytes)? {
    let mark = "Send request, method: "
    let lines = parts(at: "\n")
    guard let line = lines.last(where: { $0.contains(mark) }),
      let method = line.between(mark, ", url: "), let url = line.between(", url: ", ", params: "),
      let parameters = line.behind(", params: ")
    else { return nil }
    let query = parameters.pythonMembers.map { name, value in
      let name = name.percentEncoded(keepingSlash: false)
      return value.isEmpty ? name : name + "=".bytes + value.percentEncoded(keepingSlash: false)
    }
    let target = url + (query.isEmpty ? [] : "?".bytes) + query.joined(by: "&")
    let fields = (parameters.behind(", headers: ") ?? Bytes()).pythonMembers.map { name, value in
      name + ": ".bytes + value
    }
    let head = [method + " ".bytes + target + " HTTP/1.1".bytes] + fields
    let others = lines.filter { !$0.contains(mark) && !$0.contains("Init request, method: ") }
    return (others.joined(by: "\n"), head.joined(by: "\n") + "\n".bytes)
  }

  /// The members of the dictionary of Python that the text begins with, but those without a value; none for
  /// another text.
  private var pythonMembers: [(name: Bytes, value: Bytes)] {
    guard first == UInt8(ascii: "{"), let text = object(around: 1),
      let members = (try? JSONReader.read(text.asJSON))?.objectValue?.members
    else { return [] }
    return members.compactMap { member in
      guard let value = member.value.stringValue, value != "None" else { return nil }
      return (member.name.bytes, value.bytes)
    }
  }
}
