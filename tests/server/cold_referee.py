"""A referee as he is, but that he does not warm up: tests start many, for a few answers each. His bots play
on without a break: what pages are sent must not depend on how fast the machine is."""

if __name__ == "__main__":
    from warbook.server.referee import process

    process.SLICE = 1e9
    process.warm_up = lambda: iter(())
    process.main()
