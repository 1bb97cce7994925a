internal import Allowance
internal import Guarding
internal import Octets
internal import Pledge

extension Checkpoint {
  /// The checkpoint as it is kept beside the facts. It can be made again from them at any time, so only one version is
  /// read.
  package var json: JSONValue { Form<Checkpoint>.checkpoint.object(self) }

  /// `nil` for a checkpoint that this program did not write, which is then made again.
  package init?(octets: [UInt8]) {
    do {
      self = try Form<Checkpoint>.checkpoint.value(JSONItem(try JSONDocument(octets).root))
    } catch {
      return nil
    }
  }
}

extension Form where Value == Checkpoint {
  fileprivate static var checkpoint: Form {
    Form.record(
      .version, .ledger.nested("ledger"), .optional(.lastStray.nested("last_stray")), .stamp,
      make: { _, ledger, lastStray, last in Checkpoint(ledger: ledger, lastStray: lastStray, last: last) },
      parts: { (Fact.formatVersion, $0.ledger, $0.lastStray, $0.last) })
  }
}

extension Form where Value == Int64 {
  /// The one version of checkpoints that is read.
  fileprivate static var version: Form {
    Form(
      "v", write: { .integer($0) },
      read: { item throws(JSONShapeError) in try item.integer(in: Fact.formatVersion...Fact.formatVersion) })
  }

  fileprivate static var steady: Form {
    Form("steady", write: { .integer($0) }, read: { item throws(JSONShapeError) in try item.integer() })
  }
}

extension Form where Value == Stamp {
  fileprivate static var stamp: Form {
    Form.record(
      .wall("wall"), .steady, .text("boot"), .tick("tick"),
      make: { wall, steady, boot, tick in
        Stamp(moment: Moment(wall: wall, steady: steady, boot: BootID(boot)), tick: tick)
      }, parts: { ($0.moment.wall, $0.moment.steady, $0.moment.boot.text, $0.tick) })
  }
}

extension Form where Value == LastStray {
  fileprivate static var lastStray: Form {
    Form.record(
      .tick("began"), .tick("ended"), .flag("return"), make: LastStray.init,
      parts: { ($0.began, $0.ended, $0.isReturn) })
  }
}

extension Form where Value == Ledger {
  fileprivate static var ledger: Form {
    Form.members(
      of: Ledger.init, Member(\.lastProfile, .optional(.name("last_profile"))),
      Member(\.spendings, .list("spendings", of: .spending)), Member(\.periods, .optional(.periods.nested("periods"))),
      Member(\.exits, .exits), Member(\.provenKeys, .list("proven", of: .provenKey)),
      Member(\.counters, .list("counters", of: .counter)), Member(\.recoveryCodes, .codes),
      Member(\.settled, .list("settled", of: .entry)), Member(\.noticed, .list("noticed", of: .entry)),
      Member(\.plannedStart, .optional(.planned.nested("planned"))),
      Member(\.wallTrust, .trust.nested("wall_trust").unless(.synchronized)),
      Member(\.nights, .nights.nested("nights").unless(NightLedger())),
      Member(\.movement, .movement.nested("movement").unless(MovementLedger())),
      Member(\.pledges, .pledges.nested("pledges").unless(PledgeLedger())),
      Member(\.visits, .spending.nested("visits").unless(VisitSpending())),
      Member(\.devices, .devices.nested("devices").unless(DeviceLedger())))
  }
}

extension Form where Value == [Tick] {
  fileprivate static var exits: Form {
    .array(
      "exits", write: { .integer($0.milliseconds) }, read: { item throws(JSONShapeError) in try item.tick() }
    ).unlessEmpty()
  }
}

extension Form where Value == [[UInt8]] {
  fileprivate static var codes: Form {
    .array(
      "codes", write: { .string(HexText.text(of: $0)) }, read: { item throws(JSONShapeError) in try item.octets() }
    ).unlessEmpty()
  }
}

extension Form where Value == Ledger.Spending {
  fileprivate static var spending: Form {
    Form.record(
      .name("profile"), .optional(.tick("began")), .optional(.tick("ended")), .lapse("today"), .lapse("week"),
      make: Ledger.Spending.init, parts: { ($0.profile, $0.lastBegan, $0.lastEnded, $0.today, $0.thisWeek) })
  }
}

extension Form where Value == Ledger.ProvenKey {
  fileprivate static var provenKey: Form {
    Form.record(.name("key"), .word("proof"), make: Ledger.ProvenKey.init, parts: { ($0.key, $0.proof) })
  }
}

extension Form where Value == CardCounter {
  fileprivate static var counter: Form {
    Form.record(.uid("uid"), .counter("counter"), make: CardCounter.init, parts: { ($0.card, $0.highest) })
  }
}

extension Form where Value == NightLedger {
  fileprivate static var nights: Form {
    Form.members(
      of: NightLedger.init, Member(\.day, .optional(.day("night"))), Member(\.uses, .uses),
      Member(\.bed, .optional(.tick("bed"))), Member(\.reported, .optional(.day("reported"))),
      Member(\.morning, .optional(.morning.nested("morning"))), Member(\.isWatched, .flag("watched").unless(false)))
  }
}

extension Form where Value == [NightLedger.Use] {
  /// Pairs of a beginning and an end; a use under way has no end.
  fileprivate static var uses: Form {
    .array(
      "uses",
      write: { use in
        .array([.integer(use.began.milliseconds)] + (use.ended.map { [.integer($0.milliseconds)] } ?? []))
      },
      read: { item throws(JSONShapeError) in
        let parts = try item.array()
        guard let began = parts.first else { throw item.refusal("a use has a beginning") }
        return NightLedger.Use(began: try began.tick(), ended: parts.count > 1 ? try parts[1].tick() : nil)
      }
    ).unlessEmpty()
  }
}

extension Form where Value == NightLedger.Morning {
  fileprivate static var morning: Form {
    Form.record(
      .report, .tick("woke"), .flag("greeted"), .optional(.eyes),
      make: { report, woke, isGreeted, eyes in
        var morning = NightLedger.Morning(report, woke: woke)
        morning.isGreeted = isGreeted
        morning.eyes = eyes
        return morning
      }, parts: { ($0.report, $0.woke, $0.isGreeted, $0.eyes) })
  }
}
