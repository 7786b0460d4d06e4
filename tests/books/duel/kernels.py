"""Arguments to try each kernel of the book with: its odds must be those of its play."""

KERNEL_EXAMPLES = {"duel.shooting.shot": [(3, 0), (4, 0), (6, 0), (5, 1)]}
