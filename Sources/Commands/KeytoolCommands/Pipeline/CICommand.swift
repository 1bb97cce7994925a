internal import CommandShell
import Glibc

private let gitHub = Flag("github", "write action.yml and a workflow for GitHub")
private let preCommit = Flag("pre-commit", "write .pre-commit-config.yaml")
private let force = Flag("force", "replace files that are there")
private let folder = Operand<String>(
  .folder("REPOSITORY"), "its folder (default: the repository around here)", count: .optional)

var ciCommand: ProgramCommand {
  ProgramCommand(
    "ci", "Check association files in a pipeline",
    discussion: """
      Writes into a repository of your own what checks its association files: with --github an action and a workflow that shows findings beside \
      the lines of a pull request, with --pre-commit the hooks of pre-commit, which check before each commit. Only files of the repository \
      are looked at, so that no pipeline fails because a server or Apple's copy is late.

      A file that is there is kept, and the exit code is 1, unless you add --force; nothing is ever written through a link.

      $ keytool ci --pre-commit
      $ keytool ci --github --pre-commit ~/my-site
      """, takes: [gitHub, preCommit, force, folder]
  ) { context throws(Failure) in
    let said = context.invocation
    var files: [PipelineFile] = []
    if said[gitHub] { files += PipelineFile.gitHub }
    if said[preCommit] { files.append(.preCommit(calling: context.program.name)) }
    guard !files.isEmpty else {
      throw Failure(
        .usage, kind: "nothing-to-write", what: "nothing to write", at: .text("keytool ci"),
        advice: "name one: --github or --pre-commit")
    }
    let repository = try Repository(context, said[folder])
    for file in files { try repository.check(file, mayReplace: said[force]) }
    for file in files { try repository.write(file) }
    try context.answer(WrittenFiles(folder: repository.name, files: files))
    return .done
  }
}

/// The folder in which a person keeps a site.
private struct Repository {
  /// Its name in messages.
  let name: String
  private let path: String

  /// The named folder, else the one around this one that contains `.git`, else this one.
  init(_ context: CommandContext, _ named: String?) throws(Failure) {
    let here = context.surroundings.path(of: named ?? ".")
    guard Files.isFolder(here) else {
      throw Failure(
        .noInput, kind: "no-such-folder", what: "no such folder", at: .text(named ?? "."),
        advice: "name the folder of your repository")
    }
    var top = Files.real(here) ?? here
    if named == nil {
      var above = top
      while !Files.exists(above + "/.git"), let slash = above.lastIndex(of: "/"), slash != above.startIndex {
        above = String(above[..<slash])
      }
      if Files.exists(above + "/.git") { top = above }
    }
    path = top
    name = named ?? (top == Files.real(here) ? "." : top)
  }

  /// Makes sure, before any write, that existing files are kept and no link leads elsewhere.
  func check(_ file: PipelineFile, mayReplace: Bool) throws(Failure) {
    var place = path
    for part in file.path.split(separator: "/") {
      place += "/" + part
      guard Files.target(of: place) == nil else {
        throw Failure(
          .no, kind: "is-a-link", what: "a link is in the way", at: .text(shown(file)),
          advice: "remove the link; nothing is written through one")
      }
    }
    guard Files.exists(place) else { return }
    if Files.isFolder(place) {
      throw Failure(
        .no, kind: "is-a-folder", what: "a folder has this name", at: .text(shown(file)), advice: "move it away")
    }
    guard mayReplace else {
      throw Failure(
        .no, kind: "file-exists", what: "the file is there and was kept", at: .text(shown(file)),
        advice: "add --force to replace it")
    }
  }

  func write(_ file: PipelineFile) throws(Failure) {
    let place = path + "/" + file.path
    let draft = place + ".keytool-\(getpid())"
    do throws(SystemError) {
      try Files.makeFolder(String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)]), mode: 0o755)
      // A name that nobody else has prepared.
      let open = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      try Files.write(file.text.utf8, to: open.number)
      guard unsafe rename(draft, place) == 0 else { throw .last("rename", on: place) }
    } catch {
      unsafe unlink(draft)
      throw .writing(shown(file), error)
    }
  }

  private func shown(_ file: PipelineFile) -> String { name == "." ? file.path : name + "/" + file.path }
}

private struct WrittenFiles: PrintedAnswer {
  let folder: String
  let files: [PipelineFile]

  private var paths: [String] { files.map { folder == "." ? $0.path : folder + "/" + $0.path } }

  var json: JSONValue { ["ok": true, "files": JSONValue(paths), "next": JSONValue(files.compactMap(\.next))] }

  var text: String {
    (zip(paths, files).map { path, _ in "\(oneLine(path)): written" } + files.compactMap(\.next)).joined(
      separator: "\n")
  }
}
