package import FocusPorts

/// Decides which cards on one reader are told as arrivals, so that laying a card down is one tap, whatever the reader
/// does meanwhile (Product.md 2.1, 2.2).
///
/// A driver says what it saw and sends on what comes back:
/// ```swift
/// var arrivals = CardArrivals(reader)
/// for event in arrivals.report(.ready, at: now) { tell(event) }
/// for event in arrivals.report(.empty, at: now) { tell(event) }     // the first look after each `ready`
/// // A card was sighted, and reading it came to this:
/// for event in arrivals.report(.read(card, isSteady: true), at: now) { tell(event) }
/// // Nothing happened until `arrivals.deadline`:
/// for event in arrivals.report(.timePassed, at: now) { tell(event) }
/// ```
/// Each card that a driver sights is read at once, so a sighting is reported as what the reading came to. Time is in
/// milliseconds of a clock that counts through sleep. The rules are the same for every backend.
package struct CardArrivals: Equatable, Sendable {
  /// How long a card that left too soon may take to come back before the person is told, and how long a doubtful
  /// departure is held back. PN53x readers look for cards about every 350 ms, so a shaky hand is seen again after two
  /// looks at most; PC/SC readers look more often.
  package static let patience: Int64 = 600
  /// A card that came while the reader was out of sight for less time than this came for us; after longer, nobody can
  /// tell when it came. A pcscd that starts again needs up to two seconds until it is tried, a board that libnfc opens
  /// again nearly three.
  package static let blink: Int64 = 5000
  /// How late a backend may tell of a departure that came before the end of a doubtful reading. pcscd tells of card
  /// movements after the fact. A card that is back within this time has not been away, so nothing is lost by taking the
  /// two for one.
  package static let echo: Int64 = 1000
  package static let tooShort = "hold it a little longer"

  package enum Observation: Equatable, Sendable {
    /// The reader is in sight. What is on it is reported next: that is the first look.
    case ready
    /// The reader is out of sight; whatever was on it is assumed to stay there.
    case lost(Loss)
    /// A card was read. It is steady if nothing went wrong on the way and nothing else happened meanwhile.
    case read(PresentedCard, isSteady: Bool)
    /// A card is there and could not be read, even at the second try.
    case unreadable(uid: [UInt8]?, why: String)
    /// A card left before it was read, or cannot be reached, which looks the same while it moves.
    case slipped(uid: [UInt8]?, why: String = tooShort)
    /// The reader failed while it read a card; `lost` follows.
    case cutOff(uid: [UInt8]?)
    case several
    case empty
    /// Nothing happened until the deadline.
    case timePassed
  }

  package struct Loss: Equatable, Sendable {
    /// The reason, as the person is told.
    package var why: String
    /// If so, a card that is on it at its return was put there by the person who plugged it in.
    package var isUnplugged: Bool
    /// Whether a person can do something about it: then it is told even after another loss.
    package var needsPerson: Bool

    package init(why: String, isUnplugged: Bool = false, needsPerson: Bool = false) {
      self.why = why
      self.isUnplugged = isUnplugged
      self.needsPerson = needsPerson
    }
  }

  /// How long a reader was out of sight.
  struct Gap: Equatable, Sendable {
    /// `nil` if it was never in sight.
    var since: Int64?
    var wasUnplugged = false

    func isBlink(at now: Int64) -> Bool {
      guard let since, !wasUnplugged else { return false }
      return now - since < CardArrivals.blink
    }
  }

  enum Sight: Equatable, Sendable {
    case lost(Gap, told: String?)
    /// It is back, and the first look is still to come.
    case looking(Gap, isBlink: Bool)
    case watching
  }

  /// A card that left before it was read.
  struct Slip: Equatable, Sendable {
    var uid: [UInt8]?
    var why: String
    var until: Int64
  }

  /// What is on the reader, as far as it was told.
  enum Place: Equatable, Sendable {
    case empty
    /// The card's arrival was told; a departure before `echoUntil` is doubtful.
    case told(uid: [UInt8], echoUntil: Int64?)
    /// A doubtful departure, which is held back until that time.
    case leaving(uid: [UInt8], until: Int64)
    case unreadable(uid: [UInt8]?)
    case several
    /// A card slipped, and the reader has not yet said that it is gone.
    case slipped(Slip)
    case gone(Slip)
    /// The reader failed while it read a card that was not told yet.
    case cutOff(uid: [UInt8]?)
  }

  let reader: ReaderName
  var sight = Sight.lost(Gap(since: nil), told: nil)
  var place = Place.empty

  /// Begins with a reader that was never in sight.
  package init(_ reader: ReaderName) {
    self.reader = reader
  }

  /// When `timePassed` is to be reported if nothing else happens; `nil` for never. A driver that is reading a card
  /// reports what the reading came to first.
  package var deadline: Int64? {
    guard case .watching = sight else { return nil }
    switch place {
    case .leaving(_, let until): return until
    case .slipped(let slip), .gone(let slip): return slip.until
    case .empty, .told, .unreadable, .several, .cutOff: return nil
    }
  }

  /// Digests what a driver saw; returns what to tell, in order.
  package mutating func report(_ observation: Observation, at now: Int64) -> [ReaderEvent] {
    switch observation {
    case .ready: return noteReady(at: now)
    case .lost(let loss): return noteLoss(loss, at: now)
    case .timePassed: return giveUpWaiting(at: now)
    case .read(let card, let isSteady):
      return noteRead(card, echoUntil: isSteady ? nil : now + Self.echo, look: takeLook(at: now))
    case .empty: return noteEmpty(at: now, look: takeLook(at: now))
    case .unreadable(let uid, let why):
      _ = takeLook(at: now)
      return noteUnreadable(uid, why)
    case .slipped(let uid, let why):
      _ = takeLook(at: now)
      return noteSlip(uid, why, at: now)
    case .cutOff(let uid):
      _ = takeLook(at: now)
      noteCutOff(uid)
      return []
    case .several:
      _ = takeLook(at: now)
      return noteSeveral()
    }
  }

  private mutating func noteReady(at now: Int64) -> [ReaderEvent] {
    switch sight {
    case .looking, .watching: return []
    case .lost(let gap, _):
      sight = .looking(gap, isBlink: gap.isBlink(at: now))
      return [.ready(reader)]
    }
  }

  private mutating func noteLoss(_ loss: Loss, at now: Int64) -> [ReaderEvent] {
    var gap = Gap(since: now)
    var told: String?
    switch sight {
    case .watching: break
    case .looking(let before, _): gap = before
    case .lost(let before, let reason):
      gap = before
      told = reason
    }
    // The worse of two losses decides what the next card is taken for.
    gap.wasUnplugged = gap.wasUnplugged || loss.isUnplugged
    sight = .lost(gap, told: loss.why)
    if let told, told == loss.why || !loss.needsPerson { return [] }
    return [.lost(reader, why: loss.why)]
  }

  enum Look: Equatable, Sendable {
    case first(afterBlink: Bool)
    case later
  }

  private mutating func takeLook(at now: Int64) -> Look {
    defer { sight = .watching }
    switch sight {
    case .watching: return .later
    case .looking(_, let isBlink): return .first(afterBlink: isBlink)
    case .lost(let gap, _): return .first(afterBlink: gap.isBlink(at: now))
    }
  }
}
