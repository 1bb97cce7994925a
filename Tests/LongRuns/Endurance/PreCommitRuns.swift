import LinuxRuntime
import TestSupport

/// The real pre-commit from PyPI with the hooks that `keytool ci --pre-commit` writes, and with those that this
/// repository offers: a good file is committed, a bad one is not, and pre-commit says which rule it broke.
func preCommitHooks(_ isShort: Bool) throws -> String {
  let peer = try PeerVenv("pre-commit", packages: ["pre-commit==4.3.0"])
  let folder = TemporaryFolder()
  let programs = TemporaryFolder()
  let program = try Files.read(BuiltProgram.keytool.path, limit: 256 << 20)
  try Files.replace(programs("keytool"), with: program, mode: 0o755)
  let environment = [
    "PATH=\(programs.path):\(peer.folder)/bin:/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8",
    "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a",
    "GIT_COMMITTER_EMAIL=a@example.org",
  ]
  let site = folder("site")
  try Files.makeFolder(site + "/public/.well-known")
  func run(_ program: String, _ words: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: "/usr/bin/env").run(["-C", site, program] + words, environment: environment)
  }
  func put(_ name: String, _ text: String) throws {
    try Files.replace(site + "/public/.well-known/" + name, with: Array(text.utf8))
  }
  let good =
    #"{"applinks":{"details":[{"appIDs":["QZ7WK3M9PD.com.example.app"],"components":[{"/":"/start"}]}]}}"#
  try hold(try run("git", "init", "-q", "-b", "main").exitCode == 0, "no git")
  let written = try run("keytool", "ci", "--pre-commit")
  try hold(written.exitCode == 0, "\(written)")
  let sound = try run("pre-commit", "validate-config")
  try hold(sound.exitCode == 0, "\(sound)")
  let manifest = try run("pre-commit", "validate-manifest", Repository.path(".pre-commit-hooks.yaml"))
  try hold(manifest.exitCode == 0, "\(manifest)")
  try hold(try run("pre-commit", "install").exitCode == 0, "not installed")
  try put("apple-app-site-association", good)
  try put("assetlinks.json", "[]")
  _ = try run("git", "add", "-A")
  let first = try run("git", "commit", "-qm", "good")
  try hold(first.exitCode == 0, "a good file is refused: \(first)")
  try put("apple-app-site-association", good.replacing("QZ7WK3M9PD.", with: ""))
  _ = try run("git", "add", "-A")
  let second = try run("git", "commit", "-qm", "bad")
  let told = second.output + second.errors
  try hold(second.exitCode != 0 && told.contains("app-id.malformed"), "a bad file is taken: \(second)")
  try put("apple-app-site-association", good)
  try put("assetlinks.json", #"{"applinks":{}}"#)
  _ = try run("git", "add", "-A")
  let third = try run("git", "commit", "-qm", "other")
  try hold(third.exitCode != 0 && (third.output + third.errors).contains("root.not-list"), "\(third)")
  return "pre-commit took a good commit and refused two bad ones"
}
