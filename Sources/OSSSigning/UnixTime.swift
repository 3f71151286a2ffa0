public import OSSPrimitives

/// A time in seconds since 1970, under the name that it has in `OSSPrimitives`.
///
/// With it `import OSSSigning` is enough to sign. A package that turns on the feature
/// `MemberImportVisibility` imports `OSSPrimitives` too, where it calls members of the type.
public typealias UnixTime = OSSPrimitives.UnixTime
