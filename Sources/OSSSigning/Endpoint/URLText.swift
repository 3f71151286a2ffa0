package import OSSPrimitives

/// The text of URLs, written into a buffer.
package enum URLText {
  /// Appends parameters, the first one after the separator given and the others after `&`.
  package static func append(
    _ parameters: [QueryParameter], after separator: inout UInt8, to url: inout Bytes
  ) {
    for parameter in parameters { append(parameter, after: &separator, to: &url) }
  }

  /// Appends a parameter after a separator, which becomes `&`.
  ///
  /// A name without a value stands alone; a name with an empty value keeps its `=`. An empty name
  /// has one always, or the parameter would be nothing to a decoder (PRE-QRY-5).
  static func append(
    _ parameter: QueryParameter, after separator: inout UInt8, to url: inout Bytes
  ) {
    url.append(separator)
    separator = UInt8(ascii: "&")
    PercentEncoding.append(parameter.name.utf8, keepingSlash: false, to: &url)
    if let value = parameter.value ?? (parameter.name.utf8.isEmpty ? "" : nil) {
      url.append(UInt8(ascii: "="))
      PercentEncoding.append(value.utf8, keepingSlash: false, to: &url)
    }
  }
}
