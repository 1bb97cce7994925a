#include "CPhonePages.h"

static const unsigned char tap_js[] = {
#embed "../PhonePages/tap.js"
};
static const unsigned char pair_js[] = {
#embed "../PhonePages/pair.js"
};
static const unsigned char desks_js[] = {
#embed "../PhonePages/desks.js"
};
static const unsigned char proofs_js[] = {
#embed "../PhonePages/proofs.js"
};
static const unsigned char desk_js[] = {
#embed "../PhonePages/desk.js"
};
static const unsigned char travel_js[] = {
#embed "../PhonePages/travel.js"
};
static const unsigned char view_js[] = {
#embed "../PhonePages/view.js"
};
static const unsigned char read_js[] = {
#embed "../PhonePages/read.js"
};
static const unsigned char words_js[] = {
#embed "../PhonePages/words.js"
};
static const unsigned char words_de[] = {
#embed "../PhonePages/words/de.js"
};
static const unsigned char words_es[] = {
#embed "../PhonePages/words/es.js"
};
static const unsigned char words_fr[] = {
#embed "../PhonePages/words/fr.js"
};
static const unsigned char words_ja[] = {
#embed "../PhonePages/words/ja.js"
};
static const unsigned char words_pt_br[] = {
#embed "../PhonePages/words/pt-BR.js"
};
static const unsigned char words_zh_hans[] = {
#embed "../PhonePages/words/zh-Hans.js"
};
static const unsigned char icon_svg[] = {
#embed "../Dashboard/icon.svg"
};

static const struct embedded_file files[] = {
    {"tap.js", tap_js, sizeof tap_js},
    {"pair.js", pair_js, sizeof pair_js},
    {"desk.js", desk_js, sizeof desk_js},
    {"desks.js", desks_js, sizeof desks_js},
    {"proofs.js", proofs_js, sizeof proofs_js},
    {"travel.js", travel_js, sizeof travel_js},
    {"view.js", view_js, sizeof view_js},
    {"read.js", read_js, sizeof read_js},
    {"words.js", words_js, sizeof words_js},
    {"words/de.js", words_de, sizeof words_de},
    {"words/es.js", words_es, sizeof words_es},
    {"words/fr.js", words_fr, sizeof words_fr},
    {"words/ja.js", words_ja, sizeof words_ja},
    {"words/pt-BR.js", words_pt_br, sizeof words_pt_br},
    {"words/zh-Hans.js", words_zh_hans, sizeof words_zh_hans},
    {"icon.svg", icon_svg, sizeof icon_svg},
};

DEFINE_EMBEDDED_FILES(phone)
