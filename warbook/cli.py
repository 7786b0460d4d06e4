"""The command line. Every command is a few lines; the work is done in `warbook.terminal`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import warbook

app = typer.Typer(
    name="warbook",
    help="The rulebook that plays: miniature wargames refereed, with exact odds.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

BookId = Annotated[str, typer.Argument(metavar="BOOK", help="A book (see warbook books), or its folder.")]
Scenario = Annotated[str | None, typer.Option(help="A scenario's id, or a TOML file.", metavar="ID|FILE")]
Force = Annotated[
    list[str] | None,
    typer.Option(help="A force's id, or a TOML file; once for each side.", metavar="ID|FILE"),
]
RulingSwitch = Annotated[
    list[str] | None, typer.Option("--ruling", help="A house rule; may be repeated.", metavar="NAME=VALUE")
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same dice and bots.")]
Players = Annotated[
    list[str] | None, typer.Option("--player", help="Who plays a side; once for each.", metavar="PLAYER")
]
Plain = Annotated[bool, typer.Option("--plain", help="Plain sentences, for a screen reader.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Only the result and the ledger.")]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        print(f"warbook {warbook.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def books() -> None:
    """The books there are."""
    from warbook.core.shelf import book_ids, load_book
    from warbook.terminal.screen import Screen

    found = [load_book(book_id) for book_id in book_ids()]
    Screen().rows((book.id, f"{book.title}. {book.source}. {len(book.rules.rules)} rules.") for book in found)


@app.command()
def rules(
    book: BookId,
    words: Annotated[list[str] | None, typer.Argument(help="A rule's id, or words in it.")] = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """What each rule says, its code and its tests."""
    from warbook.core.shelf import open_book
    from warbook.terminal.rulebook import show_rules
    from warbook.terminal.screen import Screen

    show_rules(Screen(plain), open_book(book), " ".join(words or ()), as_json)


@app.command()
def forces(
    book: BookId,
    force: Annotated[
        str | None, typer.Argument(help="Who is in it: a force's id, or a TOML file.", metavar="ID|FILE")
    ] = None,
    name: Annotated[list[str] | None, typer.Argument(help="Whose card to see: a name, or a number.")] = None,
    plain: Plain = False,
) -> None:
    """The forces on offer, who is in one, and the card of each."""
    from warbook.core.datafile import id_or_written
    from warbook.core.shelf import open_book
    from warbook.terminal.forces import list_forces, show_force
    from warbook.terminal.screen import Screen

    chosen = open_book(book)
    if force is None:
        list_forces(Screen(plain), chosen)
    else:
        show_force(
            Screen(plain),
            chosen,
            id_or_written(force, [each.id for each in chosen.forces()]),
            " ".join(name or ()),
        )


@app.command()
def play(
    book: BookId,
    scenario: Scenario = None,
    force: Force = None,
    player: Players = None,
    seed: Seed = None,
    ruling: RulingSwitch = None,
    plain: Plain = False,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="Type what your own dice show.")] = False,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved battle.", metavar="FILE")] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="What you are called; a second one is the friend's.")
    ] = None,
) -> None:
    """Play a battle against a bot or a friend.

    PLAYER is me, friend (at the same keyboard), or a bot; the first side is yours unless you say otherwise.
    """
    from warbook.core.shelf import open_book
    from warbook.terminal.battles import Order
    from warbook.terminal.lobby import go_on, start
    from warbook.terminal.screen import Screen

    order = Order(scenario, force or (), ruling or (), player or (), seed, name or ())
    if load is not None:
        go_on(Screen(plain), open_book(book), load, order, real_dice)
    else:
        start(Screen(plain), open_book(book), order, real_dice)


@app.command()
def learn(book: BookId, plain: Plain = False) -> None:
    """Learn a book in five minutes, by a small battle that is explained."""
    from warbook.core.shelf import open_book
    from warbook.terminal.lobby import learn
    from warbook.terminal.screen import Screen

    learn(Screen(plain), open_book(book))


@app.command()
def build(
    book: BookId,
    file: Annotated[Path | None, typer.Argument(help="A force to go on with, or where to save.")] = None,
    plain: Plain = False,
) -> None:
    """Build a force of your own, told at once what is wrong."""
    from warbook.core.shelf import open_book
    from warbook.terminal.build import build
    from warbook.terminal.screen import Screen

    build(Screen(plain), open_book(book), file)


@app.command()
def watch(
    book: BookId,
    scenario: Scenario = None,
    force: Force = None,
    player: Players = None,
    seed: Seed = None,
    ruling: RulingSwitch = None,
    study_seed: Annotated[
        str | None, typer.Option(help="A battle of a study once more: the seed of its row.", metavar="SEED")
    ] = None,
    figure: Annotated[
        list[str] | None,
        typer.Option(
            help="A figure of the book's data as a study had it; may be repeated.", metavar="NAME=VALUE"
        ),
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the record here.", metavar="FILE")] = None,
    quiet: Quiet = False,
    plain: Plain = False,
) -> None:
    """Watch bots fight, told as a report."""
    from warbook.core.questions import Refused
    from warbook.core.shelf import open_book
    from warbook.lab.changed import fielded, given
    from warbook.lab.fighting import streamed
    from warbook.terminal import battles
    from warbook.terminal.screen import Screen

    if seed is not None and study_seed is not None:
        raise Refused("--seed and --study-seed do not go together; a battle has one of them")
    if figure and record is not None:
        raise Refused("--figure and --record do not go together; a record is of the book as it is")
    if record is not None:
        battles.check_writable(record)
    order = battles.Order(scenario, force or (), ruling or (), player or (), seed)
    changed = [each for words in figure or () if (each := given(open_book(book), words))]
    with fielded(book, tuple(changed)) as chosen:
        names = battles.bots_only(chosen, order)
        setup = battles.make_setup(chosen, order, people=0)
        if study_seed is not None:
            shown, game = study_seed, streamed(chosen, setup, names, study_seed, recording=True)
        else:
            shown = str(battles.any_seed() if seed is None else seed)
            game = battles.seeded(chosen, setup, names, shown)
        battles.watch(Screen(plain), game, names, shown, record, quiet)


@app.command()
def study(
    book: Annotated[str, typer.Argument(metavar="BOOK|FILE", help="A book, or a study as a TOML file.")],
    others: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    scenario: Annotated[
        list[str] | None, typer.Option(help="A scenario's id or file; may be repeated.", metavar="ID|FILE")
    ] = None,
    force: Annotated[
        list[str] | None,
        typer.Option(help="A force's id or file; every pair fights from both sides.", metavar="ID|FILE"),
    ] = None,
    player: Players = None,
    ruling: RulingSwitch = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="ruling NAME=VALUE,VALUE, figure NAME=VALUE,VALUE, force=ID,ID, scenario=ID,ID, bot=..."
        ),
    ] = None,
    battles: Annotated[int | None, typer.Option(help="Battles of each variant.")] = None,
    until: Annotated[
        float | None, typer.Option(help="End when the points are known to within so much, as in 0.02.")
    ] = None,
    seed: Seed = None,
    jobs: Annotated[int | None, typer.Option(help="Processes; else one for each processor.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            help="Fight on a Ray cluster: auto for the one of this machine.", metavar="auto|ADDRESS"
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where results are kept.", metavar="FOLDER")] = None,
    plain: Plain = False,
) -> None:
    """Judge a force, a scenario or a house rule over many battles.

    Variants fight with the same dice and are compared battle by battle.
    """
    import os

    from warbook.terminal.screen import Screen
    from warbook.terminal.study import carry_out, wanted

    asked = wanted(
        book, scenario or [], force or [], player or [], ruling or [], vary or [], others or [], battles, seed
    )
    carry_out(Screen(plain), asked, out, (os.cpu_count() or 1) if jobs is None else jobs, until, ray)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    verify: Annotated[bool, typer.Option("--verify", help="Play it again and check every state.")] = False,
    quiet: Quiet = False,
    plain: Plain = False,
) -> None:
    """Play a record back as a report."""
    from warbook.terminal.battles import replay
    from warbook.terminal.screen import Screen

    replay(Screen(plain), file, verify, quiet)


@app.command()
def verify_dice(
    file: Annotated[Path, typer.Argument(help="A record of a finished battle.")],
    commitment: Annotated[
        str | None, typer.Option(help="What the host had committed itself to, as your page saw it.")
    ] = None,
    share: Annotated[
        list[str] | None, typer.Option(help="What your page added to the dice; may be repeated.")
    ] = None,
) -> None:
    """Check that nobody tampered with the dice of a battle.

    The record alone shows only that it fits together. With what your page kept, and shows at the end of a
    battle, it is proved that the host could not choose the dice.
    """
    from warbook.terminal.dicecheck import check_dice
    from warbook.terminal.screen import Screen

    if not check_dice(Screen(), file, commitment, share or ()):
        raise typer.Exit(1)


@app.command()
def odds(
    book: BookId,
    question: Annotated[str | None, typer.Argument(help="Leave it out to see the questions.")] = None,
    values: Annotated[list[str] | None, typer.Argument(metavar="NAME=VALUE...")] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="A parameter in several values, as in t=2..6 or save=none,5,4; two make a grid."),
    ] = None,
    of: Annotated[str | None, typer.Option(help="The outcome a grid shows; else the last.")] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="The same with this value instead, and the difference; may be repeated."),
    ] = None,
    as_json: Json = False,
    fractions: Annotated[bool, typer.Option("--fractions", help="In JSON, fractions as text.")] = False,
    plain: Plain = False,
) -> None:
    """Exact odds, as bars or for programs."""
    from warbook.core.questions import Refused
    from warbook.core.shelf import open_book
    from warbook.terminal.oddsdesk import ask_odds, list_questions
    from warbook.terminal.screen import Screen
    from warbook.terminal.varied import compare_odds, vary_odds

    if question is None:
        list_questions(Screen(plain), open_book(book))
        return
    if of is not None and not vary:
        raise Refused("--of says what is shown where something is varied; it goes with --vary")
    screen, named, given = Screen(plain), open_book(book), values or ()
    if vary:
        vary_odds(screen, named, question, given, vary, of, against or (), as_json, fractions)
    elif against:
        compare_odds(screen, named, question, given, against, as_json, fractions)
    else:
        ask_odds(screen, named, question, given, as_json, fractions)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 8427,
    db: Annotated[
        str | None, typer.Option(help="Where battles are kept: sqlite or postgresql.", metavar="URL")
    ] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser.")] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name others reach it by, besides this machine's own; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            "--proxy",
            help="A proxy before it, believed when it says who asks.",
            metavar="ADDRESS",
        ),
    ] = None,
    book: Annotated[
        list[Path] | None,
        typer.Option(help="A further book to put on the shelf; may be repeated.", metavar="FOLDER"),
    ] = None,
    chat: Annotated[
        bool, typer.Option("--chat/--no-chat", help="Whether people at a table may write to each other.")
    ] = True,
    older: Annotated[
        list[Path] | None,
        typer.Option(help="An older version of a book, for battles begun with it.", metavar="FOLDER"),
    ] = None,
    invite_only: Annotated[
        bool,
        typer.Option("--invite-only", help="Battles are set up only by those with a name or the word."),
    ] = False,
    word: Annotated[
        Path | None,
        typer.Option("--word-file", help="Has the word for --invite-only; else none.", metavar="FILE"),
    ] = None,
    limits: Annotated[
        Path | None, typer.Option(help="What everybody may ask for: docs/operating.md.", metavar="FILE")
    ] = None,
    log: Annotated[str, typer.Option(help="plain, or json for programs.", metavar="FORM")] = "plain",
) -> None:
    """Play in the browser: the web table, on this machine."""
    from typing import get_args

    from warbook.core.datafile import BadData
    from warbook.core.shelf import put_up
    from warbook.server import caps, logs
    from warbook.server.serve import serve
    from warbook.server.signing_in import door_of

    if limits is not None:
        caps.use(limits)
    if log not in get_args(logs.Form):
        raise BadData(f"--log {log}: it is {' or '.join(get_args(logs.Form))}")

    for folder in book or ():
        put_up(folder)
    door = door_of(invite_only, word)
    serve(host, port, db, browse, name or (), proxy or (), chat, log, door, older or ())  # type: ignore[arg-type]


keep = typer.Typer(help="Stored battles: list them, put them into files, take them in, remove old ones.")
app.add_typer(keep, name="keep")
Database = Annotated[str | None, typer.Option("--db", help="Where battles are kept.", metavar="URL")]


@keep.command("list")
def keep_list(db: Database = None, plain: Plain = False) -> None:
    """All battles that are stored, the one that nobody has touched for longest first."""
    from warbook.server.keeping import Shelves
    from warbook.server.serve import default_database
    from warbook.terminal.screen import Screen
    from warbook.terminal.shelves import show_kept

    with Shelves(db or default_database()) as shelves:
        show_kept(Screen(plain), shelves)


@keep.command("export")
def keep_export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    battles: Annotated[list[str] | None, typer.Argument(metavar="[BATTLE...]", help="Else all.")] = None,
    db: Database = None,
) -> None:
    """Put battles into files, each with all that is stored of it: its seed, too."""
    from warbook.server.keeping import Shelves
    from warbook.server.serve import default_database
    from warbook.terminal.screen import Screen
    from warbook.terminal.shelves import put_away

    with Shelves(db or default_database()) as shelves:
        put_away(Screen(), shelves, battles or (), folder)


@keep.command("import")
def keep_import(files: Annotated[list[Path], typer.Argument(metavar="FILE...")], db: Database = None) -> None:
    """Store battles from such files: they go on here, and the links of their seats are good."""
    from warbook.server.keeping import Shelves
    from warbook.server.serve import default_database
    from warbook.terminal.screen import Screen
    from warbook.terminal.shelves import take_in

    with Shelves(db or default_database()) as shelves:
        take_in(Screen(), shelves, files)


@keep.command("archive")
def keep_archive(
    days: Annotated[float, typer.Option(help="Untouched for so long.", min=0)],
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say how many these are.")] = False,
    db: Database = None,
) -> None:
    """Keep old battles compressed. They can be watched and go on as before; servers do it by themselves."""
    from warbook.server.keeping import Shelves
    from warbook.server.serve import default_database
    from warbook.terminal.screen import Screen
    from warbook.terminal.shelves import archive

    with Shelves(db or default_database()) as shelves:
        archive(Screen(), shelves, days, dry)


@keep.command("prune")
def keep_prune(
    days: Annotated[float, typer.Option(help="Untouched for so long.", min=0)],
    only: Annotated[
        list[str] | None, typer.Option(help="over, under-way or not-begun; may be repeated.", metavar="HOW")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(help="Put each into a file there before it is removed.", metavar="FOLDER")
    ] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help="Only say which these are.")] = False,
    db: Database = None,
) -> None:
    """Remove battles that nobody has touched for long."""
    from warbook.server.keeping import Shelves
    from warbook.server.serve import default_database
    from warbook.terminal.screen import Screen
    from warbook.terminal.shelves import prune

    with Shelves(db or default_database()) as shelves:
        prune(Screen(), shelves, days, only or (), into, dry)


names = typer.Typer(help="Who has a name on a server: needed only with `serve --invite-only`.")
app.add_typer(names, name="names")


@names.command("list")
def names_list(db: Database = None, plain: Plain = False) -> None:
    """All names, since when there is each, and how many battles it has."""
    from warbook.server.database import opened
    from warbook.server.serve import default_database
    from warbook.terminal.names import show_names
    from warbook.terminal.screen import Screen

    with opened(db or default_database()) as connection:
        show_names(Screen(plain), connection)


@names.command("add")
def names_add(name: Annotated[str, typer.Argument(metavar="NAME")], db: Database = None) -> None:
    """Give somebody a name: its passphrase is drawn, and told once."""
    from warbook.server.database import opened
    from warbook.server.serve import default_database
    from warbook.terminal.names import add_name
    from warbook.terminal.screen import Screen

    with opened(db or default_database()) as connection:
        add_name(Screen(), connection, name)


@names.command("renew")
def names_renew(name: Annotated[str, typer.Argument(metavar="NAME")], db: Database = None) -> None:
    """Another passphrase for who has lost theirs: all their devices are signed out."""
    from warbook.server.database import opened
    from warbook.server.serve import default_database
    from warbook.terminal.names import renew_name
    from warbook.terminal.screen import Screen

    with opened(db or default_database()) as connection:
        renew_name(Screen(), connection, name)


@names.command("remove")
def names_remove(name: Annotated[str, typer.Argument(metavar="NAME")], db: Database = None) -> None:
    """Take a name away; seats stay with the devices that have them."""
    from warbook.server.database import opened
    from warbook.server.serve import default_database
    from warbook.terminal.names import remove_name
    from warbook.terminal.screen import Screen

    with opened(db or default_database()) as connection:
        remove_name(Screen(), connection, name)


@app.command()
def contest(
    book: BookId,
    bots: Annotated[
        str, typer.Option(help="Those of the book, or your own as package.module:Name.", metavar="BOT,BOT")
    ],
    scenario: Scenario = None,
    force: Force = None,
    ruling: RulingSwitch = None,
    battles: Annotated[int, typer.Option(help="Battles of every two, from each side.")] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice and bots.")] = 1,
    jobs: Annotated[int | None, typer.Option(help="Processes; else one for each processor.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where results are kept.", metavar="FOLDER")] = None,
    plain: Plain = False,
) -> None:
    """A tournament of bots, with ratings."""
    import os

    from warbook.terminal.screen import Screen
    from warbook.terminal.study import tournament, wanted

    named = [name.strip() for name in bots.split(",") if name.strip()]
    scenarios = [] if scenario is None else [scenario]
    asked = wanted(book, scenarios, force or [], named, ruling or [], [], [], battles, seed)
    tournament(Screen(plain), asked, out, (os.cpu_count() or 1) if jobs is None else jobs)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Nothing that can be foreseen ends in a traceback."""
    try:
        return int(app(args=arguments, prog_name="warbook", standalone_mode=False) or 0)
    except BaseException as error:
        from warbook.terminal.exits import show_out

        return show_out(error)


def main() -> None:
    sys.exit(run())


if __name__ == "__main__":
    main()
