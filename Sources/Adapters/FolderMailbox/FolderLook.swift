internal import SyncProtocol

/// A folder's files at one moment, by their names.
struct FolderLook {
  /// Each name's paths: the file of that name first, then copies that a carrier made.
  private(set) var files: [CarriedName: [String]] = [:]
  /// The names of each device's messages, in order.
  private(set) var messages: [DeviceID: [CarriedName]] = [:]
  /// The names of each device's snapshots, the newest first.
  private(set) var snapshots: [DeviceID: [CarriedName]] = [:]
  /// The names of files that say who is a member.
  private(set) var records: [CarriedName] = []
  /// Files that processes are writing, or left when they were killed.
  private(set) var drafts: [String] = []

  init(_ place: FolderPlace, _ household: UInt32) throws(MailboxError) {
    let names = try place.names()
    add(names, in: place.path, of: place.path, household) { _ in true }
    drafts = names.filter { FolderPlace.isDraft($0, of: household) }
    // What was once known of who is in stays known.
    add(place.keptNames(), in: place.kept, of: place.path, household) { $0.kind != .messages && $0.kind != .snapshot }
    for name in files.keys {
      switch name.kind {
      case .messages: messages[name.device, default: []].append(name)
      case .snapshot: snapshots[name.device, default: []].append(name)
      case .device, .epoch, .ticket, .leave, .forgotten, .end: records.append(name)
      }
    }
    for device in messages.keys { messages[device]?.sort { ($0.number, $0.last) < ($1.number, $1.last) } }
    for device in snapshots.keys { snapshots[device]?.sort { $0.number > $1.number } }
    records.sort { ($0.number, $0.device) < ($1.number, $1.device) }
  }

  private mutating func add(
    _ names: [String], in folder: String, of place: String, _ household: UInt32, _ isMeant: (CarriedName) -> Bool
  ) {
    for text in names {
      guard let name = CarriedName(beginning: text), name.household == household, isMeant(name) else { continue }
      if name.isName(of: text), folder == place {
        files[name, default: []].insert("\(folder)/\(text)", at: 0)
      } else {
        files[name, default: []].append("\(folder)/\(text)")
      }
    }
  }

  static func households(in place: FolderPlace) throws(MailboxError) -> Set<UInt32> {
    Set(try place.names().compactMap { CarriedName(beginning: $0)?.household })
  }
}
