#define _GNU_SOURCE
#include "CCatalogues.h"
#include <string.h>

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

const unsigned char *focuskey_catalogue(int index, bool of_contexts, size_t *length) {
    static const char first[] = "\nmsgctxt";
    const struct catalogue *catalogue = &catalogues[index];
    const unsigned char *context =
        of_contexts ? NULL : memmem(catalogue->content, catalogue->length, first, sizeof first - 1);
    *length = context ? (size_t)(context - catalogue->content) + 1 : catalogue->length;
    return catalogue->content;
}
