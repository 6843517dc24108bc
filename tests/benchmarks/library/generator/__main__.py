"""`python -m tests.benchmarks.library.generator FOLDER --documents N --seed S`: a library and its truths."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.benchmarks.library.generator import iterate_corpus, write_truths


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.library.generator", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the PDF files go")
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--truths", type=Path, help="a file of JSON lines; FOLDER with .jsonl unless given")
    order = parser.parse_args()
    truths: Path = order.truths or order.folder.with_suffix(".jsonl")
    write_truths(truths, iterate_corpus(order.folder, documents=order.documents, seed=order.seed))
    print(f"{order.documents} documents in {order.folder}, what they state in {truths}")


if __name__ == "__main__":
    main()
