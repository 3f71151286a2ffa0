internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in finding the content type of an upload (CRED-TYPE).
enum ContentTypeMistakes {
  private static let rows = MistakeRows(\.types, in: [.contentType])
  private static let asked = rows.breaking("CRED-TYPE-1")
    .fix("Ask the path for an extension, then the name; no name is refused.").setting(\.names)
  private static let unknown = rows.breaking("CRED-TYPE-1", "CRED-TYPE-7")
    .fix("Give application/octet-stream where no type is known.")
  private static let found = rows.breaking("CRED-TYPE-2")
    .fix("Take what follows the last period of the last part of the path, as it is.")
  /// Paths that are rewritten before they are read.
  private static let path = found.wrapping(\.lastPart)
  private static let letters = rows.breaking("CRED-TYPE-6")
    .fix("Read A to Z as a to z, and change no other letter.").setting(\.lowercased)
  private static let table = rows.breaking("CRED-TYPE-8")
    .fix("Use the table of the page on every machine, and give its types as they are.")
    .setting(\.type)

  static let all: [Mistake] = [
    // Orders.
    asked(
      "content-type-name-first",
      "The object's name gives the type before the path of the file does."
    )
    .breaking("CRED-TYPE-1", "CRED-TYPE-7").change { [$1, $0] },
    asked("content-type-path-alone", "The type comes from the path of the file alone.") { path, _ in
      [path]
    },
    asked("content-type-name-alone", "The type comes from the name of the object alone.")
      .seen("Content types come from the key alone, not from the file.", .oss2)
      .change { _, name in [name] },
    asked("content-type-unknown-passed-over")
      .sentence("Where the extension of the path is unknown, that of the name gives the type.")
      .breaking("CRED-TYPE-7").fix("Give application/octet-stream, and do not ask the name.")
      .change { path, name in
        let types = ContentTypeModel()
        let known = path.flatMap(types.pathExtension).flatMap { types.type(types.lowercased($0)) }
        return known == nil ? [name] : [path]
      },
    rows("content-type-empty-name-refused", "An upload with an empty name is refused.")
      .breaking("CRED-TYPE-1")
      .fix("Ask the path for an extension, then the name; no name is refused.")
      .seen("An object with an empty name is refused before its type is sought.", .oss2, .pythonV2)
      .change { $0.refusesEmptyName = true },
    unknown("content-type-left-out", "Without a known extension there is no type.")
      .seen("The function for content types gives None.", .oss2).change { $0.unknown = nil },
    // Extensions.
    found(
      "content-type-split-at-periods",
      "The last piece between periods is the extension, also of a folder or without a period."
    )
    .breaking("CRED-TYPE-2", "CRED-TYPE-3").change {
      $0.lastPart = { $0 }
      $0.afterPeriod = { $0.split(separator: ".").last.map { String($0) } }
    },
    found(
      "content-type-extension-of-path",
      "What follows the last period of the path is the extension, also in a folder's name."
    )
    .change { $0.lastPart = { String($0.reversed().drop { $0 == "/" }.reversed()) } },
    found("content-type-part-without-period", "A name without a period is its own extension.")
      .breaking("CRED-TYPE-3").change {
        $0.afterPeriod = { $0.contains(".") ? ContentTypeModel().afterPeriod($0) : $0 }
      },
    found(
      "content-type-first-period", "What follows the first period of the name is the extension."
    ).change {
      $0.afterPeriod = { part in part.firstIndex(of: ".").map { String(part[$0...].dropFirst()) }
      }
    },
    found("content-type-slash-at-end-counts", "A path that ends with a slash has no extension.")
      .change { $0.lastPart = { String($0[($0.lastIndex(of: "/") ?? $0.startIndex)...]) } },
    found(
      "content-type-of-hidden-file",
      "A hidden file has what follows its first period as an extension."
    )
    .breaking("CRED-TYPE-3").change {
      $0.afterPeriod = { part in
        part.lastIndex(of: ".").map { String(part[part.index(after: $0)...]) }
      }
    },
    path("content-type-backslash-divides", "A backslash divides folders, as on Windows.")
      .change { $1($0.replaced("\\", by: "/")) },
    path("content-type-path-as-url", "The path is read as a URL, in which a blank is a fault.")
      .change {
        $0.contains(" ") ? "" : $1(Bytes($0.utf8.prefix { $0 != 0x3F }).tripletsDecoded.text)
      },
    path("content-type-fragment-cut", "What follows a `#` is cut off, as of a URL.")
      .change { $1(String($0.prefix { $0 != "#" })) },
    path(
      "content-type-encoding-taken-off", "An extension such as gz is taken off: a.txt.gz is text."
    )
    .change { withoutEncoding($1($0)) },
    path("content-type-tilde-refused", "A path of the user's folder is not read.")
      .change { $0.hasPrefix("~") ? "" : $1($0) },
    path(
      "content-type-other-characters-dropped", "Characters outside ASCII are dropped from a path."
    )
    .breaking("CRED-TYPE-2", "CRED-TYPE-4")
    .change { $1(Bytes($0.utf8.filter { $0 < 0x80 }).text) },
    path("content-type-hidden-without", "A hidden file has no extension.")
      .breaking("CRED-TYPE-3").change { $1($0).hasPrefix(".") ? "" : $1($0) },
    path("content-type-blanks-dropped", "White space is dropped from a name.")
      .breaking("CRED-TYPE-4", "CRED-TYPE-5")
      .change { $1(String(String.UnicodeScalarView($0.unicodeScalars.filter { !$0.isBlank }))) },
    found("content-type-blank-extension", "White space alone is an extension.")
      .breaking("CRED-TYPE-5").change { $0.isExtension = { !$0.isEmpty && !$0.contains(" ") } },
    letters("content-type-case-counts", "An extension in upper case is unknown.") { $0 },
    letters("content-type-turkish", "The language of the device decides what I becomes.")
      .change { $0.replaced("I", by: "\u{131}").lowercased() },
    letters("content-type-dotless", "Letters are compared in upper case, as Unicode has it.")
      .change { $0.uppercased().lowercased() },
    letters("content-type-letters-replaced", "A letter that ASCII lacks is replaced by x.")
      .breaking("CRED-TYPE-9").change { String($0.map { $0.isASCII ? $0 : "x" }).lowercased() },
    // Tables.
    table("content-type-no-table", "No extension is known.") { _ in nil },
    table("content-type-charset-added", "A type of text gets a charset, as in Go's package mime.")
      .change {
        ContentTypeTable.standard[$0].map { $0.hasPrefix("text/") ? $0 + "; charset=utf-8" : $0 }
      },
    table("content-type-other-table", "Another table is asked, such as the system's.")
      .seen("The system's table differs for 164 of 684 extensions on one Linux.", .oss2)
      .change { systems[$0] ?? ContentTypeTable.standard[$0] },
    rows("content-type-of-python").sentence(
      "The types are Python's and a few more, an extension is what Python takes for one, and where "
        + "no type is known there is no answer."
    ).breaking("CRED-TYPE-1", "CRED-TYPE-2", "CRED-TYPE-7", "CRED-TYPE-8")
      .fix("Use one table, and give application/octet-stream where it has no type.")
      .seen("`content_type_by_name` asks a list of its own and then mimetypes.", .oss2).change {
        // A file has a name before its extension: periods at its beginning divide nothing.
        $0.lastPart = { path in
          let part = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
          return "_" + withoutEncoding(String(part.drop { $0 == "." }))
        }
        $0.isExtension = { pythonType($0.lowercased()) != nil }
        $0.lowercased = { $0.lowercased() }
        $0.type = { pythonType($0) }
        $0.unknown = nil
      },
  ]

  /// A name without the last extension where that names an encoding, as in Python's mimetypes.
  private static func withoutEncoding(_ name: String) -> String {
    let ending = [".gz", ".bz2", ".xz", ".br", ".Z"].first { name.hasSuffix($0) && name != $0 }
    return String(name.dropLast(ending?.count ?? 0))
  }

  private static let systems = ContentTypeTable(
    """
    audio/: 3gpp=3gp aac text/: x-java=java javascript=js xml plain-bas=par
    application/: macbinary=bin
    """)

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
}
