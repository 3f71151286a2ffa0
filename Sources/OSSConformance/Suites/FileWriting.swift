internal import OSSPrimitives

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension FileAccess {
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
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      return unsafe access(folder, W_OK) == 0 && isFolder(folder)
    case .other: return !isFolder(path)
    }
  }

  /// Writes a file: follows a link, writes to a device or a pipe, and replaces a regular file only
  /// once all is written; the file keeps its mode.
  ///
  /// - Throws: ``FileError/unwritable(path:)``; a regular file is then as it was.
  static func write(_ bytes: Bytes, to path: String) throws(FileError) {
    let isWritten =
      switch kind(of: path) {
      case .regular(let mode): replace(path, with: bytes, mode: mode)
      case .absent: replace(path, with: bytes, mode: nil)
      case .other: append(bytes, to: unsafe open(path, O_WRONLY | O_CREAT, 0o666))
      }
    guard isWritten else { throw .unwritable(path: path) }
  }

  /// What is at a path, behind all links.
  private enum Kind {
    case absent
    case regular(mode: mode_t)
    /// A device, a pipe, or a link to nothing; all of them are opened and written to.
    case other
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFREG ? .regular(mode: status.st_mode & 0o7777) : .other
    }
    return unsafe lstat(path, &status) == 0 ? .other : .absent
  }

  /// Writes a new file next to the old one, and renames it.
  private static func replace(_ path: String, with bytes: Bytes, mode: mode_t?) -> Bool {
    if mode != nil, unsafe access(path, W_OK) != 0 { return false }
    let target = realPath(path) ?? path
    let new = "\(target).new-\(getpid())"
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_EXCL, mode ?? 0o666)
    // In a folder that takes no new file, the old one can still be written to.
    if descriptor < 0 {
      return mode != nil && append(bytes, to: unsafe open(path, O_WRONLY | O_TRUNC))
    }
    if let mode { fchmod(descriptor, mode) }
    if append(bytes, to: descriptor), unsafe rename(new, target) == 0 { return true }
    unsafe unlink(new)
    return false
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
