internal import OSSAppServer
internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices
internal import OSSVectors

/// What an upload form, its policy and a callback show beside an answer about them (EXP-FORM-1).
enum FormDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    if clues.code == "SignatureDoesNotMatch" { return signed(clues) }
    guard let request = clues.request, clues.error != nil else { return [] }
    let rule = AnswerRule.first(for: clues)
    if rule?.cause == .callbackFailed { return callback(request, clues) }
    let isForm = rule.map { AnswerRule.ofForms.map(\.cause).contains($0.cause) } == true
    let isPost = request.method?.isText("POST") == true && request.bucketPath.isEmpty
    let codes = ["MethodNotAllowed", "InvalidArgument", "AccessDenied"]
    guard isForm || isPost && codes.contains(clues.code) else { return [] }
    let form = UploadForm(request)
    let isAnonymous =
      clues.code == "AccessDenied" && rule.map { $0.cause == .notSigned } != false
      && clues.error?["AccessDeniedDetail/AuthAction"] == nil
    let lack = form.lack(isSigned: !isAnonymous).map { [Explanation(.fieldMissing, .likely, $0)] }
    if rule?.cause == .fieldMissing || isAnonymous, let lack { return lack }
    if rule?.cause == .formMalformed || clues.code == "MethodNotAllowed" {
      return form.fault.map { [Explanation(.formMalformed, .likely, $0)] } ?? []
    }
    let found = form.policy.map { policy($0, form, clues, rule?.cause) } ?? []
    return found.isEmpty && rule == nil ? lack ?? [] : found
  }

  /// What a form is signed over, which is the text of its field policy (EXP-FORM-3).
  private static func signed(_ clues: Clues) -> [Explanation] {
    guard let server = clues.error?.stringToSign, let json = try? Base64.decode(server.text),
      json.hasPrefix("{")
    else { return [] }
    guard let own = clues.evidence.string?.stripped else {
      return [Explanation(.formString, .possible), Explanation(.secretWrong, .possible)]
    }
    if own == server { return [] }
    let isJSON = own == json.stripped
    return [
      Explanation(.formString, .likely, isJSON ? "The client signs the JSON, before base64." : nil)
    ]
  }

  /// What is wrong with the policy of the form; certain where OSS says of the policy that it is wrong.
  private static func policy(
    _ text: String, _ form: UploadForm, _ clues: Clues, _ said: RefusalCause?
  ) -> [Explanation] {
    func found(_ cause: RefusalCause, _ detail: String) -> [Explanation] {
      [Explanation(cause, cause == said ? .certain : .likely, detail)]
    }
    guard let bytes = try? Base64.decode(text) else {
      return found(.policyMalformed, "The field policy is no base64.")
    }
    let policy: PostPolicy
    do {
      policy = try PostPolicy(bytes: bytes)
    } catch {
      return found(.policyMalformed, "\(error)")
    }
    let times = [clues.evidence.answerFields.value(of: "date"), clues.request?.field("date")]
    let now = times.lazy.compactMap { $0 }.compactMap { try? Moment(rfc1123: $0.text) }.first
    let bucket = clues.request?.bucketInHost?.text ?? ""
    let sent = PostForm(bucket: bucket, fields: form.fields, fileByteCount: 1)
    for fault in policy.faults(of: sent, at: now ?? Moment(milliseconds: 0)) {
      switch fault {
      case .policyExpired: return found(.policyExpired, fault.description)
      // The file is rarely shown as it was.
      case .conditionFailed(_, .contentLength): continue
      case .conditionFailed: return found(.policyOfForm, fault.description)
      default: continue
      }
    }
    return []
  }

  /// Why a callback may fail: OSS does not reach its URL.
  private static func callback(_ request: SentRequest, _ clues: Clues) -> [Explanation] {
    let value =
      request.field("x-oss-callback") ?? request.parameter("callback")
      ?? UploadForm(request).value(of: "callback").map { Bytes($0.utf8) }
    guard let value, let bytes = try? Base64.decode(value.text),
      let callback = (try? JSONReader.read(bytes))?.objectValue,
      let url = callback["callbackUrl"]?.stringValue?.lowercased()
    else { return [] }
    let isPrivate = ["localhost", "127.", "10.", "192.168."].contains {
      url.hasPrefix($0) || url.hasPrefix("http://" + $0) || url.hasPrefix("https://" + $0)
    }
    if isPrivate { return [Explanation(.callbackPrivate, .likely)] }
    let isUnanswered = ["502", "-1", "ssl", "tls"].contains {
      clues.message.lowercased().contains($0)
    }
    // A server that is only slow has been reached.
    guard url.contains("https://"), callback["callbackSNI"] != true, isUnanswered,
      !clues.message.contains("timeout")
    else { return [] }
    return [Explanation(.callbackSNI, .likely, "A server that needs the name ends the handshake.")]
  }
}

/// The form in the body of a request.
private struct UploadForm {
  private(set) var fields: [FormField] = []
  /// Why OSS cannot read the form; nil where it can.
  private(set) var fault: String?
  /// The names of the fields that OSS reads: those before the file, in small letters.
  private var names: Set<String> = []

  /// What the form lacks, or has behind the file; nil where it has all, or is not shown (EXP-FORM-4).
  ///
  /// - Parameter isSigned: whether one without any part of a signature is complete with its key.
  func lack(isSigned: Bool) -> String? {
    guard !fields.isEmpty else { return nil }
    let isV4 = fields.contains { $0.name.lowercased() == "x-oss-credential" }
    let marks = isV4 ? "policy x-oss-signature" : "policy ossaccesskeyid signature"
    let isWithout = marks.split(separator: " ").allSatisfy { name in
      !fields.contains { $0.name.lowercased() == name }
    }
    let due = "key" + (isWithout && isSigned ? "" : " " + marks)
    guard let name = due.split(separator: " ").first(where: { !names.contains(String($0)) }) else {
      return nil
    }
    let isLate = fields.contains { $0.name.lowercased() == name }
    return isLate
      ? "The field \(name) comes after the file." : "The form has no field \(name)."
  }

  var policy: String? { value(of: "policy") }

  func value(of name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }

  init(_ request: SentRequest) {
    let type = request.field("content-type") ?? []
    let mark = "boundary="
    guard type.hasPrefix("multipart/form-data"), let start = type.index(of: mark) else {
      fault = "It has no Content-Type of multipart/form-data with a boundary."
      return
    }
    let rest = Bytes(type[(start + mark.utf8.count)...]).halves(at: UInt8(ascii: ";")).before
    let boundary = Bytes("--") + rest.filter { $0 != UInt8(ascii: "\"") }
    var files: [String] = []
    for part in Self.parts(of: request.content, boundary) {
      if !part.startLine.lowercased.hasPrefix("content-disposition") {
        fault = "A part begins with another header than Content-Disposition."
      }
      let head = ([part.startLine] + part.fields.map(\.value)).joined(by: "; ").text
      guard let name = Self.parameter("name", in: head) else { continue }
      if files.isEmpty { names.insert(name.lowercased()) }
      if !files.isEmpty { fault = fault ?? "The field \(name.visible) comes after the file." }
      if Self.parameter("filename", in: head) != nil { files.append(name) }
      fields.append(FormField(name, part.body.stripped.text))
    }
    if let file = files.first, file != "file" {
      fault = "The file is in the field \(file.visible), and not in one named file."
    } else if fields.isEmpty || files.isEmpty && value(of: "file") == nil {
      fault = fault ?? (request.content.isEmpty ? nil : "It has no field named file.")
    }
  }

  private static func parts(of body: Bytes, _ boundary: Bytes) -> [HTTPMessage] {
    let lines = body.replacing("\r\n", with: "\n").parts(at: 0x0a)
    return lines.split { $0.starts(with: boundary) }.map { part in
      HTTPMessage(Bytes(part.joined(separator: [0x0a])))
    }
  }

  /// A parameter of a Content-Disposition, in its quotes.
  private static func parameter(_ name: String, in head: String) -> String? {
    let bytes = Bytes(head.utf8)
    guard let start = bytes.index(of: " \(name)=\"") else { return nil }
    return Bytes(bytes[(start + name.utf8.count + 3)...].prefix { $0 != UInt8(ascii: "\"") }).text
  }
}

extension SentRequest {
  /// The path behind the bucket: empty for a request to a bucket.
  fileprivate var bucketPath: Bytes { Bytes(path.dropFirst()) }
}
