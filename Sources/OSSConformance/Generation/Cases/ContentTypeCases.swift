internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/content-types`: the type of an upload, from its names.
enum ContentTypeCases {
  static let all: [BuiltCase] = order + extensions + open + table + absent

  private static func names(
    _ slug: String, _ clause: String, _ comment: String, path: JSONValue = .null,
    name: JSONValue = .null
  ) -> BuiltCase {
    BuiltCase(
      id: "content-type-\(slug)", operation: .contentType, clauses: [clause], comment: comment,
      input: ["filePath": path, "uploadName": name], level: .should)
  }

  private static let order: [BuiltCase] = [
    names(
      "path-first", "CRED-TYPE-1", "The name of the object is asked before the path.",
      path: "/tmp/photo.png", name: "photo.txt"),
    names(
      "name-second", "CRED-TYPE-1", "The name is not asked where the path has no extension.",
      path: "/tmp/upload", name: "photo.png"),
    names("name-alone", "CRED-TYPE-1", "The name alone is not enough.", name: "a/b/photo.png"),
    names("path-alone", "CRED-TYPE-1", "The path alone is not enough.", path: "photo.png"),
    names("nothing", "CRED-TYPE-1", "Without names there is no type, or an error."),
    names("empty", "CRED-TYPE-1", "Empty names give no type, or an error.", path: "", name: ""),
    names(
      "empty-path", "CRED-TYPE-1", "An empty path hides the name.", path: "", name: "page.html"),
    names(
      "neither", "CRED-TYPE-1", "Names without an extension give no type.", path: "/tmp/upload",
      name: "photo"),
    names(
      "unknown-not-retried", "CRED-TYPE-7",
      "An unknown extension of the path is passed over for the name's.", path: "/tmp/a.unknown",
      name: "photo.png"),
    names(
      "unknown", "CRED-TYPE-7", "An unknown extension gives no type.", path: "/tmp/a.unknown"),
    names(
      "unknown-name", "CRED-TYPE-7", "An unknown extension of the name gives no type.",
      name: "a.unknown"),
    names(
      "longer-than-known", "CRED-TYPE-7", "The beginning of an extension is looked up.",
      path: "a.pngx"),
    names(
      "shorter-than-known", "CRED-TYPE-7", "An extension is completed.", path: "a.pn"),
    names(
      "lookup-of-two", "CRED-TYPE-7", "A pair of the table is found by more than its key.",
      path: "a.png:image"),
  ]

  private static let extensions: [BuiltCase] = [
    names("last-period", "CRED-TYPE-2", "The first period counts.", path: "a.tar.png"),
    names(
      "folder", "CRED-TYPE-2", "A period in a folder's name counts.", path: "/a.png/upload",
      name: "b.txt"),
    names("slash-at-end", "CRED-TYPE-2", "A slash at the end hides the file.", path: "/tmp/a.png/"),
    names("slashes-at-end", "CRED-TYPE-2", "Two slashes do.", path: "/tmp/a.png//"),
    names("root", "CRED-TYPE-2", "The root breaks the SDK.", path: "/", name: "a.png"),
    names(
      "backslash", "CRED-TYPE-2", "A backslash divides as on Windows.", path: "a.png\\b",
      name: "c.txt"),
    names(
      "question-mark", "CRED-TYPE-2", "What follows a question mark is cut off.",
      path: "photo.png?x=1"),
    names("percent", "CRED-TYPE-2", "The path is percent-decoded.", path: "photo%2Epng"),
    names("blank-before", "CRED-TYPE-2", "A blank before the period counts.", path: "a .png"),
    names("tilde", "CRED-TYPE-2", "A tilde is looked up in the file system.", path: "~/a.png"),
    names(
      "combining", "CRED-TYPE-2", "A period with an accent on it is no period.",
      path: "a.png.\u{301}", name: "b.png"),
    names(
      "hidden", "CRED-TYPE-3", "The name of a hidden file is an extension.", path: "/tmp/.png",
      name: "a.txt"),
    names("hidden-with-extension", "CRED-TYPE-3", "A hidden file has none.", path: "/tmp/.a.png"),
    names(
      "period-at-end", "CRED-TYPE-3", "A period at the end is dropped.", path: "a.png.",
      name: "b.txt"),
    names(
      "this-folder", "CRED-TYPE-3", "The folder itself has an extension.", path: "a.png/.",
      name: "b.txt"),
    names(
      "tab", "CRED-TYPE-5", "A tab is an extension, and hides the name.", path: "a.\t",
      name: "b.png"),
    names(
      "no-break-space", "CRED-TYPE-5", "A blank of Unicode is an extension.", path: "a.\u{A0}",
      name: "b.png"),
    names(
      "blanks-kept", "CRED-TYPE-5", "Blanks around an extension are trimmed.", path: "a.\tpng",
      name: "b.txt"),
    names("upper-case", "CRED-TYPE-6", "Case counts.", path: "IMG_0001.JPG"),
    names("mixed-case", "CRED-TYPE-6", "Case counts.", name: "Page.Html"),
    names(
      "turkish", "CRED-TYPE-6", "The language of the device decides what an I becomes.",
      path: "A.GIF"),
    names("dotless", "CRED-TYPE-6", "A dotless i is no i.", path: "a.g\u{131}f"),
  ]

  private static let octets: JSONObject = ["contentType": "application/octet-stream"]

  private static func open(
    _ slug: String, _ clause: String, _ comment: String, path: JSONValue, name: JSONValue = .null,
    otherwise: String, _ reason: String
  ) -> BuiltCase {
    names(slug, clause, comment, path: path, name: name)
      .may("What Foundation does differs by its version.")
      .or(.answer(Answer(members: ["contentType": .string(otherwise)])), because: reason)
  }

  private static let space = "An extension may hold a space."

  private static let open: [BuiltCase] = [
    open(
      "space-at-end", "CRED-TYPE-4", "A space at the end is trimmed.", path: "a.png ",
      name: "b.txt", otherwise: "application/octet-stream", space),
    open(
      "space-inside", "CRED-TYPE-4", "What follows the space is dropped.", path: "a.png x",
      name: "b.txt", otherwise: "application/octet-stream", space),
    open(
      "par-space", "CRED-TYPE-4", "The key with a space is found by one without.",
      path: "a.par ", otherwise: "text/plain-bas", space),
    open(
      "two-periods", "CRED-TYPE-4", "Periods at the beginning are dropped.", path: "..png",
      name: "b.txt", otherwise: "image/png", "The last period divides wherever it stands."),
    open(
      "direction", "CRED-TYPE-4", "A character that changes the direction is dropped.",
      path: "a.\u{202E}png", name: "b.txt", otherwise: "application/octet-stream",
      "An extension may hold such characters."),
    open(
      "kelvin", "CRED-TYPE-9", "Letters are compared by how they look.", path: "a.\u{212A}ml",
      otherwise: "application/vnd.google-earth.kml+xml", "The lower case of Unicode is taken."),
    names("par", "CRED-TYPE-8", "The key with a space is found without it.", path: "a.par")
      .may("The table is that of one SDK."),
  ]
}
