import Movement
import MovementRehearsal

/// A person who is filmed: the body, the clothes, and how this person moves.
struct Performer {
  /// What the arms do in a squat.
  enum Arms: CaseIterable {
    case forward, clasped, atTheHips, atTheSides
  }

  /// In metres.
  var height: Double
  /// How stout: 1 is usual.
  var girth: Double
  var skin: Colour
  var hair: Colour
  var isLongHaired: Bool
  var shirt: Colour
  var isStriped: Bool
  var hasLongSleeves: Bool
  var trousers: Colour
  var isInShorts: Bool
  var shoes: Colour
  /// Where the trousers begin, as a share of the way from the hips to the shoulders.
  var waist: Double

  /// How far the person is turned away from the camera, in radians.
  var turned: Double
  var squatArms: Arms
  /// The shares of the height by which the hips go down and back in a squat.
  var squatDepth: Double
  var squatBack: Double
  /// In degrees.
  var squatLean: Double
  var toesOut: Double
  var armAngle: Double
  var stance: Double
  var spread: Double

  init(_ random: inout Seeded) {
    height = random.within(1.52, 1.95)
    girth = random.within(0.88, 1.25)
    skin = Performer.skins.randomElement(using: &random) ?? Performer.skins[0]
    hair = Performer.hairs.randomElement(using: &random) ?? Performer.hairs[0]
    isLongHaired = random.unit() < 0.4
    shirt = Performer.clothes.randomElement(using: &random) ?? Performer.clothes[0]
    isStriped = random.unit() < 0.3
    hasLongSleeves = random.unit() < 0.4
    trousers = Performer.clothes.randomElement(using: &random) ?? Performer.clothes[0]
    isInShorts = random.unit() < 0.35
    shoes = random.unit() < 0.5 ? Colour(0.85, 0.85, 0.86) : Colour(0.14, 0.14, 0.16)
    waist = random.within(0, 0.22)
    turned = random.about(0, 0.35)
    squatArms = Arms.allCases.randomElement(using: &random) ?? .forward
    // From 0.7 to 0.95 of the trunk, as in the streams of poses: thighs a little above level, or below it.
    squatDepth = 0.288 * random.within(0.7, 0.95)
    squatBack = random.within(0.09, 0.14)
    squatLean = random.within(25, 42)
    toesOut = random.within(10, 35)
    armAngle = random.within(148, 172)
    stance = random.within(0.075, 0.12)
    spread = random.within(0.15, 0.21)
  }

  // The lengths of bones as shares of the height: Drillis and Contini, Body Segment Parameters (1966).
  var thigh: Double { 0.245 * height }
  var shin: Double { 0.246 * height }
  var sole: Double { 0.039 * height }
  var foot: Double { 0.152 * height }
  var trunk: Double { 0.288 * height }
  var upperArm: Double { 0.186 * height }
  var foreArm: Double { 0.146 * height }
  var halfShoulders: Double { 0.112 * height }
  var halfHips: Double { 0.052 * height }
  /// From the middle of the shoulders to the middle of the head.
  var neck: Double { 0.118 * height }

  private static let skins = [
    Colour(0.93, 0.76, 0.65), Colour(0.85, 0.66, 0.52), Colour(0.72, 0.52, 0.38), Colour(0.52, 0.35, 0.25),
    Colour(0.36, 0.24, 0.18),
  ]
  private static let hairs = [
    Colour(0.10, 0.08, 0.07), Colour(0.28, 0.18, 0.11), Colour(0.62, 0.47, 0.28), Colour(0.55, 0.54, 0.53),
  ]
  private static let clothes = [
    Colour(0.16, 0.20, 0.34), Colour(0.13, 0.13, 0.14), Colour(0.72, 0.16, 0.17), Colour(0.20, 0.45, 0.32),
    Colour(0.82, 0.80, 0.76), Colour(0.45, 0.46, 0.49), Colour(0.24, 0.44, 0.68), Colour(0.85, 0.66, 0.22),
    Colour(0.48, 0.30, 0.52),
  ]
}
