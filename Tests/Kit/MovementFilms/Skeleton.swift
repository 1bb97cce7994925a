import Movement

/// The bones of a person at a moment. Of a pair, the first is the person's left.
struct Skeleton {
  var pelvis = Place()
  var chest = Place()
  /// The middle of the head, and which ways the face and the crown are.
  var head = Place()
  var face = Place(0, 0, 1)
  var crown = Place(0, 1, 0)
  var shoulders = [Place(), Place()]
  var elbows = [Place(), Place()]
  var wrists = [Place(), Place()]
  var hips = [Place(), Place()]
  var knees = [Place(), Place()]
  var ankles = [Place(), Place()]
  /// The ends of the feet.
  var toes = [Place(), Place()]
  /// The tip of the nose.
  var nose = Place()

  /// Every place moved the same way.
  func mapped(_ change: (Place) -> Place) -> Skeleton {
    var changed = self
    for path in Skeleton.single { changed[keyPath: path] = change(self[keyPath: path]) }
    for path in Skeleton.paired { changed[keyPath: path] = self[keyPath: path].map(change) }
    changed.face = change(head + face) - changed.head
    changed.crown = change(head + crown) - changed.head
    return changed
  }

  /// The joints in the order of ``Joint``.
  var joints: [Place] {
    [nose] + [shoulders, elbows, wrists, hips, knees, ankles].flatMap { $0 }
  }

  private static var single: [WritableKeyPath<Skeleton, Place>] { [\.pelvis, \.chest, \.head, \.nose] }
  private static var paired: [WritableKeyPath<Skeleton, [Place]>] {
    [\.shoulders, \.elbows, \.wrists, \.hips, \.knees, \.ankles, \.toes]
  }
}
