public import CommandShell
internal import ServiceContract

/// The program `keytool`: cards and links, with or without a service running.
public enum Keytool {
  /// The program with all of its commands, one file each.
  public static let program = Program(
    "keytool", version: "0.1.0", date: "November 21, 2026", "reads, writes and checks FocusKey's cards and links",
    discussion: """
      A key is a card or tag with a link on it. keytool builds what is written on it, says what phones and this
      computer will do with it, and looks after the files with which a site claims its links.
      """,
    commands: [
      readersCommand, watchCommand, readCommand, writeCommand, eraseCommand, formatCommand, lockCommand, dumpCommand,
      restoreCommand,
      ProgramCommand(
        group: "aasa", "create, check and explain apple-app-site-association files",
        [
          aasaGenerateCommand, aasaValidateCommand, aasaMatchCommand, aasaExplainCommand, aasaDiffCommand,
          aasaFetchCommand, aasaServeCommand,
        ]),
      ProgramCommand(
        group: "assetlinks", "check and explain assetlinks.json files",
        [assetLinksValidateCommand, assetLinksMatchCommand]),
      ProgramCommand(
        group: "link", "read, make and check links", [linkParseCommand, linkMakeCommand, linkCheckCommand]),
      ProgramCommand(group: "memory", "read the memory of cards", [memoryDecodeCommand]),
      ProgramCommand(group: "ndef", "read and make NDEF messages", [ndefDecodeCommand, ndefEncodeCommand]),
      ProgramCommand(
        group: "payload", "build and check the payloads of cards",
        [payloadBuildCommand, payloadCheckCommand]),
    ],
    wordLists: [
      WordList("profiles") { context in ServiceWords.profiles(Home(environment: context.surroundings.variable)) }
    ])
}
