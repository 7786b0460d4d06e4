"""The odds desk: a book's questions about chance, whoever asks them."""
