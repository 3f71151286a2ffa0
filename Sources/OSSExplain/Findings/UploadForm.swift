internal import OSSAppServer
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

/// The upload form in the body of a request.
struct UploadForm {
  private(set) var fields: [FormField] = []
  /// Why OSS cannot read the form; nil where it can.
  private(set) var fault: String?
  /// How many of the fields OSS reads: those before the file.
  private var readCount = 0

  /// Reads a form; nil for a request of another kind.
  init?(_ request: SentRequest) {
    guard request.method.isText("POST"), request.form != .input else { return nil }
    let type = request.value(of: "content-type") ?? []
    guard type.begins(with: "multipart/form-data"), let rest = type.behind("boundary=") else {
      fault = "It has no Content-Type of multipart/form-data with a boundary."
      return
    }
    let mark = "--".bytes + rest.halves(at: ";").before.filter { $0 != UInt8(ascii: "\"") }
    var files: [String] = []
    var part: [Bytes] = []
    for line in request.body.replacing("\r\n", with: "\n").parts(at: "\n") + [mark] {
      if line.prefix(mark.count) != mark[...] {
        part.append(line)
        continue
      }
      take(part, &files)
      part = []
    }
    if let file = files.first, file != "file" {
      fault = "The file is in the field \(file.shown), and not in one named file."
    } else if fields.isEmpty || files.isEmpty && value(of: "file") == nil {
      fault = fault ?? (request.body.isEmpty ? nil : "It has no field named file.")
    }
  }

  /// Takes the lines of a part: its head, an empty line, its value.
  private mutating func take(_ lines: [Bytes], _ files: inout [String]) {
    let head = lines.prefix { !$0.stripped.isEmpty }
    guard let first = head.first else { return }
    if !first.lowercased.begins(with: "content-disposition") {
      fault = "A part begins with another header than Content-Disposition."
    }
    if first.contains(";name=") || first.contains(";filename=") {
      fault = "Content-Disposition has a ; without a blank behind it."
    }
    let text = Array(head).joined(by: ";").replacing(";", with: "; ")
    guard let name = Self.parameter("name", in: text) else { return }
    if files.isEmpty {
      readCount += 1
    } else {
      fault = fault ?? "The field \(name.shown) comes after the file."
    }
    if Self.parameter("filename", in: text) != nil { files.append(name) }
    let value = Array(lines.dropFirst(head.count + 1)).joined(by: "\n").stripped
    fields.append(FormField(name, value.text))
  }

  /// A parameter of a Content-Disposition, in its quotes.
  private static func parameter(_ name: String, in head: Bytes) -> String? {
    head.behind(" \(name)=\"").map { Bytes($0.prefix { $0 != UInt8(ascii: "\"") }).text }
  }

  /// The value of a field, whose name is given in any case.
  func value(of name: String) -> String? { Self.value(of: name, in: fields[...]) }

  /// The value of a field that OSS reads.
  func read(_ name: String) -> String? { Self.value(of: name, in: fields.prefix(readCount)) }

  private static func value(of name: String, in fields: ArraySlice<FormField>) -> String? {
    let name = name.lowercasedBytes.text
    return fields.first { $0.name.bytes[...].isCaseless(name) }?.value
  }

  /// What the form lacks, or has behind the file; nil where it has all, or is not shown (EXP-FORM-4).
  ///
  /// - Parameter isSigned: whether one without any part of a signature is complete with its key.
  func lack(isSigned: Bool) -> String? {
    if fields.isEmpty { return nil }
    let isV4 = value(of: "x-oss-credential") != nil
    let marks = ["policy"] + (isV4 ? ["x-oss-signature"] : ["ossaccesskeyid", "signature"])
    let isWithout = marks.allSatisfy { value(of: $0) == nil }
    let due = ["key"] + (isWithout && isSigned ? [] : marks)
    guard let name = due.first(where: { read($0) == nil }) else { return nil }
    return value(of: name) == nil
      ? "The form has no field \(name)." : "The field \(name) comes after the file."
  }
}

/// What an upload form, its policy and a callback show beside an answer about them (EXP-FORM-1).
struct FormStep {
  let facts: Facts
  let rule: Rule?

  var findings: [Found] {
    if facts.code == "SignatureDoesNotMatch" { return signed }
    if facts.code == "InvalidArgument", let fault = variableFault {
      return [Found("callback-malformed", .likely, fault)]
    }
    if rule?.cause == "callback-malformed" {
      return callbackFault.map { [Found("callback-malformed", .likely, $0)] } ?? []
    }
    if rule?.cause == "callback-failed" { return callback }
    guard facts.request != nil, let form = facts.form else { return [] }
    if facts.error == nil { return alone(form) }
    let isForm = rule?.cause?.begins(with: "post-") == true
    let isPost = facts.request?.path.isText("/") == true
    guard
      isForm
        || isPost && ["MethodNotAllowed", "InvalidArgument", "AccessDenied"].contains(facts.code)
    else { return [] }
    let isDenied =
      facts.code == "AccessDenied" && facts.error?["AccessDeniedDetail/AuthAction"] == nil
    let isAnonymous = isDenied && rule.map { $0.cause == "not-signed" } != false
    // OSS may name the ACL, too, where it finds no signature.
    let isAskedFor =
      rule?.cause == "post-field-missing" || isAnonymous
      || isDenied && rule?.cause == "permission-denied"
    let lack = form.lack(isSigned: !isAnonymous).map {
      [Found("post-field-missing", .likely, $0)]
    }
    if isAskedFor, let lack { return lack }
    if rule?.cause == "post-form-malformed" || facts.code == "MethodNotAllowed" {
      return form.fault.map { [Found("post-form-malformed", .likely, $0)] } ?? []
    }
    let found = form.value(of: "policy").map { policy($0, form) } ?? []
    return found.isEmpty && rule == nil ? lack ?? [] : found
  }

  /// What a form shows without an answer.
  private func alone(_ form: UploadForm) -> [Found] {
    // A head without a body says no more than that the form is refused.
    let head = (facts.evidence.answer ?? []).halves(at: "\n").before
    let isRefused = head.contains(" 40") && facts.answer.body.stripped.isEmpty
    guard isRefused || facts.answer.value(of: "date") == nil, let text = form.value(of: "policy")
    else { return [] }
    if let own = facts.evidence.string?.stripped, own.begins(with: "{"),
      text.bytes.base64Decoded?.stripped == own
    {
      return [Found("form-string-differs", .likely, "The client signs the JSON, before base64.")]
    }
    if form.read("signature")?.isEmpty == true {
      return [Found("post-field-missing", .likely, "The field Signature is empty.")]
    }
    if facts.request?.path.isText("/") == false {
      let detail = "A form is posted to the bucket itself, to /: the key is a field of it."
      return [Found("method-not-allowed", .likely, detail)]
    }
    if let lack = form.lack(isSigned: true) { return [Found("post-field-missing", .likely, lack)] }
    return policy(text, form)
  }

  /// What a form is signed over, which is the text of its field policy (EXP-FORM-3).
  private var signed: [Found] {
    guard let server = facts.error?.stringToSign, let json = server.base64Decoded,
      json.begins(with: "{")
    else { return [] }
    guard let own = facts.evidence.string?.stripped else {
      if let name = facts["signed-json"] {
        let detail = "The code signs \(name.text.shown), which is the JSON, before base64."
        return [Found("form-string-differs", .likely, detail)]
      }
      return [Found("form-string-differs", .possible), Found("secret-wrong", .possible)]
    }
    if own == server { return [] }
    let isJSON = own == json.stripped
    return [
      Found(
        "form-string-differs", .likely, isJSON ? "The client signs the JSON, before base64." : nil)
    ]
  }

  /// What is wrong with the policy; certain where OSS says of the policy that it is wrong.
  private func policy(_ text: String, _ form: UploadForm) -> [Found] {
    func found(_ cause: String, _ detail: String) -> [Found] {
      [Found(cause, cause == rule?.cause ? .certain : .likely, detail)]
    }
    guard let bytes = text.bytes.base64Decoded else {
      return found("post-policy-malformed", "The field policy is no base64.")
    }
    let policy: PostPolicy
    do throws(PostPolicyError) { policy = try PostPolicy(bytes: bytes) } catch {
      return found("post-policy-malformed", error.description)
    }
    let times = [facts.answer.value(of: "date"), facts.request?.value(of: "date")]
    let now = times.compactMap { $0.flatMap(TimeText.any) }.first
    let bucket = facts["host-bucket"]?.text ?? ""
    let sent = PostForm(bucket: bucket, fields: form.fields, fileByteCount: 1)
    let moment = Moment(milliseconds: (now ?? 0) * 1000)
    for fault in policy.faults(of: sent, at: moment) {
      switch fault {
      case .policyExpired:
        let ago = now.map { TimeText.reason($0 - policy.expiration.seconds) } ?? ""
        return found("post-policy-expired", fault.description + ago)
      // The file is rarely shown as it was.
      case .conditionFailed(_, .contentLength): continue
      case .conditionFailed(_, .field(let name, _)) where form.lacks(name),
        .conditionFailed(_, .equal(let name, _)) where form.lacks(name):
        return found("post-policy-refused", form.absence(of: name))
      case .conditionFailed(_, let condition):
        let values = form.values(of: condition).map { " " + $0 } ?? ""
        return found("post-policy-refused", fault.description + values)
      default: continue
      }
    }
    return []
  }

  /// The callback that is asked for, as it is sent.
  private var callbackText: Bytes? {
    facts.request?.value(of: "x-oss-callback") ?? facts.request?.parameter("callback")
      ?? facts.form?.value(of: "callback")?.bytes
      ?? (facts.error?["ArgumentName"] == "callback" ? facts.error?["ArgumentValue"]?.bytes : nil)
      ?? facts.evidence.pasted.behind("callback=eyJ").map { text in
        "eyJ".bytes + Bytes(text.prefix { $0.isLetterOrDigit || "+/=".utf8.contains($0) })
      }
  }

  /// The callback as JSON, where it can be decoded.
  var callbacks: [Bytes] { [callbackText?.base64Decoded].compactMap { $0 } }

  /// The variable of the callback whose name OSS does not take; nil without one (CALL-VAR-2).
  private var variableFault: String? {
    let text =
      facts.request?.value(of: "x-oss-callback-var") ?? facts.request?.parameter("callback-var")
    let variables = (try? JSONReader.read(text?.base64Decoded ?? []))?.objectValue
    let other = variables?.members.first { variable in
      !variable.name.begins(with: "x:") || variable.name.bytes.lowercased != variable.name.bytes
    }
    return other.map {
      "The name of each variable begins with x: and has small letters alone; one is \($0.name.shown)."
    }
  }

  /// What is wrong with the text of a callback that OSS does not take (EXP-FORM-2).
  private var callbackFault: String? {
    guard let given = callbackText else { return nil }
    let decoded = given.base64Decoded
    let text = decoded?.stripped.begins(with: "{") == true ? decoded ?? given : given
    if text.stripped.begins(with: "{"), (try? JSONReader.read(text)) == nil {
      let isBare = ["\":\"{\"", "\": \"{\""].contains { text.contains($0) }
      return isBare
        ? "It is no JSON: the quotation marks inside the text callbackBody need a backslash."
        : "It is no JSON."
    }
    guard let bytes = decoded else { return "It is no base64." }
    guard let callback = (try? JSONReader.read(bytes))?.objectValue else {
      return "Its base64 holds no object of JSON."
    }
    for name in ["callbackUrl", "callbackBody"]
    where callback[name]?.stringValue?.isEmpty != false {
      return "It has no \(name)."
    }
    let type = callback["callbackBodyType"]?.stringValue ?? ""
    // A variable is a text or a number where OSS fills it in.
    let body = (callback["callbackBody"]?.stringValue ?? "").bytes
    let parts = body.replacing("${", with: "\u{1}").parts(at: "\u{1}")
    let values = parts.dropFirst().map { "0".bytes + ($0.halves(at: "}").after ?? []) }
    let filled = Bytes((parts.prefix(1) + values).joined())
    if type == "application/json", (try? JSONReader.read(filled)) == nil {
      return "Its callbackBodyType is application/json, and its callbackBody is no JSON."
    }
    return nil
  }

  /// Why a callback may fail: OSS does not reach its URL (EXP-FORM-2).
  private var callback: [Found] {
    // A text may show it decoded.
    let pasted = facts.evidence.pasted
    let shown = pasted.index(of: "\"callbackUrl\"").flatMap { pasted.object(around: $0) }
    let callback = [callbackText?.base64Decoded, shown].lazy.compactMap { text in
      text.flatMap { try? JSONReader.read($0) }?.objectValue
    }.first
    let said = pasted.behind("\"callbackUrl\":").map {
      Bytes($0.dropFirst($0.first == 0x20 ? 2 : 1))
    }
    let named = said.map { Bytes($0.prefix { $0 != UInt8(ascii: "\"") }) }
    guard let url = (callback?["callbackUrl"]?.stringValue?.bytes ?? named)?.lowercased else {
      return []
    }
    let isPrivate = ["localhost", "127.", "10.", "192.168."].contains { host in
      ["", "http://", "https://"].contains { url.begins(with: $0 + host) }
    }
    if isPrivate { return [Found("callback-host-private", .likely)] }
    let message = facts["message"] ?? []
    let isUnanswered = ["502", "-1", "ssl", "tls"].contains { message.contains($0) }
    // A server that is only slow has been reached.
    guard url.contains("https://"), callback?["callbackSNI"]?.boolValue != true, isUnanswered,
      !message.contains("timeout")
    else { return [] }
    let detail = "A server that needs the name ends the handshake."
    return [Found("callback-without-server-name", .likely, detail)]
  }
}

extension UploadForm {
  /// Whether it has no field of a name, which is not the bucket: OSS takes that from the host.
  fileprivate func lacks(_ name: String) -> Bool { name != "bucket" && value(of: name) == nil }

  /// What a field has and what a condition wants, if it is the key or what the form asks for; nil where it
  /// may be a secret.
  fileprivate func values(of condition: PostCondition) -> String? {
    let (name, wanted, verb): (String, String, String)
    switch condition {
    case .startsWith(let field, let start): (name, wanted, verb) = (field, start, "begins with")
    case .field(let field, let value), .equal(let field, let value):
      (name, wanted, verb) = (field, value, "is")
    case .contentLength, .oneOf, .noneOf: return nil
    }
    guard ["key", "content-type", "bucket"].contains(where: { name.bytes[...].isCaseless($0) }),
      let own = value(of: name)
    else { return nil }
    let hasSlash = own.begins(with: "/") && !wanted.begins(with: "/")
    return "The form has \(own.shown), and the policy wants one that \(verb) \(wanted.shown)."
      + (hasSlash ? " A key begins with no slash." : "")
  }

  /// That it has no such field, with one that has another character in its name.
  fileprivate func absence(of name: String) -> String {
    let other = fields.first { field in
      field.name.bytes.replacing("_", with: "-")[...].isCaseless(name)
    }
    let near = other.map { "; it has \($0.name.shown)" } ?? ""
    return "The policy wants the field \(name.shown), which the form has not\(near)."
  }
}
