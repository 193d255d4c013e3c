package io.hookline.server.executable;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.MessageText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds in the error output of a program what its author needs: file, line and error of a Python or Node stack trace, of a panic of Go or
 * Rust, of a shell, or of a program for jq that is wrong; otherwise the last line that is not a frame of a stack trace. All of the output is
 * the detail of the error.
 *
 * <pre>{@code
 * sync.py:12 KeyError: 'spec'
 * }</pre>
 */
final class ProgramFailure {

    private static final Pattern PYTHON_FRAME = Pattern.compile("\\s*File \"([^\"]+)\", line (\\d+).*");
    private static final Pattern PYTHON_CHAIN = Pattern.compile("(During handling of|The above exception was).*:");
    private static final Pattern NODE_FRAME = Pattern.compile("\\s+at .*?\\(?((?:file://|/)[^()]*?):(\\d+):\\d+\\)?");
    private static final Pattern NODE_TOP = Pattern.compile("((?:file://|/).*):(\\d+)");
    private static final Pattern NODE_INTERNAL = Pattern.compile("node:.*:\\d+");
    private static final Pattern NODE_ERROR = Pattern.compile("(?:Uncaught )?[A-Z][\\w$.]*(?: \\[\\w+])?(?::.*)?");
    private static final Pattern NODE_END = Pattern.compile("Node\\.js v\\d.*|\\(Use `node .*");
    private static final Pattern GO_ERROR = Pattern.compile("(?:panic|fatal error): .*");
    private static final Pattern GO_STACK = Pattern.compile("goroutine \\d+ .*\\[.+]:");
    private static final Pattern GO_FRAME = Pattern.compile("\\t(.+\\.\\w+):(\\d+)(?: \\+0x[0-9a-f]+)?");
    private static final Pattern RUST_PANIC =
            Pattern.compile("thread '.*'(?: \\(\\d+\\))? panicked at (.+):(\\d+):\\d+:");

    /** Below the error in stack traces of Ruby, Java, .NET and PHP, and after a panic of Rust. */
    private static final Pattern BELOW_ERROR = Pattern.compile(
            "\\s+(?:from|at) .+|\\s+thrown in .+|#\\d+ .+|Stack trace:|\\s+\\.{3} \\d+ more|note: run with .+");

    private static final Pattern SHELL = Pattern.compile("(.+?): (?:line )?(\\d+): (.+)");

    /** The last line about a wrong program for jq; what is wrong was above it. */
    private static final Pattern JQ_END = Pattern.compile("jq: \\d+ compile errors?");

    private static final String JQ_ERROR = "jq: error: ";

    private final String folder;
    private final String program;
    private final List<String> lines;

    private ProgramFailure(Path folder, Path program, String output) {
        this.folder = folder.toAbsolutePath().normalize() + "/";
        this.program = program.getFileName().toString();
        this.lines = output.lines().toList();
    }

    /**
     * The failure of a program.
     *
     * @param folder the folder of the hook, whose files are named
     * @param program the file that was run
     * @param output what the program wrote to standard error, or the end of it
     */
    static HookException of(Path folder, Path program, int exitCode, String output) {
        ProgramFailure failure = new ProgramFailure(folder, program, output);
        String message = failure.python()
                .or(failure::node)
                .or(failure::go)
                .or(failure::rust)
                .or(failure::shell)
                .orElseGet(() -> failure.program + " ended with exit code " + exitCode
                        + failure.jq()
                                .or(failure::last)
                                .map(line -> ": " + line)
                                .orElse(""));
        return HookException.ofProgram(MessageText.oneLine(message), output.strip());
    }

    /** What the hook itself printed before the stack trace, or before the last line, which is the error. */
    static String printedBefore(String output) {
        List<String> lines = output.stripTrailing().lines().toList();
        boolean isJq = !lines.isEmpty() && JQ_END.matcher(lines.getLast()).matches();
        boolean isGo = lines.stream().anyMatch(line -> GO_STACK.matcher(line).matches());
        int end = 0;
        while (end < lines.size() - 1
                && !isStartOfTrace(lines.get(end))
                && !(isGo && GO_ERROR.matcher(lines.get(end)).matches())
                && !(isJq && lines.get(end).startsWith(JQ_ERROR))) {
            end++;
        }
        return String.join("\n", lines.subList(0, end));
    }

    private static boolean isStartOfTrace(String line) {
        return line.startsWith("Traceback ")
                || PYTHON_FRAME.matcher(line).matches()
                || NODE_TOP.matcher(line).matches()
                || RUST_PANIC.matcher(line).matches()
                || NODE_INTERNAL.matcher(line).matches();
    }

    /** A place in a source file. */
    private record Place(String file, String line) {}

    private Optional<String> python() {
        int last = lastPythonFrame();
        Optional<String> error = lines.stream()
                .skip(last + 1L)
                .takeWhile(line -> !PYTHON_CHAIN.matcher(line).matches())
                .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                .findFirst();
        return last < 0
                ? Optional.empty()
                : error.flatMap(
                        text -> ownFrame(pythonTrace(last), PYTHON_FRAME, true).map(place -> text(place, text)));
    }

    /** The frames of the stack trace that ends with this frame: after the header of the last one. */
    private List<String> pythonTrace(int last) {
        int start = last;
        while (start > 0 && !lines.get(start).startsWith("Traceback ")) {
            start--;
        }
        return lines.subList(start, last + 1);
    }

    private Optional<String> node() {
        int first = 0;
        while (first < lines.size()
                && !NODE_FRAME.matcher(lines.get(first)).matches()
                && !isInternal(lines.get(first))) {
            first++;
        }
        if (first == lines.size()) {
            return Optional.empty();
        }
        Optional<String> error = lines.subList(0, first).reversed().stream()
                .takeWhile(line -> !line.isBlank())
                .filter(line -> NODE_ERROR.matcher(line).matches())
                .reduce((_, earlier) -> earlier);
        Optional<Place> place = nodeSource().or(() -> ownFrame(lines, NODE_FRAME, false));
        return error.flatMap(text -> place.map(at -> text(at, text)));
    }

    private static boolean isInternal(String line) {
        return line.matches("\\s+at .*node:.*");
    }

    /** The place above an error that node could not parse; for others it equals the first frame, or is one of a library. */
    private Optional<Place> nodeSource() {
        boolean isSyntax = lines.stream().anyMatch(line -> line.startsWith("SyntaxError"));
        return isSyntax
                ? lines.stream()
                        .map(NODE_TOP::matcher)
                        .filter(Matcher::matches)
                        .findFirst()
                        .map(this::place)
                : Optional.empty();
    }

    /** The error, and the first line of package main: the sources are elsewhere, often where an image was built. */
    private Optional<String> go() {
        int stack = first(GO_STACK);
        if (stack == lines.size()) {
            return Optional.empty();
        }
        List<String> trace = lines.subList(stack, lines.size());
        Optional<Place> own = IntStream.range(1, trace.size())
                .filter(i -> trace.get(i - 1).startsWith("main."))
                .mapToObj(i -> GO_FRAME.matcher(trace.get(i)))
                .filter(Matcher::matches)
                .findFirst()
                .map(this::place)
                .or(() -> ownFrame(trace, GO_FRAME, false));
        return lines.subList(0, stack).stream()
                .filter(line -> GO_ERROR.matcher(line).matches())
                .findFirst()
                .flatMap(error -> own.map(place -> text(place, error)));
    }

    /** {@code thread 'main' panicked at src/main.rs:4:5:}, and what is wrong in the next line. */
    private Optional<String> rust() {
        int panic = first(RUST_PANIC);
        if (panic >= lines.size() - 1) {
            return Optional.empty();
        }
        Matcher at = RUST_PANIC.matcher(lines.get(panic));
        return at.matches() ? Optional.of(text(place(at), "panicked: " + lines.get(panic + 1))) : Optional.empty();
    }

    /** The index of the first line of this form, or the number of lines. */
    private int first(Pattern pattern) {
        int i = 0;
        while (i < lines.size() && !pattern.matcher(lines.get(i)).matches()) {
            i++;
        }
        return i;
    }

    /** {@code ./sync.sh: line 3: foo: command not found}. */
    private Optional<String> shell() {
        return meaningful()
                .reduce((_, last) -> last)
                .map(String::strip)
                .map(SHELL::matcher)
                .filter(Matcher::matches)
                .filter(this::isProgram)
                .map(match -> text(place(match), match.group(3)));
    }

    private boolean isProgram(Matcher match) {
        return name(match.group(1)).equals(program);
    }

    private int lastPythonFrame() {
        int i = lines.size() - 1;
        while (i >= 0 && !PYTHON_FRAME.matcher(lines.get(i)).matches()) {
            i--;
        }
        return i;
    }

    /** The deepest frame in the files of the hook; otherwise the deepest one. */
    private Optional<Place> ownFrame(List<String> trace, Pattern pattern, boolean deepestIsLast) {
        List<Matcher> frames =
                trace.stream().map(pattern::matcher).filter(Matcher::matches).toList();
        List<Matcher> deepestFirst = deepestIsLast ? frames.reversed() : frames;
        return deepestFirst.stream()
                .filter(frame -> isOwn(frame.group(1)))
                .findFirst()
                .or(() -> deepestFirst.stream().findFirst())
                .map(this::place);
    }

    private boolean isOwn(String file) {
        String path = withoutScheme(file);
        return path.startsWith(folder) && !path.contains("node_modules") && !path.contains("site-packages");
    }

    /** Files of the hook are shown relative to its folder, unless it is a mounted volume with hidden folders. */
    private Place place(Matcher frame) {
        String path = withoutScheme(frame.group(1));
        String inside = path.startsWith(folder) ? path.substring(folder.length()) : "";
        String shown = inside.isEmpty() || inside.startsWith(".") ? name(path) : inside;
        return new Place(shown, frame.group(2));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String withoutScheme(String file) {
        return file.startsWith("file://") ? file.substring("file://".length()) : file;
    }

    private static String text(Place place, String error) {
        return place.file() + ":" + place.line() + " " + error;
    }

    private Optional<String> last() {
        return meaningful()
                .reduce((before, last) -> BELOW_ERROR.matcher(last).matches() ? before : last)
                .map(String::strip);
    }

    /** The first error of a program for jq that could not be compiled. */
    private Optional<String> jq() {
        return last().filter(line -> JQ_END.matcher(line).matches())
                .flatMap(_ -> meaningful()
                        .filter(line -> line.startsWith(JQ_ERROR))
                        .findFirst()
                        .map(line -> line.replaceFirst(":$", "")));
    }

    private Stream<String> meaningful() {
        return lines.stream()
                .filter(line ->
                        !line.isBlank() && !NODE_END.matcher(line.strip()).matches());
    }
}
