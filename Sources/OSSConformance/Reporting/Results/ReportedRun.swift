internal import OSSPrimitives
internal import OSSVectors

/// What the page of results takes from one JSON report.
struct ReportedRun: Hashable {
  /// The SDK and its version.
  var sdk: String
  /// How many vectors were run, and how many there are.
  var executed: Int64
  var declared: Int64
  /// The level of each vector that failed.
  var levels: [String: Level]
  /// What is behind the failures.
  var mistakes: [ReportedMistake]

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: What ``Report/json()`` wrote.
  ///   - file: The file's path, for errors.
  init(_ bytes: Bytes, file: String) throws(ResultsError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONReader.read(bytes)
    } catch {
      throw .notJSON(file: file, error)
    }
    do throws(VectorError) {
      try self.init(MemberReader(json, at: VectorLocation(file: file)))
    } catch {
      throw .malformed(error)
    }
  }

  private init(_ reader: MemberReader) throws(VectorError) {
    let identity = try reader.members("sdk")
    sdk = try identity.text("name") + " " + identity.text("version")
    let summary = try reader.members("summary")
    executed = try summary.integer("executed")
    declared = try summary.integer("declared")
    levels = [:]
    var reasons: [String: String] = [:]
    for (index, value) in try reader.elements("vectors").enumerated() {
      let vector = try MemberReader(value, at: reader.place.member("vectors").element(index))
      guard vector.object["kind"] != nil else { continue }
      let id = try vector.text("id")
      levels[id] = Level(rawValue: try vector.text("level"))
      if let known = vector.object["known"]?.objectValue {
        reasons[id] = known["reason"]?.stringValue
      }
    }
    mistakes = []
    for (index, value) in try reader.elements("diagnosis").enumerated() {
      let place = reader.place.member("diagnosis").element(index)
      mistakes.append(try ReportedMistake(MemberReader(value, at: place), reasons: reasons))
    }
  }

  /// The most binding level of some vectors.
  func level(of ids: [String]) -> Level {
    let levels = ids.compactMap { self.levels[$0] }
    return Level.allCases.first(where: levels.contains) ?? .may
  }
}
