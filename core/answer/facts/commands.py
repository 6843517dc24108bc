"""What a text says word for word: quotations, and commands or code (shell, SQL, calls, settings).

Pure functions. Commands are normalised, so that two spellings of one command are equal: no prompt sign, no
closing semicolon, one space between words, SQL in lower case outside its literals.
"""

from __future__ import annotations

import re

from core.text.quotations import quotations_in

_BACKTICKS = re.compile(r"```(?:[a-z]+\n)?(?P<block>.+?)```|`(?P<inline>[^`\n]{2,300})`", re.DOTALL)
# "select a plan from the list" is prose: small letters need a word of the grammar, and no article.
_SQL = re.compile(
    r"\b(?:"
    r"(?:SELECT|select)\s(?:[\w.*(),\"'` ]+?)\s(?:FROM|from)\s[\w.\"`]+"
    r"|(?:INSERT|insert)\s(?:INTO|into)\s[\w.\"`]+"
    r"|(?:UPDATE|update)\s[\w.\"`]+\s(?:SET|set)\s[\w.\"`]+\s?=\s?"
    r"|(?:DELETE|delete)\s(?:FROM|from)\s[\w.\"`]+\s(?:WHERE|where)\b|DELETE\sFROM\s[\w.\"`]+"
    r"|(?:CREATE|ALTER|DROP|TRUNCATE)\s(?:OR\sREPLACE\s)?(?:UNIQUE\s)?"
    r"(?:TABLE|INDEX|VIEW|DATABASE|SCHEMA|USER|ROLE|SEQUENCE|FUNCTION|TRIGGER)\s[\w.\"`]+"
    r"|(?:create|alter|drop)\s(?:table|index|view|database|schema)\s(?:if\s(?:not\s)?exists\s)?\w*[_.(]\w*"
    r"|(?:GRANT|REVOKE)\s[A-Z, ]+\sON\s[\w.\"`]+"
    r"|VACUUM(?:\s[A-Z]+)*(?:\s[\w.]+)?|EXPLAIN\s[A-Z]+.*?"
    r")(?P<tail>[^;\n]*?)(?=;|\n|[.?!](?:\s|$)|$)"
)
_SQL_PROSE = re.compile(r"\b(?:the|a|an|your|our|their|this|that)\b", re.IGNORECASE)
_SQL_ENDS = re.compile(r"\s(?:to|then|which|before|after|so|um|damit|bevor)\s")
_PROGRAMS = (
    "sudo|apt|apt-get|yum|dnf|brew|pip|pip3|npm|npx|yarn|pnpm|cargo|go|git|docker|docker-compose|podman"
    "|kubectl|helm|terraform|ansible|ansible-playbook|systemctl|journalctl|service|ssh|scp|rsync|curl|wget"
    "|chmod|chown|mkdir|rm|cp|mv|ls|cd|cat|grep|egrep|sed|awk|find|tar|gzip|unzip|zip|ps|kill|killall|top"
    "|mount|umount|df|du|ping|traceroute|dig|nslookup|netstat|ss|ip|ifconfig|iptables|ufw|export|source|echo"
    "|psql|mysql|mysqldump|pg_dump|pg_restore|sqlite3|redis-cli|mongo|mongosh|python|python3|node|java|mvn"
    "|gradle|make|cmake|gcc|openssl|certbot|crontab|useradd|usermod|passwd|powershell|msiexec|robocopy|sfc"
    "|ipconfig|netsh|aws|az|gcloud|docuchat"
)
_ARGUMENT = r"(?:[\w@%+=:,./~$\\*{}\[\]<>|&^-]+|\"[^\"\n]*\"|'[^'\n]*')"
# A program's name alone is a word of prose; it needs an option, a path or a known subcommand behind it.
_SHELL = re.compile(rf"(?:(?<=^)|(?<=[\s$#>:(]))(?P<line>(?:{_PROGRAMS})(?:[ \t]{_ARGUMENT})+)", re.MULTILINE)
_PROMPT = re.compile(
    r"^[ \t]*(?:\$|PS [^>\n]*>|[A-Z]:\\[^>\n]*>|[\w.-]+@[\w.-]+:[^$#\n]*[$#])[ \t]+(?P<line>\S[^\n]*)$",
    re.MULTILINE,
)
_LOOKS_LIKE_SHELL = re.compile(r"(?:^|\s)-{1,2}[A-Za-z][\w-]*|[/~\\]|[|&<>]|=|\*|\.[a-z]{1,4}\b")
_SUBCOMMANDS = re.compile(
    r"^(?:sudo\s)?(?:git (?:add|clone|commit|push|pull|fetch|checkout|switch|merge|rebase|init|status|log)"
    r"|docker (?:run|build|pull|push|exec|compose|ps|stop|start|logs|images)"
    r"|kubectl (?:get|apply|delete|describe|logs|exec|rollout|scale)"
    r"|helm (?:install|upgrade|repo|uninstall)|terraform (?:init|plan|apply|destroy)"
    r"|(?:pip3?|npm|yarn|pnpm|brew|apt|apt-get|yum|dnf|cargo|go)"
    r" (?:install|update|upgrade|run|remove|uninstall|test|build|get|add|ci|start)"
    r"|systemctl (?:start|stop|restart|reload|status|enable|disable|daemon-reload)"
    r"|service \S+ (?:start|stop|restart|status)|python3? -m)\b"
)
# Words that end a command written into a sentence.
_PROSE = re.compile(
    r"\s(?:and|or|then|to|on|in|with|from|for|as|is|are|was|will|shall|must|can|before|after|when|while|if|which"
    r"|that|und|oder|dann|um|auf|mit|ist|sind|wird|muss|kann|bevor|nachdem|wenn|der|die|das|the|a|an|ausführen|eingeben|aufrufen)(?=[.,;:!?]?(?:\s|$))"
)
_CALL = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\((?:[^()\n]{0,120})\)")
_CALL_NAME = re.compile(r"[._]|^[a-z]+[A-Z]|\(\)$|\([^)\s]*[=\"'\[]")
_SETTING = re.compile(r"(?<![\w.<>=!])[A-Za-z_][\w.-]*[_.][\w.-]*\s?=\s?(?:\"[^\"\n]*\"|'[^'\n]*'|[\w./:-]+)")
_STRING = re.compile(r"('(?:[^']|'')*'|\"[^\"]*\")")
_SQL_START = re.compile(
    r"^(?:select|insert into|update|delete from|create|alter|drop|truncate|grant|revoke|vacuum|explain)\b",
    re.IGNORECASE,
)


def quotes_in(text: str) -> tuple[str, ...]:
    """Text between quotation marks of any style, without the marks, in its order, each once."""
    found = (" ".join(quotation.text.split()).strip(",") for quotation in quotations_in(text))
    return tuple(dict.fromkeys(found))


def commands_in(text: str) -> tuple[str, ...]:
    """Commands and code of a text, normalised, in their order, each once.

    What stands in backticks or behind a prompt sign counts whatever it is; in prose only what nobody would
    write as prose: SQL statements, known programs with an option, path or subcommand, calls, settings.
    """
    found: list[tuple[int, str]] = []

    def take(start: int, command: str) -> str:
        found.extend((start, one) for line in command.splitlines() if (one := normalise_command(line)))
        return " "

    def backticks(match: re.Match[str]) -> str:
        return take(match.start(), match.group("block") or match.group("inline")) * len(match.group())

    rest = _BACKTICKS.sub(backticks, text)
    rest = _PROMPT.sub(lambda match: take(match.start(), match.group("line")) * len(match.group()), rest)
    for match in _SQL.finditer(rest):
        if match.group()[0].isupper() or not _SQL_PROSE.search(match.group()):
            take(match.start(), _SQL_ENDS.split(match.group())[0])
    rest = _SQL.sub(lambda match: " " * len(match.group()), rest)
    for match in _SHELL.finditer(rest):
        if command := _command_of(match.group("line")):
            take(match.start(), command)
    found_text = " ".join(command for _place, command in found)
    for pattern in (_CALL, _SETTING):
        for match in pattern.finditer(rest):
            is_code = pattern is _SETTING or _CALL_NAME.search(match.group())
            if is_code and normalise_command(match.group()) not in found_text:
                take(match.start(), match.group())
    ordered = [command for _place, command in sorted(found, key=lambda entry: entry[0])]
    return tuple(dict.fromkeys(ordered))


def normalise_command(text: str) -> str:
    """One spelling of a command: see the module."""
    text = " ".join(text.split())
    text = re.sub(r"^(?:\$|#|>|PS [^>]*>)\s+", "", text).strip("`").rstrip(";.,: ").strip()
    if not _SQL_START.match(text):
        return text
    pieces = _STRING.split(text)
    return "".join(
        piece if number % 2 else re.sub(r"\s*([=<>,()])\s*", r"\1", piece.lower())
        for number, piece in enumerate(pieces)
    )


def _command_of(line: str) -> str:
    """The part of a line that is a command; nothing when it is prose."""
    quoted = _STRING.sub(lambda match: "\x00" * len(match.group()), line)
    end = _PROSE.search(quoted)
    command = line[: end.start()] if end else line
    masked = quoted[: len(command)]
    if sentence := re.search(r"[.,:;!?](?=\s|$)", masked):
        command = command[: sentence.start()]
    words = command.split()
    if len(words) < 2:
        return ""
    return command if _SUBCOMMANDS.match(command) or _LOOKS_LIKE_SHELL.search(command) else ""
