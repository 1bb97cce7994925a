internal import CommandShell
import Glibc
internal import ServiceContract
internal import Spelling

private let target = Operand<String>(.file(), "the file to write")
private let source = Operand<String>(.file(), "the backup")
private let force = Flag("force", "replace a file that is there")

var sunBackupCommand: ProgramCommand {
  ProgramCommand(
    "backup", "Copy the keys of signing cards",
    discussion: """
      The file has what nobody can make again. With it taps of these cards can be forged, so keep it where nobody else reads. It is written \
      for you alone; one that is there is kept, and the exit code is 1, unless you add --force. focuskey backup has these keys too.

      $ keytool sun backup /media/stick/signing-cards.json
      """, takes: [target, force, CardOptions.home]
  ) { context throws(Failure) in
    let name = try context.usage { said throws(UsageError) in try said.require(target) }
    let file = SigningCardFile(path: CardOptions.service(context).signingCards)
    let cards = try file.read()
    guard !cards.isEmpty else {
      throw Failure(
        .noInput, kind: "no-keys", what: "there are no keys of signing cards", at: .text(file.path),
        advice: "make a card that signs with: keytool write --sign")
    }
    let path = context.surroundings.path(of: name)
    guard Files.target(of: path) == nil else {
      throw Failure(
        .no, kind: "is-a-link", what: "a link is in the way", at: .text(name),
        advice: "remove the link; nothing is written through one")
    }
    guard context.invocation[force] || !Files.exists(path) else {
      throw Failure(
        .no, kind: "file-exists", what: "the file is there and was kept", at: .text(name),
        advice: "add --force to replace it")
    }
    try context.write(file: name, JSONValue.array(cards.map(\.json)).octets, mode: 0o600)
    try context.answer(KeysAnswer(count: cards.count, words: "\(counted(cards.count, "card")) to \(oneLine(name))"))
    return .done
  }
}

var sunRestoreCommand: ProgramCommand {
  ProgramCommand(
    "restore", "Take over keys of signing cards",
    discussion: """
      Adds the cards of a backup that are not known here. A card that is known here with other keys ends it with 1, and nothing is changed.

      $ keytool sun restore /media/stick/signing-cards.json
      """, takes: [source, CardOptions.home]
  ) { context throws(Failure) in
    let name = try context.usage { said throws(UsageError) in try said.require(source) }
    let path = context.surroundings.path(of: name)
    guard Files.exists(path) else {
      throw Failure(.noInput, kind: "no-such-file", what: "no such file", at: .text(name), advice: "check the name")
    }
    let cards = try SigningCardFile(path: path).read()
    let new = try SigningCardFile(path: CardOptions.service(context).signingCards).merge(cards)
    try context.answer(
      KeysAnswer(count: new, words: "\(counted(new, "new card")) of \(cards.count) in \(oneLine(name))"))
    return .done
  }
}

private struct KeysAnswer: PrintedAnswer {
  let count: Int
  let words: String

  var json: JSONValue { ["ok": true, "cards": JSONValue(count)] }
  var text: String { words }
}
