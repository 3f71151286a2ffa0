/// The commands of the program.
enum Command: String, CaseIterable {
  case check, list, show, explain, sign, presign
  case stringToSign = "string-to-sign"
  case vector, generate, mutants, coverage, model, adapter, export, grade, results, fuzz, simulate
  case bench, help, version
}
