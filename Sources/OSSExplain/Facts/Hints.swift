internal import OSSAppServer
internal import OSSPrimitives
internal import OSSServices

// What a post shows of the code, the settings and the way of its request, line by line.
extension Facts {
  func ofHint(_ name: String) -> Bytes? {
    switch name {
    case "form-policy-fault": return formPolicyFault
    case "secret-length":
      let line = secretLines(["len", "\u{957F}\u{5EA6}"]).first
      let number = line?.rest.prefix(32).split { !(0x30...0x39 ~= $0) }.first
      return number.map { Bytes($0) }.flatMap { 16...64 ~= $0.decimal ?? 0 ? $0 : nil }
    case "secret-of-file":
      let reads = [
        "echo ", "readfile", "read_text", ".read()", "file_get_contents", "readalltext",
        "secretkeyref", "cat ",
        "/run/secrets", "| base64", "readtostring", "--env-file", "readstring",
      ]
      let strips = ["strip", "trim", "chomp", "-n "]
      let isBare = { (line: Bytes) in !strips.contains { line.contains($0) } }
      return flag(secretLines(reads).contains { isBare($0.line) })
    case "secret-from-id": return flag(takesIDForSecret)
    case "longer-resource": return longerResource
    case "rpc-signature-plus": return flag(hasPlusInSignature)
    case "unsent-condition": return unsentCondition
    case "raw-key-url": return flag(putsRawKeyIntoURL)
    case "plus-key": return flag(hasPlus(for: error?["Key"]?.bytes))
    case "plus-text-key": return flag(hasPlus(for: text?.key))
    case "capital-key":
      let names = ["'Key'", "\"Key\"", " Key: ", "\tKey: "]
      return flag(names.contains { evidence.pasted.contains($0) })
    case "doubled-scheme": return flag(doublesScheme)
    case "bare-ticket":
      return flag(["headers\": {}", "headers\":{}"].contains { evidence.pasted.contains($0) })
    case "code-type": return evidence.codeStrings.first?.literal(ofLine: 2)
    case "secret-blank": return flag(hasSecretWithBlank)
    case "secret-line-end": return flag(hasSecretWithLineEnd)
    case "code-secret-line-end":
      return flag(lines.prefix(512).contains { Self.hasLiteralWithLineEnd($0) })
    case "said-equal": return flag(saysEqual)
    case "made-private": return flag(saysPrivate)
    case "location": return location
    case "location-host": return location?.behind("://").map { $0.halves(at: "/").before }
    case "redirect": return redirect
    case "unsigned-host": return unsignedHost
    case "host-without-oss": return hostWithoutOSS
    case "host-in-path": return hostInPath
    case "path-style-url": return pathStyleURL
    case "is-unresolved":
      let small = evidence.pasted.lowercased
      let words = [
        "unknownhost", "enotfound", "no such host", "not resolve", "getaddrinfo",
        "name or service not known", "nodename nor servname",
      ]
      return flag(words.contains { small.contains($0) })
    case "missing-member":
      let marks = [("No value for ", "\n"), ("KeyError: '", "'")]
      return marks.compactMap { evidence.pasted.between($0, $1)?.stripped }.first { member in
        member.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
      }
    default: return nil
    }
  }

  /// The other host of a URL in the text that has the path of the signed URL and no query.
  private var unsignedHost: Bytes? {
    guard let request, request.signaturePlace == "url" else { return nil }
    return Evidence.urls(in: evidence.pasted).first {
      $0.query.isEmpty && $0.path == request.path && $0.hostName != request.hostName
    }?.hostName
  }

  /// A host of OSS at the beginning of the path of another host, which is what a page makes of an endpoint without
  /// its scheme.
  private var hostInPath: Bytes? {
    Evidence.urls(in: evidence.pasted).compactMap { url in
      let isOfOSS = url.hostName?.ends(with: ".aliyuncs.com") != false
      let first = url.path.parts(at: "/").dropFirst().first ?? []
      return !isOfOSS && first.ends(with: ".aliyuncs.com") ? first : nil
    }.first
  }

  /// What is wrong with the policy of an upload form that the text has, as a field or as JSON (EXP-FORM-5).
  private var formPolicyFault: Bytes? {
    let marks = [
      "policy=eyJ", "policy\": \"eyJ", "policy\":\"eyJ", "policy': 'eyJ", "policy: 'eyJ",
    ]
    let field = marks.compactMap { evidence.pasted.behind($0) }.first.flatMap { rest in
      ("eyJ".bytes + rest.prefix { $0.isLetterOrDigit || "+/=".utf8.contains($0) }).base64Decoded
    }
    // One that is cut shows nothing.
    if let field, field.last == UInt8(ascii: "}"), let fault = Self.fault(of: field) {
      return fault.description.bytes
    }
    let text = evidence.pasted.replacing("\\\"", with: "\"")
    guard let place = text.index(of: "\"conditions\""), let policy = text.object(around: place),
      let fault = Self.fault(of: policy)
    else { return nil }
    // An object of a program is no JSON yet.
    if case .invalidJSON = fault { return nil }
    return fault.description.bytes
  }

  private static func fault(of policy: Bytes) -> PostPolicyError? {
    do throws(PostPolicyError) { _ = try PostPolicy(bytes: policy) } catch { return error }
    return nil
  }

  /// Whether a URL of a call of STS has a plus sign in its signature, whose padding is encoded: without that
  /// it may be printed before it is encoded.
  private var hasPlusInSignature: Bool {
    evidence.pasted.places(of: "&Signature=".bytes).prefix(16).contains { place in
      let value = evidence.pasted[(place + 11)...].prefix(64).prefix {
        $0.isLetterOrDigit || "+/%".utf8.contains($0)
      }
      return value.contains(UInt8(ascii: "+")) && Bytes(value).ends(with: "%3D")
    }
  }

  /// The field of the first condition of a policy, `"$x-oss-…"`, whose name is at no other place.
  private var unsentCondition: Bytes? {
    let names = evidence.pasted.places(of: "\"$x-oss-".bytes).prefix(32).map { place in
      Bytes(evidence.pasted[(place + 2)...].prefix(64).prefix { $0 != UInt8(ascii: "\"") })
    }
    return names.first { evidence.pasted.places(of: $0).count == 1 }
  }

  /// Whether code makes a URL that ends in a variable of the key, as it is: `https://…/${key}`.
  private var putsRawKeyIntoURL: Bool {
    let keys = ["key", "object", "objectkey", "objectname", "filename"]
    return evidence.pasted.places(of: "://".bytes).prefix(64).contains { place in
      let url = evidence.pasted[place...].prefix(128).prefix { !"\"'`\n".utf8.contains($0) }
      let last = Bytes(url).parts(at: "/").last ?? []
      let name = Bytes(last.filter { $0.isLetterOrDigit }).lowercased.text
      let isValue = last.contains("{") && last.last == UInt8(ascii: "}")
      return isValue && keys.containsBytes(of: name)
    }
  }

  /// Whether the text has a key with plus signs in place of the blanks that OSS received.
  private func hasPlus(for key: Bytes?) -> Bool {
    guard let key, key.contains(0x20) else { return false }
    return evidence.pasted.index(of: key.replacing(" ", with: "+")) != nil
  }

  /// Whether an endpoint is set with its scheme, and code puts one before a variable of that name.
  private var doublesScheme: Bool {
    let small = evidence.pasted.lowercased
    let sets = ["endpoint=http", "endpoint: http", "endpoint = \"http", "endpoint\": \"http"]
    let puts = [
      "https://{endpoint}", "https://${endpoint}", "https://\" + endpoint", "https://#{endpoint}",
    ]
    return [sets, puts].allSatisfy { $0.contains { small.contains($0) } }
  }

  /// Whether a line says that two strings to sign are the same.
  private var saysEqual: Bool {
    let words = [
      "byte for byte", "byte-for-byte", "identical", "exactly the same",
      "\u{5B8C}\u{5168}\u{4E00}\u{81F4}",
      "\u{5B8C}\u{5168}\u{76F8}\u{540C}", "\u{4E00}\u{6A21}\u{4E00}\u{6837}",
      "\u{9010}\u{5B57}\u{8282}",
    ]
    let strings = [
      "stringtosign", "string to sign", "\u{5F85}\u{7B7E}\u{540D}", "\u{7B7E}\u{540D}\u{4E32}",
    ]
    // A sentence may go on in the next line.
    let all = lines
    return zip(all, all.dropFirst() + [[]]).contains { line, next in
      let small = Bytes(line.prefix(512) + [0x20] + next.prefix(128)).lowercased
      let isSaid = words.contains { word in
        small.places(of: word.bytes).contains { place in
          let before = small[..<place].suffix(6)
          return !["not ", "n't ", "\u{4E0D}"].contains { before.ends(with: $0) }
        }
      }
      return isSaid && strings.contains { small.contains($0) }
    }
  }

  /// Whether the text says that something became private.
  private var saysPrivate: Bool {
    let small = evidence.pasted.lowercased
    let english = ["became", "becomes", "become", " turned", " turns", "changed to"].map {
      $0 + " private"
    }
    let changes = [
      "\u{53D8}\u{6210}", "\u{53D8}\u{6210}\u{4E86}", "\u{53D8}\u{4E3A}", "\u{53D8}",
      "\u{6539}\u{6210}", "\u{8BBE}\u{4E3A}",
    ]
    let chinese = ["", "\u{300C}"].flatMap { mark in changes.map { $0 + mark + "\u{79C1}\u{6709}" }
    }
    return (english + chinese).contains { small.contains($0) }
  }

  /// A URL at the host of a region whose path begins with the bucket.
  private var pathStyleURL: Bytes? {
    guard let bucket = self["set-bucket"] else { return nil }
    return pastedWords.lazy.first { word in
      let (host, path) = (word.behind("://") ?? []).halves(at: "/")
      return ["oss-", "s3.oss-"].contains { host.begins(with: $0) }
        && host.ends(with: ".aliyuncs.com") && path?.halves(at: "/").before == bucket
    }
  }

  /// A host of a region whose first label is a bucket, and which has no `oss-`; of such hosts 64 are looked at,
  /// since the text is searched for each.
  private var hostWithoutOSS: Bytes? {
    let words = evidence.pasted.split { !$0.isLetterOrDigit && !"-.".utf8.contains($0) }
    let hosts = words.lazy.map { Bytes($0) }.filter { host in
      let labels = host.parts(at: ".")
      guard labels.count == 4, host.ends(with: ".aliyuncs.com") else { return false }
      let isRegion = ["cn-", "ap-", "us-", "eu-", "me-", "na-"].contains {
        labels[1].begins(with: $0)
      }
      return isRegion && AccessKeyID.isBucket(labels[0]) && labels[0].count > 4
    }
    return hosts.prefix(64).first { host in
      let bucket = host.halves(at: ".").before
      // Other services have such hosts: the text says that it is a bucket, or that there is no such host.
      return self["is-unresolved"] != nil || self["set-bucket"] == bucket
        || evidence.pasted.contains("\"" + bucket.text + "\"")
    }
  }

  /// The words of the text, between blanks, quotation marks and angle brackets.
  var pastedWords: [Bytes] {
    evidence.pasted.split { $0.isSpace || "\"'`<>".utf8.contains($0) }.map { Bytes($0) }
  }

  /// The lines of the text, of which 4,096 are read.
  private var lines: [Bytes] { Array(evidence.pasted.parts(at: "\n").prefix(4096)) }

  /// The lines with a name of a secret and one of some words, in small letters, and what is behind the name.
  private func secretLines(_ words: [String]) -> [(line: Bytes, rest: Bytes)] {
    let secrets = ["secret", "\u{5BC6}\u{94A5}", "_sk", "$sk", " sk", "\nsk", "\"sk", "'sk"]
    return lines.compactMap { line in
      let small = "\n".bytes + Bytes(line.prefix(512)).lowercased
      guard words.contains(where: { small.contains($0) }) else { return nil }
      return secrets.lazy.compactMap { small.behind($0) }.first.map { (small, $0) }
    }
  }

  /// Whether code sets a secret from the access key ID.
  private var takesIDForSecret: Bool {
    secretLines(["accesskeyid"]).contains { one in
      let (name, value) = one.rest.halves(at: "=")
      let isName = name.allSatisfy { $0.isLetterOrDigit || " _:".utf8.contains($0) }
      let end = value?.index(of: "accesskeyid".bytes)
      let before = value?.prefix(end ?? 0) ?? []
      return isName && end != nil && !Bytes(before).contains("secret")
    }
  }

  /// The parameter that one of two resources with a subresource has and the other, which is else the same, has
  /// not: `/bucket/?inventory` and `/bucket/?inventory&inventoryId=a`.
  private var longerResource: Bytes? {
    let words = evidence.pasted.split { $0.isSpace || $0 >= 0x80 || "\"'`,;()".utf8.contains($0) }
    let resources = words.map { Bytes($0) }.filter { word in
      let (path, query) = word.halves(at: "?")
      let name = query?.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") } ?? []
      return path.first == UInt8(ascii: "/") && SubresourceNames.contains(Bytes(name))
    }
    return resources.prefix(32).lazy.compactMap { short in
      resources.lazy.compactMap { $0.behind(short.text + "&") }.first
    }.first
  }

  /// Whether a secret is written between quotation marks with a blank at one of its ends.
  private var hasSecretWithBlank: Bool {
    secretLines(["\"", "'"]).contains { one in
      let value = one.rest.drop { !":=(,".utf8.contains($0) }.dropFirst().drop { $0 == 0x20 }
      guard let mark = value.first, "\"'".utf8.contains(mark) else { return false }
      let text = Bytes(value.dropFirst().prefix { $0 != mark })
      let word = text.trimming { $0 == 0x20 }
      return word.count < text.count && word.count > 15 && word.allSatisfy { $0.isLetterOrDigit }
    }
  }

  /// Whether a manifest has, in base64, a secret with a line end.
  private var hasSecretWithLineEnd: Bool {
    lines.prefix(512).contains { line in
      let (name, value) = line.halves(at: ":")
      let small = name.lowercased.trimming { " \"'".utf8.contains($0) }
      let names = ["ak_secret", "sk", "keysecret", "key-secret", "key_secret"]
      let isNamed = small.isText("secret") || names.contains { small.ends(with: $0) }
      guard isNamed, line.count < 256,
        let text = value?.trimming(where: { " \"'\r".utf8.contains($0) }).base64Decoded
      else { return false }
      return 17...65 ~= text.count && text.last == 0x0A
        && text.dropLast().allSatisfy { 0x21...0x7E ~= $0 }
    }
  }

  /// Whether a line of code has a secret whose literal ends in `\n`.
  private static func hasLiteralWithLineEnd(_ line: Bytes) -> Bool {
    let small = line.lowercased
    // A line that prints it is not the one that sets it.
    let isPrint = ["print", "log(", "echo"].contains { small.contains($0) }
    guard line.count < 256, !isPrint,
      ["secret", "sk =", "sk=", "sk:"].contains(where: { small.contains($0) })
    else { return false }
    return line.places(of: "\\n".bytes).contains { place in
      let word = line[..<place].reversed().prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
      return word.count > 15 && line[(place + 2)...].first.map { "'\"`".utf8.contains($0) } == true
    }
  }

  /// Where an answer sends the client.
  private var location: Bytes? {
    lines.lazy.compactMap { line in
      let text = line.trimming { " <\t\r".utf8.contains($0) }
      guard text.lowercased.begins(with: "location:") else { return nil }
      return text.dropFirst(9).split { " \"'\r,".utf8.contains($0) }.first.map { Bytes($0) }
    }.first
  }

  /// That a redirect changes the path or the host of a request that is signed, with both.
  private var redirect: Bytes? {
    guard let location, location.contains("://"), let next = try? SentRequest(url: location)
    else { return nil }
    // What came before it: the login of an app that leads to a signed URL changes nothing.
    let before = lines.prefix { !$0.lowercased.contains("location:") }
    let isSigned = before.contains { $0.contains("ignature=") || $0.contains("uthorization: OSS") }
    let sent = before.map { $0.parts(at: " ") }.filter { $0.count > 2 && $0[0].isText(">") }
    let target = sent.first { $0.last?.begins(with: "HTTP/") == true }?[2] ?? request?.path
    let host = sent.first { $0[1].isText("Host:") }?[2].stripped ?? request?.hostName
    guard isSigned, let path = target?.halves(at: "?").before, let host,
      let nextHost = next.hostName, path != next.path || host != nextHost
    else { return nil }
    let (from, to) = ((host + path).text.shown, (nextHost + next.path).text.shown)
    return "A redirect sends the request from \(from) on to \(to).".bytes
  }
}
