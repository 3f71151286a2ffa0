public import OSSPrimitives
public import OSSServices
public import OSSSigning

/// Why an answer holds no token that can be used.
///
/// Each case locates the fault: by the name of a member, an offset in bytes, or a status. None holds a
/// secret, a token, or a part of the body but what the server says of its own error. ``code`` is the
/// error class that the adapter protocol uses (clauses TOK-REF).
public enum TokenResponseError: Error, Hashable, Sendable {
  /// The HTTP status is not 200 (TOK-REF-1).
  case httpStatus(Int, TokenServerError?)
  /// The decoder gave nothing (TOK-REF-2).
  case notDecoded
  /// The body is not JSON, or has more of it than is read (TOK-REF-3, TOK-REF-15, TOK-REF-16).
  case notJSON(JSONError)
  /// The body is not XML, or not that of an answer to AssumeRole (ROLE-RSP-9).
  case notXML(ErrorBodyError)
  /// The body, or the member of this name, is no object (TOK-REF-4, ROLE-RSP-11).
  case notObject(member: String?)
  /// The status in the body is not that of a success; its value where it is a whole number
  /// (TOK-REF-5).
  case bodyStatus(member: String, value: Int64?, TokenServerError?)
  /// These two members, which belong to two shapes, stand in one answer (TOK-REF-6).
  case torn(String, String)
  /// The member is not there (TOK-REF-7).
  case missingMember(String)
  /// The member is null (TOK-REF-8).
  case nullMember(String)
  /// The member is a number, a truth value, an array or an object (TOK-REF-9).
  case nonTextMember(String)
  /// The member is empty, or holds white space alone (TOK-REF-10).
  case emptyMember(String)
  /// A request cannot carry the ID or the token (TOK-REF-14).
  case invalidCredentials(SigningError)
  /// The expiration is no time; offsets are those of the text without outer white space
  /// (TOK-REF-11).
  case invalidTime(member: String, TimeError)
  /// The token has expired (TOK-REF-12).
  case expired(at: Moment, now: Moment)
}
