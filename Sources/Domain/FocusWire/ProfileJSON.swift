extension Profile {
  /// The profile as it is in a file for people.
  package var json: JSONValue { Form.profile(isStored: false).object(self) }
}

extension Form where Value == Profile {
  static func profile(isStored: Bool) -> Form {
    Form.record(
      .policy, .optional(.choice("icon")),
      .distinct(
        "schedules", "schedule", of: .schedule(isStored: isStored), in: " in this profile", by: \.id.text
      ).unlessEmpty(),
      make: { policy, icon, schedules in
        var profile = Profile(policy: policy)
        (profile.icon, profile.schedules) = (icon, schedules)
        return profile
      }, parts: { ($0.policy, $0.icon, $0.schedules) })
  }
}
