#include "CGnomeFront.h"

static const char metadata_text[] = {
#embed "../GnomeFront/metadata.json" suffix(, 0)
};
static const char front_text[] = {
#embed "../GnomeFront/front.js" suffix(, 0)
};
static const char script_text[] = {
#embed "../GnomeFront/script.js" suffix(, 0)
};
static const char imports_text[] = {
#embed "../GnomeFront/imports.js" suffix(, 0)
};
static const char module_text[] = {
#embed "../GnomeFront/module.js" suffix(, 0)
};

const char *focuskey_gnome_metadata_text(void) { return metadata_text; }
const char *focuskey_gnome_front_text(void) { return front_text; }
const char *focuskey_gnome_script_text(void) { return script_text; }
const char *focuskey_gnome_imports_text(void) { return imports_text; }
const char *focuskey_gnome_module_text(void) { return module_text; }
