"""What a book says in its chapters is asked like what it says itself."""

from inspect import Parameter, signature

from warbook.core.book import Book


def test_a_chapter_takes_what_a_book_is_asked(book):
    for name, asked in vars(Book).items():
        if not callable(asked) or name.startswith("_"):
            continue
        takes = list(signature(asked).parameters.values())[1:]
        needed = [each for each in takes if each.default is Parameter.empty]
        for given in (takes, needed):
            signature(getattr(book, name)).bind(*(each.name for each in given))
