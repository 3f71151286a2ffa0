#!/usr/bin/env bash
# A package that depends on a tag of this one: it builds with each version of the tools, its names
# are not those of HTTP libraries, and what this one costs it stays below the limits.
#
#     .ci/dependent.sh
set -euo pipefail
cd "$(dirname "$0")/.."

work=$PWD/.build/dependent
rm -rf "$work"
mkdir -p "$work"/Sources/{Empty,Core,Session,App,Beside}
git clone --quiet . "$work/oss"
git -C "$work/oss" tag --force 0.1.0 > /dev/null
cd "$work"

echo 'print(CommandLine.arguments)' > Sources/Empty/main.swift
cat > Sources/Core/main.swift <<'SWIFT'
import OSSSigning
let words = CommandLine.arguments
let credentials = try Credentials(accessKeyID: words[1], accessKeySecret: words[2])
let signer = try Signer(credentials, .v4(region: "cn-hangzhou"))
let put = try SigningRequest(method: "PUT", bucket: "photos", key: "cat.jpg")
print(try signer.sign(put, at: Moment(milliseconds: 0)).headers)
SWIFT
cat > Sources/Session/main.swift <<'SWIFT'
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
print(try await URLSession.shared.data(from: URL(fileURLWithPath: CommandLine.arguments[1])))
SWIFT
{
  sed 's/OSSSigning/OSSFoundation/; s/method: "PUT"/.put/' Sources/Core/main.swift
  cat <<'SWIFT'
let provider = CredentialsURIProvider(url: words[3], version: .v4(region: "cn-hangzhou"))
print(try await URLSession.shared.data(for: put, at: .region("cn-hangzhou"), signer: provider))
SWIFT
} > Sources/App/main.swift

# The names of swift-http-types, async-http-client and swift-nio, without their code.
mkdir -p http/Sources/{HTTPTypes,AsyncHTTPClient,NIOHTTP1}
cat > http/Package.swift <<'SWIFT'
// swift-tools-version:5.9
import PackageDescription
let names = ["HTTPTypes", "AsyncHTTPClient", "NIOHTTP1"]
let package = Package(
  name: "http", products: [.library(name: "http", targets: names)],
  targets: names.map { .target(name: $0) })
SWIFT
stand_in() {
  local module=$1 name
  shift
  for name in "$@"; do
    echo "public struct $name { public init() {} }" >> "http/Sources/$module/Names.swift"
    # A type's name that two modules have is ambiguous here; in a call, an initializer may decide.
    echo "typealias Their$name = $name" >> Sources/Beside/main.swift
  done
  echo "import $module" >> Sources/Beside/imports
}
stand_in HTTPTypes HTTPRequest HTTPResponse HTTPField HTTPFields
stand_in AsyncHTTPClient HTTPClient HTTPClientRequest HTTPClientResponse HTTPClientError
stand_in NIOHTTP1 HTTPMethod HTTPHeaders HTTPVersion HTTPResponseStatus
cat Sources/Beside/imports Sources/App/main.swift >> Sources/Beside/main.swift
rm Sources/Beside/imports

build() { swift build --quiet --cache-path cache --security-path security "$@"; }
for tools in 5.9 6.0 6.2 6.3; do
  cat > Package.swift <<SWIFT
// swift-tools-version:$tools
import PackageDescription
let foundation = Target.Dependency.product(name: "OSSFoundation", package: "oss")
let package = Package(
  name: "dependent", platforms: [.iOS(.v15), .macOS(.v12)],
  dependencies: [.package(url: "file://$work/oss", from: "0.1.0"), .package(path: "http")],
  targets: [
    .executableTarget(name: "Empty"), .executableTarget(name: "Session"),
    .executableTarget(name: "Core", dependencies: [.product(name: "OSSSigning", package: "oss")]),
    .executableTarget(name: "App", dependencies: [foundation]),
    .executableTarget(name: "Beside", dependencies: [foundation, "http"]),
  ])
SWIFT
  for configuration in debug release; do build -c "$configuration"; done
  echo "Tools $tools: debug and release"
done

# size PROGRAM: the bytes of a release build, stripped, with the standard library shared.
size() {
  strip -o stripped ".build/release/$1"
  stat -c %s stripped
}

# costs LIBRARY PROGRAM WITHOUT LIMIT: what the library adds to a program, in bytes.
status=0
costs() {
  local with without added
  with=$(size "$2")
  without=$(size "$3")
  added=$((with - without))
  echo "$1 adds $added bytes; $4 are allowed."
  [ "$added" -le "$4" ] || status=1
}
costs OSSSigning Core Empty 465000
# All libraries below it are linked whole.
costs OSSFoundation App Session 1410000

TIMEFORMAT='%U %S'
read -r user system < <({ time build --package-path oss --target OSSSigning > /dev/null; } 2>&1)
echo "OSSSigning builds in debug in $user s of processor time, and $system s of the system."
[ "${user%.*}" -lt 25 ] || status=1
exit "$status"
