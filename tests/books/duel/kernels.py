"""Arguments to try each kernel of the book with: its odds must be those of its play."""

KERNEL_EXAMPLES = {"duel.turn.shot": [(3,), (4,), (6,)]}
