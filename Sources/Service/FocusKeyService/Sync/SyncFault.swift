public import FocusPorts
public import LinuxRuntime
public import PostgresMailbox
public import SQLiteFiles
public import Sealing
public import SyncProtocol

/// Why something about several devices is not done.
public enum SyncFault: Error, Equatable {
  /// This home is in no household.
  case off
  /// This home is in a household already.
  case joined(String)
  /// The mailbox.
  case mailbox(MailboxError)
  /// libsodium.
  case sealing(SealingError)
  /// A message that cannot be sealed.
  case envelope(EnvelopeError)
  /// An invitation that cannot be read.
  case invitation(InvitationError)
  /// An invitation whose time is over.
  case over
  /// A file that somebody broke.
  case broken(String)
  /// A file or folder.
  case system(SystemError)
  /// The file of messages.
  case store(SQLiteError)
  /// The log.
  case log(LogError)

  /// What is wrong with what is not in this computer's files; empty where a case says it itself.
  public var what: String {
    switch self {
    case .sealing(let error): error.sentence
    case .envelope(let error): error.sentence
    case .invitation(let error): error.sentence
    case .store(let error): error.message
    case .mailbox(let error): error.what
    case .off, .joined, .over, .broken, .system, .log: ""
    }
  }

  static func asking<Value: ~Copyable>(_ body: () throws(MailboxError) -> Value) throws(SyncFault) -> Value {
    do throws(MailboxError) { return try body() } catch { throw .mailbox(error) }
  }

  static func storing<Value: ~Copyable>(_ body: () throws(SQLiteError) -> Value) throws(SyncFault) -> Value {
    do throws(SQLiteError) { return try body() } catch { throw .store(error) }
  }
}
