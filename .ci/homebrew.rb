# A formula of Homebrew. `.ci/homebrew` fills in what is between two @.
class OssConform < Formula
  desc "Conformance kit for the request signing of Alibaba Cloud OSS"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@FROM@/oss-conform-@VERSION@-macos-arm64.tar.gz"
      sha256 "@macos-arm64@"
    end
    on_intel do
      url "@FROM@/oss-conform-@VERSION@-macos-x86_64.tar.gz"
      sha256 "@macos-x86_64@"
    end
  end

  on_linux do
    on_arm do
      url "@FROM@/oss-conform-@VERSION@-linux-arm64.tar.gz"
      sha256 "@linux-arm64@"
    end
    on_intel do
      url "@FROM@/oss-conform-@VERSION@-linux-x86_64.tar.gz"
      sha256 "@linux-x86_64@"
    end
  end

  # The program looks for the vectors beside itself, so it is no link.
  def install
    libexec.install Dir["*"]
    bin.write_exec_script libexec/"oss-conform"
  end

  test do
    system bin/"oss-conform", "check", "--quiet"
  end
end
