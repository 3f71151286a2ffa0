/// The forms in which a report can be written for programs.
public enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object; see ``Report/json()``.
  case json
  /// The XML that build servers read; see ``Report/junit()``.
  case junit
}
