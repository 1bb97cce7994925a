// A page that is only read: it says itself in the language of the browser.
import { reveal } from "./view.js";
import { speak } from "./words.js";

speak().finally(() => reveal("read"));
