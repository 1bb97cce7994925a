internal import SyncProtocol

extension MailboxError {
  init(state code: String, _ message: String, detail: String) {
    let number = UInt64(detail) ?? 0
    switch code {
    case "FK001": self = .gap(due: number)
    case "FK002": self = .unknownDevice
    case "FK003": self = .revoked
    case "FK004": self = .forked(head: number)
    case "FK006": self = .noHousehold
    case "FK007": self = .usedInvitation
    case "FK008": self = .needsInvitation
    case "FK009": self = .raced
    case "FK010": self = .oldKey
    case "3F000", "42883", "42P01": self = .noSchema
    case "42501": self = .notAllowed(message)
    case "57P01", "57P02", "57P03", "": self = .away(message)
    default: self = .unexpected(code: code, message)
    }
  }
}
