/// One member of a value that can be changed in place.
struct Member<Whole>: Sendable {
  typealias Read = @Sendable (JSONItem, inout Whole) throws(JSONShapeError) -> Void

  let names: [String]
  let keep: @Sendable (Whole, inout JSONObject) -> Void
  let read: @Sendable (JSONMembers, inout Whole) throws(JSONShapeError) -> Void

  init<Part>(_ path: any WritableKeyPath<Whole, Part> & Sendable, _ form: Form<Part>) {
    names = form.members
    keep = { form.keep($0[keyPath: path], &$1) }
    read = { members, whole throws(JSONShapeError) in whole[keyPath: path] = try form.read(members) }
  }

  /// A member that may be missing: then the value keeps what it began with.
  init<Part>(_ path: any WritableKeyPath<Whole, Part> & Sendable, ifThere form: Form<Part>) {
    names = form.members
    keep = { form.keep($0[keyPath: path], &$1) }
    read = { members, whole throws(JSONShapeError) in
      if form.isThere(in: members) { whole[keyPath: path] = try form.read(members) }
    }
  }

  /// A member that only closures can describe; it is written if `keep` returns a value. A `nil` beside a `JSONValue`
  /// is read as its null, which counts as none, too.
  init(_ name: String, keep: @escaping @Sendable (Whole) -> JSONValue?, read: @escaping Read) {
    names = [name]
    self.keep = { whole, object in if let value = keep(whole), value != .null { object.append(name, value) } }
    self.read = { members, whole throws(JSONShapeError) in if let item = members[name] { try read(item, &whole) } }
  }

  /// Such a member that has to be there.
  init(_ name: String, keep: @escaping @Sendable (Whole) -> JSONValue, required read: @escaping Read) {
    names = [name]
    self.keep = { $1.append(name, keep($0)) }
    self.read = { members, whole throws(JSONShapeError) in try read(try members.required(name), &whole) }
  }

  /// Several members in an object of their own, which is written if one of them is.
  init(_ name: String, _ members: Member...) {
    names = [name]
    keep = { whole, object in
      var inner = JSONObject()
      for member in members { member.keep(whole, &inner) }
      if !inner.members.isEmpty { object.append(name, .object(inner)) }
    }
    read = { given, whole throws(JSONShapeError) in
      guard let item = given[name] else { return }
      let inner = try item.members(among: members.flatMap { $0.names })
      for member in members { try member.read(inner, &whole) }
    }
  }
}
