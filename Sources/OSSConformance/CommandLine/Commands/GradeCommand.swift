internal import OSSVectors

/// `grade`: judges a file of replies to exported requests.
enum GradeCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let options: JudgingOptions
    do throws(UsageError) {
      options = try JudgingOptions(arguments)
    } catch {
      throw .usage(error)
    }
    let corpus = try arguments.corpus(console)
    let vectors = try arguments.vectors(of: corpus)
    let expectations = try options.expectations(corpus)
    let path = arguments.words[0]
    guard let bytes = path == "-" ? console.readInput() : FileAccess.read(path) else {
      throw .file(.unreadable(path: path))
    }
    let graded: GradedReplies
    do throws(GradingError) {
      graded = try GradedReplies(bytes, for: vectors)
    } catch {
      throw .grading(error, file: path)
    }
    let report = Report(
      identity: graded.identity, corpus: corpus, vectors: vectors, replies: graded.replies,
      expectations: expectations)
    return try JudgingOutput(options: options).finish(report, console)
  }
}
