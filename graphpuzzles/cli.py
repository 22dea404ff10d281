# PYTHON_ARGCOMPLETE_OK
"""The command: ``graphpuzzles list | solve | check | verify | graph | demo``.

Answers go to standard output, everything else to standard error. Exit codes: 0 every dataset is
answered (solved, or proved impossible), 2 bad usage or input, 3 a limit was reached somewhere,
4 a check failed, 130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from graphpuzzles.certificates import VERIFIED
from graphpuzzles.errors import (
    CertificateError,
    DisagreementError,
    GraphPuzzlesError,
    LimitError,
    RuleError,
)
from graphpuzzles.limits import Limits
from graphpuzzles.puzzles import PUZZLES, load, solution_from_dict
from graphpuzzles.text import decode_lines, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphpuzzles.puzzles import AnyPuzzle, AnySolution

    Command = Callable[[argparse.Namespace], int]

__all__ = ["main"]

EXIT_CODES = (
    "Exit codes: 0 every dataset is answered (solved, or proved impossible), 2 bad usage or "
    "input, 3 a limit was reached somewhere (printed as ?), 4 a check failed."
)
ANSWERED, BAD_INPUT, LIMIT_REACHED, CHECK_FAILED = 0, 2, 3, 4
INTERRUPTED, BROKEN_PIPE = 130, 141


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (try {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        The exit code; see the module's text.
    """
    parser = _parser()
    if "_ARGCOMPLETE" in os.environ:
        _complete(parser)
    if sys.stdout is None:  # the caller closed it
        return _fail(BAD_INPUT, "standard output is closed")
    try:
        options = parser.parse_args(arguments)
        command: Command = options.command
        code = command(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter would complain when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (DisagreementError, CertificateError, RuleError) as error:
        return _fail(CHECK_FAILED, str(error))
    except LimitError as error:
        return _fail(LIMIT_REACHED, str(error))
    except (GraphPuzzlesError, ValueError) as error:
        return _fail(BAD_INPUT, str(error))
    except OSError as error:
        return _fail(BAD_INPUT, f"{error.filename or 'standard output'}: {error.strerror}")
    return code


def _fail(code: int, message: str) -> int:
    _tell(f"graphpuzzles: {message}")
    return code


def _tell(message: str) -> None:
    """Print to standard error, if it is there: without it, print() turns to standard output."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # the exit code still tells
            print(message, file=sys.stderr)


def _complete(parser: argparse.ArgumentParser) -> None:
    try:
        from argcomplete import autocomplete
    except ImportError:
        return
    autocomplete(parser)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="graphpuzzles",
        description="Puzzles as networkx graphs, solved exactly, every answer with a proof.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, epilog=EXIT_CODES)
        added.set_defaults(command=command)
        return added

    add("list", list_puzzles, "list the puzzles with their methods, graphs and questions")
    solve = add("solve", solve_file, "print what the contest's judge expects for every dataset")
    _add_input(solve)
    solve.add_argument("--method", default="auto", help="a method of the puzzle (default: auto)")
    _add_limits(solve)
    solve.add_argument("--json", action="store_true", help="one JSON object a line instead")
    solve.add_argument(
        "--proof", action="store_true", help="JSON with puzzle and certificate, for verify"
    )
    solve.add_argument("--timing", action="store_true", help="seconds of each dataset on stderr")
    check = add("check", check_file, "solve by all methods, compare them and verify every proof")
    _add_input(check)
    check.add_argument("--methods", help="methods to compare, separated by commas (default: all)")
    _add_limits(check)
    check.add_argument("--json", action="store_true", help="one JSON object a line instead")
    verify = add("verify", verify_file, "verify what `solve --proof` wrote, without solving")
    verify.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON lines (default: stdin)"
    )
    graph = add("graph", write_graph_file, "write a graph of a puzzle to a file")
    _add_input(graph)
    graph.add_argument("--kind", help="a graph of the puzzle (default: its first)")
    graph.add_argument("--dataset", type=int, default=1, help="which dataset (default: 1)")
    graph.add_argument("--solve", action="store_true", help="solve it and mark the answer")
    graph.add_argument("--method", default="auto", help="the method for --solve")
    _add_limits(graph)
    graph.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="OUT.graphml, OUT.json or OUT.dot"
    )
    demo = add("demo", run_demo, "solve, cross-validate and export a real case of every puzzle")
    demo.add_argument("-o", "--output", default="demo-output", help="folder for the graphs")
    return parser


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import graphpuzzles

        print(f"graphpuzzles {graphpuzzles.__version__}")
        parser.exit()


def _add_input(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=list(PUZZLES), metavar="NAME", help=", ".join(PUZZLES))
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the contest's text (default: stdin)"
    )
    parser.add_argument(
        "--ask", metavar="QUESTION", help="which question, where there are several"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=JSON",
        help="set a field that the text has no place for, such as mines=99 or cap=30; a name that "
        "is none lists them all",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--max-seconds", type=float, metavar="S", help="give up after S seconds")
    parser.add_argument("--max-states", type=int, metavar="N", help="hold at most N states")


def _limits(options: argparse.Namespace) -> Limits:
    return Limits(max_seconds=options.max_seconds, max_states=options.max_states)


def _puzzle_class(options: argparse.Namespace) -> type[AnyPuzzle]:
    cls = load(options.name)
    if options.ask is None:
        return cls
    questions = cls.questions()
    if options.ask not in questions:
        known = ", ".join(questions) if questions else "only one question"
        raise ValueError(f"{options.name} has no question {options.ask!r}; it has {known}")
    return questions[options.ask]


def _source(file: str) -> str:
    return "standard input" if file == "-" else file


def _lines(file: str) -> Iterator[str]:
    if file == "-":
        if sys.stdin is None:  # the caller closed it
            raise ValueError("standard input is closed")
        yield from decode_lines(sys.stdin.buffer)
        return
    with Path(file).open("rb") as stream:
        yield from decode_lines(stream)


def _puzzles(options: argparse.Namespace) -> Iterator[AnyPuzzle]:
    source = _source(options.file)
    fields = dict(_field(text) for text in options.set)
    for puzzle in _puzzle_class(options).read(_lines(options.file), source=source):
        yield _with_fields(puzzle, fields) if fields else puzzle


def _field(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--set takes FIELD=JSON, not {text!r}")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value  # a bare word is a string


def _with_fields(puzzle: AnyPuzzle, fields: dict[str, object]) -> AnyPuzzle:
    data = puzzle.to_dict()
    unknown = [name for name in fields if name not in data]
    if unknown:
        raise ValueError(f"{puzzle.name} has no field {unknown[0]!r}; it has {', '.join(data)}")
    try:
        return type(puzzle).from_dict({**data, **fields})
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"--set {', '.join(fields)}: {error}") from error


def list_puzzles(options: argparse.Namespace) -> int:  # noqa: ARG001 - every command has the same form
    """Print the puzzles."""
    for name in PUZZLES:
        cls = load(name)
        print(name)
        questions = cls.questions()
        if questions:
            print(f"  asks     {', '.join(questions)}")
        print(f"  methods  {', '.join(['auto', *cls.methods()])}")
        print(f"  graphs   {', '.join(cls.graphs())}")
    return ANSWERED


def solve_file(options: argparse.Namespace) -> int:
    """Print the judge's line, or a JSON object, of every dataset as soon as it is solved."""
    code = ANSWERED
    limits = _limits(options)
    for number, puzzle in enumerate(_puzzles(options), 1):
        began = time.perf_counter()
        solution = puzzle.solve(options.method, limits=limits)
        if options.timing:
            _tell(f"dataset {number}: {time.perf_counter() - began:.3f} s")
        if options.json or options.proof:
            line = json.dumps(_as_json(solution, number, proof=options.proof))
        else:
            line = puzzle.judge(solution, number)
        print(line, flush=True)
        if not puzzle.answered(solution):
            code = LIMIT_REACHED
            lower, upper = solution.bounds
            reason = solution.stats.get("limit", "the bounds do not meet")
            known = f"at least {lower}, at most {upper}".replace("None", "unknown")
            _tell(f"graphpuzzles: dataset {number}: gave up ({reason}); the value is {known}")
    return code


def _as_json(solution: AnySolution, number: int, *, proof: bool) -> dict[str, object]:
    data = solution.to_dict(certificate=proof)
    if not proof:
        del data["puzzle"]
    return {"dataset": number, **data}


def check_file(options: argparse.Namespace) -> int:
    """Cross-validate every dataset and print a table."""
    from graphpuzzles.validation import cross_validate

    code = ANSWERED
    methods = None if options.methods is None else options.methods.split(",")
    limits = _limits(options)
    for number, puzzle in enumerate(_puzzles(options), 1):
        result = cross_validate(puzzle, methods, limits=limits)
        if options.json:
            print(json.dumps({"dataset": number, **result.to_dict()}), flush=True)
        else:
            print(f"dataset {number}: {result.table()}", flush=True)
        if not any(puzzle.answered(solution) for solution in result.solutions):
            code = LIMIT_REACHED
    return code


def verify_file(options: argparse.Namespace) -> int:
    """Verify solutions that were written as JSON lines."""
    source = _source(options.file)
    verified = False
    for number, line in enumerate(_lines(options.file), 1):
        if not line.strip():
            continue
        try:
            solution = solution_from_dict(_json_object(line))
        except (ValueError, AttributeError, RecursionError) as error:
            raise ValueError(f"{source}: line {number}: {error}") from error
        try:
            solution.verify()
        except (CertificateError, RuleError) as error:
            return _fail(CHECK_FAILED, f"{source}: line {number}: {error}")
        told = solution.status if solution.value is None else solution.value
        certificate = solution.certificate()
        proof = f"{VERIFIED[certificate.strength]} ({certificate!r})"
        print(f"line {number}: {told}, {proof}", flush=True)
        verified = True
    if not verified:
        raise ValueError(f"{source}: there is nothing to verify")
    return ANSWERED


def _json_object(line: str) -> dict[str, object]:
    data: object = json.loads(line)
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, found {quote(line.strip())}")
    return data


def write_graph_file(options: argparse.Namespace) -> int:
    """Write a graph of one dataset."""
    from graphpuzzles.export import write_graph

    for number, puzzle in enumerate(_puzzles(options), 1):
        if number != options.dataset:
            continue
        code = ANSWERED
        answer = None
        if options.solve:
            solution = puzzle.solve(options.method, limits=_limits(options))
            answer = solution.answer
            code = ANSWERED if puzzle.answered(solution) else LIMIT_REACHED
        graph = puzzle.graph(options.kind, answer=answer)
        write_graph(graph, options.output)
        size = f"{graph.number_of_nodes()} nodes, {graph.number_of_edges()} edges"
        _tell(f"{options.output}: {size}")
        return code
    raise ValueError(f"there is no dataset {options.dataset} in {_source(options.file)}")


def run_demo(options: argparse.Namespace) -> int:
    """Show every puzzle on a real case."""
    from graphpuzzles.demo import demonstrate

    for line in demonstrate(options.output):
        print(line, flush=True)
    return ANSWERED
