/** The program of this computer that the extension talks to. An extension that was installed for everybody has another one. */
export const HOST = "app.focuskey.shield";
