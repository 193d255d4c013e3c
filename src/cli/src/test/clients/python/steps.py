"""Runs the steps of a test in their order, and prints one line for each: "ok NAME" or "FAIL NAME: WHY"."""

import os
import sys
import time
import traceback

PATIENCE = 60


class Steps:
    """The steps of one program."""

    def __init__(self):
        self._steps = []

    def step(self, function):
        """Declares a step: its name is that of the function, with blanks."""
        self._steps.append(function)
        return function

    def run(self):
        """Runs all steps and ends the process. A step that fails does not stop the next one."""
        failed = False
        for function in self._steps:
            name = function.__name__.replace("_", " ")
            try:
                function()
                print("ok " + name, flush=True)
            except Exception as e:  # any failure of a step is a line of the report
                failed = True
                print("FAIL %s: %s" % (name, " ".join(str(e).split()) or repr(e)), flush=True)
                traceback.print_exc()
        sys.stderr.flush()
        os._exit(1 if failed else 0)  # threads of clients may still wait for the server


def until(what, condition, patience=PATIENCE):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + patience
    last = None
    while time.monotonic() < end:
        last = condition()
        if last:
            return last
        time.sleep(0.05)
    raise AssertionError("waited %d s for %s, last was %r" % (patience, what, last))


def equal(actual, expected):
    """Fails if the values differ."""
    if actual != expected:
        raise AssertionError("expected %r, was %r" % (expected, actual))
