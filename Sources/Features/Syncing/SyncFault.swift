package import FocusPorts
package import LinuxRuntime
package import SQLiteFiles
package import Sealing
package import SyncProtocol

package enum SyncFault: Error, Equatable {
  case off
  case joined(String)
  case mailbox(MailboxError)
  case sealing(SealingError)
  case envelope(EnvelopeError)
  case invitation(InvitationError)
  case over
  case broken(String)
  case system(SystemError)
  case store(SQLiteError)
  case log(LogError)
  /// The words are not six words of a sheet, or one is misspelt.
  case badWords
  case wrongWords
  case oldSheet
  /// The login belongs to another household than the invitation.
  case otherHousehold
  case damagedCard
  /// The card has something else on it.
  case usedCard
  /// The card has another computer's request.
  case busyCard
  /// The card's answer is for another computer.
  case strangersCard
  /// The card has no computer's request.
  case noRequest
  case needsAddress
  case smallCard(needed: Int, capacity: Int)
  /// A new key is valid from now on: begin again with it.
  case rekeyed
  /// This home has a new id from now on: begin again with it.
  case continued
  /// The household is elsewhere from now on: begin again there.
  case moved
  /// The household is in that database already, with a login that is not known here.
  case householdThere(String)
  case strangersLink
  case badName(String)
  case noSuchDevice(String)
  /// Several devices have that name; their ids.
  case ambiguousDevice(String, [String])
  case goneDevice(String)
  case presentDevice(String)
  case thisDevice(String)

  /// What is wrong, for faults that the case itself does not explain; otherwise empty.
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
