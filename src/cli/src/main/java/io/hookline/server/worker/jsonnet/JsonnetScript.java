package io.hookline.server.worker.jsonnet;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import os.Path$;
import os.PathConvertible;
import scala.Function1;
import scala.None$;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map$;
import scala.runtime.BoxedUnit;
import scala.util.Either;
import sjsonnet.DefaultParseCache;
import sjsonnet.Interpreter;
import sjsonnet.OsPath;
import sjsonnet.ParseCache;
import sjsonnet.Settings;
import sjsonnet.SjsonnetMain$;
import sjsonnet.StaticResolvedFile;
import ujson.Obj;
import ujson.Value;

/** A file with a function of one parameter, {@code request}. */
final class JsonnetScript {

    private static final Pattern PLACE = Pattern.compile("\\(([^()\\s]+:\\d+):\\d+\\)");

    private final OsPath folder;
    private final OsPath file;
    private final String name;
    private final String text;

    /** Parsed imports. */
    private final ParseCache cache = new DefaultParseCache();

    private final PrintStream log;

    /** @param log for warnings */
    JsonnetScript(Path folder, String name, PrintStream log) throws IOException {
        this.log = log;
        this.folder = path(folder);
        this.name = name;
        this.file = path(folder.resolve(name + ".jsonnet"));
        this.text = Files.readString(folder.resolve(name + ".jsonnet"));
    }

    private static OsPath path(Path path) {
        return new OsPath(Path$.MODULE$.apply(path, PathConvertible.NioPathConvertible$.MODULE$));
    }

    /** The reason why the file cannot be parsed, or the empty string. */
    String problem() {
        Interpreter interpreter = interpreter(Optional.empty());
        Either<sjsonnet.Error, ?> parsed =
                interpreter.resolver().parse(file, new StaticResolvedFile(text), interpreter.evaluator());
        return parsed.isLeft()
                ? describe(interpreter.formatError(parsed.left().toOption().get()))
                : "";
    }

    /**
     * Evaluates the function.
     *
     * @param request its argument as JSON, which is Jsonnet too
     * @throws FailedException if it has no JSON object as its value
     */
    String call(String request) throws FailedException {
        Either<String, Value> result = interpreter(Optional.of(request)).interpret(text, file);
        if (result.isLeft()) {
            throw new FailedException(describe(result.left().toOption().get()));
        }
        Value value = result.toOption().get();
        if (!(value instanceof Obj)) {
            throw new FailedException(name + " returned no object");
        }
        return value.render(-1, false);
    }

    @SuppressWarnings("unchecked")
    private Interpreter interpreter(Optional<String> request) {
        scala.collection.immutable.Map<String, String> none =
                (scala.collection.immutable.Map<String, String>) (Object) Map$.MODULE$.empty();
        Function1<String, BoxedUnit> warn = warning -> {
            log.println(warning);
            return BoxedUnit.UNIT;
        };
        return new Interpreter(
                none,
                request.map(json -> none.updated("request", json)).orElse(none),
                folder,
                SjsonnetMain$.MODULE$.resolveImport(List$.MODULE$.empty(), None$.empty()),
                cache,
                new Settings(false, false, false, false, false, false),
                Interpreter.$lessinit$greater$default$7(),
                warn,
                SjsonnetMain$.MODULE$.main0$default$9());
    }

    /** File, line and message in one line: the first line has the message, the next ones the places. */
    private static String describe(String error) {
        Matcher place = PLACE.matcher(error);
        String message = error.lines().findFirst().orElse("").replaceFirst("^sjsonnet\\.\\w*(Error)?: ", "");
        return (place.find() ? place.group(1) + " " : "") + message.strip();
    }

    /** The script has no answer. */
    static final class FailedException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        FailedException(String message) {
            super(message);
        }
    }
}
