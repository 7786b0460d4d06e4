"""A referee who knows the toy books. He does not warm up: tests start many, for a few answers each. His bots
play on without a break: what pages are sent must not depend on how fast the machine is."""

from tests.server.shelf import adjust, put_up

if __name__ == "__main__":
    put_up()
    from warbook.server.referee import process

    process.SLICE = 1e9
    adjust()
    process.warm_up = lambda: None
    process.main()
