"""A referee who knows the toy books. He does not warm up: tests start many, for a few answers each."""

from tests.server.shelf import put_up

if __name__ == "__main__":
    put_up()
    from warbook.server import referee

    referee.warm_up = lambda: None
    referee.main()
