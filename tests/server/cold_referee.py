"""A referee as he is, but that he does not warm up: tests start many, for a few answers each. His bots play
on without a break: what pages are sent must not depend on how fast the machine is."""

if __name__ == "__main__":
    from warbook.server.referee import pace, process

    pace.SLICE = 1e9
    process.warm_up = process.desk.get_ready = lambda: iter(())
    process.main()
