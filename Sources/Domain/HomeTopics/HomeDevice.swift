package import FocusSession
package import JSONText

/// This computer as one device of Home Assistant: a single retained message tells all that it has and can
/// (Home Assistant, "MQTT", device discovery).
///
/// What can be pressed starts a session or makes it stricter. Ending one, and breaks, are offered to nobody: they are
/// where the card is.
package struct HomeDevice: Equatable, Sendable {
  package struct Profile: Equatable, Sendable {
    package let id: ProfileID
    package let name: String

    package init(id: ProfileID, name: String) {
      (self.id, self.name) = (id, name)
    }
  }

  package var topics: HomeTopics
  package var name: String
  /// The allowances of which the remaining time is announced.
  package var allowances: [Profile] = []
  package var profiles: [Profile]
  package var readers: [HomeReader]
  package var announcesTags: Bool

  package init(
    topics: HomeTopics, name: String, profiles: [Profile], readers: [HomeReader], announcesTags: Bool
  ) {
    self.topics = topics
    self.name = name
    self.profiles = profiles
    self.readers = readers
    self.announcesTags = announcesTags
  }

  /// The events that can start automations.
  package static let triggers = [
    "session-started", "session-ended", "break-started", "break-notice", "break-ended", "question-opened",
    "question-answered", "attempt", "strayed", "stray-ended", "ring", "allowance-reached", "allowance-lifted",
    "schedule-notice", "achievement", "challenge-met", "night-report", "refused",
  ]

  /// The most profiles that get buttons.
  private static let mostProfiles = 16

  /// The discovery message. A part unknown to Home Assistant would make it refuse all of them.
  package var json: JSONValue {
    var parts = JSONObject()
    addState(to: &parts)
    addToday(to: &parts)
    addGuards(to: &parts)
    addChoice(to: &parts)
    addReaders(to: &parts)
    addTriggers(to: &parts)
    addButtons(to: &parts)
    return [
      "device": [
        "identifiers": [.string(topics.object)], "name": .string(name), "manufacturer": "FocusKey",
        "model": "FocusKey",
      ],
      "origin": ["name": "FocusKey"],
      "availability": [
        ["topic": .string(topics.online), "payload_available": "1", "payload_not_available": "0"]
      ],
      "qos": 1,
      "components": .object(parts),
    ]
  }

  private func addState(to parts: inout JSONObject) {
    let status = topics.status
    add(
      "state", "sensor", "State", status, "{{ value_json.state }}",
      ["device_class": "enum", "options": ["idle", "focusing", "break"], "icon": "mdi:card-account-details"], to: &parts
    )
    add(
      "focusing", "binary_sensor", "Focusing", status, "{{ 'ON' if value_json.state == 'focusing' else 'OFF' }}",
      ["device_class": "running"], to: &parts)
    add(
      "question", "binary_sensor", "Question open", status, "{{ 'ON' if value_json.question else 'OFF' }}", [:],
      to: &parts)
    add("profile", "sensor", "Profile", status, "{{ value_json.profile }}", ["icon": "mdi:target"], to: &parts)
    add("task", "sensor", "Task", status, "{{ value_json.task }}", ["icon": "mdi:text"], to: &parts)
    add(
      "started", "sensor", "Session started", status, "{{ value_json.started_at }}", ["device_class": "timestamp"],
      to: &parts)
    add(
      "planned_end", "sensor", "Planned end", status, "{{ value_json.planned_end }}", ["device_class": "timestamp"],
      to: &parts)
    add(
      "break_ends", "sensor", "Break ends", status, "{{ value_json.break.ends_at if value_json.break else None }}",
      ["device_class": "timestamp"], to: &parts)
    add(
      "breaks_left", "sensor", "Breaks left", status, "{{ value_json.breaks.left if value_json.breaks else None }}",
      ["icon": "mdi:coffee", "state_class": "measurement"], to: &parts)
    add(
      "visit", "sensor", "Visit", status, "{{ value_json.visit.what if value_json.visit else None }}",
      ["icon": "mdi:door-open"], to: &parts)
    add(
      "visit_ends", "sensor", "Visit ends", status, "{{ value_json.visit.until if value_json.visit else None }}",
      ["device_class": "timestamp"], to: &parts)
    add(
      "visits_left", "sensor", "Visits left", status, "{{ value_json.visits.left if value_json.visits else None }}",
      ["icon": "mdi:door"], to: &parts)
    add(
      "attempts", "sensor", "Attempts in this session", status, "{{ value_json.attempts }}",
      ["icon": "mdi:shield", "state_class": "measurement"],
      to: &parts)
  }

  private func addToday(to parts: inout JSONObject) {
    let today = topics.today
    add(
      "focused_today", "sensor", "Focused today", today, "{{ value_json.focused_seconds }}",
      ["device_class": "duration", "unit_of_measurement": "s", "state_class": "total_increasing"], to: &parts)
    add(
      "sessions_today", "sensor", "Sessions today", today, "{{ value_json.sessions }}",
      ["icon": "mdi:counter", "state_class": "total_increasing"], to: &parts)
    add(
      "breaks_today", "sensor", "Breaks today", today, "{{ value_json.breaks }}",
      ["icon": "mdi:coffee", "state_class": "total_increasing"], to: &parts)
    add(
      "streak", "sensor", "Days with focus in a row", today, "{{ value_json.streak }}",
      ["icon": "mdi:fire", "state_class": "measurement"], to: &parts)
  }

  private func addGuards(to parts: inout JSONObject) {
    let status = topics.status
    add(
      "straying", "binary_sensor", "Straying", status,
      "{{ 'ON' if value_json.guard and value_json.guard.state == 'straying' else 'OFF' }}",
      ["device_class": "problem"], to: &parts)
    add(
      "alarm", "binary_sensor", "Alarm", status,
      "{{ 'ON' if value_json.guard and value_json.guard.rings > 0 and not value_json.guard.hushed else 'OFF' }}",
      ["device_class": "sound"], to: &parts)
    add(
      "night_minutes", "sensor", "In use tonight", status, "{{ value_json.night.minutes if value_json.night else 0 }}",
      ["device_class": "duration", "unit_of_measurement": "min", "state_class": "measurement"], to: &parts)
    let allowances = allowances.prefix(Self.mostProfiles)
    let ids = HomeTopics.identifiers(allowances.map { $0.id.text })
    for ((place, allowance), id) in zip(allowances.enumerated(), ids) {
      // By its place: a name that a person gave must not become part of a template.
      add(
        "allowance_\(id)", "sensor", "Left of \(allowance.name)", status,
        "{{ value_json.allowances[\(place)].left_seconds if value_json.allowances | count > \(place) else None }}",
        ["device_class": "duration", "unit_of_measurement": "s", "state_class": "measurement"], to: &parts)
    }
    let known = Self.triggers.map { "'\($0)'" }.joined(separator: ", ")
    add(
      "happened", "event", "Event", topics.event,
      "{% if value_json.event in [\(known)] %}{{ {'event_type': value_json.event} | to_json }}{% endif %}",
      ["event_types": JSONValue(Self.triggers), "icon": "mdi:bell-outline"], to: &parts)
  }

  /// Adds a list from which a profile is started, and the minutes that it then gets.
  private func addChoice(to parts: inout JSONObject) {
    let ids = profiles.prefix(Self.mostProfiles).map { $0.id.text }
    guard !ids.isEmpty else { return }
    add(
      "start_profile", "select", "Start a profile", topics.status, "{{ value_json.profile or 'none' }}",
      [
        "options": JSONValue(["none"] + ids), "command_topic": .string(topics.asked), "icon": "mdi:target",
        "command_template": "{\"do\":\"start\",\"profile\":{{ value | to_json }},\"minutes\":\"chosen\"}",
      ], to: &parts)
    add(
      "minutes", "number", "Minutes", topics.choice, "{{ value_json.minutes }}",
      [
        "command_topic": .string(topics.asked), "command_template": "{\"do\":\"choose\",\"minutes\":{{ value | int }}}",
        "min": 0, "max": 720, "step": 5, "unit_of_measurement": "min", "mode": "box", "icon": "mdi:timer-outline",
      ], to: &parts)
  }

  private func addReaders(to parts: inout JSONObject) {
    for (id, reader) in HomeReader.identified(readers) {
      // The identifier has small letters, digits and underscores only, so that it cannot end the template's text.
      add(
        id, "sensor", "Reader \(reader.name)", topics.reader,
        "{{ (value_json.readers | selectattr('id', 'eq', '\(id)') | first | default({'state': 'lost'})).state }}",
        ["device_class": "enum", "options": ["ready", "card", "lost"], "icon": "mdi:nfc"], to: &parts)
      // An automation at home can tell readers apart: each has a trigger of its own.
      parts.append(
        "tapped_\(id)", trigger("tapped", subtype: reader.name, topics.tapped, reader.name, "{{ value_json.reader }}"))
    }
    guard announcesTags else { return }
    parts.append("tag", ["platform": "tag", "topic": .string(topics.tag), "value_template": "{{ value_json.uid }}"])
  }

  private func addTriggers(to parts: inout JSONObject) {
    for event in Self.triggers {
      parts.append("on_\(event)", trigger(event, subtype: "FocusKey", topics.event, event, "{{ value_json.event }}"))
    }
  }

  private func addButtons(to parts: inout JSONObject) {
    let profiles = profiles.prefix(Self.mostProfiles)
    let ids = HomeTopics.identifiers(profiles.map { profile in profile.id.text })
    for (id, profile) in zip(ids, profiles) {
      addButton(
        "start_\(id)", "Start \(profile.name)", ["do": "start", "profile": .string(profile.id.text)], "mdi:play",
        to: &parts)
      addButton(
        "add_\(id)", "Also block as in \(profile.name)", ["do": "add", "profile": .string(profile.id.text)],
        "mdi:shield-plus", to: &parts)
    }
    addButton("extend", "Extend by 15 minutes", ["do": "extend", "minutes": 15], "mdi:timer-plus", to: &parts)
  }

  private func add(
    _ id: String, _ platform: String, _ name: String, _ topic: String, _ template: String, _ more: JSONObject,
    to parts: inout JSONObject
  ) {
    var part: JSONObject = [
      "platform": .string(platform), "unique_id": .string("\(topics.object)_\(id)"), "name": .string(name),
      "state_topic": .string(topic), "value_template": .string(template),
    ]
    for member in more.members { part.append(member.name, member.value) }
    parts.append(id, .object(part))
  }

  private func addButton(
    _ id: String, _ name: String, _ payload: JSONValue, _ icon: String, to parts: inout JSONObject
  ) {
    parts.append(
      id,
      [
        "platform": "button", "unique_id": .string("\(topics.object)_\(id)"), "name": .string(name),
        "command_topic": .string(topics.asked), "payload_press": .string(payload.text), "icon": .string(icon),
      ])
  }

  private func trigger(
    _ type: String, subtype: String, _ topic: String, _ payload: String, _ template: String
  ) -> JSONValue {
    [
      "platform": "device_automation", "automation_type": "trigger", "type": .string(type),
      "subtype": .string(subtype), "topic": .string(topic), "payload": .string(payload),
      "value_template": .string(template),
    ]
  }
}
