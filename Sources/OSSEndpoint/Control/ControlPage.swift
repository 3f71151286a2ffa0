/// The page of the control port.
package enum ControlPage {
  /// The HTML, with its style and its script; it needs nothing from elsewhere.
  package static let text = """
    <!doctype html>
    <title>oss-conform serve</title>
    <p>The journal is at <a href="/journal">/journal</a>.</p>

    """
}
