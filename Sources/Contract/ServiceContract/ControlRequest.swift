package import Allowance
package import FocusSession
package import Guarding
package import JSONText
package import Learning

/// What can be asked on the control socket: one JSON object on a line. Both ends read and write it by this one
/// definition.
package enum ControlRequest: Sendable, Equatable {
  /// The state.
  case status
  /// Begin a session.
  case start(profile: String?, minutes: Int?, task: String?, inMinutes: Int?)
  /// Ask to end it.
  case stop
  /// Answer the question with *end*.
  case confirm
  /// Answer it with *end*, and the task of the session is done too.
  case confirmDone
  /// The task of the session is done; the session continues.
  case finishTask
  /// What was unpacked from a backup takes the place of everything.
  case restore
  /// Write something about a session; the newest one if none is named. Nothing takes a note back.
  case note(String, session: String?)
  /// Forget a session that is over.
  case forgetSession(String)
  /// What is owed for straying.
  case pledges
  /// That much was given.
  case settlePledge(String)
  /// Answer it with *go on*.
  case keep
  /// Type the sentence that a gate asks for.
  case type(sentence: String)
  /// Ask for a break.
  case takeBreak(minutes: Int?)
  /// Come back from one.
  case resume
  /// Move the planned end out.
  case extend(minutes: Int)
  /// A condition that lifts restrictions.
  case override(String)
  /// The way out, with the typed sentence.
  case emergency(sentence: String?)
  /// A link that is not a key.
  case open(url: String)
  /// A tap on the simulated reader.
  case tap(SimulatedTap)
  /// What a program that reads and writes cards asks of the simulated reader.
  case simulatedCard(SimulatedCard)
  /// Everything that happens from now on, a line each.
  case subscribe
  /// Lends the readers with this in their name, or all: a card that arrives there is seen and not acted on, as long as
  /// the connection lasts.
  case leaseReader(name: String?)
  /// The sessions of a time, newest last; moments in milliseconds since 1970.
  case history(since: Int64?, until: Int64?, profile: String?)
  /// At most `limit` sessions, newest first, from a place on that an earlier answer gave as `next`.
  case sessions(limit: Int, before: String?, since: String?, until: String?, profile: String?)
  /// The totals of the days from one to another, and the focus by hour of the day.
  case days(since: String?, until: String?)
  /// Where the dashboard is, as a link that works once and lets a browser change things.
  case dashboard
  /// Write a link on the next card.
  case writeCard(link: String)
  /// What an association file makes of a link.
  case explainLink(association: String, url: String, domain: String?, app: String?)

  /// How each signal is seen; followed by what is noticed, a line each, until the connection ends.
  case signals(follow: Bool)
  /// The browser in front shows a page of this host, as its extension saw it; `nil` for none.
  case frontSite(String?)
  /// What follows from all sessions.
  case statistics
  /// What follows from the sessions of one of the person's devices.
  case statisticsOf(device: String)
  /// Something blocked was asked for, as the browser's extension saw it.
  case attempt(Attempt)
  /// The person keeps their promise.
  case keepPromise(Attempt?)
  /// Cards were learned, seen or marked.
  case learned([LearnFact])
  /// A set of an exercise was done, or more of one of which some was handed in.
  case moved(MovedSet)
  /// Send to and read from the person's other devices now.
  case sync
  /// Something about the person's devices.
  case household(HouseholdRequest)
  /// Something about the sensors that people wear.
  case sensors(SensorRequest)
  /// What is configured.
  case settings
  /// One list of what is configured.
  case listed(Listing)
  /// Something that a person says to a guard.
  case say(Saying)
  /// How the eyes feel after the last night, from 0 (fine) to 3 (sore).
  case feel(EyeFeeling)
  /// The settings are to become these.
  case configure(JSONValue)
  /// Make a recovery code and show it, once.
  case recoveryCode
  /// End the session with a recovery code.
  case recover(code: String)
  /// Put a new log, which is in the home under that name, in the place of this one.
  case replaceLog(draft: String)
  /// Delete everything that is known.
  case forget

  /// A set of an exercise.
  package struct MovedSet: Sendable, Equatable {
    /// The exercise.
    package var kind: String
    /// How often it was done.
    package var amount: Int
    /// How that is known; signed laps alone are proof, and they are nobody's to claim.
    package var trust: MovementTrust
    /// How much of the same set was handed in before.
    package var earlier: Int

    /// A set, or more of one.
    package init(kind: String, amount: Int, trust: MovementTrust, after earlier: Int = 0) {
      self.kind = kind
      self.amount = amount
      self.trust = trust
      self.earlier = earlier
    }
  }

  /// What a person says to a guard, in one word.
  package enum Saying: String, Sendable, CaseIterable {
    /// This was work.
    case excuse
    /// Be silent for a while.
    case snooze
    /// Be silent for the rest of the session.
    case hush
    /// Good night.
    case bed
    /// Good morning.
    case up
  }

  /// A list of what is configured.
  package enum Listing: String, Sendable, CaseIterable {
    /// The profiles.
    case profiles
    /// The keys, and which of them were tapped and may stop.
    case keys
    /// The schedules of all profiles.
    case schedules
    /// The promise.
    case promise
  }

  /// What a program that reads and writes cards asks of the simulated reader.
  package enum SimulatedCard: Sendable, Equatable {
    /// Which card is on it; if there is none and a blank one is wanted, one is put down.
    case look(orPutBlank: Bool)
    /// Carries one command, in the octets that go on air, to the card with that number; without octets the card is
    /// selected again.
    case exchange(uid: [UInt8], frame: [UInt8]?)
    /// The program is done: what was written is kept.
    case release
  }

  /// What is done on the simulated reader.
  package enum SimulatedTap: Sendable, Equatable {
    /// A registered key taps.
    case key(String)
    /// A card with that link on it taps, with that identifier or one that follows from the link.
    case link(String, uid: [UInt8]?)
    /// A card without a link taps.
    case uid([UInt8])
    /// The card that is there is taken away.
    case lift
  }
}
