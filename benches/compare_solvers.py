#!/usr/bin/env python3
"""Smallest proofs: minproof beside general solvers, in processor seconds.

    pip install python-sat highspy ortools
    cargo build --release
    python3 benches/compare_solvers.py [--limit SECONDS] [--only TEXT] [--without highs,rc2,cp-sat]
        [--numberings N]

Every instance is written by `minproof export` (least vertices, as LP and WCNF) and given to
HiGHS (as a mixed-integer program), RC2 (MaxSAT, python-sat) and CP-SAT (or-tools, one worker,
linearization_level=2), each in a process of its own with the same limit. minproof's time is that of
the whole process, the building and solving of the game included. `>=L` is a bound that was proved,
`<=U` the best set that was found when the limit ended a run.

How long a search takes owes much to the order in which it happens to meet its variables. With
`--numberings N` the vertices of the graph are numbered at random, N times, all programs get the same
numberings (minproof as a graph file), and the run in the middle counts.
"""

import argparse
import json
import multiprocessing
import random
import resource
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target" / "release" / "minproof"

INSTANCES = [
    (f"reversi:board=4x4,blocked={blocked},symmetry={symmetry}", "second<=-1")
    for symmetry in ("full", "none")
    for blocked in ("ends", "skips", "passes")
] + [
    ("tictactoe", "second<=0"),
    ("tictactoe", "first>=0"),
    ("tictactoe:symmetry=none", "second<=0"),
    ("tictactoe:symmetry=none", "first>=0"),
    ("mnk:board=3x4,k=3", "first>=1"),
    ("mnk:board=3x4,k=3,symmetry=none", "first>=1"),
    ("mnk:board=4x4,k=3", "first>=1"),
    ("connect:board=4x4,k=4", "second<=0"),
    # About a million vertices, and two: the general solvers are best left out (--without).
    ("mnk:board=5x3,k=3,symmetry=none", "first>=1"),
    ("mnk:board=4x4,k=3,symmetry=none", "first>=1"),
]


def renumber(source, target, seed):
    """Writes a graph file with all vertices but the start numbered at random."""
    data = source.read_bytes()
    head, body = data[:12], data[24:]
    at = 0

    def words(form):
        nonlocal at
        (count,) = struct.unpack_from("<Q", body, at)
        size = struct.calcsize("<" + form)
        found = [row for row in struct.iter_unpack("<" + form, body[at + 8 : at + 8 + count * size])]
        at += 8 + count * size
        return found

    def column(form):
        return [value for (value,) in words(form)]

    def packed(rows, form):
        return struct.pack("<Q", len(rows)) + b"".join(struct.pack("<" + form, *row) for row in rows)

    # Without the game's name: it says how vertices are numbered.
    words("B")
    offsets, targets = column("I"), column("I")
    second, ends, scores = column("Q"), column("I"), column("i")
    # How many moves an edge stands for is of no interest here.
    at += 1
    if body[at - 1]:
        words("II")
    lines = bytes(column("B")).decode().split("\n")[:-1]
    count = len(offsets) - 1
    order = list(range(1, count))
    random.Random(seed).shuffle(order)
    order = [0] + order
    number = [0] * count
    for new, old in enumerate(order):
        number[old] = new
    new_offsets, new_targets = [(0,)], []
    new_second = [0] * len(second)
    for new, old in enumerate(order):
        row = sorted(number[child] for child in targets[offsets[old] : offsets[old + 1]])
        new_targets += [(child,) for child in row]
        new_offsets.append((len(new_targets),))
        new_second[new // 64] |= (second[old // 64] >> old % 64 & 1) << new % 64
    new_ends = sorted((number[end], score) for end, score in zip(ends, scores))
    body = b"".join([
        packed([], "B"),
        packed(new_offsets, "I"),
        packed(new_targets, "I"),
        packed([(word,) for word in new_second], "Q"),
        packed([(end,) for end, _ in new_ends], "I"),
        packed([(score,) for _, score in new_ends], "i"),
        b"\0",
        packed([(byte,) for byte in "".join(lines[old] + "\n" for old in order).encode()], "B"),
    ])
    target.write_bytes(head + struct.pack("<QI", len(body), zlib.crc32(body)) + body)


def highs(folder, limit):
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", float(limit))
    solver.readModel(str(folder / "problem.lp"))
    solver.run()
    info = solver.getInfo()
    return round(info.mip_dual_bound), round(info.objective_function_value)


def clauses(folder):
    hard, soft = [], []
    for line in open(folder / "problem.wcnf", encoding="ascii"):
        words = line.split()
        if words[0] == "h":
            hard.append([int(word) for word in words[1:-1]])
        elif words[0] != "c":
            soft.append((int(words[0]), [int(word) for word in words[1:-1]]))
    return hard, soft


def rc2(folder, limit):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    hard, soft = clauses(folder)
    formula = WCNF()
    for clause in hard:
        formula.append(clause)
    for weight, clause in soft:
        formula.append(clause, weight=weight)
    solver = RC2(formula, exhaust=True, minz=True, trim=5)
    solver.compute()
    return solver.cost, solver.cost


def cp_sat(folder, limit):
    from ortools.sat.python import cp_model

    hard, soft = clauses(folder)
    model = cp_model.CpModel()
    count = max(abs(literal) for clause in hard for literal in clause)
    variables = [model.new_bool_var(f"x{v + 1}") for v in range(count)]

    def literal(number):
        variable = variables[abs(number) - 1]
        return variable if number > 0 else variable.negated()

    for clause in hard:
        model.add_bool_or([literal(number) for number in clause])
    model.minimize(sum(weight * variables[-clause[0] - 1] for weight, clause in soft))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return round(solver.best_objective_bound), round(solver.objective_value) if found else None


SOLVERS = {"highs": highs, "rc2": rc2, "cp-sat": cp_sat}


def child(name, folder, limit, pipe):
    low, high = SOLVERS[name](folder, limit)
    used = resource.getrusage(resource.RUSAGE_SELF)
    pipe.send((low, high, used.ru_utime + used.ru_stime))


def solve(name, folder, limit):
    """The bounds and the processor time; no bounds if the limit ended it."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=child, args=(name, folder, limit, there))
    process.start()
    result = here.recv() if here.poll(limit * 1.5 + 10) else (None, None, limit)
    process.terminate()
    process.join()
    return result


def ours(game, claim, limit):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(
        [PROGRAM, "prove", game, "--claim", claim, "--measure", "vertices", "--no-files",
         "--no-count", "--threads", "1", "--quiet", "--json", "--time-limit", f"{limit}s"],
        capture_output=True, check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(output.stdout)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found["at_least"], found["at_most"], used


def cell(low, high, used):
    if low is None:
        return f"none in {used:.0f} s"
    if low == high:
        return f"{used:.2f} s"
    return f">={low}" + (f" <={high}" if high is not None else "") + f" in {used:.0f} s"


def run(game, claim, names, limit):
    """What minproof says of one graph, and then each of the others."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for suffix in ("lp", "wcnf"):
            subprocess.run(
                [PROGRAM, "export", game, "--claim", claim, "--format", suffix,
                 "-o", folder / f"problem.{suffix}"],
                capture_output=True, check=True,
            )
        own = ours(game, claim, limit)
        others = [solve(name, folder, limit) for name in names]
    for low, high, _ in others:
        if low is not None and low == high and not own[0] <= low <= own[1]:
            raise SystemExit(f"{game}, {claim}: {own} contradicts {low}")
    return [own, *others]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--without", default="")
    parser.add_argument("--numberings", type=int, default=0)
    arguments = parser.parse_args()
    names = [name for name in SOLVERS if name not in arguments.without.split(",")]
    chosen = [(game, claim) for game, claim in INSTANCES if arguments.only in f"{game} {claim}"]
    if not chosen:
        parser.error(f"no instance has `{arguments.only}` in its game and claim, as in `tictactoe first>=0`")
    print("| game, claim | least vertices | minproof |", " | ".join(names), "|")
    print("| --- " * (3 + len(names)) + "|")
    for game, claim in chosen:
        with tempfile.TemporaryDirectory() as folder:
            sources = [game]
            if arguments.numberings > 0:
                built = Path(folder) / "built.mpgraph"
                subprocess.run([PROGRAM, "build", game, "-o", built], capture_output=True, check=True)
                sources = [Path(folder) / f"{k}.mpgraph" for k in range(arguments.numberings)]
                for k, source in enumerate(sources):
                    renumber(built, source, k)
            runs = [run(source, claim, names, arguments.limit) for source in sources]
        # Of each program the run in the middle.
        found = [sorted(column, key=lambda row: row[2])[len(runs) // 2] for column in zip(*runs)]
        low, high, _ = found[0]
        least = high if low == high else f"{low} to {high}"
        print(f"| {game}, {claim} | {least} |", " | ".join(cell(*row) for row in found), "|", flush=True)


if __name__ == "__main__":
    main()
