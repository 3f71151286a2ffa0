internal import FoundationEssentials
package import OSSJSON
package import OSSVectors

/// The package's own vectors, read once.
package enum RealVectors {
  /// There is no suite of this name.
  package struct NoSuite: Error {
    package let name: String
  }

  /// The folder `vectors/`, found from this file: a test bundle holds no copy.
  package static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/vectors"

  /// A page of the specification or another file beside it.
  package static func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/../spec/\(name)", encoding: .utf8)
  }

  /// A file of the vectors that is no suite.
  package static func json(_ name: String) throws -> JSONValue {
    try JSONReader.read(String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
  }

  package static let corpus = Result { () throws(VectorError) in try Corpus.read(from: folder) }

  /// A suite by its name; an error here fails the test that asks.
  package static func suite(_ name: String) throws -> Suite {
    guard let suite = try corpus.get().suites.first(where: { $0.name == name }) else {
      throw NoSuite(name: name)
    }
    return suite
  }
}
