internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in finding the content type of an upload (CRED-TYPE-*).
enum ContentTypeMistakes {
  static let all: [Mistake] = orders + extensions + tables

  private static let orders: [Mistake] = [
    type(
      "name-first", ["CRED-TYPE-1", "CRED-TYPE-7"], "The name is asked before the path.",
      fix: "Ask the path for an extension first."
    ) { $0.names = { (path, name) throws(Refusal) in [name, path] } },
    type(
      "path-alone", ["CRED-TYPE-1"], "The name of the object is not asked.",
      fix: "Ask the name where the path has no extension."
    ) { $0.names = { (path, _) throws(Refusal) in [path] } },
    type(
      "name-alone", ["CRED-TYPE-1"], "The path of the file is not asked.",
      fix: "Ask the path first.",
      seen: [.oss2("Content types come from the key alone, not from the file.")]
    ) { $0.names = { (_, name) throws(Refusal) in [name] } },
    type(
      "path-or-name", ["CRED-TYPE-1"], "The name is asked only where there is no path at all.",
      fix: "Ask the name where the path has no extension."
    ) { $0.names = { (path, name) throws(Refusal) in [path ?? name] } },
    type(
      "empty-name-refused", ["CRED-TYPE-1"], "An upload with an empty name is refused.",
      fix: "Give application/octet-stream.",
      seen: [
        .oss2("An object with an empty name is refused before its type is sought."),
        .pythonV2("An object with an empty name is refused before its type is sought."),
      ]
    ) {
      $0.names = { (path, name) throws(Refusal) in
        if name == "" { throw Refusal(.invalidObjectKey, "The name of the upload is empty.") }
        return [path, name]
      }
    },
    type(
      "unknown-retried", ["CRED-TYPE-7"],
      "Where the table lacks the extension of the path, the name is asked.",
      fix: "Give application/octet-stream for an unknown extension of the path."
    ) { types in
      let isExtension = types.isExtension
      types.isExtension = { isExtension($0) && ContentTypeTable.standard[$0.lowercased()] != nil }
    },
    type(
      "left-out", ["CRED-TYPE-1", "CRED-TYPE-7"], "Without a known extension there is no type.",
      fix: "Give application/octet-stream.",
      seen: [.oss2("The function for content types gives None.")]
    ) { $0.unknown = nil },
    type(
      "unknown-is-text", ["CRED-TYPE-1", "CRED-TYPE-7"],
      "An unknown extension is one of plain text.", fix: "Give application/octet-stream."
    ) { $0.unknown = "text/plain" },
  ]

  private static let extensions: [Mistake] = [
    path(
      "split-at-periods", ["CRED-TYPE-2", "CRED-TYPE-3"], "The last piece between periods counts."
    ) { types in
      types.lastPart = { $0 }
      types.afterPeriod = { $0.split(separator: ".").last.map { String($0) } }
    },
    path("first-period", ["CRED-TYPE-2"], "What follows the first period of the name counts.") {
      types in
      types.afterPeriod = { part in
        part.firstIndex(of: ".").map { String(part[$0...].dropFirst()) }
      }
    },
    path("slash-hides", ["CRED-TYPE-2"], "A slash at the end hides the file.") { types in
      types.rewrite { $0.hasSuffix("/") ? "" : $0 }
    },
    path("backslash-divides", ["CRED-TYPE-2"], "A backslash divides the path.") { types in
      types.rewrite { String($0.map { $0 == "\\" ? "/" : $0 }) }
    },
    path("path-as-url", ["CRED-TYPE-2"], "The path is read as a URL, in which a blank is a fault.")
    {
      types in
      types.rewrite { path in
        let path = path.contains(" ") ? "" : String(path.prefix { $0 != "?" })
        let bytes = try? PercentEncoding.decode(path, plusIsSpace: false)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? path
      }
    },
    path("tilde-refused", ["CRED-TYPE-2"], "A path of the user's folder is not read.") { types in
      types.rewrite { $0.hasPrefix("~") ? "" : $0 }
    },
    path(
      "other-characters-dropped", ["CRED-TYPE-2", "CRED-TYPE-4"], "What ASCII lacks is dropped."
    ) { types in
      types.rewrite { String(String.UnicodeScalarView($0.unicodeScalars.filter(\.isASCII))) }
    },
    path("hidden-without", ["CRED-TYPE-3"], "A hidden file has no extension.") { types in
      let afterPeriod = types.afterPeriod
      types.afterPeriod = { $0.hasPrefix(".") ? nil : afterPeriod($0) }
    },
    path("period-at-end", ["CRED-TYPE-3"], "Periods at the end are dropped, as Windows does.") {
      types in
      types.rewrite { $0.trimmed { $0 == "." } }
    },
    path("blanks-dropped", ["CRED-TYPE-4", "CRED-TYPE-5"], "White space is dropped from a name.") {
      types in
      types.rewrite { String(String.UnicodeScalarView($0.unicodeScalars.filter { !$0.isBlank })) }
    },
    path("blank-extension", ["CRED-TYPE-5"], "White space alone is an extension.") {
      $0.isExtension = { !$0.isEmpty && !$0.contains(" ") }
    },
    letters("case-counts", ["CRED-TYPE-6"], "The case of an extension counts.") { $0 },
    letters("turkish", ["CRED-TYPE-6"], "The language of the device decides what I becomes.") {
      text in
      String(text.map { $0 == "I" ? "\u{131}" : $0 }).lowercased()
    },
    letters("dotless", ["CRED-TYPE-6"], "Letters are compared in upper case, as Unicode has it.") {
      $0.uppercased().lowercased()
    },
    letters("letters-replaced", ["CRED-TYPE-9"], "A letter that ASCII lacks is replaced by x.") {
      text in
      String(text.map { $0.isASCII ? $0 : "x" }).lowercased()
    },
  ]

  private static let tables: [Mistake] = [
    type(
      "no-table", ["CRED-TYPE-8"], "No extension is known.",
      fix: "Look the extension up in a table."
    ) { $0.type = { _ in nil } },
    type(
      "charset-added", ["CRED-TYPE-8"],
      "A type of text gets a charset, as Go's package mime does it.",
      fix: "Give the type as the table has it."
    ) {
      $0.type = { name in
        ContentTypeTable.standard[name].map { $0.hasPrefix("text/") ? $0 + "; charset=utf-8" : $0 }
      }
    },
    type(
      "other-table", ["CRED-TYPE-8"], "Another table is asked, such as the system's.",
      fix: "Use one table on every machine.",
      seen: [.oss2("The system's table differs for 164 of 684 extensions on one Linux.")]
    ) { types in
      let others = ContentTypeTable(
        """
        audio/: 3gpp=3gp aac text/: x-java=java javascript=js xml plain-bas=par
        application/: macbinary=bin
        """)
      types.type = { others[$0] ?? ContentTypeTable.standard[$0] }
    },
    type(
      "of-python", ["CRED-TYPE-1", "CRED-TYPE-7", "CRED-TYPE-8"],
      "The types are Python's and a few more, an extension is what Python takes for one, and where "
        + "no type is known there is no answer.",
      fix: "Use one table, and give application/octet-stream where it has no type.",
      seen: [.oss2("`content_type_by_name` asks a list of its own and then mimetypes.")]
    ) { types in
      // A file has a name before its extension: periods at its beginning divide nothing.
      types.rewrite { path in
        let part = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return "_" + part.drop { $0 == "." }
      }
      types.isExtension = { pythonType($0.lowercased()) != nil }
      types.lowercased = { $0.lowercased() }
      types.type = { pythonType($0) }
      types.unknown = nil
    },
  ]

  /// The types that oss2 finds on Python 3.11, whatever the machine adds.
  private static func pythonType(_ name: String) -> String? {
    shared.contains(Substring(name)) ? ContentTypeTable.standard[name] : python[name]
  }

  /// The extensions whose types are those of iOS.
  private static let shared = Set(
    """
    ai aif apk au avi bcpio bin bmp cpio csh css csv doc docx dotx dvi eml etx gif gtar hdf html ief
    jpeg jpg js json latex m3u8 mov movie mp4 mpeg n3 nc oda p12 pbm pdf pgm png pnm potx ppm ppsx
    ppt pptx qt ras rgb rtx sh shar sldx src sv4cpio sv4crc svg swf tar tcl tex texinfo tiff tsv txt
    ustar vcf wav webm xbm xls xlsx xltx xpm xwd zip
    """.split(whereSeparator: \.isWhitespace))

  private static let python = ContentTypeTable(
    """
    application/: javascript=mjs manifest+json=webmanifest msword=dot,wiz n-quads=nq n-triples=nt
    octet-stream=a,dll,exe,o,obj,so pkcs7-mime=p7c postscript=eps,ps trig vnd.apple.mpegurl=m3u
    vnd.ms-excel=xlb vnd.ms-excel.addin.macroEnabled.12=xlam
    vnd.ms-excel.sheet.binary.macroEnabled.12=xlsb vnd.ms-powerpoint=pot,ppa,pps,pwz wasm
    xml=rdf,wsdl,xpdl,xsl application/x-: hdf5=h5 mif netcdf=cdf pkcs12=pfx pn-realaudio=ram
    python-code=pyc,pyo tar=taz,tbz2,tgz,txz,tz texinfo=texi troff=roff,t,tr troff-man=man
    troff-me=me troff-ms=ms audio/: 3gpp=3gp,3gpp 3gpp2=3g2,3gpp2 aac=aac,adts,ass,loas basic=snd
    mpeg=mp2,mp3 opus audio/x-: aiff=aifc,aiff pn-realaudio=ra image/: avif heic heif jpeg=jpe
    svg+xml=svgz tiff=tif vnd.microsoft.icon=ico message/: rfc822=mht,mhtml,nws text/: html=htm
    plain=bat,c,h,ksh,pl,srt vtt xml text/x-: python=py sgml=sgm,sgml video/: mpeg=m1v,mpa,mpe,mpg
    """)

  private static let type = PartMistakes(
    \.answers.types, "content-type-", in: [.contentType])

  /// A mistake that finds another extension.
  private static func path(
    _ id: String, _ clauses: [String], _ sentence: String,
    change: @escaping @Sendable (inout ContentTypeModel) -> Void
  ) -> Mistake {
    type(
      id, clauses, sentence,
      fix: "Take what follows the last period of the last part of the path, as it is.", change)
  }

  /// A mistake that compares the letters of an extension otherwise.
  private static func letters(
    _ id: String, _ clauses: [String], _ sentence: String,
    _ lowercased: @escaping @Sendable (String) -> String
  ) -> Mistake {
    type(id, clauses, sentence, fix: "Read A to Z as a to z, and change no other letter.") {
      $0.lowercased = lowercased
    }
  }
}

extension ContentTypeModel {
  /// Reads another path than was given.
  fileprivate mutating func rewrite(_ change: @escaping @Sendable (String) -> String) {
    let lastPart = lastPart
    self.lastPart = { lastPart(change($0)) }
  }
}
