extension RefusalCause {
  static let clockSkewed = RefusalCause(
    "clock-skewed", "The client's clock is wrong by more than OSS allows.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Set the clock by a time server, or correct it by the Date of OSS's answers.")
  static let timeZone = RefusalCause(
    "clock-time-zone", "Local time is sent as if it were GMT.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Format the time with the zone GMT, not with that of the machine.")
  static let twelveHours = RefusalCause(
    "clock-twelve-hours", "Hours are written from 1 to 12.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Use a 24-hour format (HH, not hh) and a fixed locale such as en_US_POSIX.")
  static let calendar = RefusalCause(
    "clock-calendar", "The year is that of another calendar, or of the week.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Format dates in the Gregorian calendar with a fixed locale, and the year as yyyy.")
  static let dateMissing = RefusalCause(
    "date-missing", "The request has no time: neither Date nor x-oss-date.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Send the Date header, or x-oss-date where the HTTP client may not set Date, and sign "
      + "the same text.")
  static let dateMalformed = RefusalCause(
    "date-malformed", "The time of the request is in another form than its version has.",
    clause: "V1-DATE-1", vector: "v1-date-january-second",
    change: "Write it as Sat, 02 Dec 2023 16:20:57 GMT: English names, a day of two digits, GMT.")
  static let dateDiffers = RefusalCause(
    "date-differs", "Another Date is sent than was signed.",
    clause: "V1-DATE-2", vector: "v1-date-x-oss-date-differs",
    change: "Take the time once, and use the same text in the string and in the header.")
  static let dateNotSent = RefusalCause(
    "date-not-sent", "A Date is signed that is not sent.",
    clause: "V1-DATE-1", vector: "v1-date-epoch",
    change: "Send the Date header that was signed; where the HTTP client forbids it, x-oss-date.")
  static let dateNotSigned = RefusalCause(
    "date-not-signed", "The Date line of the string to sign is empty.",
    clause: "V1-DATE-2", vector: "v1-date-x-oss-date-equal",
    change: "Put the Date that is sent on the fourth line, the value of x-oss-date if that is it.")
  static let urlExpired = RefusalCause(
    "url-expired", "The presigned URL has expired.",
    clause: "PRE-EXP-1", vector: "v1-pre-expired",
    change: "Make a new URL, with an expiry that leaves time for its use.")
  static let expiresMilliseconds = RefusalCause(
    "expires-in-milliseconds", "The expiry of the URL is in milliseconds.",
    clause: "PRE-STS-1", vector: "v1-pre-get",
    change: "Divide the time by 1000: Expires is in seconds since 1970.")
  static let expiresRelative = RefusalCause(
    "expires-relative", "The expiry of the URL is a duration, not a moment.",
    clause: "PRE-STS-1", vector: "v1-pre-get",
    change: "Add the duration to the present time: Expires is in seconds since 1970.")
  static let expiresDiffers = RefusalCause(
    "expires-differs", "The URL has another Expires than was signed.",
    clause: "PRE-STS-1", vector: "v1-pre-get",
    change: "Compute the expiry once, and use it in the string and in the URL.")
  static let expiresMalformed = RefusalCause(
    "expires-malformed", "Expires is not a number of seconds.",
    clause: "PRE-STS-1", vector: "v1-pre-get",
    change: "Write Expires in decimal digits: seconds since 1970.")

  static let time = [
    clockSkewed, timeZone, twelveHours, calendar, dateMissing, dateMalformed, dateDiffers,
    dateNotSent, dateNotSigned, urlExpired, expiresMilliseconds, expiresRelative, expiresDiffers,
    expiresMalformed,
  ]
}
