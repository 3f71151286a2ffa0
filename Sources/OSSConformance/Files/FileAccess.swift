internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Reads and writes whole files, so that no other file of the tool needs to.
enum FileAccess {
  /// How many bytes of a file are read, if nothing says less: 64 MiB.
  static let limit = 1 << 26

  /// The bytes of a regular file, or nothing if they cannot be had.
  ///
  /// A pipe or a device is refused, since reading it could wait without end.
  static func read(_ path: String) -> Bytes? {
    guard case .regular = kind(of: path) else { return nil }
    return try? bytes(of: path)
  }

  /// The bytes of a file, which has no more than a limit.
  ///
  /// - Throws: ``FileError/unreadable(path:)`` or ``FileError/tooLarge(path:limit:)``; no more than one
  ///   byte above the limit is read.
  static func bytes(of path: String, limit: Int = limit) throws(FileError) -> Bytes {
    guard let bytes = FileSystem.contents(of: path, limit: limit) else {
      throw .unreadable(path: path)
    }
    if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    return bytes
  }

  /// Makes the folder that a file is to be in, if it is not there.
  static func makeFolder(around path: String) throws(FileError) {
    for slash in path.utf8.indices where path.utf8[slash] == UInt8(ascii: "/") {
      _ = unsafe mkdir(String(path[..<slash]), 0o777)
    }
    guard FileSystem.isFolder(folder(of: path)) else { throw .unwritable(path: path) }
  }
}

/// Why a file could not be read or written.
package enum FileError: Error, Equatable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String)
  /// The file has more bytes than are read; the path `-` is the standard input.
  case tooLarge(path: String, limit: Int)
  /// The file cannot be written.
  case unwritable(path: String)
  /// The file is no archive that tar unpacks.
  case noArchive(path: String)
  /// There is no program tar to unpack the file.
  case noTar(path: String)
}

extension FileError: CustomStringConvertible {
  /// One sentence that names the file.
  package var description: String {
    switch self {
    case .unreadable(let path): "\(path): it cannot be read."
    case .tooLarge("-", let limit): "The standard input has more than \(limit) bytes."
    case .tooLarge(let path, let limit): "\(path): it has more than \(limit) bytes."
    case .unwritable(let path): "\(path): it cannot be written."
    case .noArchive(let path): "\(path): it is neither a folder nor an archive that tar unpacks."
    case .noTar(let path): "\(path): the program tar, which unpacks it, cannot be started."
    }
  }
}

extension MemberReader {
  /// Reads the JSON object of a file.
  init(path: String) throws(VectorError) {
    guard let bytes = FileAccess.read(path) else { throw .unreadable(path: path) }
    try self.init(bytes, file: path)
  }
}

extension FileAccess {
  /// Whether there is something at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Whether users other than its owner can read a file.
  static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & 0o044 != 0
  }

  /// Whether a file can be written at a path, as far as that can be seen before.
  static func canWrite(_ path: String) -> Bool {
    switch kind(of: path) {
    case .regular: return unsafe access(path, W_OK) == 0
    case .absent:
      let folder = folder(of: path)
      return unsafe access(folder, W_OK) == 0 && FileSystem.isFolder(folder)
    case .other: return !FileSystem.isFolder(path)
    }
  }

  /// What two paths have in common if they are those of one file, which may be made yet.
  static func identity(of path: String) -> String {
    if path == "-" { return path }
    var status = stat()
    if unsafe stat(path, &status) == 0 { return "\(status.st_dev) \(status.st_ino)" }
    var path = path
    // As many links as the system follows; the last one points to nothing.
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + target
    }
    let folder = folder(of: path)
    return (realPath(folder) ?? folder) + "/" + (path.split(separator: "/").last ?? "")
  }

  /// What a symbolic link names; nil where there is no link at the path.
  static func target(ofLink path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &target, Int(PATH_MAX))
    return count < 0 ? nil : text(target[..<count])
  }

  private static func text(_ characters: ArraySlice<CChar>) -> String {
    String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder of a file, with a slash at its end.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Writes a file: follows a link, writes to a device or a pipe, and replaces a regular file only
  /// once all is written; the file keeps its mode and its owner.
  ///
  /// A file that has a second name, or whose owner this process may not give to a new file, is written
  /// in place.
  ///
  /// - Throws: ``FileError/unwritable(path:)``; a regular file that is not written in place is then as it was.
  static func write(_ bytes: Bytes, to path: String) throws(FileError) {
    let isWritten =
      switch kind(of: path) {
      case .regular(let old): replace(path, with: bytes, old)
      case .absent: replace(path, with: bytes, nil)
      case .other: append(bytes, to: unsafe open(path, O_WRONLY | O_CREAT, 0o666))
      }
    guard isWritten else { throw .unwritable(path: path) }
  }

  /// What is at a path, behind all links.
  private enum Kind {
    case absent
    case regular(stat)
    /// A device, a pipe, or a link to nothing; all of them are opened and written to.
    case other
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFREG ? .regular(status) : .other
    }
    return unsafe lstat(path, &status) == 0 ? .other : .absent
  }

  /// Writes a new file next to the old one, and renames it.
  private static func replace(_ path: String, with bytes: Bytes, _ old: stat?) -> Bool {
    if old != nil, unsafe access(path, W_OK) != 0 { return false }
    if let old, old.st_nlink > 1 { return overwrite(path, with: bytes) }
    let target = realPath(path) ?? path
    let new = "\(target).new-\(getpid())"
    // A signal must not leave the new file behind.
    let held = HeldSignals()
    defer { held.release() }
    let mode = old.map { $0.st_mode & 0o7777 }
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL, mode ?? 0o666)
    // In a folder that takes no new file, the old one can still be written to.
    if descriptor < 0 { return old != nil && overwrite(path, with: bytes) }
    if let old, fchown(descriptor, old.st_uid, old.st_gid) != 0 {
      close(descriptor)
      unsafe unlink(new)
      return overwrite(path, with: bytes)
    }
    if let mode { fchmod(descriptor, mode) }
    if append(bytes, to: descriptor), unsafe rename(new, target) == 0 { return true }
    unsafe unlink(new)
    return false
  }

  /// Writes to the file itself in place of a new one.
  private static func overwrite(_ path: String, with bytes: Bytes) -> Bool {
    append(bytes, to: unsafe open(path, O_WRONLY | O_TRUNC))
  }

  /// Writes bytes to an open file and closes it.
  private static func append(_ bytes: Bytes, to descriptor: Int32) -> Bool {
    guard descriptor >= 0 else { return false }
    let isWritten = ByteChannel(writing: descriptor).sendAll(bytes)
    return close(descriptor) == 0 && isWritten
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// Archives of vectors, which the program tar unpacks: it reads every compression that is in use.
extension FileAccess {
  /// How long tar may take, in nanoseconds.
  private static let patience: Int64 = 60_000_000_000

  /// Unpacks an archive into a new folder, which the caller removes.
  static func unpack(_ path: String) throws(FileError) -> String {
    guard read(path) != nil else { throw .unreadable(path: path) }
    let wanted = Environment.variables["TMPDIR"] ?? ""
    let parent = wanted.isEmpty ? "/tmp" : wanted
    var name = Array("\(parent)/\(Program.name)-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw .unwritable(path: parent) }
    let folder = text(name.dropLast())
    do throws(AdapterError) {
      var tar = try ChildProcess(
        command: ["tar", "-xf", path, "-C", folder], showsErrors: false)
      if tar.end(after: patience) == .exited(0) { return folder }
    } catch {
      removeAll(at: folder)
      throw .noTar(path: path)
    }
    removeAll(at: folder)
    throw .noArchive(path: path)
  }

  /// Removes a folder with all that is in it; of a link, the link alone.
  static func removeAll(at path: String) {
    guard FileSystem.isFolder(path, followingLinks: false) else {
      unsafe unlink(path)
      return
    }
    for name in FileSystem.names(in: path) ?? [] { removeAll(at: path + "/" + name) }
    unsafe rmdir(path)
  }

  /// The folder `vectors` in a folder or in the only folder of an archive; else the folder itself.
  static func vectorsFolder(in folder: String) -> String {
    let names = FileSystem.names(in: folder) ?? []
    let candidates = [folder] + names.sorted { $0.precedesInBytes($1) }.map { "\(folder)/\($0)" }
    return candidates.map { $0 + "/vectors" }.first { FileSystem.isFolder($0) } ?? folder
  }
}
