/// A family of facts whose kinds are described once each.
protocol FormedFact: Equatable, Sendable {
  /// The first version of the format that knows the family.
  static var since: Int64 { get }
  static var forms: [FactForm<Self>] { get }
}

/// One kind of fact: its name, what it carries, how it is made of that and taken apart again.
///
/// ```swift
/// FactForm("strayed", .moment("began"), .word("cause"), make: GuardFact.strayed) {
///   if case .strayed(let began, let cause) = $0 { (began, cause) } else { nil }
/// }
/// ```
struct FactForm<Family: Sendable>: Sendable {
  /// Its name, which is that of the event that tells it.
  let name: String
  /// Whether programs are told. What only the fold needs is kept but never told.
  let isTold: Bool
  let members: [String]
  /// Whether a fact is of this kind.
  let holds: @Sendable (Family) -> Bool
  /// The first version of the format that knows such a fact. To find it can mean to look at all that it carries.
  let since: @Sendable (Family) -> Int64
  let keep: @Sendable (Family, inout JSONObject) -> Void
  let tell: @Sendable (Family, inout JSONObject, Telling) -> Void
  let read: @Sendable (JSONMembers) throws(JSONShapeError) -> Family

  /// Compiled once for all kinds, as a record's form is.
  @_semantics("optimize.sil.specialize.generic.never")
  init<each Part: Sendable>(
    _ name: String, since: Int64 = 1, isTold: Bool = true, _ part: repeat Form<each Part>,
    make: @escaping @Sendable (repeat each Part) -> Family,
    parts: @escaping @Sendable (Family) -> (repeat each Part)?
  ) {
    let forms = (repeat each part)
    var members: [String] = []
    var isOfAllVersions = true
    for form in repeat each part {
      members += form.members
      isOfAllVersions = isOfAllVersions && form.since == nil
    }
    self.init(
      name, isTold: isTold, members: members, holds: { parts($0) != nil },
      since: { [isOfAllVersions] fact in
        guard !isOfAllVersions, let parts = parts(fact) else { return since }
        var newest = since
        for (form, part) in repeat (each forms, each parts) { newest = max(newest, form.since?(part) ?? 1) }
        return newest
      },
      keep: { fact, object in
        guard let parts = parts(fact) else { return }
        for (form, part) in repeat (each forms, each parts) { form.keep(part, &object) }
      },
      tell: { fact, object, telling in
        guard let parts = parts(fact) else { return }
        for (form, part) in repeat (each forms, each parts) { form.tell(part, &object, telling) }
      },
      read: { members throws(JSONShapeError) in
        let values = (repeat try Form<Family>.read(each forms, in: members))
        return make(repeat each values)
      })
  }

  /// A kind that carries nothing.
  init(_ name: String, since: Int64 = 1, isTold: Bool = true, _ fact: Family) where Family: Equatable {
    self.init(
      name, isTold: isTold, members: [], holds: { $0 == fact }, since: { _ in since }, keep: { _, _ in },
      tell: { _, _, _ in }, read: { _ throws(JSONShapeError) in fact })
  }

  init(
    _ name: String, isTold: Bool, members: [String], holds: @escaping @Sendable (Family) -> Bool,
    since: @escaping @Sendable (Family) -> Int64,
    keep: @escaping @Sendable (Family, inout JSONObject) -> Void,
    tell: @escaping @Sendable (Family, inout JSONObject, Telling) -> Void,
    read: @escaping @Sendable (JSONMembers) throws(JSONShapeError) -> Family
  ) {
    self.name = name
    self.isTold = isTold
    self.members = members
    self.holds = holds
    self.since = since
    self.keep = keep
    self.tell = tell
    self.read = read
  }

  /// The same kind in a family that contains this one.
  func lifted<Whole: Sendable>(
    _ make: @escaping @Sendable (Family) -> Whole, _ part: @escaping @Sendable (Whole) -> Family?
  ) -> FactForm<Whole> {
    FactForm<Whole>(
      name, isTold: isTold, members: members, holds: { [holds] in part($0).map(holds) ?? false },
      since: { [since] in part($0).map(since) ?? 1 },
      keep: { [keep] fact, object in if let fact = part(fact) { keep(fact, &object) } },
      tell: { [tell] fact, object, telling in if let fact = part(fact) { tell(fact, &object, telling) } },
      read: { [read] members throws(JSONShapeError) in make(try read(members)) })
  }
}

extension FormedFact {
  private var kind: FactForm<Self> {
    for form in Self.forms where form.holds(self) { return form }
    preconditionFailure("a kind of fact without a form")
  }

  var name: String { kind.name }

  /// What logs keep: its name, the stamp, the version and what it carries.
  func keep(in object: inout JSONObject, stamp: (inout JSONObject) -> Void) {
    let form = kind
    object.append("fact", .string(form.name))
    stamp(&object)
    object.append("v", .integer(max(form.since(self), Self.since)))
    form.keep(self, &object)
  }

  func tell(in object: inout JSONObject, _ telling: Telling) { kind.tell(self, &object, telling) }
}
