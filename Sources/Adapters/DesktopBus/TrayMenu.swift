internal import FocusPorts

/// The menu of the tray as other programs read it (`com.canonical.dbusmenu`, version 3).
struct TrayMenu {
  static let interface = "com.canonical.dbusmenu"
  static let path = "/MenuBar"

  private struct Item {
    let number: Int32
    /// `nil` for a separator.
    let entry: TrayFace.Entry?
  }

  /// Rises with each change, so that readers ask again.
  private(set) var revision: UInt32 = 0
  private var menu: [[TrayFace.Entry]] = []
  private var items: [Item] = []

  /// Replaces the menu; returns whether anything changed.
  mutating func set(_ menu: [[TrayFace.Entry]]) -> Bool {
    guard menu != self.menu || revision == 0 else { return false }
    self.menu = menu
    revision += 1
    // Numbers are not used again: a press on a line that was there before does nothing, rather than something else.
    var number = Int32(truncatingIfNeeded: revision) &* 100
    items = []
    for group in menu where !group.isEmpty {
      if !items.isEmpty {
        number += 1
        items.append(Item(number: number, entry: nil))
      }
      for entry in group {
        number += 1
        items.append(Item(number: number, entry: entry))
      }
    }
    return true
  }

  /// The action of a line; `nil` if it has none, or is gone.
  func action(of number: Int32) -> TrayAction? { items.first { $0.number == number }?.entry?.action }

  /// The answer to a call, `nil` for an unknown one; `press` gets what was chosen.
  func answer(_ member: String, _ values: [BusValue], press: (TrayAction) -> Void) -> [BusValue]? {
    switch member {
    case "GetLayout":
      let parent = values.first?.whole ?? 0
      return [.uint32(revision), parent == 0 ? root : node(Int32(truncatingIfNeeded: parent))]
    case "GetGroupProperties":
      let wanted = numbers(values.first)
      let named: [BusValue] = items.filter { wanted.isEmpty || wanted.contains($0.number) }.map { item in
        .structure([.int32(item.number), Self.properties(of: item)])
      }
      return [.array(of: "(ia{sv})", named)]
    case "GetProperty":
      guard values.count == 2, let number = values[0].whole, let name = values[1].text,
        let item = items.first(where: { Int64($0.number) == number }), let value = Self.properties(of: item)[name]
      else { return nil }
      return [value]
    case "Event":
      guard values.count >= 2, let number = values[0].whole else { return nil }
      choose(number, values[1].text, press)
      return []
    case "EventGroup":
      for case .structure(let fields) in values.first?.elements ?? [] where fields.count >= 2 {
        choose(fields[0].whole ?? 0, fields[1].text, press)
      }
      return [.array(of: "i", [])]
    case "AboutToShow": return [.bool(false)]
    case "AboutToShowGroup": return [.array(of: "i", []), .array(of: "i", [])]
    default: return nil
    }
  }

  static let properties: [(String, BusValue)] = [
    ("Version", .uint32(3)), ("TextDirection", .string("ltr")), ("Status", .string("normal")),
    ("IconThemePath", .strings([])),
  ]

  private func choose(_ number: Int64, _ event: String?, _ press: (TrayAction) -> Void) {
    guard event == "clicked", let action = action(of: Int32(truncatingIfNeeded: number)) else { return }
    press(action)
  }

  private func numbers(_ value: BusValue?) -> [Int32] {
    (value?.elements ?? []).compactMap { $0.whole.map { Int32(truncatingIfNeeded: $0) } }
  }

  private var root: BusValue {
    .structure([
      .int32(0), .hints([("children-display", .string("submenu"))]),
      .array(of: "v", items.map { .variant(Self.node(of: $0)) }),
    ])
  }

  private func node(_ number: Int32) -> BusValue {
    items.first { $0.number == number }.map(Self.node(of:))
      ?? .structure([.int32(number), .hints([]), .array(of: "v", [])])
  }

  private static func node(of item: Item) -> BusValue {
    .structure([.int32(item.number), properties(of: item), .array(of: "v", [])])
  }

  private static func properties(of item: Item) -> BusValue {
    guard let entry = item.entry else { return .hints([("type", .string("separator")), ("visible", .bool(true))]) }
    return .hints([
      ("label", .string(label(entry.words))), ("enabled", .bool(entry.action != nil)), ("visible", .bool(true)),
    ])
  }

  /// Doubles underscores: a single one would mark the next letter.
  private static func label(_ words: String) -> String {
    words.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
