internal import OSSPrimitives

/// The text of URLs, written into a buffer.
enum URLText {
  /// Appends a parameter after a separator, which becomes `&`.
  ///
  /// A name without a value stands alone; a name with an empty value keeps its `=` (PRE-QRY-5).
  static func append(
    _ parameter: QueryParameter, after separator: inout UInt8, to url: inout Bytes
  ) {
    url.append(separator)
    separator = UInt8(ascii: "&")
    PercentEncoding.append(parameter.name.utf8, keepingSlash: false, to: &url)
    if let value = parameter.value {
      url.append(UInt8(ascii: "="))
      PercentEncoding.append(value.utf8, keepingSlash: false, to: &url)
    }
  }
}
