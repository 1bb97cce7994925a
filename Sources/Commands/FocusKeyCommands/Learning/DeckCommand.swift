internal import CommandShell
internal import CommandSpec

/// `deck`
let deckCommand = ProgramCommand(group: "deck", "Manage decks of cards to learn", [DeckReplay.command])
