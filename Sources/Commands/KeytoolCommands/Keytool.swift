package import CommandShell
internal import ServiceContract

/// The program `keytool`: cards and links, with or without a service running.
package enum Keytool {
  package static let program = Program(
    name, writtenAs: "keytool", version: "0.1.0", date: "November 21, 2026",
    "read, write and check FocusKey cards and links",
    discussion: """
      A key is a card or tag with a link on it. keytool builds and writes its contents, tells you what phones and this
      computer will do with it, and creates and checks the files that connect a site's links to its apps.
      """,
    commands: [
      readersCommand, watchCommand, readCommand, writeCommand, eraseCommand, formatCommand, lockCommand,
      unprotectCommand, unsignCommand,
      dumpCommand, restoreCommand,
      ProgramCommand(
        group: "aasa", "Create, check and explain apple-app-site-association files",
        [
          aasaGenerateCommand, aasaValidateCommand, aasaMatchCommand, aasaExplainCommand, aasaDiffCommand,
          aasaFetchCommand, aasaServeCommand,
        ]),
      ProgramCommand(
        group: "assetlinks", "Check Android's assetlinks.json files",
        [assetLinksValidateCommand, assetLinksMatchCommand, assetLinksExplainCommand]),
      ciCommand,
      ProgramCommand(
        group: "link", "Read, make and check links", [linkParseCommand, linkMakeCommand, linkCheckCommand]),
      ProgramCommand(group: "memory", "Read the memory of cards", [memoryDecodeCommand]),
      ProgramCommand(group: "ndef", "Read and make NDEF messages", [ndefDecodeCommand, ndefEncodeCommand]),
      ProgramCommand(
        group: "payload", "Build and check the payloads of cards",
        [payloadBuildCommand, payloadCheckCommand]),
      ProgramCommand(
        group: "sun", "Check taps that cards have signed", [sunCheckCommand, sunBackupCommand, sunRestoreCommand]),
      ProgramCommand(group: "site", "Build the site behind the links", [siteNewCommand, siteBuildCommand]),
    ],
    wordLists: [
      WordList("profiles") { context in ServiceWords.profiles(Home(environment: context.surroundings.variable)) }
    ])

  /// The name by which it was called: Debian's package leaves the short one to Java's program.
  private static let name =
    CommandLine.arguments.first?.hasSuffix("/\(longName)") == true
      || CommandLine.arguments.first == longName ? longName : "keytool"
  private static let longName = "focuskey-keytool"
}
