internal import OSSJSON
internal import OSSPrimitives
internal import OSSServices

// Policies that somebody pasted, held against what the text shows of the request (EXP-RULE-1).

/// A statement of a policy that was pasted: one of RAM or of a bucket, one given with AssumeRole, or the trust
/// policy of a role.
struct Statement {
  enum Kind { case ram, session, trust }
  let kind: Kind
  let isAllow: Bool
  /// Its place in its policy, as a sentence; empty where it is alone.
  let place: String
  /// In lower case.
  let actions: [Bytes]
  let resources: [Bytes]
  let principals: [(kind: String, value: Bytes)]
  let conditions: [(verb: String, key: String, values: [Bytes])]

  init(_ object: JSONObject, _ kind: Kind, place: String) {
    (self.kind, self.place) = (kind, place)
    isAllow = object["Effect"]?.stringValue != "Deny"
    actions = Self.patterns(object.bytes("Action")).map { $0.lowercased }
    resources = Self.patterns(object.bytes("Resource"))
    let named = object["Principal"]?.objectValue
    let all =
      named.map { one in
        one.members.flatMap { kind in one.bytes(kind.name).map { (kind: kind.name, value: $0) } }
      }
      ?? object.bytes("Principal").map { (kind: "", value: $0) }
    principals = Array(all.prefix(64))
    conditions = (object["Condition"]?.objectValue?.members ?? []).flatMap { verb in
      let keys = verb.value.objectValue ?? [:]
      return keys.members.map { (verb: verb.name, key: $0.name, values: keys.bytes($0.name)) }
    }
  }

  /// The patterns that are looked at, of a length that matching bears (EXP-EV-4).
  private static func patterns(_ all: [Bytes]) -> [Bytes] {
    Array(all.prefix(64).filter { $0.count <= 2_048 })
  }

  func isAbout(_ action: Bytes?) -> Bool {
    action.map { action in actions.contains { action.lowercased.fits($0) } } ?? true
  }

  /// Whether a resource is not written as one of OSS.
  static func isForeign(_ resource: Bytes) -> Bool {
    !resource.isText("*") && !resource.withValues.contains(1)
      && (!resource.begins(with: "acs:oss:") || resource.parts(at: ":").count < 5)
  }
}

/// A call of an SDK or the command of a tool that the text shows, with what RAM has to allow for it.
struct ShownCall {
  let name: Bytes
  let actions: [Bytes]
  let bucket: Bytes?
  let key: Bytes?
  /// The first text with a folder among its arguments, also one with values of a program behind that.
  let template: Bytes?
}

/// What a request does, as policies have it.
private struct Target {
  let action: Bytes?
  let bucket: Bytes?
  let key: Bytes
  /// The role of a call of STS.
  let role: Bytes?
  /// Whether the answer speaks of an object.
  let isOfObject: Bool

  /// Whether the action is one of the bucket, not of its objects; nil where no action is known.
  var isOfBucket: Bool? {
    if action == nil, isOfObject { return false }
    return action.map { action in
      let isListing = action.begins(with: "oss:List") && !action.isText("oss:ListParts")
      return isListing || action.contains("Bucket")
    }
  }

  var isOfService: Bool { action?.isText("oss:ListBuckets") == true }

  var shown: String {
    if let role { return role.text.shown }
    if isOfService { return "all buckets, acs:oss:*:*:*" }
    let end = isOfBucket == false ? "/".bytes + (key.isEmpty ? "<key>".bytes : key.masked) : []
    return ((bucket ?? "<bucket>".bytes) + end).text.shown
  }

  /// Whether what is shown of the request leaves nothing open of a resource.
  func isKnown(for resource: Bytes) -> Bool {
    let (_, path) = resource.halves(at: "/")
    let isAnyKey = path.map { $0.isText("*") } ?? true
    return role != nil || resource.ends(with: ":*") || resource.isText("*")
      || bucket != nil && (isOfBucket == true || !key.isEmpty || isAnyKey)
  }

  func isIn(_ resource: Bytes) -> Bool {
    if resource.isText("*") { return true }
    if let role { return role.fits(resource.withValues) }
    if Statement.isForeign(resource) { return false }
    let parts = resource.parts(at: ":")
    // Of a program nobody sees the value.
    if parts.count < 5 { return true }
    let name = Array(parts[4...]).joined(by: ":")
    let (own, path) = name.withValues.halves(at: "/")
    if isOfService { return own.isText("*") }
    if let bucket, !bucket.fits(own) { return false }
    guard let isOfBucket else { return true }
    let isKnown = path == nil || isOfBucket || key.isEmpty
    return isKnown
      ? isOfBucket == (path == nil) || own.ends(with: "*")
      : key.fits(path ?? []) && key.hasNumbers(of: name.halves(at: "/").after ?? [])
  }
}

extension Facts {
  /// The statements of all policies that the text shows, also as text of code.
  var statements: [Statement] {
    if !evidence.pasted.contains("Statement") { return [] }
    // One in a query is percent-encoded.
    let pasted =
      evidence.pasted.contains("%22Statement%22")
      ? evidence.pasted[...].percentDecoded(plusIsSpace: true) : evidence.pasted
    let text = pasted.withoutJoints.replacing("\\\"", with: "\"").replacing(
      "\\n", with: "\n"
    ).withBraces
    let small = text.lowercased
    let isOfSTS = ["assumerole", "assume_role"].contains { small.contains($0) }
    let all = text.places(of: "Statement".bytes).prefix(8).flatMap { place -> [Statement] in
      let object = text.object(around: place)
      let single = object?.replacing("{{", with: "{").replacing("}}", with: "}")
      // Code may have it as an object of its own language, or in a format whose braces are doubled.
      let texts = [object, object?.asJSON, single?.asJSON]
      let list = texts.lazy.compactMap { text in
        text.flatMap { (try? JSONReader.read($0))?.objectValue?["Statement"]?.arrayValue }
      }.first
      let objects = (list ?? []).compactMap { $0.objectValue }
      // What such a policy allows is not worked out.
      let isNegated = objects.contains { one in
        ["NotAction", "NotResource", "NotPrincipal"].contains { one[$0] != nil }
      }
      if isNegated { return [] }
      // The last words before it say whose policy it is.
      let before = Bytes(small[..<place].suffix(400))
      let last = { (words: [String]) in words.flatMap { before.places(of: $0.bytes) }.max() ?? -1 }
      let isSession = isOfSTS && last(Self.ofSession) > last(Self.ofRole)
      return objects.enumerated().map { index, one in
        let isTrust =
          one["Principal"] != nil && one.bytes("Action").contains { $0.begins(with: "sts:") }
        let number = objects.count > 1 ? " That is statement \(index + 1)." : ""
        return Statement(one, isTrust ? .trust : isSession ? .session : .ram, place: number)
      }
    }
    // Each is held against each call that the text has.
    return Array(all.prefix(64))
  }

  private static let ofSession = [
    "policy=", "policy =", "policy:", "policy\":", "policy':", "setpolicy", "assumerole",
    "assume_role",
    "session policy", "session_policy", "sessionpolicy", "会话策略",
  ]
  private static let ofRole = [
    "role policy", "policydocument", "attached", "permissions", "ram policy", "user policy",
    "bucket policy", "角色权限",
    "角色的权限", "权限策略", "授权策略", "bucket 策略",
  ]

  /// Why the policies that are shown refuse the request; nil where they do not, or show nothing of it.
  var policyRule: String? {
    // The actions that the answer denies, or that the request needs.
    let words = self["need"]?.split { !$0.isLetterOrDigit && $0 != UInt8(ascii: ":") } ?? []
    let needed = words.filter { $0.begins(with: "oss:") }.map { Bytes($0) }
    let isOfRole = self["found"]?.begins(with: "role-") == true
    let actions = (isOfRole ? ["sts:AssumeRole".bytes] : needed).map { Optional($0) }
    return refusal(of: actions.isEmpty ? [nil] : actions, by: call, in: statements)
  }

  /// Why policies refuse actions, which a call in the text needs; nil where they do not.
  func refusal(of actions: [Bytes?], by call: ShownCall?, in statements: [Statement]) -> String? {
    let targets = actions.map { target(of: $0, by: call) }
    for target in targets {
      let denying = statements.lazy.filter { !$0.isAllow && $0.kind != .trust }
      if let denial = denying.compactMap({ self.denial($0, target) }).first { return denial }
    }
    for kind in [Statement.Kind.session, .ram] {
      let allowing = statements.filter { $0.isAllow && $0.kind == kind }
      if allowing.isEmpty { continue }
      if let lack = targets.lazy.compactMap({ self.lack(of: $0, allowing) }).first { return lack }
    }
    return nil
  }

  private func target(of action: Bytes?, by call: ShownCall?) -> Target {
    let isCopy = action?.isText("oss:GetObject") == true
    let copied = isCopy ? request?.value(of: "x-oss-copy-source") : nil
    let source = copied.map { SentRequest.copiedPath(of: $0).path.halves(at: "/") }
    // Of several calls the one is refused whose bucket answers.
    let (label, domain) = (error?.hostID?.bytes ?? []).halves(at: ".")
    let answering = domain?.begins(with: "oss-") == true ? label : nil
    let named = [
      answering, call?.bucket, self["host-bucket"], error?.bucket?.bytes, self["said-bucket"],
    ]
    let bucket = named.compactMap { $0 }.first { !$0.contains("(") && $0.count < 256 }
    let shown = keyOfForm ?? request?.resource?.key ?? call?.key
    let key = source?.after ?? shown ?? error?["Object"]?.bytes ?? []
    return Target(
      action: action, bucket: source?.before ?? bucket, key: Bytes(key.prefix(1_024)),
      role: action?.begins(with: "sts:") == true ? self["role"] ?? "<role>".bytes : nil,
      isOfObject: self["message"]?.contains("access this object") == true)
  }

  /// The key of an upload form, also of one whose fields are a line of the text; nil without one.
  private var keyOfForm: Bytes? {
    if let form { return form.value(of: "key")?.bytes }
    let line = evidence.pasted.parts(at: "\n").first {
      $0.contains("OSSAccessKeyId=") && $0.contains("policy=") && !$0.contains("://")
    }
    let word = line?.split { $0 == 0x20 || $0 == UInt8(ascii: "&") }.first {
      $0.begins(with: "key=")
    }
    return word.map { Bytes($0.dropFirst(4)) }
  }

  /// How a statement denies a request; nil where it does not, or where nobody can say.
  private func denial(_ one: Statement, _ target: Target) -> String? {
    guard one.isAbout(target.action), one.resources.contains(where: target.isIn),
      condition(of: one, target, holds: false) == nil
    else { return nil }
    if let hit = condition(of: one, target, holds: true) {
      return "What is shown denies it by " + hit
    }
    if let (verb, key, values) = one.conditions.first {
      // Of an address or a network nobody may see what the request has.
      let start = "What is shown denies it by \(key) \(values.joined(by: " ").text.shown) "
      let isSaid = self["found"]?.isText("policy-denies") == true
      return isSaid ? start + "(\(verb)): look what the request has." : nil
    }
    // Nobody sees who asks, nor what the text does not show of the request.
    let isForAll = one.principals.isEmpty || one.principals.contains { $0.value.isText("*") }
    let isDecided = one.resources.contains { target.isIn($0) && target.isKnown(for: $0) }
    if target.action == nil || !isForAll || !isDecided { return nil }
    let (actions, resources) = (one.actions.joined(by: " "), one.resources.joined(by: " "))
    let isOfRAM =
      one.principals.isEmpty && self["message"]?.contains("denied by bucket policy") == true
    return "What is shown denies \(actions.text.shown) for \(resources.text.shown), "
      + "which counts before each Allow." + one.place
      + (isOfRAM ? " It is one of RAM: it names no Principal." : "")
  }

  /// The first condition of a statement that is known to hold, or not to hold, with both values.
  private func condition(of one: Statement, _ target: Target, holds: Bool) -> String? {
    one.conditions.lazy.compactMap { verb, key, values -> String? in
      guard let value = self.value(of: key, target), Self.isHit(verb, value, values) == holds
      else { return nil }
      let shown = value.isEmpty ? "none" : value.text.shown
      let list = values.joined(by: " ").text.shown
      let network = value.isPrivateAddress ? Self.privateNetwork : ""
      return "\(key) \(list) (\(verb)), and the request has \(shown)." + network + one.place
    }.first
  }

  private static let privateNetwork =
    " That is an address of a private network, which OSS sees through an internal endpoint: allow its range,"
    + " or the VPC by acs:SourceVpc."

  /// Why no statement allows an action, or allows any where none is known; nil where one does.
  private func lack(of target: Target, _ statements: [Statement]) -> String? {
    let about = statements.filter { $0.isAbout(target.action) }
    if about.isEmpty {
      let foreign = statements.flatMap { $0.actions }.first { action in
        !action.contains(":") && !action.contains("*") || action.begins(with: "s3:")
      }
      let hint = foreign.map { " Actions of OSS begin with oss:, and it has \($0.text.shown)." }
      return "What is shown does not allow \(target.action?.text.shown ?? "this")." + (hint ?? "")
        + (ownResource(target, statements.flatMap { $0.resources }) ?? "")
    }
    if let literal = unfilled(about.flatMap { $0.resources }) { return literal }
    let covering = about.filter { $0.resources.contains(where: target.isIn) }
    if covering.isEmpty { return resourceLack(target, about.flatMap { $0.resources }) }
    let failed = covering.compactMap { condition(of: $0, target, holds: false) }
    return failed.count < covering.count ? nil : "What is shown allows it if " + failed[0]
  }

  /// That JavaScript puts no value into resources, which are all in single quotation marks; nil where one
  /// is not, or the text fills them in itself.
  private func unfilled(_ resources: [Bytes]) -> String? {
    let text = evidence.pasted
    let isScript = ["const ", "let ", "await ", "require("].contains { text.contains($0) }
    let isFilled = [".replace", "emplate(", "dart", "Dart", "flutter"].contains {
      text.contains($0)
    }
    let isLiteral = resources.allSatisfy { resource in
      resource.contains("${") && text.contains("'" + resource.text + "'")
    }
    guard isScript, !isFilled, isLiteral, let first = resources.first,
      let name = first.between("${", "}")
    else { return nil }
    return "The resource \(first.text.shown) is in single quotation marks, which keep "
      + "${\(name.text.shown)} as it is: write it between backticks, so that its value is put there."
  }

  /// That statements allow an action for other resources.
  private func resourceLack(_ target: Target, _ resources: [Bytes]) -> String {
    let short = resources.map { resource in resource.behind("acs:oss:*:*:") ?? resource }
    let text =
      "What is shown allows \(target.action?.text.shown ?? "this") for \(short.joined(by: " ").text.shown), "
      + "and it is one for \(target.shown)."
    if target.role != nil { return text }
    if let odd = resources.first(where: { Statement.isForeign($0) }) {
      return text
        + " The resource \(odd.text.shown) is not one of OSS: write acs:oss:*:*:<bucket>/<key>."
    }
    return text + (ownResource(target, resources) ?? "")
  }

  /// That an action of the bucket is allowed for the bucket, where the resources that are shown have a key; nil
  /// for another action.
  private func ownResource(_ target: Target, _ resources: [Bytes]) -> String? {
    let name = resources.first?.parts(at: ":").last ?? []
    let path = resources.compactMap { $0.parts(at: ":").last?.halves(at: "/").after }.first
    guard target.isOfBucket == true, !target.isOfService, let path else { return nil }
    let bucket = target.bucket ?? name.halves(at: "/").before
    let isListing = target.action?.begins(with: "oss:ListObject") == true && path.count > 1
    let end = isListing ? ", if oss:Prefix is \(path.text.shown) (StringLike)." : "."
    return
      " The bucket is a resource of its own: allow it for acs:oss:*:*:\(bucket.text.shown), too"
      + end
  }

  /// What the request has for a key of a condition; nil where that is not shown.
  private func value(of key: String, _ target: Target) -> Bytes? {
    switch key.lowercasedBytes.text {
    case "acs:sourceip": return self["source-address"]
    case "acs:securetransport":
      let isSecure = request?.isSecure ?? self["set-scheme"].map { $0.isText("https") }
      return isSecure.map { ($0 ? "true" : "false").bytes }
    case "oss:prefix", "oss:delimiter":
      // Only a listing has one.
      if target.action?.begins(with: "oss:GetBucket") == true { return [] }
      guard target.action?.begins(with: "oss:ListObject") == true else { return nil }
      let isPrefix = key.lowercasedBytes.isText("oss:prefix")
      let path = isPrefix ? self["tool-path"] : nil
      let sent = request?.parameter(isPrefix ? "prefix" : "delimiter")
      // A call may be given one in another way.
      let small = evidence.pasted.lowercased
      let isNamed = small.places(of: "prefix".bytes).contains { place in
        !small[..<place].ends(with: "oss:")
      }
      return sent ?? path ?? (request == nil && isNamed ? nil : [])
    default: return nil
    }
  }

  /// Whether a condition holds; nil for one without values.
  static func isHit(_ verb: String, _ value: Bytes, _ values: [Bytes]) -> Bool? {
    let isAny = values.contains {
      verb.contains("IpAddress") ? value.isInside($0) : value.fits($0.withValues)
    }
    return values.isEmpty ? nil : isAny != verb.contains("Not")
  }
}
