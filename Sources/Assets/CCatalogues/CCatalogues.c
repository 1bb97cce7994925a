#include "CCatalogues.h"

static const unsigned char german[] = {
#embed "po/de.po"
};
static const unsigned char french[] = {
#embed "po/fr.po"
};
static const unsigned char spanish[] = {
#embed "po/es.po"
};
static const unsigned char portuguese[] = {
#embed "po/pt_BR.po"
};
static const unsigned char japanese[] = {
#embed "po/ja.po"
};
static const unsigned char chinese[] = {
#embed "po/zh_Hans.po"
};

static const struct catalogue {
    const unsigned char *content;
    size_t length;
} catalogues[] = {
    {german, sizeof german},   {french, sizeof french},     {spanish, sizeof spanish},
    {portuguese, sizeof portuguese}, {japanese, sizeof japanese}, {chinese, sizeof chinese},
};

const unsigned char *focuskey_catalogue(int index, size_t *length) {
    *length = catalogues[index].length;
    return catalogues[index].content;
}
