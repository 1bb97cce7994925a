internal import Glibc
import LinuxRuntime
import SyncProtocol

/// What carries the folders of several devices: late, in any order, cut, doubled, deleted, with bits flipped and names
/// mixed up. The folders are in memory, where nothing waits for a disk.
struct HostileCarrier {
  private var chance: UInt64
  private let place: String
  /// The folder of each device.
  let folders: [String]
  /// What each file held when it was written.
  private(set) var truth: [String: [UInt8]] = [:]

  init(_ seed: UInt64, folders count: Int) throws {
    chance = seed &* 0x9E37_79B9_7F4A_7C15
    let place = try Files.makeNewFolder(Files.isFolder("/dev/shm") ? "/dev/shm/focuskey-test-" : "/tmp/focuskey-test-")
    self.place = place
    folders = (0..<count).map { "\(place)/folder-\($0)" }
    for folder in folders { try Files.makeFolder(folder) }
  }

  /// Where a device keeps its own copies.
  func kept(_ device: Int) -> String { "\(place)/kept-\(device)" }

  /// Leaves nothing in memory.
  func remove() {
    for folder in (try? Files.names(inFolder: place)) ?? [] {
      let path = "\(place)/\(folder)"
      for name in (try? Files.names(inFolder: path)) ?? [] { try? Files.remove("\(path)/\(name)") }
      unsafe rmdir(path)
    }
    unsafe rmdir(place)
  }

  mutating func pick(_ count: Int) -> Int {
    chance = chance &+ 0x9E37_79B9_7F4A_7C15
    var mixed = chance
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  /// Notes what a device wrote just now.
  mutating func remember(_ device: DeviceID, in place: Int) throws {
    for text in try Files.names(inFolder: folders[place]) where truth[text] == nil {
      guard let name = CarriedName(beginning: text), name.isName(of: text), name.device == device else { continue }
      truth[text] = try Files.read("\(folders[place])/\(text)")
    }
  }

  /// The files of a folder that do not hold what was written under their names.
  func changed(in place: Int) throws -> Set<String> {
    var changed: Set<String> = []
    for text in try Files.names(inFolder: folders[place]) {
      guard let whole = truth[text], let now = try? Files.read("\(folders[place])/\(text)") else { continue }
      if now.count == whole.count && now != whole || now.count > whole.count { changed.insert(text) }
    }
    return changed
  }

  /// Brings one file from one folder to another, or does with it what a carrier should not.
  mutating func carry() throws {
    let (from, to) = (folders[pick(folders.count)], folders[pick(folders.count)])
    let names = try Files.names(inFolder: from).filter { truth[$0] != nil }
    guard !names.isEmpty else { return }
    let name = names[pick(names.count)]
    let octets = try Files.read("\(from)/\(name)")
    let target = "\(to)/\(name)"
    let stem = name.prefix { $0 != "." }
    switch pick(9) {
    case 0: try Files.remove(target)
    case 1: try Files.replace(target, with: Array(octets.prefix(pick(max(octets.count, 1)))))
    case 2:
      var flipped = octets
      guard !flipped.isEmpty else { return }
      flipped[pick(flipped.count)] ^= UInt8(1 << pick(8))
      try Files.replace(target, with: flipped)
    case 3:
      try Files.replace("\(to)/\(stem).sync-conflict-20261126-1010\(10 + pick(9))-ABC.focuskey", with: octets)
    case 4: try Files.replace("\(to)/\(stem) (conflicted copy).focuskey", with: Array(octets.prefix(700)))
    case 5: try Files.replace("\(to)/\(names[pick(names.count)])", with: octets)
    case 6: try Files.replace("\(to)/note-\(pick(5)).txt", with: octets)
    default: try Files.replace(target, with: octets)
    }
  }

  /// Does what a carrier should: everywhere is what each device has of its own.
  func bringAll(of devices: [DeviceID]) throws {
    for (from, device) in devices.enumerated() {
      for text in try Files.names(inFolder: folders[from]) {
        guard let name = CarriedName(beginning: text), name.isName(of: text), name.device == device else { continue }
        let octets = try Files.read("\(folders[from])/\(text)")
        for to in folders where to != folders[from] { try Files.replace("\(to)/\(text)", with: octets) }
      }
    }
  }
}
