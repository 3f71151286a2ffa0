internal import OSSPrimitives
internal import OSSVectors

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Archives of vectors, which the program tar unpacks: it reads every compression that is in use.
extension FileAccess {
  /// How long tar may take, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// Unpacks an archive into a new folder, which the caller removes.
  static func unpack(_ path: String) throws(FileError) -> String {
    guard read(path) != nil else { throw .unreadable(path: path) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(Program.name)-\(UUID().uuidString)").path
    try makeFolder(around: folder + "/file")
    do throws(AdapterError) {
      var tar = try ChildProcess(
        command: ["tar", "-xf", path, "-C", folder], showsErrors: false)
      if tar.end(after: patience) == .exited(0) { return folder }
    } catch {
      remove(folder)
      throw .noTar(path: path)
    }
    remove(folder)
    throw .noArchive(path: path)
  }

  /// Removes a folder with all that is in it.
  static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The folder `vectors` in a folder or in the only folder of an archive; else the folder itself.
  static func vectorsFolder(in folder: String) -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let candidates = [folder] + names.sorted { $0.precedesInBytes($1) }.map { "\(folder)/\($0)" }
    return candidates.map { $0 + "/vectors" }.first(where: isFolder) ?? folder
  }
}
