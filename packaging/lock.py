"""Re-makes `packaging/locks/*.txt` from pyproject.toml. Run by a developer, never at set-up; needs `uv`.

    python3 packaging/lock.py            keeps the versions that still fit
    python3 packaging/lock.py --upgrade  takes the newest that fit

Five files, each with the sha256 of every file of every package, for Python 3.11 and later on all systems:
`runtime.txt` what the program needs; `dev.txt` what the tests need on top of it; `build.txt` the build tools
of what is compiled here; `source.txt` the packages that are compiled here; `audit.txt` what looks for known
weaknesses of all these, in an environment of its own. No index address is written:
pip's own configuration decides where packages come from.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "locks"
COMPILED_HERE = ("llama-cpp-python",)
BUILD_TOOLS = ("scikit-build-core>=0.11", "cmake>=3.28", "ninja>=1.11", "setuptools>=80", "wheel>=0.45")
AUDIT_TOOLS = ("pip-audit>=2.10",)
HEADER = "# Made by `python3 packaging/lock.py` from pyproject.toml; do not edit.\n"


def compile_lock(
    uv: str, arguments: list[str], requirements: str | None, constraints: Path | None
) -> dict[str, str]:
    """Package name → its block of the lock (requirement line and hashes)."""
    command = [
        uv, "pip", "compile", *arguments, "--universal", "--python-version", "3.11", "--generate-hashes",
        "--no-emit-index-url", "--no-annotate", "--no-header", "--quiet",
    ]  # fmt: skip
    if constraints is not None:
        command += ["--constraints", str(constraints)]
    done = subprocess.run(command, input=requirements, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"uv could not resolve the dependencies:\n{done.stderr}")
    return blocks(done.stdout)


def blocks(text: str) -> dict[str, str]:
    """Split a lock into its packages; one package may have several blocks (one per Python version)."""
    found: dict[str, str] = {}
    for block in re.split(r"(?m)^(?=[A-Za-z0-9])", text):
        if block.strip() and not block.startswith("#"):
            name = re.split(r"[=\s\[@]", block, maxsplit=1)[0].lower()
            found[name] = found.get(name, "") + block.rstrip() + "\n"
    return found


def pins(found: dict[str, str]) -> str:
    """The same versions without hashes, to be used as constraints."""
    lines = (line for block in found.values() for line in block.splitlines() if "==" in line)
    return "".join(line.rstrip(" \\") + "\n" for line in lines)


def write(name: str, found: dict[str, str]) -> None:
    (LOCKS / name).write_text(HEADER + "".join(found[key] for key in sorted(found)), encoding="utf-8")
    print(f"{name}: {len(found)} packages")


def main() -> int:
    parser = argparse.ArgumentParser(description="Re-make the lock files.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that fit")
    parser.add_argument("--uv", default=shutil.which("uv"), help="the uv program")
    options = parser.parse_args()
    if not options.uv:
        sys.exit("uv is not installed; `pip install uv` in any environment, or name it with --uv.")
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "constraints.txt"
        old = {
            name: block
            for path in ([] if options.upgrade else LOCKS.glob("*.txt"))
            for name, block in blocks(path.read_text(encoding="utf-8")).items()
        }
        constraints.write_text(pins(old), encoding="utf-8")
        everything = compile_lock(options.uv, ["pyproject.toml", "--group", "dev"], None, constraints)
        constraints.write_text(pins(old | everything), encoding="utf-8")
        runtime = compile_lock(options.uv, ["pyproject.toml"], None, constraints)
        build = compile_lock(options.uv, ["-"], "\n".join(BUILD_TOOLS), constraints)
        audit = compile_lock(options.uv, ["-"], "\n".join(AUDIT_TOOLS), constraints)
    LOCKS.mkdir(exist_ok=True)
    binary = {name: block for name, block in runtime.items() if name not in COMPILED_HERE}
    write("runtime.txt", binary)
    write("source.txt", {name: runtime[name] for name in COMPILED_HERE})
    write("dev.txt", {n: b for n, b in everything.items() if n not in binary and n not in COMPILED_HERE})
    write("build.txt", build)
    write("audit.txt", audit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
