internal import OSSJSON
internal import OSSPrimitives

// The trust policy of a role that somebody pasted, held against who asks for the role (EXP-RULE-3).
extension Facts {
  /// Why the trust policy that is shown does not let the one who asks assume the role; nil where it does, or
  /// where nobody can say (EXP-RULE-3).
  var trustRule: String? {
    let all = statements.filter { $0.kind == .trust && $0.isAllow }
    let small = evidence.pasted.lowercased
    let isFederated = ["rolewithoidc", "rolewithsaml", ":oidc-provider/"].contains {
      small.contains($0)
    }
    let principals = all.flatMap { $0.principals }
    let named = principals.map { $0.value }
    let users = principals.filter { $0.kind == (isFederated ? "Federated" : "RAM") }.map {
      $0.value
    }
    if named.isEmpty || named.contains(where: { $0.isText("*") }) { return nil }
    let start = "The trust policy that is shown trusts \(named.joined(by: " ").text.shown), and "
    if users.isEmpty {
      return isFederated
        ? start + "no identity provider: name it under Federated."
        : start + "no account: the user needs no other policy for this."
    }
    // Who may ask: acs:ram::<account>:user/<name>, or <name>@<account>.
    let words = evidence.pasted.split { !$0.isLetterOrDigit && !":/@._-*".utf8.contains($0) }
    let identities = words.lazy.compactMap { word -> Bytes? in
      let (user, account) = Bytes(word).halves(at: "@")
      if word.begins(with: "acs:ram::"), user.contains(":user/"), !named.contains(user) {
        return user
      }
      let number = account?.halves(at: ".").before ?? []
      return number.count > 9 && number.decimal != nil
        ? "acs:ram::".bytes + number + ":user/".bytes + user : nil
    }
    let askers = Array(identities.prefix(64)) + saidUsers(like: users)
    let isTrusted =
      isFederated
      || users.contains { user in
        let account = user.behind("acs:ram::")?.halves(at: ":").before ?? []
        return askers.isEmpty || account.isPlaceholder
          || askers.contains { asker in
            user.ends(with: ":root") && asker.contains(":" + account.text + ":") || asker == user
          }
      }
    return isTrusted ? nil : start + "\(askers[0].text.shown) asks."
  }

  /// The users whom words name by a name alone, in the account of those that a policy trusts by name.
  private func saidUsers(like users: [Bytes]) -> [Bytes] {
    guard users.allSatisfy({ $0.contains(":user/") }),
      let account = users.first?.halves(at: "/").before
    else { return [] }
    let text = evidence.pasted
    let isSaid = users.contains { user in
      let name = user.halves(at: "/").after ?? []
      return text.places(of: name).prefix(64).contains { !text[..<$0].ends(with: "/") }
    }
    if isSaid { return [] }
    let marks = ["RAM user ", "RAM 用户 ", "RAM 使用者 ", "RAM 子用户 ", "子账号 ", "子用户 "]
    let places = marks.flatMap { mark in
      text.places(of: mark.bytes).prefix(16).map { $0 + mark.utf8.count }
    }
    let names = places.map { place in
      Bytes(text[place...].prefix { $0.isLetterOrDigit || "-_.@".utf8.contains($0) }).trimming {
        "-_.".utf8.contains($0)
      }
    }
    // Another word is no name.
    let named = Set(names.filter { $0.contains { "-_0123456789".utf8.contains($0) } })
    return named.count == 1 ? named.map { account + "/".bytes + $0 } : []
  }

  /// The condition of a trust policy that the call does not meet; nil where none is seen.
  var trustCondition: String? {
    let trusting = statements.filter { $0.kind == .trust && $0.isAllow }
    let small = evidence.pasted.lowercased
    let names = [
      "external_id(", "externalid=", "externalid:", "external_id:", "external_id =", "externalid(",
      "--externalid",
    ]
    // One statement that wants none is enough.
    let ids = trusting.map { statement in
      statement.conditions.first { $0.key == "sts:ExternalId" && Self.wantsValue($0.verb) }
    }
    let isWanted = !ids.contains { $0 == nil } && !names.contains { small.contains($0) }
    guard isWanted, let id = ids.first ?? nil else { return claimRule(trusting) }
    let wanted = id.values.joined(by: " ").text.shown
    return
      "The trust policy wants sts:ExternalId \(wanted), and nothing shows that the call has ExternalId."
  }

  /// The claims of the token of an identity provider that the call carries (RFC 7519, section 3); nil without
  /// one.
  private var claims: JSONObject? {
    let parts = rpcParameter("OIDCToken")?.parts(at: ".") ?? []
    guard parts.count == 3 else { return nil }
    return (try? JSONReader.read(parts[1].plainBase64.base64Decoded ?? []))?.objectValue
  }

  /// The condition on a claim that the token of the call, or one that the text prints, does not meet; nil where
  /// a statement takes the token, or where nobody sees whether it does.
  private func claimRule(_ statements: [Statement]) -> String? {
    let claims = claims
    let lines = evidence.pasted.parts(at: "\n").prefix(512).map { line in
      line.trimming { " \t\r,\"'".utf8.contains($0) }
    }
    let federated = statements.filter { one in one.principals.contains { $0.kind == "Federated" } }
    let faults = federated.map { statement in
      statement.conditions.lazy.compactMap { verb, key, values -> String? in
        guard let name = key.bytes.behind("oidc:"), Self.wantsValue(verb) else { return nil }
        let own = claims?.bytes(name.text).first
        // Another part of a token may have a claim of the same name.
        let said = Set(lines.compactMap { Self.claim(name.text, in: $0) })
        let claim = own ?? (said.count == 1 ? said.first : nil)
        if claim == nil, let namespace = self.otherNamespace(values) {
          let wanted = values.joined(by: " ").text.shown
          return
            "The trust policy wants \(key) \(wanted), and the text names the namespace \(namespace.text.shown)."
        }
        guard let claim, !claim.isPlaceholder, Self.isHit(verb, claim, values) == false else {
          return nil
        }
        let wanted = values.joined(by: " ").text.shown
        return
          "The trust policy wants \(key) \(wanted), and the token has \(claim.masked.text.shown)."
      }.first
    }
    return faults.contains { $0 == nil } ? nil : faults.first ?? nil
  }

  /// Whether a condition asks for one of its values, and does not ask whether there is one.
  private static func wantsValue(_ verb: String) -> Bool {
    !["Not", "Null", "IfExists"].contains { verb.contains($0) }
  }

  /// The namespace of Kubernetes that commands in the text name, where each service account that is trusted is
  /// of another one; nil where one may be of it.
  private func otherNamespace(_ accounts: [Bytes]) -> Bytes? {
    let trusted = accounts.map { $0.parts(at: ":") }
    guard trusted.allSatisfy({ $0.count == 4 && $0[1].isText("serviceaccount") }) else {
      return nil
    }
    let commands = evidence.pasted.parts(at: "\n").filter {
      $0.contains("kubectl ") || $0.contains("helm ")
    }
    let names = commands.prefix(64).flatMap { line in
      let command = line.halves(at: "|").before
      return [" -n ", "--namespace ", "--namespace="].compactMap { command.behind($0) }.map {
        rest in
        Bytes(rest.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") })
      }
    }.filter { !$0.isEmpty && $0.decimal == nil && !$0.isText("kube-system") }
    let isTrusted = trusted.contains { one in one[2].contains("*") || names.contains(one[2]) }
    return isTrusted ? nil : names.first
  }

  /// The value of a claim in a line such as `sub = a` or `"sub": "a"`; nil where more than it may be there.
  private static func claim(_ name: String, in line: Bytes) -> Bytes? {
    // Of several on a line each is in quotation marks.
    for mark in [" \(name)='", " \(name)=\""] {
      if let value = line.behind(mark) { return Bytes(value.prefix { !"'\"".utf8.contains($0) }) }
    }
    guard line.begins(with: name) else { return nil }
    let rest = line.dropFirst(name.utf8.count).drop { " \"'".utf8.contains($0) }
    guard let mark = rest.first, "=:".utf8.contains(mark) else { return nil }
    let value = Bytes(rest.dropFirst()).stripped
    let quote = value.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    if let quote { return Bytes(value.dropFirst().prefix { $0 != quote }) }
    return value.contains { " ,;".utf8.contains($0) } ? nil : value
  }
}
