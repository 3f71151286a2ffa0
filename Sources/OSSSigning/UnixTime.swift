public import OSSPrimitives

/// A time in seconds since 1970, under the name that it has in `OSSPrimitives`.
///
/// With it `import OSSSigning` is enough to sign.
public typealias UnixTime = OSSPrimitives.UnixTime
