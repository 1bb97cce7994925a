internal import SyncProtocol

/// What is in a folder at one moment, by what files are called.
struct FolderLook {
  /// The paths of the files of a name: the one that has it first, then the copies that a carrier made.
  private(set) var files: [CarriedName: [String]] = [:]
  /// The names of each device's messages, in order.
  private(set) var messages: [DeviceID: [CarriedName]] = [:]
  /// The names of each device's snapshots, the newest first.
  private(set) var snapshots: [DeviceID: [CarriedName]] = [:]
  /// The names of what says who is in.
  private(set) var records: [CarriedName] = []

  init(_ place: FolderPlace, _ household: UInt32) throws(MailboxError) {
    add(try place.names(), in: place.path, of: place.path, household) { _ in true }
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

  /// The households that have files in a folder.
  static func households(in place: FolderPlace) throws(MailboxError) -> Set<UInt32> {
    Set(try place.names().compactMap { CarriedName(beginning: $0)?.household })
  }
}

/// Who is in a household, by what its folder says.
struct FolderRoster {
  struct Device {
    var key: [UInt8]
    var ticket: [UInt8]?
    var epoch: Epoch
  }

  /// Who ever came in, and was not forgotten.
  var devices: [DeviceID: Device] = [:]
  /// The epochs, the oldest first.
  var epochs: [(number: UInt64, said: CarriedEpoch)] = []
  /// Who left.
  var left: Set<DeviceID> = []
  /// What is forgotten.
  var forgotten: Set<DeviceID> = []
  /// The tickets, with when each was made.
  var tickets: [(made: UInt64, said: CarriedTicket)] = []
  /// Whether the household is no more.
  var isOver = false

  /// Takes in what a file says.
  mutating func take(_ name: CarriedName, _ body: [UInt8]) {
    switch name.kind {
    case .device:
      guard body.count == 32 || body.count == 48 else { return }
      let ticket = body.count == 48 ? Array(body[32...]) : nil
      devices[name.device] = Device(key: Array(body[..<32]), ticket: ticket, epoch: name.epoch)
    case .epoch: if let said = CarriedEpoch(octets: body) { epochs.append((name.number, said)) }
    case .ticket: if let said = CarriedTicket(octets: body) { tickets.append((name.number, said)) }
    case .leave: left.insert(name.device)
    case .forgotten: if let gone = DeviceID(octets: body) { forgotten.insert(gone) }
    case .end: isOver = true
    case .messages, .snapshot: break
    }
  }

  /// The newest epoch.
  var epoch: Epoch { Epoch(UInt32(clamping: epochs.map { $0.number }.max() ?? 1)) }

  /// Whether a device sends nothing any more: it left, was put out, or came in by a link that was void by then.
  func isOut(_ device: DeviceID) -> Bool {
    guard let entry = devices[device], !left.contains(device) else { return true }
    return epochs.contains { number, said in
      said.target == device || number > UInt64(entry.epoch.number) && !said.told.contains { $0.device == device }
    }
  }

  /// Who is in.
  var present: [DeviceID] { devices.keys.filter { !isOut($0) && !forgotten.contains($0) }.sorted() }

  /// The sheet that lets somebody in: the one that was printed last, if no device was put out since.
  var sheet: CarriedTicket? { tickets.filter { $0.said.isLasting }.max { $0.made < $1.made }?.said }
}
