"""Draws dev.svg, what `hookline dev hello` prints in a terminal while a user changes objects.

Run it in the root of the repository after `mvn -q package -DskipTests`; it needs `script` of util-linux, kubectl, and the
Python library rich.
"""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from rich.console import Console
from rich.text import Text

COLUMNS = 112
STEPS = (
    """patch hello world --type=merge -p '{"spec":{"who":"Everybody"}}'""",
    "delete configmap world",
)
# The frame of a terminal, with fonts of the reader's system only.
FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="hookline dev in a terminal">
  <style>
    .{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: {char_height}px;
      line-height: {line_height}px; font-variant-east-asian: full-width }}
    {styles}
  </style>
  <defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
  {lines}</defs>
  {chrome}
  <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">{matrix}</g>
  </g>
</svg>
"""


def recorded() -> str:
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        kubeconfig = pathlib.Path(folder, "kubeconfig")
        command = f"stty cols {COLUMNS}; exec target/hookline/bin/hookline dev hello --hook-port 0 --kubeconfig-out {kubeconfig}"
        with log.open("wb") as out:
            dev = subprocess.Popen(
                ["script", "-qec", command, "/dev/null"], stdin=subprocess.PIPE, stdout=out, start_new_session=True
            )
            wait(log, "Ctrl-C")
            ends = []
            for step in STEPS:
                ends.append(log.stat().st_size)
                subprocess.run(f"kubectl --kubeconfig {kubeconfig} {step}", shell=True, check=True)
                while log.stat().st_size == ends[-1]:
                    time.sleep(0.1)
                time.sleep(1)
            text = log.read_bytes()
            os.killpg(dev.pid, signal.SIGTERM)
            dev.wait()
        for end, step in reversed(list(zip(ends, STEPS))):
            text = text[:end] + f"\n\x1b[2min another terminal:\x1b[0m kubectl {step}\n".encode() + text[end:]
        shown = text.decode().replace("\r\n", "\n").replace(str(kubeconfig), "target/hookline.kubeconfig")
        shown = re.sub(r"(#token=.{8})\S+", r"\1...", shown)
        return re.sub(r"http://127\.0\.0\.1:\d+\b(?!/#)", "http://127.0.0.1:8080", shown)  # the port that a reader's has, if it is free


def wait(log: pathlib.Path, text: str) -> None:
    while text not in log.read_text():
        time.sleep(0.1)


def main() -> None:
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True, color_system="truecolor")
    console.print("[bold]$[/bold] hookline dev hello")
    console.print(Text.from_ansi(recorded()))
    svg = console.export_svg(title="hookline dev", code_format=FORMAT, unique_id="dev")
    pathlib.Path("src/docs/dev.svg").write_text(re.sub(r"[ \t]+\n", "\n", svg))


main()
