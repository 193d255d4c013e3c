# Answers requests with the functions of a hook, one JSON line for each. Arguments: the hook's folder, the maximum memory in
# bytes, and the name of each function, which is also the name of its file.
# Requests come on descriptor 3 and answers go to 4, so that the hook can use its standard streams for other things.
import faulthandler
import importlib
import importlib.machinery
import json
import linecache
import os
import re
import select
import signal
import sys
import threading
import traceback

END_OF_CALL = b"\0\x03\n"


def main():
    folder, memory, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    sys.meta_path.append(Helpers(os.environ.pop("HOOKLINE_HELPERS")))
    requests, answers = os.fdopen(3, "rb"), os.fdopen(4, "wb")
    os.set_inheritable(3, False)
    os.set_inheritable(4, False)
    threading.Thread(target=end_with_server, daemon=True).start()
    limit_memory(memory)
    print_stack_at_sigterm()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")
    sys.argv = [""]
    sys.path[0] = folder
    sys.dont_write_bytecode = True  # two edits within one second would use the same compiled file
    functions = {}
    for name in names:
        function, error = load(folder, name)
        if error:
            return write(answers, {"error": error})
        functions[name] = function
    ignore_sigterm()
    write(answers, {"ready": True})
    stacks = Stacks()
    for line in requests:
        print_stack_at_sigterm()
        answers.write(answer(folder, functions, stacks, line))
        ignore_sigterm()
        end_call()
        answers.flush()


def print_stack_at_sigterm():
    """The server sends this signal to a call that exceeds its timeout: the stack names the line."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.register(signal.SIGTERM, all_threads=False, chain=True)


def ignore_sigterm():
    """Some supervisors stop the server with this signal to all of its processes: it still answers for some seconds."""
    faulthandler.unregister(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Helpers:
    """Imports the module `hookline`, unless a file of the hook or an installed package has that name."""

    def __init__(self, source):
        self.source = source

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name == "hookline" else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.source, "<hookline>", "exec"), module.__dict__)


def end_with_server():
    """Ends the process when the server has ended, also while the hook runs in an endless loop."""
    poll = select.poll()
    poll.register(3, 0)  # only the end of the stream
    poll.poll()
    os._exit(0)


def limit_memory(limit):
    import resource

    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if limit and (hard == resource.RLIM_INFINITY or limit < hard):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def load(folder, name):
    try:
        module = importlib.import_module(name)
    except BaseException as e:
        Stacks().print(e)
        hint = "" if defines(folder, name) else (
            f"; a file without a `#!` line is imported, and must define the function `{name}`"
        )
        return None, f"{describe(folder, e)}, when {name}.py was imported{hint}"
    function = getattr(module, name, None)
    if not callable(function):
        return None, (
            f"{name}.py has no `#!` line and defines no function `{name}`; write `def {name}(request):`, or begin with"
            " #!/usr/bin/env python3 if it reads the request from standard input"
        )
    return function, None


def defines(folder, name):
    """Whether a file that cannot be imported has its function. One without it may be meant to be executed."""
    text = "".join(linecache.getlines(os.path.join(folder, f"{name}.py")))
    return re.search(rf"\bdef\s+{name}\b", text) is not None


class Stacks:
    """Prints where exceptions come from, but not the same stack again and again."""

    def __init__(self):
        self.last = None

    def print(self, error):
        whole = traceback.TracebackException.from_exception(error)
        own = [f for f in whole.stack if not f.filename.startswith("<") and "importlib" not in f.filename]
        whole.stack = traceback.StackSummary.from_list(own)
        stack = "".join(whole.format())
        if stack != self.last:
            sys.stderr.write(stack)
        self.last = stack


def answer(folder, functions, stacks, line):
    head = line[: line.index(b",")]  # {"id":1
    try:
        call = json.loads(line)
        os.environ.pop("HOOKLINE_NOW", None)  # of the last call
        if "now" in call:
            os.environ["HOOKLINE_NOW"] = call["now"]
        name = call["type"]
        result = in_worker(functions[name], call["request"])
        if not isinstance(result, dict):
            what = "None" if result is None else "a " + type(result).__name__
            hint = "; is a return missing?" if result is None else ""
            return failure(head, f"{name} returned {what}, expected a dict{hint}")
        return head + b',"answer":' + to_json(name, result).encode() + b"}\n"
    except NotJson as e:
        return failure(head, str(e))
    except BaseException as e:
        text = describe(folder, e)
        is_memory = isinstance(e, MemoryError)
        if not is_memory:
            stacks.print(e)
        return failure(head, text, is_memory)


def in_worker(function, request):
    """Calls the function. A child that it has forked ends when it returns here, since only the worker answers."""
    worker = os.getpid()
    error = None
    try:
        return function(request)
    except BaseException as e:
        error = e
        raise
    finally:
        if os.getpid() != worker:
            end_child(error)


def end_child(error):
    """Ends a process in the way of a script that ends here."""
    code = 0 if error is None else 1
    if isinstance(error, SystemExit):
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    elif error is not None:
        traceback.print_exception(type(error), error, error.__traceback__)
    try:
        sys.stdout.flush()
    finally:
        os._exit(code & 0xFF)


class NotJson(Exception):
    pass


def to_json(name, result):
    try:
        return json.dumps(result, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as e:
        raise NotJson(f"{name} returned a value that is not JSON: {one_line(e)}") from None


def failure(head, error, is_memory=False):
    return head + b',"error":' + json.dumps(error).encode() + b',"memory":' + json.dumps(is_memory).encode() + b"}\n"


def describe(folder, error):
    """File, line, type and message in one line."""
    text = one_line(error.msg if isinstance(error, SyntaxError) else error)
    what = type(error).__name__ + (": " + text if text else "")
    own = [(f.filename, f.lineno) for f in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        own.append((error.filename or "", error.lineno))
    own = [(file[len(folder) + 1 :], line) for file, line in own if file.startswith(folder + os.sep)]
    return f"{own[-1][0]}:{own[-1][1]} {what}" if own else what


def one_line(text):
    return " ".join(str(text).split())


def end_call():
    """All that was printed before belongs to this call."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # the hook has closed a stream
    os.write(2, END_OF_CALL)


def write(stream, value):
    stream.write(json.dumps(value).encode() + b"\n")
    stream.flush()


main()
