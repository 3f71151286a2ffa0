internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in finding the content type of an upload.
enum ContentTypeMutants {
  static let all: [Mutant] = order + extensions + cases + tables

  private static let order: [Mutant] = [
    Mutant(
      "content-type-name-first", "CRED-TYPE-1", "The name is asked before the path.",
      mend: "Ask the path first.", on: [.contentType]
    ) { $0.swapNames { path, name in (name ?? path, path) } },
    Mutant(
      "content-type-path-alone", "CRED-TYPE-1", "The name of the object is not asked.",
      mend: "Ask it where the path has no extension.", on: [.contentType]
    ) { $0.swapNames { path, _ in (path, nil) } },
    Mutant(
      "content-type-name-alone", "CRED-TYPE-1", "The path of the file is not asked.",
      mend: "Ask it first.", on: [.contentType],
      sightings: [.oss2("Content types come from the key alone, not from the file.")]
    ) { $0.swapNames { _, name in (nil, name) } },
    Mutant(
      "content-type-path-or-name", "CRED-TYPE-1",
      "The name is asked only where there is no path at all.",
      mend: "Ask it where the path has no extension.", on: [.contentType]
    ) { $0.swapNames { path, name in (path, path == nil ? name : nil) } },
    Mutant(
      "content-type-left-out", "CRED-TYPE-1", "Without a known extension there is no type.",
      mend: "Give application/octet-stream.", on: [.contentType],
      sightings: [.oss2("The function for content types gives None.")]
    ) { steps in
      steps.rewriteOutput { _, answer in
        if answer.members["contentType"] == .string(ContentType.unknown) {
          answer.members["contentType"] = ""
        }
      }
    },
    Mutant(
      "content-type-unknown-retried", "CRED-TYPE-7",
      "An unknown extension of the path is passed over for the name's.",
      mend: "Give application/octet-stream for it.", on: [.contentType]
    ) { steps in
      steps.swapNames { path, name in
        ContentType.of(filePath: path) == ContentType.unknown ? (nil, name) : (path, name)
      }
    },
    lookup(
      "content-type-prefix", "CRED-TYPE-7", "The longest known beginning of an extension is taken."
    ) { text, type in
      stride(from: text.count, to: 1, by: -1).lazy.compactMap { type(String(text.prefix($0))) }
        .first
    },
    lookup("content-type-completed", "CRED-TYPE-7", "The next extension of the table is taken.") {
      text, type in
      type(text)
        ?? ContentTypeTable.entries.first {
          $0.pathExtension.utf8.starts(with: text.utf8)
        }?.type
    },
    lookup("content-type-text", "CRED-TYPE-7", "An unknown extension is one of plain text.") {
      text, type in type(text) ?? "text/plain"
    },
    lookup("content-type-pair-searched", "CRED-TYPE-7", "The table is searched as a text.") {
      text, type in
      type(text)
        ?? ContentTypeTable.entries.first { pair in
          Bytes("\(pair.pathExtension):\(pair.type)".utf8).starts(with: text.utf8)
            && text.contains(":")
        }?.type
    },
  ]

  private static let tables: [Mutant] = [
    lookup("content-type-no-table", "CRED-TYPE-8", "No extension is known.") { _, _ in nil },
    lookup("content-type-table-cut", "CRED-TYPE-8", "The last entries of the table are not found.")
    {
      text, type in text == "zmm" || text == "yaml" ? nil : type(text)
    },
    lookup(
      "content-type-other-table", "CRED-TYPE-8", "Another table is asked, such as the system's.",
      sightings: [.oss2("The system's table differs for 164 of 684 extensions on one Linux.")]
    ) { text, type in
      let others = [
        "3gp": "audio/3gpp", "aac": "audio/aac", "java": "text/x-java", "js": "text/javascript",
        "xml": "text/xml", "par": "text/plain-bas", "bin": "application/macbinary",
      ]
      return others[text] ?? type(text)
    },
    lookup("content-type-key-trimmed", "CRED-TYPE-8", "The keys of the table are trimmed.") {
      text, type in text == "par" ? "text/plain-bas" : type(text)
    },
    lookup("content-type-every-type-given", "CRED-TYPE-8", "Types of octets count as none.") {
      text, type in text == "bin" ? "" : type(text)
    },
  ]

  /// A mutant that looks an extension up in another way; it is given the reference's.
  private static func lookup(
    _ id: String, _ clause: String, _ mistake: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (_ text: String, _ type: (String) -> String?) -> String?
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: "Look the whole extension up in the table, and nothing else.",
      on: [.contentType], sightings: sightings
    ) { steps in
      let former = steps.contentType.type
      steps.contentType.type = { change($0, former) }
    }
  }
}

extension ReferenceSteps {
  /// Takes other names for the path and the name of the object.
  fileprivate mutating func swapNames(
    _ change: @escaping @Sendable (_ path: String?, _ name: String?) -> (String?, String?)
  ) {
    rewriteInput { _, input in
      let (path, name) = change(input["filePath"]?.stringValue, input["uploadName"]?.stringValue)
      input["filePath"] = path.map { .string($0) }
      input["uploadName"] = name.map { .string($0) }
    }
  }
}
