/// An error of this package: its sentence shows no secret, no token and nothing that is to be signed.
///
/// A provider shows the sentence of such an error, and of an error of others the type alone
/// (CRED-MODE-19).
package protocol PlainError: Error, CustomStringConvertible {}
