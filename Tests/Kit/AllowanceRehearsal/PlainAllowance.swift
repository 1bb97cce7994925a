extension PlainAllowances {
  /// One allowance and its present day.
  struct One {
    var rules: PlainRules
    var isThere = true
    /// The day that began last.
    var past: Past?
    /// When the day that began ends, and which it is, counted from a Monday.
    var ends: Int?
    var day = 0
    /// The minutes that were granted for the day, for its week and for going over, and whether a site was spared.
    var granted: Granted?
    /// Seconds that went over from the days before, and that the week had lost before this day.
    var carried = 0
    var weekUsed = 0
    var weekEnds = 0
    var used = 0
    var earned = 0
    var isFree = false
    var isWarned = false
    var isShut = false
    /// Since when it is in use without a break.
    var usedSince: Int?

    struct Granted: Equatable {
      var minutes: Int?
      var week: Int?
      var rollOver: Int?
      var spares: Bool
    }

    /// What of a day matters to the next one.
    struct Past {
      var day: Int
      var ends: Int
      var left: Int
      var weekUsed: Int
      var weekEnds: Int
    }

    /// The seconds that day and week give by themselves.
    var own: Int? {
      let ofWeek = granted?.week.map { max(0, $0 * 60 - weekUsed) }
      return smaller(granted?.minutes.map { $0 * 60 + carried }, ofWeek)
    }
    var left: Int? { own.map { max(0, $0 + earned * 60 - used) } }
    var weekLeft: Int? {
      granted?.week.map { max(0, max(0, $0 * 60 - weekUsed) + earned * 60 - used) }
    }
    var warnedAt: Int { max(rules.warn * 60, (granted?.minutes ?? 0) * 6) }
    var state: State { isShut ? .shut : isWarned && left.map { $0 <= warnedAt } ?? false ? .warned : .open }
    var spares: Bool { granted?.spares ?? rules.spares }
    /// The rules as they are today, as far as it matters what is closed.
    var rulesToday: PlainRules {
      var today = rules
      today.spares = spares
      return today
    }

    /// What it comes to once it is over. Of what was used, what was earned or lifted is not taken off the week.
    func over(at end: Int) -> Past {
      Past(
        day: day, ends: end, left: granted?.minutes == nil ? carried : own.map { max(0, $0 - used) } ?? 0,
        weekUsed: weekUsed + min(used, own ?? used), weekEnds: weekEnds)
    }
  }
}

/// The smaller of two limits, where one that is not there limits nothing.
func smaller(_ one: Int?, _ other: Int?) -> Int? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
