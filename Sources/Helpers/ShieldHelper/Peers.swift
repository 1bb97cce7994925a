internal import CLinux
import Glibc
import LinuxRuntime
import ShieldProtocol

/// The services at the other ends of the helper's socket, and the door at which more of them wait.
///
/// Places are few, so that nobody fills this computer's memory, and a person's are counted together, whatever ids of
/// theirs ask. Who holds one and says nothing keeps nobody out, whose order is in force keeps theirs, and a person who
/// has less gets one of those who have most.
final class Peers {
  private let listener: Descriptor
  private(set) var all: [Peer] = []
  /// Whether more were waiting at the door than were let in last.
  private(set) var isCrowded = false
  private var people = PeopleBehind()

  /// More services than people with a session are a flood.
  private static let most = 128
  private static let mostOfOne = 16
  /// Watchers keep their places, so not every place is theirs.
  private static let mostWatchersOfOne = 4
  /// How many are let in at once; each has a turn in which to speak before it may have to go.
  private static let mostAtOnce = 16

  init(listener: consuming Descriptor) {
    self.listener = listener
  }

  var door: Int32 { listener.number }

  /// Lets in those who wait at the door, and returns the new ones.
  func welcome(turn: UInt64, owners: Set<Int32>) -> [Peer] {
    var new: [Peer] = []
    for _ in 0..<Self.mostAtOnce {
      let number = focuskey_accept(listener.number)
      guard number >= 0 else {
        isCrowded = false
        return new
      }
      guard let peer = Peer(descriptor: Descriptor(owning: number), &people) else { continue }
      guard makeRoom(for: peer, owners) else {
        peer.say(.refused(ShieldAnswer.crowded))
        _ = peer.flush()
        continue
      }
      peer.heard = turn
      all.append(peer)
      new.append(peer)
    }
    isCrowded = true
    return new
  }

  private func makeRoom(for peer: Peer, _ owners: Set<Int32>) -> Bool {
    let counts = Dictionary(grouping: all, by: \.person).mapValues(\.count)
    let own = counts[peer.person] ?? 0
    // Whose order is in force can always renew it; there are few of those.
    let isOwner = owners.contains(peer.process.id)
    if own >= Self.mostOfOne, !letOneGo(of: peer.person, owners, alsoInUse: isOwner) { return false }
    if isOwner || all.count < Self.most { return true }
    // A crowd of many people: the one who has most places has one to give, to who has less also one that is in use.
    guard let most = counts.max(by: { $0.value < $1.value }), most.value > 1 else { return false }
    return letOneGo(of: most.key, owners) || most.value > own + 1 && letOneGo(of: most.key, owners, alsoInUse: true)
  }

  /// Lets the one go of whom nothing was heard for longest.
  ///
  /// - Parameter inUse: whether one that watches, waits or has an order may be it, too; an order is its process's and
  ///   stays in force.
  private func letOneGo(of person: UInt32, _ owners: Set<Int32>, alsoInUse inUse: Bool = false) -> Bool {
    let candidates = all.indices.filter { index in
      all[index].person == person
        && (inUse
          || !all[index].watches && all[index].awaited == nil && !owners.contains(all[index].process.id))
    }
    guard let silent = candidates.min(by: { all[$0].heard < all[$1].heard }) else { return false }
    all.remove(at: silent)
    return true
  }

  /// Lets a peer watch; if its person has too many, one whose process ordered nothing gives way.
  func letWatch(_ peer: Peer, owners: Set<Int32>) -> Bool {
    let watchers = all.indices.filter { all[$0].person == peer.person && all[$0].watches && all[$0] !== peer }
    if watchers.count >= Self.mostWatchersOfOne {
      guard let other = watchers.first(where: { !owners.contains(all[$0].process.id) }) else { return false }
      all.remove(at: other)
    }
    peer.watches = true
    return true
  }

  /// Bounds the names of one person's unfinished orders, all together, by what one order may have: if orders come
  /// slowly, or from many clients at once, the one that was begun first is dropped, but not the one that is sent
  /// now.
  func boundDrafts(beside peer: Peer) {
    let others = all.filter { $0.person == peer.person && $0 !== peer && $0.draft != nil }
    var sum = (peer.draft?.sites ?? 0) + others.reduce(0) { $0 + ($1.draft?.sites ?? 0) }
    for other in others.sorted(by: { $0.draftBegan < $1.draftBegan }) where sum > ShieldRequest.mostSites {
      sum -= other.draft?.sites ?? 0
      other.draft = nil
      other.say(.refused("too-many-sites"))
    }
  }

  func remove(_ gone: [Peer]) {
    guard !gone.isEmpty else { return }
    all.removeAll { peer in gone.contains { $0 === peer } }
  }
}
