"""Writes packages with Anki's own library (PyPI `anki`), old and new, into a folder.

    anki_packages.py FOLDER NOTES     makes FOLDER/{new,old}.{apkg,colpkg}
    anki_packages.py FOLDER --read F  imports the table F and prints its notes: fields, tags, a line each
"""
import sys

from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions, ImportCsvRequest


def add_notes(collection, count):
    deck = collection.decks.id("Languages::Spanish")
    names = ["Basic", "Basic (and reversed card)", "Cloze"]
    kinds = [collection.models.by_name(name) for name in names]
    for number in range(count):
        note = collection.new_note(kinds[number % 3])
        if number % 3 == 2:
            note.fields = [f"{{{{c1::Madrid {number}::city}}}} is in {{{{c2::Spain}}}}", "extra"]
        else:
            note.fields = [f"hola {number} <img src=x onerror=alert(1)>", f"hello <b class=x>{number}</b>"]
        note.tags = ["t1", "t2"]
        collection.add_note(note, deck)
    return deck


def main(folder, argument, *rest):
    path = f"{folder}/collection.anki2"
    collection = Collection(path)
    if argument == "--read":
        metadata = collection.get_csv_metadata(rest[0], None)
        collection.import_csv(ImportCsvRequest(path=rest[0], metadata=metadata))
        for note in collection.find_notes(""):
            found = collection.get_note(note)
            print("\t".join([found.guid, *found.fields, " ".join(found.tags)]))
        return
    deck = add_notes(collection, int(argument))
    for name, legacy in (("new", False), ("old", True)):
        options = ExportAnkiPackageOptions(
            with_scheduling=True, with_media=False, with_deck_configs=False, legacy=legacy)
        collection.export_anki_package(
            out_path=f"{folder}/{name}.apkg", options=options, limit=DeckIdLimit(deck))
    for name, legacy in (("new", False), ("old", True)):
        # Exporting a collection closes it.
        Collection.export_collection_package(
            Collection(path) if collection.db is None else collection, f"{folder}/{name}.colpkg",
            include_media=False, legacy=legacy)


main(*sys.argv[1:])
