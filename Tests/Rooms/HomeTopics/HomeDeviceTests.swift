import FocusSession
import JSONText
import Testing

@testable import HomeTopics

@Suite struct HomeDeviceTests {
  private let device = HomeDevice(
    topics: HomeTopics(id: "desk-4f2a"), name: "FocusKey on desk",
    profiles: [
      .init(id: "work", name: "Work \"deep\""), .init(id: "Work", name: "Other"), .init(id: "schlaf ä", name: "Schlaf"),
    ],
    readers: [
      HomeReader(name: "ACS '}} ACR122U", backend: "pcsc", state: "ready"),
      HomeReader(name: "Hall", backend: "libnfc", state: "lost"),
    ], announcesTags: true)

  private func parts(_ device: HomeDevice) throws -> [String: JSONNode] {
    let root = try JSONDocument(device.json.octets).root
    var parts: [String: JSONNode] = [:]
    for member in root["components"]?.object ?? [] {
      #expect(parts[member.name] == nil, "\(member.name) is there twice")
      parts[member.name] = member.value
    }
    return parts
  }

  @Test func theWholeComputerIsOneDevice() throws {
    let root = try JSONDocument(device.json.octets).root
    #expect(root["device"]?["identifiers"]?.array?.first?.string == "focuskey_desk_4f2a")
    // Home Assistant refuses a device without an origin that has a name.
    #expect(root["origin"]?["name"]?.string == "FocusKey")
    #expect(root["availability"]?.array?.first?["payload_not_available"]?.string == "0")
    let parts = try parts(device)
    for name in ["state", "planned_end", "breaks_left", "focused_today", "reader_acs_acr122u", "reader_hall", "tag"] {
      #expect(parts[name] != nil, "\(name)")
    }
    var ids: Set<String> = []
    for (name, part) in parts {
      let platform = try #require(part["platform"]?.string)
      guard platform != "tag", platform != "device_automation" else { continue }
      let id = try #require(part["unique_id"]?.string, "an entity without an identifier is refused: \(name)")
      #expect(ids.insert(id).inserted)
      #expect(part["state_topic"] != nil || part["command_topic"] != nil)
    }
  }

  /// The names come from readers and people, and templates are run by somebody else's computer.
  @Test func noNameReachesATemplate() throws {
    for (name, part) in try parts(device) {
      let template = part["value_template"]?.string ?? ""
      #expect(!template.contains("ACR122U") && !template.contains("deep"), "\(name): \(template)")
      if name.hasPrefix("tapped_reader_acs") { #expect(part["payload"]?.string == "ACS '}} ACR122U") }
    }
  }

  @Test func buttonsOnlyTighten() throws {
    var count = 0
    for (name, part) in try parts(device) where part["platform"]?.string == "button" {
      let payload = try #require(part["payload_press"]?.string)
      #expect(part["command_topic"]?.string == "focuskey/desk-4f2a/do")
      #expect(try HomeCommand.read(Array(payload.utf8), isRetained: false) != nil, "\(name): \(payload)")
      count += 1
    }
    #expect(count == 7, "two for each profile, and one to extend")
  }

  @Test func figuresHaveAClassAndGuardsAreSeen() throws {
    var device = device
    device.allowances = [.init(id: "games", name: "Games \"x\"")]
    let parts = try parts(device)
    for name in ["focused_today", "sessions_today", "streak", "attempts", "allowance_games"] {
      #expect(parts[name]?["state_class"]?.string != nil, "\(name)")
    }
    #expect(parts["happened"]?["platform"]?.string == "event")
    #expect(parts["happened"]?["event_types"]?.array?.count == HomeDevice.triggers.count)
    #expect(parts["straying"]?["platform"]?.string == "binary_sensor")
    #expect(parts["start_profile"]?["options"]?.array?.count == 4 && parts["minutes"]?["platform"]?.string == "number")
    let wish = try HomeCommand.read(
      Array(#"{"do":"start","profile":"work","minutes":"chosen"}"#.utf8), isRetained: false)
    #expect(wish == .startChosen("work"))
    #expect(
      try wish?.command(in: .idle, chosen: 25) == .ask(.start(StartRequest(profile: "work", minutes: 25)), by: .soft))
    #expect(
      try HomeCommand.read(Array(#"{"do":"choose","minutes":50}"#.utf8), isRetained: false) == .choose(minutes: 50))
  }

  @Test func cardsAreAnnouncedOnlyWhereChosen() throws {
    var silent = device
    silent.announcesTags = false
    #expect(try parts(silent)["tag"] == nil)
    let uid: [UInt8] = [4, 0xA1, 0xB2]
    let ignored: JSONValue = ["at": "t", "event": "tap-ignored", "uid": "04A1B2", "why": "stranger"]
    #expect(HomeNews.event(ignored, announcesTags: false) == ["at": "t", "event": "tap-ignored", "why": "stranger"])
    #expect(HomeNews.event(ignored, announcesTags: true) == ignored)
    let task: JSONValue = ["event": "task-began", "uid": "d1a2", "task": "Thesis"]
    #expect(HomeNews.event(task, announcesTags: false) == task)
    let tag = try #require(HomeNews.tag(uid, at: "Hall", key: "desk", time: "t"))
    #expect(tag == ["at": "t", "uid": "04A1B2", "reader": "Hall", "key": "desk"])
    // Made up at each reading: a wallet, a phone.
    #expect(HomeNews.tag([8, 1, 2, 3], at: "Hall", key: nil, time: "t") == nil)
    let random: JSONValue = ["event": "tap-ignored", "uid": "08A1B2C3"]
    #expect(HomeNews.event(random, announcesTags: true) == ["event": "tap-ignored"])
  }

  @Test func topicsAreOfPlainLetters() {
    #expect(HomeTopics(id: "Büro/#+ PC").asked == "focuskey/B-ro-PC/do")
    #expect(HomeTopics(id: "").status == "focuskey/computer/status")
    #expect(HomeTopics(id: "desk").discovery(under: "homeassistant") == "homeassistant/device/focuskey_desk/config")
  }

  @Test func manyReadersAreToldApart() {
    let readers = (0..<20).map { number in
      HomeReader(name: number < 2 ? "Desk" : "Reader \(number)", backend: "pcsc", state: number == 3 ? "card" : "lost")
    }
    let identified = HomeReader.identified(readers)
    #expect(identified.count == 16)
    #expect(Set(identified.map { $0.id }).count == 16)
    #expect(identified[1].id == "reader_desk_2")
    guard case .object(let json) = HomeReader.json(readers) else { return }
    #expect(json["state"] == "card")
    #expect(HomeReader.json([]) == ["state": "none", "readers": []])
  }
}
