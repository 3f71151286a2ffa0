@_exported public import Foundation
@_exported public import OSSCredentialProviders
@_exported public import OSSCredentials
@_exported public import OSSServices
@_exported public import OSSSigning

// Of the primitives the times, the bytes and the checksum of OSS alone: a SHA256 of the package next
// to that of CryptoKit would be ambiguous.
@_exported public import typealias OSSPrimitives.Bytes
@_exported public import struct OSSPrimitives.CRC64
@_exported public import struct OSSPrimitives.Moment
@_exported public import struct OSSPrimitives.TimeSpan

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
