public import OSSPrimitives

/// A moment, under the name that it has in `OSSPrimitives`.
///
/// With it and ``TimeSpan`` `import OSSSigning` is enough to sign. A package that turns on the
/// feature `MemberImportVisibility` imports `OSSPrimitives` too, where it calls their members.
public typealias Moment = OSSPrimitives.Moment

/// A span of time, under the name that it has in `OSSPrimitives`.
public typealias TimeSpan = OSSPrimitives.TimeSpan

/// The former name of ``Moment``.
public typealias UnixTime = OSSPrimitives.Moment
