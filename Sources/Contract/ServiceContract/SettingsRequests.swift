package enum SettingsRequests {
  package static let settings = Signature(question: "settings", "What is configured")
  package static let profiles = Signature(question: "profiles", "The profiles")
  package static let keys = Signature(question: "keys", "The keys, and which of them were tapped and may stop")
  package static let schedules = Signature(question: "schedules", "The schedules of all profiles")
  package static let promise = Signature(question: "promise", "The promise")
  package static let configure = Signature("configure", "Put these settings in place of those", .any("settings"))
}
