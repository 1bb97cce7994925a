// The answers of the page Help, which only that page loads; everything else that it says is in strings.js.

export const answers = [
  { title: "When something is in the way", items: [
    ["Something urgent came up. How do I end a session now?", "Press End on the page Now, wait a few seconds, and confirm. If the profile wants a card or the planned end, use the emergency exit there: you type a sentence, and the session ends after a wait. There are a few exits each month."],
    ["I lost my stop card.", "Use a recovery code, which you can create under Profiles and should keep on paper, or the emergency exit. Then register another card."],
    ["My card does nothing.", "The doctor looks at readers, cards and the service, and says what to do for each fault. A card has to lie flat, away from metal, and the reader needs its driver (pcscd).", "focuskey doctor"],
    ["Nothing is blocked.", "Sites and apps are blocked by a small helper that has to be installed once, with your password. Until then the timer runs and nothing is blocked. The page Now says so and shows the command.", "sudo focuskey shield install"],
    ["A site that I need is blocked.", "Take a break, or change the profile after the session. Under Sites, a line such as !docs.example.org lets one part of a blocked site through."],
    ["A site is open although it should be blocked.", "Some ways around cannot be closed on one\u2019s own computer. They are listed, each with what helps.", "focuskey shield limits"],
  ] },
  { title: "How it works", items: [
    ["Why does blocking need my password?", "Names on the network and starts of apps can only be refused with rights that programs do not have. A small helper with nothing else in it has them; it lets go of everything when the service ends or says nothing for half a minute."],
    ["What does the helper change on this computer?", "It filters connections of your user while a session blocks, installs an extension in browsers that shows your promise, and keeps browsers from hiding names. All of it is undone by one command.", "sudo focuskey shield remove"],
    ["What is a key, and what is a card?", "A card is any NFC card or sticker. A key is a card that is registered here, with what it may do: start, stop, take breaks. A card that is not registered can only start a session by the link on it."],
    ["Do I need a card at all?", "No. Everything works from this page, from notifications and in a terminal. A card makes the beginning one movement, and the end a deliberate one."],
    ["What happens if the computer crashes or sleeps?", "The session continues where it was, and ends at its time. Nothing becomes looser by a crash, a restart or a changed clock."],
    ["Can I change a profile during a session?", "Only to make it stricter. Everything else waits for the end."],
    ["Which apps does a category block?", "Those of a list that comes with FocusKey, and every app whose menu entry says that it belongs there, also one that you install tomorrow.", "focuskey category show games"],
    ["How do I stop FocusKey, or remove it?", "Stopped, it comes back with the next focuskey up, and your data stays. Removing the package undoes everything but your own two folders.", "focuskey down"],
  ] },
  { title: "Privacy", items: [
    ["Where is my data?", "On this computer, in files that only your user can read: sessions, settings, cards and notes. There is no account and nobody is told anything."],
    ["What does FocusKey notice about me?", "Nothing but sessions, taps and what was blocked, unless you turn a signal on. Each signal says what it notices. Names of windows, keys that you press, sounds and pictures are never kept."],
    ["What leaves this computer?", "Nothing by itself. What you set up does: a folder or your own database for several computers (sealed), your own MQTT broker, hooks that you wrote, and decks or files that you fetch by an address."],
    ["How do I take my data with me, or delete it?", "A backup has everything in one file. Forgetting deletes it for good, and sessions can be forgotten one by one in History.", "focuskey backup FILE"],
    ["Who can see this page?", "Only your user on this computer. A browser can change something only after it was opened by FocusKey itself.", "focuskey open"],
  ] },
  { title: "About", items: [
    ["What is FocusKey?", "A focus tool for Linux: tap a card to block what distracts you, and tap again to end it. It plans tasks, teaches cards, shows how your nights were and limits what takes too much time, all on your own computer."],
    ["Where is it to be had?", "The site says where packages and sources are: https://focuskey.app"],
    ["Under which licence?", "The sources name no licence yet: the program is for those who built or received it. It contains Swift\u2019s standard library, under the Apache License 2.0 with its exception for compiled programs."],
    ["Which version is this?", "The terminal tells it:", "focuskey --version"],
  ] },
];
