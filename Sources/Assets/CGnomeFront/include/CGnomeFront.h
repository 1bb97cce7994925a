// FocusKey's extension of GNOME Shell, the same as in Sources/Assets/GnomeFront.
#pragma once

/// What GNOME Shell reads of an extension before it loads it.
const char *focuskey_gnome_metadata_text(void);
/// The parts of `extension.js`: up to version 44 of GNOME Shell a script (front, script), from 45 on a module
/// (imports, front, module).
const char *focuskey_gnome_front_text(void);
const char *focuskey_gnome_script_text(void);
const char *focuskey_gnome_imports_text(void);
const char *focuskey_gnome_module_text(void);
