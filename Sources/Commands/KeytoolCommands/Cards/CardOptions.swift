internal import CommandShell
internal import Octets
internal import ProofOfTap
internal import ServiceContract

enum CardOptions {
  static let reader = Option("reader", value: .text("NAME"), "a reader by part of its name; simulated")
  static let timeout = Option("timeout", value: .duration(), "how long to wait for a card (60s)")
  static let home = Option("home", value: .folder(), "the folder of the service to work beside")
  static let password = Option("password", value: .text("HEX"), "the card's password, 8 hex digits, or -")
  static let yes = Flag("yes", "do not ask for confirmation")
  static let dryRun = Flag("dry-run", "say what would be done, and change nothing")

  static let master = Option("master", value: .text("HEX"), "make the keys from this one, or -")

  /// The master key of `--master`, from which cards' keys are made.
  static func master(_ context: CommandContext) throws(Failure) -> MasterKey? {
    guard let given = context.invocation[master] else { return nil }
    return MasterKey(try key(context, given, of: "--master"))
  }

  /// Sixteen octets in hex, or `-` for one line of standard input.
  static func key(_ context: CommandContext, _ given: String, of option: String) throws(Failure) -> [UInt8] {
    let digits = try context.secret(given, asking: "The key, 32 hex digits:")
    let octets = try renaming(Failure.noHex, HexText.octets(of: digits))
    guard octets.count == 16 else {
      throw Failure(
        .usage, kind: "bad-key", what: "a card's key has 16 bytes", at: .text(option), advice: "give 32 hex digits")
    }
    if given != "-" { context.tellSeen("the key") }
    return octets
  }

  /// The options of every command that waits for a card.
  static var waiting: [any Argument] { [reader, timeout, home] }

  /// The option of commands that ask first.
  static var asking: [any Argument] { [yes] }

  /// The service to work beside: that of the folder `--home`, or of this user.
  static func service(_ context: CommandContext) -> Home {
    if let folder = context.invocation[home] { return Home(folder: context.surroundings.path(of: folder)) }
    return Home(environment: context.surroundings.variable)
  }

  /// The four octets of `--password`.
  static func password(_ context: CommandContext) throws(Failure) -> [UInt8]? {
    guard let given = context.invocation[password] else { return nil }
    let digits = try context.secret(given, asking: "The card's password:")
    let octets = try renaming(Failure.noHex, HexText.octets(of: digits))
    guard octets.count == 4 else {
      throw Failure(
        .usage, kind: "bad-password", what: "a card's password has four bytes", at: .text("--password"),
        advice: "give 8 hex digits")
    }
    return octets
  }
}
