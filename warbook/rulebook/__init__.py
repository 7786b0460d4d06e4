"""The rules of a book to read and to search: chapters, lists, and pages made of them. Knows no book."""
