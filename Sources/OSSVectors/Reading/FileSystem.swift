#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  package import OSSPrimitives

  /// Reads files and folders by the calls of the system.
  ///
  /// FoundationEssentials would add five megabytes to a static program.
  package enum FileSystem {
    /// The bytes of a file, but one byte more than a limit at most: so is seen that there is more.
    ///
    /// - Returns: What was read; nil where the file cannot be read.
    package static func contents(of path: String, limit: Int = .max - 1) -> Bytes? {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = Bytes()
      var piece = Bytes(repeating: 0, count: 1 << 16)
      while bytes.count <= limit {
        let count = unsafe piece.withUnsafeMutableBytes { room in
          untilUninterrupted { unsafe read(descriptor, room.baseAddress, room.count) }
        }
        guard count >= 0 else { return nil }
        if count == 0 { break }
        bytes += piece[..<min(count, limit + 1 - bytes.count)]
      }
      return bytes
    }

    /// Whether there is a folder at a path; a link to one is one, if links are followed.
    package static func isFolder(_ path: String, followingLinks: Bool = true) -> Bool {
      var status = stat()
      let result = followingLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status)
      return result == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in a folder, in no order; nil where it cannot be read.
    package static func names(in folder: String) -> [String]? {
      guard let stream = unsafe opendir(folder) else { return nil }
      defer { unsafe closedir(stream) }
      var names: [String] = []
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names
    }

    /// The paths of all that is below a folder, from there, in no order; no link is followed.
    ///
    /// - Returns: The paths; nil where one of the folders cannot be read.
    package static func paths(below folder: String) -> [String]? {
      guard var paths = names(in: folder) else { return nil }
      for name in paths where isFolder(folder + "/" + name, followingLinks: false) {
        guard let inner = Self.paths(below: folder + "/" + name) else { return nil }
        paths += inner.map { name + "/" + $0 }
      }
      return paths
    }
  }

  /// Makes a call of the system again until no signal interrupts it.
  package func untilUninterrupted(_ attempt: () -> Int) -> Int {
    while true {
      let count = attempt()
      if count >= 0 || errno != EINTR { return count }
    }
  }
#endif
