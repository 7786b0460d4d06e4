"""A cold referee who knows the toy books."""

from tests.server.shelf import adjust, put_up

if __name__ == "__main__":
    put_up()
    from warbook.server.referee import pace, process

    pace.SLICE = 1e9
    process.warm_up = process.desk.get_ready = lambda: iter(())
    adjust()
    process.main()
