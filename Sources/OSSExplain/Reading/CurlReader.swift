internal import OSSPrimitives

extension SentRequest {
  /// Reads a curl command as the request that curl makes of it: with the `Host` and the
  /// `Content-Type` that curl adds by itself, and the parameters of `-G`.
  ///
  /// The path stays as it is, although curl resolves dots without `--path-as-is`.
  /// Offsets of a URL count from its beginning, and lines are those of the headers in their order.
  init(curl text: Bytes) throws(SentRequestError) {
    let shell = ShellWords(text.withoutCarets)
    var words = shell.words.drop { !$0.isText("curl") }.dropFirst()
    var options = CurlOptions()
    while let word = words.popFirst() { try options.take(word, &words) }
    try self.init(.curl, options.method[...], try options.address()[...])
    (isCutByShell, body) = (shell.isCut, shell.output)
    try options.add(to: &self)
  }
}

/// What the options of curl say of a request.
private struct CurlOptions {
  private enum Option {
    case request, header, referer, url, form, formString, upload, json, data, raw, encoded, head,
      get
    /// One with a value that says nothing of the signature.
    case other
  }

  private var url: Bytes?
  private var givenMethod: Bytes?
  private var data: [Bytes] = []
  private var putsDataIntoURL = false
  private var uploadedFile: Bytes?
  private var isHead = false
  private var readsFile = false
  private var type: String?
  /// The body of a form, without its end.
  private var form = Bytes()
  private static let boundary = "boundary=----form"
  private var headers: [Bytes] = []

  /// Each option by its names; every other one is a flag that says nothing.
  private static let options: [Bytes: Option] = {
    let names: [(Option, String)] = [
      (.request, "-X --request"), (.header, "-H --header"), (.url, "--url"),
      (.form, "-F --form"), (.formString, "--form-string"), (.upload, "-T --upload-file"),
      (.json, "--json"), (.data, "-d --data --data-binary --data-ascii"), (.raw, "--data-raw"),
      (.encoded, "--data-urlencode"), (.referer, "-e --referer"), (.head, "-I --head"),
      (.get, "-G --get"),
      (
        .other,
        """
        -A -b -c -C -D -E -h -K -m -o -P -Q -r -t -u -U -w -x -y -Y -z --cacert --capath --cert \
        --ciphers --config --connect-timeout --connect-to --cookie --cookie-jar --dump-header \
        --interface --key --limit-rate --max-redirs --max-time --noproxy --output --output-dir \
        --proxy --proxy-user --range --resolve --retry --retry-delay --retry-max-time \
        --trace --trace-ascii --user --user-agent --write-out
        """
      ),
    ]
    var options: [Bytes: Option] = [:]
    for (option, names) in names {
      for name in names.bytes.parts(at: " ") { options[name] = option }
    }
    return options
  }()

  /// The method that is given, or that curl chooses.
  var method: Bytes {
    if let givenMethod { return givenMethod }
    if isHead { return "HEAD".bytes }
    if uploadedFile != nil { return "PUT".bytes }
    return (type == nil || putsDataIntoURL ? "GET" : "POST").bytes
  }

  /// Takes a word, and the next one where the option has its value there.
  mutating func take(
    _ word: Bytes, _ rest: inout ArraySlice<Bytes>
  ) throws(SentRequestError) {
    guard word.first == UInt8(ascii: "-"), word.count > 1 else {
      url = url ?? word
      return
    }
    if word.begins(with: "--") {
      if let option = Self.options[word], !takeFlag(option) { try take(option, rest.popFirst()) }
      return
    }
    // Flags such as -sS are in one word; the last one may take the rest, or the next word.
    for index in word.indices.dropFirst() {
      guard let option = Self.options["-".bytes + [word[index]]], !takeFlag(option) else {
        continue
      }
      let own = Bytes(word[(index + 1)...])
      try take(option, own.isEmpty ? rest.popFirst() : own)
      return
    }
  }

  /// Takes an option where it has no value.
  private mutating func takeFlag(_ option: Option) -> Bool {
    if option == .head { isHead = true }
    if option == .get { putsDataIntoURL = true }
    return option == .head || option == .get
  }

  private mutating func take(_ option: Option, _ value: Bytes?) throws(SentRequestError) {
    guard let value else {
      throw SentRequestError("The last option of the curl command has no value.")
    }
    switch option {
    case .request: givenMethod = value
    case .header: headers.append(value)
    case .referer: headers.append("Referer: ".bytes + value)
    case .url: url = url ?? value
    case .form, .formString:
      type = "multipart/form-data; " + Self.boundary
      addPart(value, readsFiles: option == .form)
    case .upload: uploadedFile = value.parts(at: "/").last
    case .json:
      type = "application/json"
      data.append(value)
    case .data, .raw, .encoded:
      type = type ?? "application/x-www-form-urlencoded"
      if option == .data, value.first == UInt8(ascii: "@") { readsFile = true }
      data.append(option == .encoded ? encoded(value) : value)
    case .head, .get, .other: break
    }
  }

  /// Adds a field of a form; what a file holds is not known.
  private mutating func addPart(_ text: Bytes, readsFiles: Bool) {
    let (name, after) = text.halves(at: "=")
    var (head, value) = ("Content-Disposition: form-data; name=\"".bytes + name, after ?? [])
    if readsFiles {
      for option in [";type=", ";filename=", ";headers=", ";encoder="] {
        if let end = value.index(of: option.bytes) { value = Bytes(value[..<end]) }
      }
      let isFile = value.first == UInt8(ascii: "@")
      if isFile { head += "\"; filename=\"".bytes + value.dropFirst() }
      if isFile || value.first == UInt8(ascii: "<") { value = "(file)".bytes }
      value = value.trimming { $0 == UInt8(ascii: "\"") }
    }
    form += "------form\n".bytes + head + "\"\n\n".bytes + value + [0x0A]
  }

  /// The value of `--data-urlencode`: all but the name before the first `=` is encoded.
  private mutating func encoded(_ value: Bytes) -> Bytes {
    let mark = value.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
    if let mark, value[mark] == UInt8(ascii: "@") { readsFile = true }
    let start = mark.map { $0 + 1 } ?? 0
    let name = start > 1 ? Bytes(value[..<start]) : []
    return name + Bytes(value[start...]).percentEncoded(keepingSlash: false)
  }

  /// The URL, with its scheme.
  func address() throws(SentRequestError) -> Bytes {
    guard let url else { throw SentRequestError("The curl command has no URL.") }
    let hasScheme = url.drop { $0.isLetterOrDigit }.begins(with: "://")
    return hasScheme ? url : "http://".bytes + url
  }

  /// Adds the parameters of `-G`, the name of an uploaded file to a path that ends with a slash, and the
  /// headers that curl sends: `Name:` drops one that it would add, and `Name;` sends an empty one.
  func add(to request: inout SentRequest) throws(SentRequestError) {
    if putsDataIntoURL {
      if readsFile {
        throw SentRequestError("The curl command takes parameters of the URL from a file.")
      }
      for piece in data { request.addQuery(piece[...]) }
    }
    if let uploadedFile, request.path.last == UInt8(ascii: "/") {
      request.path += uploadedFile.percentEncoded(keepingSlash: false)
    }
    // Names that are given, or dropped, so that curl does not add them.
    var names = NameSet()
    for (index, header) in headers.enumerated() {
      var line = header
      let isEmpty = !line.contains(UInt8(ascii: ":")) && line.last == UInt8(ascii: ";")
      if isEmpty { line[line.count - 1] = UInt8(ascii: ":") }
      let isForm = line.lowercased.begins(with: "content-type: multipart/form-data")
      if isForm, !form.isEmpty, !line.contains("boundary=") { line += "; \(Self.boundary)".bytes }
      try request.addField(line[...], number: index + 1)
      guard let field = request.fields.last else { continue }
      _ = names.insert(field.name.lowercased)
      if !isEmpty, field.value.isEmpty { request.fields.removeLast() }
    }
    if names.insert("host"), let host = request.hostField { request.fields.insert(host, at: 0) }
    if let type, !putsDataIntoURL, names.insert("content-type") {
      request.fields.append(
        SentField(name: "Content-Type".bytes, rawValue: type.bytes, isAdded: true))
    }
    if !form.isEmpty { request.body = form + "------form--\n".bytes }
  }
}

/// The words of a command line as a shell divides it, up to the first operator.
private struct ShellWords {
  private(set) var words: [Bytes] = []
  /// Whether the command ends inside a word, at an `&` that no quote protects.
  private(set) var isCut = false
  /// The lines behind the command, which it printed.
  private(set) var output = Bytes()

  private var word: Bytes?
  private var rest: Bytes.SubSequence
  /// Whether a line behind the URL is no part of the command.
  private var hasEnded = false

  init(_ text: Bytes) {
    rest = text[...]
    while let byte = rest.popFirst() {
      switch Unicode.Scalar(byte) {
      case "'", "\"": takeQuoted(byte)
      case "$" where rest.first == UInt8(ascii: "'"):
        rest = rest.dropFirst()
        word = (word ?? []) + rest.popEscaped(until: "'")
      case "\\":
        // A backslash at the end of a line joins it with the next one.
        if rest.first == 0x0D { rest = rest.dropFirst() }
        if let next = rest.popFirst(), next != 0x0A { take(next) }
      case "\n" where Self.outputs.contains { rest.begins(with: $0) }:
        (output, rest) = (Bytes(rest), [])
      case " ", "\t", "\r", "\n":
        endWord()
        // Behind its URL only options and lines that are indented go on with a command.
        let isOption = rest.first.map { " \t-".utf8.contains($0) } == true
        if byte == 0x0A, !isOption, words.contains(where: { $0.contains("://") }) {
          hasEnded = true
        }
      case "&", ";", "|":
        // `2>&1` joins two outputs.
        let (next, before) = (rest.first ?? 0x20, word?.last ?? UInt8(ascii: ">"))
        isCut =
          byte == UInt8(ascii: "&") && next != byte && next > 0x20 && before != UInt8(ascii: ">")
          && !hasEnded
        let lines = rest.drop { $0 != 0x0A }.dropFirst()
        if Self.outputs.contains(where: { lines.begins(with: $0) }) { output = Bytes(lines) }
        rest = []
      default: take(byte)
      }
    }
    endWord()
  }

  /// What a line begins with that is an answer, and no part of a command whose backslashes were lost.
  private static let outputs = ["HTTP/", "<", "{", "EC", "Code", "x-oss-", "> ", "* ", "$ "]

  private mutating func take(_ byte: UInt8) {
    if word == nil { word = [] }
    word?.append(byte)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  /// Takes what is before the closing quote, and the quote.
  private mutating func takeQuoted(_ quote: UInt8) {
    word = word ?? []
    while let byte = rest.popFirst(), byte != quote {
      guard quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), let next = rest.first,
        "\"\\$`\n".utf8.contains(next)
      else {
        take(byte)
        continue
      }
      rest = rest.dropFirst()
      // The end of a line, escaped, is nothing.
      if next != 0x0A { take(next) }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Takes what is before a quotation mark, and the mark: text with escapes as in C, in which browsers
  /// copy a request as `$'…'` and servers write a log.
  mutating func popEscaped(until quote: Unicode.Scalar) -> Bytes {
    var text = Bytes()
    while let byte = popFirst(), byte != UInt8(ascii: quote) {
      guard byte == UInt8(ascii: "\\"), let letter = popFirst() else {
        text.append(byte)
        continue
      }
      switch Unicode.Scalar(letter) {
      case "n": text.append(0x0A)
      case "r": text.append(0x0D)
      case "t": text.append(0x09)
      case "x": text.append(UInt8(truncatingIfNeeded: popCode(digits: 2)))
      case "u": if let scalar = Unicode.Scalar(popCode(digits: 4)) { text.append(String(scalar)) }
      default: text.append(letter)
      }
    }
    return text
  }

  /// Takes the number that up to so many hexadecimal digits write.
  private mutating func popCode(digits: Int) -> UInt32 {
    var code: UInt32 = 0
    for byte in prefix(digits) {
      guard let digit = Hexadecimal.value(of: byte) else { break }
      code = code << 4 | UInt32(digit)
      removeFirst()
    }
    return code
  }
}

extension Bytes {
  /// A command as browsers copy it for the shell of Windows, without the carets that escape.
  fileprivate var withoutCarets: Bytes {
    if !contains("^\"") && !contains("\" ^") { return self }
    var (text, isEscaped) = (Bytes(), false)
    for byte in self where byte != 0x0D {
      if byte == UInt8(ascii: "^"), !isEscaped {
        isEscaped = true
        continue
      }
      text.append(isEscaped && byte == 0x0A ? 0x20 : byte)
      isEscaped = false
    }
    return text
  }
}
