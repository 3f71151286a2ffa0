internal import OSSAppServer
internal import OSSPrimitives
internal import OSSServices

// What a post shows of the code, the settings and the way of its request, line by line.
extension Facts {
  func ofHint(_ name: String) -> Bytes? {
    switch name {
    case "form-policy-fault":
      // EXP-FORM-5.
      let text = evidence.pasted.replacing("\\\"", with: "\"")
      guard let place = text.index(of: "\"conditions\""), let policy = text.object(around: place)
      else { return nil }
      do throws(PostPolicyError) { _ = try PostPolicy(bytes: policy) } catch {
        // An object of a program is no JSON yet.
        if case .invalidJSON = error { return nil }
        return error.description.bytes
      }
      return nil
    case "secret-length": return secretLength
    case "location": return location
    case "location-host": return location?.behind("://").map { $0.halves(at: "/").before }
    case "redirect": return redirect
    case "wildcard-key": return self["sign-call"] == nil ? nil : wildcardKey
    case "unsigned-host":
      guard let request, request.signaturePlace == "url" else { return nil }
      return Evidence.urls(in: evidence.pasted).first {
        $0.query.isEmpty && $0.path == request.path && $0.hostName != request.hostName
      }?.hostName
    case "host-without-oss":
      let words = evidence.pasted.split { !$0.isLetterOrDigit && !"-.".utf8.contains($0) }
      return words.map { Bytes($0) }.first { host in
        let labels = host.parts(at: ".")
        guard labels.count == 4, host.ends(with: ".aliyuncs.com") else { return false }
        let isRegion = ["cn-", "ap-", "us-", "eu-", "me-", "na-"].contains {
          labels[1].begins(with: $0)
        }
        return isRegion && AccessKeyID.isBucket(labels[0]) && labels[0].count > 4
      }
    case "missing-member":
      let marks = [("No value for ", "\n"), ("KeyError: '", "'")]
      return marks.compactMap { evidence.pasted.between($0, $1)?.stripped }.first { member in
        member.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
      }
    default: return nil
    }
  }

  /// The lines of the text, of which 4,096 are read.
  private var lines: [Bytes] { Array(evidence.pasted.parts(at: "\n").prefix(4096)) }

  /// The length that the text prints for a secret: a number on one line with a word for each.
  private var secretLength: Bytes? {
    lines.lazy.compactMap { line -> Bytes? in
      let small = Bytes(line.prefix(512)).lowercased
      let isSecret = ["secret", "sk", "\u{5BC6}\u{94A5}"].contains { small.contains($0) }
      let place = ["len", "\u{957F}\u{5EA6}", "\u{957F}"].compactMap { small.index(of: $0) }.first
      guard isSecret, let place else { return nil }
      let number = small[place...].prefix(32).split { !(0x30...0x39 ~= $0) }.first.map { Bytes($0) }
      return number.flatMap { 16...64 ~= $0.decimal ?? 0 ? $0 : nil }
    }.first
  }

  /// Where an answer sends the client.
  private var location: Bytes? {
    lines.lazy.compactMap { line in
      let text = line.trimming { " <\t\r".utf8.contains($0) }
      guard text.lowercased.begins(with: "location:") else { return nil }
      return text.dropFirst(9).split { " \"'\r,".utf8.contains($0) }.first.map { Bytes($0) }
    }.first
  }

  /// That a redirect changes the path or the host, with both.
  private var redirect: Bytes? {
    guard let location, let next = try? SentRequest(url: location) else { return nil }
    let sent = lines.map { $0.parts(at: " ") }.filter { $0.count > 2 && $0[0].isText(">") }
    let target = sent.first { $0.last?.begins(with: "HTTP/") == true }?[2] ?? request?.path
    let host = sent.first { $0[1].isText("Host:") }?[2].stripped ?? request?.hostName
    guard let path = target?.halves(at: "?").before, let host, let nextHost = next.hostName,
      path != next.path || host != nextHost
    else { return nil }
    let (from, to) = ((host + path).text.shown, (nextHost + next.path).text.shown)
    return "A redirect sends the request from \(from) on to \(to).".bytes
  }

  /// A literal with a star that is a key.
  private var wildcardKey: Bytes? {
    lines.lazy.flatMap { line in
      Bytes(line.prefix(512)).split(omittingEmptySubsequences: false) { "\"'`".utf8.contains($0) }
        .enumerated().filter { $0.offset % 2 == 1 }.map { Bytes($0.element) }
    }.first { word in
      let (folder, name) = word.halves(at: "/")
      let isType = ["image", "video", "audio", "text", "application", "*"].contains {
        folder.isText($0)
      }
      return name?.contains("*") == true && !isType
        && word.allSatisfy { $0 > 0x20 && !":(){}<>".utf8.contains($0) }
    }
  }
}
