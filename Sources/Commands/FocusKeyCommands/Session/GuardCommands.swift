internal import CommandShell
internal import Nights
internal import ServiceContract
internal import Straying

// What a person says to the guards. Every command is one word to the service; the rules are the service's.

var excuseCommand: ProgramCommand {
  ProgramCommand(
    "excuse", "Say that this was work",
    discussion:
      "Ends the straying that is recorded now. It is kept and does not count. The app in front is work for the rest of the session."
  ) { context throws(Failure) in try context.relay(StrayRequests.excuse()) }
}

var snoozeCommand: ProgramCommand {
  ProgramCommand(
    "snooze", "Silence the alarm for a minute",
    discussion: "Only while it rings, and a few times per session; the profile's `guard` says how often and how long."
  ) { context throws(Failure) in try context.relay(StrayRequests.snooze()) }
}

var hushCommand: ProgramCommand {
  ProgramCommand(
    "hush", "Silence the alarm for this session", discussion: "Always possible. The log keeps it."
  ) { context throws(Failure) in try context.relay(StrayRequests.hush()) }
}

var bedCommand: ProgramCommand {
  ProgramCommand(
    "bed", "Say good night",
    discussion:
      "Ends the record of tonight's use, and locks the screen where logind can. Using the computer later for more than a minute is recorded again. In the morning, `focuskey up` ends the night."
  ) { context throws(Failure) in try context.relay(NightRequests.bed()) }
}
