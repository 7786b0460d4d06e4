"""What books of one family share: kernels and pure functions.

They know no game, no battle and no rule of a book. What a roll is called there they are told (`Called`);
`given` makes a book's own kernels of them.
"""
