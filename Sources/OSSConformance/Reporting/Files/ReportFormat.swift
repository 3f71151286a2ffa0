/// The forms in which a report can be written for programs.
public enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object; see ``JSONReport``.
  case json
  /// The XML that build servers read; see ``JUnitReport``.
  case junit
}
