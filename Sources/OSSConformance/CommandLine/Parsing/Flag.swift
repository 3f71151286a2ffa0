internal import OSSVectors

/// A flag of the command line: what it is called, what it takes, what it means.
///
/// The parser and the help read the same flags, so neither can know one that the other does not.
struct Flag: Hashable {
  /// The name with its hyphens, such as `--id`.
  let name: String
  /// The word that represents the value in the help; none for a flag that takes no value.
  let value: String?
  /// Whether the flag may be given more than once.
  let isRepeatable: Bool
  /// What the flag means, in one line.
  let help: String

  init(_ name: String, _ value: String, isRepeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  init(_ name: String, _ help: String) {
    self.name = name
    value = nil
    isRepeatable = false
    self.help = help
  }

  /// The flag and its value as the help shows them.
  var usage: String { value.map { "\(name) \($0)" } ?? name }

  static let id = Flag(
    "--id", "ID", isRepeatable: true, "the vector of this id, or of each id of a list with commas")
  static let match = Flag(
    "--match", "GLOB", isRepeatable: true, "the vectors whose id matches; * and ? are wild")
  static let clause = Flag(
    "--clause", "CLAUSE", isRepeatable: true, "the vectors that cite the clause")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "the vectors of the operation")
  static let level = Flag(
    "--level", "LEVEL", isRepeatable: true, "the vectors of the level: must, should, may")
  static let suite = Flag(
    "--suite", "NAME", isRepeatable: true,
    "the vectors of the suite, such as v1/headers, or of the folder, such as v1")
  static let flag = Flag("--flag", "NAME", isRepeatable: true, "the vectors that have the flag")
  static let skip = Flag(
    "--skip", "GLOB", isRepeatable: true, "leave out the vectors and suites of this id or name")
  static let answersOnly = Flag(
    "--answers-only", "leave out the vectors that expect a refusal")

  /// The flags that select vectors.
  static let selection = [
    id, match, clause, operation, level, suite, flag, skip, answersOnly,
  ]

  static let vectors = Flag("--vectors", "PATH", "the folder of vectors")
  static let quiet = Flag("--quiet", "print the last line only")
  static let verbose = Flag(
    "--verbose", "print every failed vector with its request and answer, and all ids")
  static let noSteps = Flag(
    "--no-steps", "compare results alone, and not the steps that the adapter shows")
  static let expectations = Flag(
    "--expectations", "FILE", "the list of known failures to compare with")
  static let updateExpectations = Flag(
    "--update-expectations", "write the list of known failures from this run")
  static let strict = Flag("--strict", "let a should that fails fail the run, too")
  static let profiles = Flag(
    "--profiles", "NAME,...", "the profiles to run, or all; the claimed ones if not given")
  static let report = Flag(
    "--report", "FORMAT=FILE,...", isRepeatable: true,
    "write a report too: \(ReportFormat.list()); - is the standard output")

  /// The flags of the commands that judge.
  static let judging = [
    vectors, profiles, noSteps, strict, expectations, updateExpectations, report, quiet, verbose,
  ]

  static let timeout = Flag(
    "--timeout", "SECONDS", "the time limit for one request; 2 if not given")
  static let zone = Flag(
    "--zone", "NAME", "the time zone of the adapter; \(AdapterZone.usual.name) if not given")
  static let trace = Flag(
    "--trace", "FILE", "write each line to and from the adapter; - is the standard error")
  static let window = Flag(
    "--window", "COUNT", "the maximum of unanswered requests; 64 if not given")

  static let method = Flag("--method", "VERB", "the HTTP method; GET if not given")
  static let bucket = Flag("--bucket", "NAME", "the bucket")
  static let key = Flag("--key", "KEY", "the object's key, not percent-encoded")
  static let header = Flag(
    "--header", "'NAME: VALUE'", isRepeatable: true, "a header of the request")
  static let query = Flag(
    "--query", "NAME[=VALUE]", isRepeatable: true, "a query parameter, not percent-encoded")
  static let endpoint = Flag(
    "--endpoint", "URL", "such as https://oss-cn-hangzhou.aliyuncs.com")
  static let addressing = Flag(
    "--addressing", "HOW", "virtual-host, path or cname; by the endpoint if not given")
  static let time = Flag(
    "--time", "TIME", "Unix seconds, RFC 1123 or ISO 8601; now if not given")
  static let expires = Flag(
    "--expires", "TIME", "Unix seconds, or +SECONDS from the time of signing")
  static let json = Flag("--json", "print a JSON object")
  static let credentials = Flag(
    "--credentials", "FILE", "JSON with accessKeyId, accessKeySecret, securityToken")
  static let string = Flag("--string", "FILE", "sign the bytes of this file; - is standard input")

  static let signature = Flag(
    "--signature", "VERSION", "v1, v2 or v4; v4 if a region is given, else v1")
  static let region = Flag("--region", "REGION", "V4: such as cn-hangzhou")
  static let product = Flag("--product", "NAME", "V4: the product of the scope; oss if not given")
  static let additionalHeader = Flag(
    "--additional-header", "NAME", isRepeatable: true, "V2, V4: a further header to sign")

  /// The flags that say how a request is signed.
  static let signing = [signature, region, product]
  /// The flags that describe a request.
  static let request =
    [method, bucket, key, header, query, additionalHeader, endpoint, addressing] + signing
    + [time, json]
}
