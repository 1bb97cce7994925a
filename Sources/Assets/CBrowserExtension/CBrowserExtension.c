#include "CBrowserExtension.h"

static const unsigned char manifest_json[] = {
#embed "../BrowserExtension/manifest.json"
};
static const unsigned char background_js[] = {
#embed "../BrowserExtension/background.js"
};
static const unsigned char front_js[] = {
#embed "../BrowserExtension/front.js"
};
static const unsigned char host_js[] = {
#embed "../BrowserExtension/host.js"
};
static const unsigned char parts_js[] = {
#embed "../BrowserExtension/parts.js"
};
static const unsigned char returns_js[] = {
#embed "../BrowserExtension/returns.js"
};
static const unsigned char rules_js[] = {
#embed "../BrowserExtension/rules.js"
};
static const unsigned char shield_html[] = {
#embed "../BrowserExtension/shield.html"
};
static const unsigned char tokens_css[] = {
#embed "../BrowserExtension/tokens.css"
};
static const unsigned char shield_css[] = {
#embed "../BrowserExtension/shield.css"
};
static const unsigned char shield_js[] = {
#embed "../BrowserExtension/shield.js"
};

static const unsigned char words_js[] = {
#embed "../BrowserExtension/words.js"
};

static const struct embedded_file files[] = {
    {"manifest.json", manifest_json, sizeof manifest_json},
    {"background.js", background_js, sizeof background_js},
    {"front.js", front_js, sizeof front_js},
    {"host.js", host_js, sizeof host_js},
    {"parts.js", parts_js, sizeof parts_js},
    {"returns.js", returns_js, sizeof returns_js},
    {"rules.js", rules_js, sizeof rules_js},
    {"shield.html", shield_html, sizeof shield_html},
    {"tokens.css", tokens_css, sizeof tokens_css},
    {"shield.css", shield_css, sizeof shield_css},
    {"shield.js", shield_js, sizeof shield_js},
    {"words.js", words_js, sizeof words_js},
};

DEFINE_EMBEDDED_FILES(extension)
