import Glibc
internal import LinuxRuntime
package import SyncProtocol

/// A household's mailbox in a folder that something else carries: Syncthing, Nextcloud, a stick, a share on the
/// network. For one thread.
///
/// Each file is written once, by one device, and named by it and a number, so that nothing can collide. What is late,
/// half there, doubled or deleted changes nothing but when: a file that vanished is written again by who wrote it.
package final class FolderMailbox: HouseholdMailbox {
  let place: FolderPlace
  let owner: OwnerID
  let ring: KeyRing
  let functions: SealFunctions
  var me: DeviceID?
  /// Faults of files, since the members were last asked for.
  package internal(set) var faults: [MailboxFault] = []
  /// A device that is out but has the newest key, as of the last look at the members.
  package internal(set) var outsider: DeviceID?
  /// What was sealed to this device and is kept.
  var taken: [UInt8] = []
  /// Our names under which a copy of this home wrote, with the paths of what it wrote.
  var strangers: [CarriedName: String] = [:]
  var judged: [String: Judged] = [:]
  /// Files with the same content as our copies, by path.
  var same: [String: FolderPlace.Stamp] = [:]
  private let watch: FolderWatch
  private let cancel: Int32

  struct Judged {
    var stamp: FolderPlace.Stamp
    var judgement: Kind
    /// The content, if it is short.
    var body: [UInt8]?

    enum Kind { case whole, half, sealedElsewhere, changed }
  }

  /// `path` must exist, `kept` gets our copies, `cancel` becomes readable to end a wait (-1: none).
  package init(
    at path: String, keeping kept: String, of owner: OwnerID, with ring: KeyRing, by functions: SealFunctions,
    cancel: Int32 = -1
  ) throws(MailboxError) {
    guard Files.isFolder(path) else { throw .noFolder(path) }
    place = FolderPlace(path: path, kept: kept)
    (self.owner, self.ring, self.functions, self.cancel) = (owner, ring, functions, cancel)
    // From now on: what comes while it is looked at is looked at again.
    watch = FolderWatch(of: path)
  }

  package var carrier: MailboxCarrier { .folder }
  /// Whether the folder is away at the moment; it may come back.
  package var isBroken: Bool { !Files.isFolder(place.path) }

  func look() throws(MailboxError) -> FolderLook { try FolderLook(place, CarriedName.beginning(of: owner)) }

  // MARK: Files

  /// The content of a name's file; `nil` where it is partial or missing.
  func body(of name: CarriedName, in look: FolderLook) -> [UInt8]? {
    let stranger = strangers[name].map { [$0] } ?? []
    for file in stranger + (look.files[name] ?? []) {
      if let body = judged[file]?.body, judge(file, name) == .whole { return body }
      guard judge(file, name) != .half, let octets = place.read(file),
        case .whole(let body) = CarriedFile.judge(octets, named: name, with: ring, by: functions)
      else { continue }
      return body
    }
    return nil
  }

  func isWhole(_ name: CarriedName, in look: FolderLook) -> Bool {
    (look.files[name] ?? []).contains { judge($0, name) == .whole }
  }

  /// Judges a file; one that is unchanged since the last time is not read again.
  func judge(_ file: String, _ name: CarriedName) -> Judged.Kind {
    guard let stamp = place.stamp(file) else {
      judged[file] = nil
      return .half
    }
    if let known = judged[file], known.stamp == stamp, known.judgement != .sealedElsewhere { return known.judgement }
    guard stamp.count <= name.size.count else { return .changed }
    guard let octets = place.read(file) else { return .half }
    var result = Judged(stamp: stamp, judgement: .half)
    switch CarriedFile.judge(octets, named: name, with: ring, by: functions) {
    case .whole(let body):
      result.judgement = .whole
      if name.kind != .messages, name.kind != .snapshot { result.body = body }
    case .half: result.judgement = .half
    case .sealedElsewhere: result.judgement = .sealedElsewhere
    case .changed: result.judgement = .changed
    }
    judged[file] = result
    return result.judgement
  }

  /// Writes a file, our own copy first; `device` is its owner if it is not this one.
  @discardableResult
  func write(
    _ kind: CarriedName.Kind, _ number: UInt64, _ body: [UInt8], of device: DeviceID? = nil, count: Int = 0,
    with keys: EpochKeys
  ) throws(MailboxError) -> CarriedName {
    guard let me else { throw .unknownDevice }
    let wish = CarriedName(
      owner: owner, device: device ?? me, kind: kind, number: number, count: UInt16(clamping: count), epoch: keys.epoch)
    guard let made = CarriedFile.make(body, named: wish, with: keys, by: functions) else {
      throw .folderFailed(place.path, "a file would be too large")
    }
    try place.keep(made.octets, as: made.name)
    try place.write(made.octets, as: made.name)
    return made.name
  }

  // MARK: What may be wrong with the folder

  /// Throws unless files can be created, renamed and removed in the folder.
  package func probe() throws(MailboxError) { try place.probe() }

  /// How many copies of files a carrier made.
  package func copies() throws(MailboxError) -> Int {
    try look().files.reduce(0) { count, entry in
      count + entry.value.filter { $0 != "\(place.path)/\(entry.key.text)" && !$0.hasPrefix(place.kept) }.count
    }
  }

  // MARK: Waiting

  /// Whether the system reports changes in the folder.
  package func listen() throws(MailboxError) -> Bool { watch.descriptor != nil && place.tellsChanges }

  /// Waits until the folder changes, and then until the carrier pauses.
  package func wait(milliseconds: Int32, bell: Int32?) throws(MailboxError) -> Bool {
    guard Files.isFolder(place.path) else { throw .noFolder(place.path) }
    guard let changes = watch.descriptor else { throw .folderFailed(place.path, "it cannot be watched") }
    let isHeard = try listen()
    let isChanged = Self.poll([isHeard ? changes : -1, bell ?? cancel], milliseconds)
    guard isChanged[0] else { return false }
    var triesLeft = Self.pauses
    repeat {
      watch.forget()
      triesLeft -= 1
    } while triesLeft > 0 && Self.poll([changes], Self.pause)[0]
    guard Files.isFolder(place.path) else { throw .noFolder(place.path) }
    return true
  }

  /// Milliseconds to wait for more files from a carrier, and how many times at most.
  private static let pause: Int32 = 20
  private static let pauses = 10

  private static func poll(_ descriptors: [Int32], _ milliseconds: Int32) -> [Bool] {
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = unsafe Glibc.poll(&watched, nfds_t(watched.count), milliseconds)
    return watched.map { count > 0 && $0.revents != 0 }
  }

  /// This computer's clock: a folder has none.
  package func clock() throws(MailboxError) -> Int64 { Int64(clamping: Self.now) }

  /// Milliseconds since 1970.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec) * 1000 + UInt64(clamping: time.tv_nsec / 1_000_000)
  }
}
