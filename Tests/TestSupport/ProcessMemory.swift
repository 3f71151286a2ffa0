internal import Foundation

/// How much memory the process of the tests uses.
package enum ProcessMemory {
  /// The megabytes that are in memory now; 0 where no file of the system says it.
  package static var megabytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) / 256 : 0
  }
}
