"""The proof: a `.deb` on a computer without network and with an empty home, used as a user does.

Where root can make one, on a fresh Debian with a real X11 window, with an upgrade over an earlier version and
a removal; elsewhere unpacked on this system, drawn offscreen. `docs/packaging.md` lists what it shows.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bootstrap.console import SetupError, say

from bundle import steps
from bundle.computers import Computer, FreshDebian, Unpacked, can_isolate, can_make_debian, x_server
from bundle.documentation import FOLDER, INDEX, dead_links
from bundle.findings import Findings
from bundle.linux import INSTALLED, archive_beside, check_desktop_files, is_full


def verify(
    package: Path, out: Path, answering: Path, small: Path, *, unpacked: bool = False, suite: str = ""
) -> int:
    """Prove `package`; prints the findings, writes `out/proof.json`, returns 0 when all is well.

    `answering`: the folder of the answer model that Agent mode uses where the package brings none; `small`:
    that of a small model, which is imported in every way. `unpacked`: not on a fresh Debian. `suite`: the
    release of the fresh Debian.

    Raises:
        SetupError: this computer cannot run the proof.
    """
    if not can_isolate():
        raise SetupError("Network namespaces are not allowed here, so nothing would be proven.")
    began = time.monotonic()
    findings = Findings({"package": package.name, "bytes": package.stat().st_size})
    why_not = "asked for" if unpacked else can_make_debian()
    with tempfile.TemporaryDirectory(prefix="docuchat-proof-") as folder, x_server() as display:
        base = Path(folder)
        base.chmod(0o755)
        if why_not:
            findings.figures["not_on_a_fresh_debian"] = why_not
            computer: Computer = Unpacked(package, base)
            _look(computer, base / "root", findings)
            _use(computer, findings, package, base / "root", answering, small)
            _portable(computer, findings, package)
        else:
            debian = FreshDebian(base, out / "debootstrap.log", display, suite)
            findings.figures["display"] = "X11 (Xvfb)" if display else "offscreen: Xvfb is not installed"
            _on_debian(debian, findings, package, base, answering, small)
    findings.figures["minutes"] = round((time.monotonic() - began) / 60, 1)
    findings.figures["problems"] = findings.problems
    text = json.dumps(findings.figures, indent=1, ensure_ascii=False)
    (out / "proof.json").write_text(text + "\n", encoding="utf-8")
    say(text)
    say("Proven." if not findings.problems else f"NOT proven: {'; '.join(findings.problems)}")
    return 1 if findings.problems else 0


def measure_start(package: Path) -> int:
    """Print the seconds until the window of the unpacked `package` is painted; 1 when it is not."""
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="docuchat-start-") as folder:
        base = Path(folder)
        base.chmod(0o755)
        computer = Unpacked(package, base)
        steps.start_up(computer, findings, computer.root)
    say(json.dumps({**findings.figures, "problems": findings.problems}, indent=1))
    return 1 if findings.problems else 0


def _on_debian(
    computer: FreshDebian, findings: Findings, package: Path, base: Path, answering: Path, small: Path
) -> None:
    earlier = earlier_version(package, base)
    computer.fetch_dependencies(earlier)
    computer.install(earlier)
    earlier.unlink()
    steps.upgrade(computer, findings, package)
    _look(computer, computer.root, findings)
    _use(computer, findings, package, computer.root, answering, small)
    steps.removal(computer, findings)
    _portable(computer, findings, package)  # with nothing of the package left on that Debian


def _use(
    computer: Computer, findings: Findings, package: Path, root: Path, answering: Path, small: Path
) -> None:
    findings.figures["computer"] = computer.name
    steps.terminal(computer, findings)
    steps.scan(computer, findings)
    steps.start_up(computer, findings, root)
    steps.old_libraries(computer, findings)
    steps.processors(computer, findings, small)
    if is_full(package):
        steps.window(computer, findings, "chat,agent", None)
        return
    steps.window(computer, findings, "chat", None)
    steps.imports(computer, findings, small)
    steps.window(computer, findings, "chat,agent", answering)


def _portable(computer: Computer, findings: Findings, package: Path) -> None:
    archive = archive_beside(package)
    if archive is None:
        findings.figures["portable"] = "no archive lies beside the package, not run"
    else:
        steps.portable(computer, findings, archive)


def _look(computer: Computer, root: Path, findings: Findings) -> None:
    """What is installed, without running it."""
    findings.figures["installed_bytes"] = sum(
        path.stat().st_size
        for path in computer.installed.rglob("*")
        if path.is_file() and not path.is_symlink()
    )
    pages = (computer.installed / FOLDER).resolve()
    findings.expect((pages / INDEX).is_file(), "the documentation is not installed")
    dead = dead_links(pages)
    findings.figures["documentation_pages"] = len(list(pages.rglob("*.html")))
    findings.expect(not dead, f"links of the documentation that lead nowhere: {dead[:5]}")
    said = check_desktop_files(root / "usr" / "share")
    findings.figures["desktop_files"] = said.splitlines()
    for line in said.splitlines():
        findings.expect(line.endswith((": ok", "not run")), line)


def earlier_version(package: Path, base: Path) -> Path:
    """The same package as a version before all others, with a file that later ones do not have.

    Without the language model of the full edition, which would need gigabytes three times.
    """
    content, target = base / "earlier", base / f"{package.name.split('_')[0]}_0.0.1_earlier.deb"
    content.mkdir()
    _run(["dpkg-deb", "-e", package, content / "DEBIAN"])
    unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -x --exclude="*.gguf" -C "$2"'
    _run(["sh", "-c", unpack, "sh", package, content])
    control = content / "DEBIAN" / "control"
    lines = control.read_text(encoding="utf-8").splitlines()
    lines = ["Version: 0.0.1" if line.startswith("Version:") else line for line in lines]
    control.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (content / INSTALLED / steps.EARLIER_FILE).write_text("An upgrade removes this.\n", encoding="utf-8")
    _run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", content, target])
    shutil.rmtree(content)
    return target


def _run(command: Sequence[object]) -> None:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetupError(f"{command[0]} failed:\n{done.stderr}")
