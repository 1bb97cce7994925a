/// A card or tag that is registered here.
public struct Key: Equatable, Sendable {
  /// What commands call it.
  public var id: KeyID
  /// What people call it.
  public var name: String
  /// The UID by which it is known again.
  public var uid: CardUID?
  /// What it may do.
  public var may: RoleSet
  /// What a tap of it asks when the card itself carries no link of ours.
  public var ask: Intent?
  /// The link that `ask` was made from, as the person wrote it.
  public var link: String?
  /// How strongly a tap must be proven to count as this key's.
  public var proof: Proof
  /// Whether a second tap, before the question that the first one opened can be answered, asks for a break.
  public var doubleTapBreaks: Bool

  /// A key.
  public init(
    id: KeyID, name: String? = nil, uid: CardUID? = nil, may: RoleSet = .all, ask: Intent? = nil, link: String? = nil,
    proof: Proof = .uid, doubleTapBreaks: Bool = false
  ) {
    self.id = id
    self.name = name ?? id.text
    self.uid = uid
    self.may = may
    self.ask = ask
    self.link = link
    self.proof = proof
    self.doubleTapBreaks = doubleTapBreaks
  }
}

/// What a key may do.
public enum Role: Int, Sendable, CaseIterable {
  /// Begin a session.
  case start
  /// Ask to end one, and answer that question.
  case stop
  /// Open a break.
  case takeBreak
  /// Switch to another profile, where the profile in force allows it.
  case switchProfile
  /// Open one blocked thing for a few minutes: which one, its link says.
  case visit
}

/// Some roles.
public struct RoleSet: Equatable, Sendable {
  private var bits: UInt8

  /// These roles.
  public init(_ roles: [Role]) {
    bits = 0
    for role in roles { bits |= 1 << UInt8(role.rawValue) }
  }

  /// Every role.
  public static let all = RoleSet(Role.allCases)
  /// No role.
  public static let none = RoleSet([])

  /// Whether that role is among them.
  public func contains(_ role: Role) -> Bool { bits & (1 << UInt8(role.rawValue)) != 0 }

  func shared(with others: RoleSet) -> RoleSet {
    var common = self
    common.bits &= others.bits
    return common
  }

  /// The roles in order.
  public var roles: [Role] { Role.allCases.filter(contains) }
}
