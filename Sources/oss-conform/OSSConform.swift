@main
enum OSSConform {
  static func main() {}
}
