#include "CShippedDeck.h"

static const unsigned char well_being[] = {
#embed "deck/well-being.json"
};

const unsigned char *focuskey_shipped_deck(size_t *length) {
  *length = sizeof well_being;
  return well_being;
}
