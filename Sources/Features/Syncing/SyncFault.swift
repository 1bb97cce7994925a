package import FocusPorts
package import LinuxRuntime
package import SQLiteFiles
package import Sealing
package import SyncProtocol

/// Why something about several devices is not done.
package enum SyncFault: Error, Equatable {
  /// This home is in no household.
  case off
  /// This home is in a household already.
  case joined(String)
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
  case log(LogError)
  /// Not six words of a sheet, or with a slip of the pen.
  case badWords
  /// The words of another sheet.
  case wrongWords
  /// A sheet that is void.
  case oldSheet
  /// The login is another household's than the invitation.
  case otherHousehold
  /// A card whose record of joining cannot be read.
  case damagedCard
  /// A card that holds something else.
  case usedCard
  /// A card with another computer's request.
  case busyCard
  /// A card whose answer is for another computer.
  case strangersCard
  /// A card that no computer asks on.
  case noRequest
  /// The short form of an invitation needs the database's address.
  case needsAddress
  /// A card that takes too little.
  case smallCard(needed: Int, capacity: Int)
  /// Another key counts from now on: begin again with it.
  case rekeyed
  /// This home has a new id from now on: begin again with it.
  case continued
  /// The household is elsewhere from now on: begin again there.
  case moved
  /// The household is in that database already, with a login that is not known here.
  case householdThere(String)
  /// A link of another household.
  case strangersLink
  /// Not a name for a device.
  case badName(String)
  /// No device of the household is called that.
  case noSuchDevice(String)
  /// Several devices are called that; their ids.
  case ambiguousDevice(String, [String])
  /// The device of that name is not in the household any more.
  case goneDevice(String)
  /// The device is in the household still.
  case presentDevice(String)
  case thisDevice(String)

  /// What is wrong with what is not in this computer's files; empty where a case says it itself.
  package var what: String {
    switch self {
    case .sealing(let error): error.sentence
    case .envelope(let error): error.sentence
    case .invitation(let error): error.sentence
    case .store(let error): error.message
    case .mailbox(let error): error.what
    case .rekeyed: "the household has a new key"
    case .continued: "this computer has a new id in the household"
    case .moved: "the household moved"
    case .householdThere, .strangersLink: ""
    case .off, .joined, .over, .broken, .system, .log: ""
    case .badWords, .wrongWords, .oldSheet, .otherHousehold: ""
    case .damagedCard, .usedCard, .busyCard, .strangersCard, .noRequest, .needsAddress, .smallCard: ""
    case .badName, .noSuchDevice, .ambiguousDevice, .goneDevice, .presentDevice, .thisDevice: ""
    }
  }

  static func asking<Value: ~Copyable>(_ body: () throws(MailboxError) -> Value) throws(SyncFault) -> Value {
    try renaming(SyncFault.mailbox, body())
  }

  static func storing<Value: ~Copyable>(_ body: () throws(SQLiteError) -> Value) throws(SyncFault) -> Value {
    try renaming(SyncFault.store, body())
  }
}
