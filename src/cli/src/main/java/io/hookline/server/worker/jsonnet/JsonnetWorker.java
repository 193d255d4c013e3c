package io.hookline.server.worker.jsonnet;

import static java.util.Objects.requireNonNull;

import io.hookline.object.JsonScanner;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import ujson.Str;

/**
 * Answers requests with the functions of Jsonnet files, one JSON line for each.
 *
 * <p>Arguments: the hook's folder, and the name of each file without its extension. Requests come on descriptor 3 and answers
 * go to 4, as in the workers of other languages.
 */
public final class JsonnetWorker {

    /** Recursion in Jsonnet is recursion in Java. */
    private static final long STACK_SIZE = 64L << 20;

    private static final String END_OF_CALL = "\0\u0003\n";

    private final Map<String, JsonnetScript> scripts = new TreeMap<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final OutputStream replies;
    private final PrintStream log;

    private JsonnetWorker(OutputStream replies, PrintStream log) {
        this.replies = replies;
        this.log = log;
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new FileInputStream("/dev/fd/3"), StandardCharsets.UTF_8));
                OutputStream replies = new FileOutputStream("/dev/fd/4");
                PrintStream log = new PrintStream(new FileOutputStream("/dev/fd/2"), true, StandardCharsets.UTF_8)) {
            JsonnetWorker worker = new JsonnetWorker(replies, log);
            if (worker.load(Path.of(args[0]), args)) {
                Thread evaluator = new Thread(null, worker::answerAll, "evaluator", STACK_SIZE);
                evaluator.setDaemon(true);
                evaluator.start();
                lines.lines().forEach(worker.requests::add);
            }
        }
        Runtime.getRuntime().halt(0); // the server has ended, perhaps while a function runs
    }

    private boolean load(Path folder, String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            JsonnetScript script = new JsonnetScript(folder, args[i], log);
            String problem = script.problem();
            if (!problem.isEmpty()) {
                write("{\"error\":" + quoted(problem) + "}");
                return false;
            }
            scripts.put(args[i], script);
        }
        write("{\"ready\":true}");
        return true;
    }

    private void answerAll() {
        try {
            while (true) {
                write(answer(requests.take()));
            }
        } catch (InterruptedException | IOException _) {
            Runtime.getRuntime().halt(1); // the server has ended
        } catch (LinkageError e) {
            e.printStackTrace(log);
            Runtime.getRuntime().halt(1);
        }
    }

    private String answer(String line) {
        Call call = Call.read(line);
        String head = "{\"id\":" + call.id() + ",";
        try {
            return head + "\"answer\":"
                    + requireNonNull(scripts.get(call.type())).call(call.request()) + "}";
        } catch (JsonnetScript.FailedException e) {
            return head + "\"error\":" + quoted(String.valueOf(e.getMessage())) + "}";
        } catch (OutOfMemoryError _) {
            return head + "\"error\":\"" + call.type() + ".jsonnet: out of memory\",\"memory\":true}";
        } catch (StackOverflowError _) {
            return head + "\"error\":\"" + call.type() + ".jsonnet: too many nested calls\"}";
        } catch (RuntimeException e) {
            return head + "\"error\":" + quoted(call.type() + ".jsonnet: " + e) + "}";
        }
    }

    private record Call(String id, String type, String request) {

        static Call read(String line) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            JsonScanner scanner = new JsonScanner(bytes);
            Map<String, String> fields = new TreeMap<>();
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                int start = scanner.position();
                scanner.skipValue();
                fields.put(field, scanner.text(start));
            }
            return new Call(
                    fields.getOrDefault("id", "0"),
                    fields.getOrDefault("type", "").replace("\"", ""),
                    fields.getOrDefault("request", "{}"));
        }
    }

    private static String quoted(String text) {
        return new Str(text).render(-1, false);
    }

    private void write(String reply) throws IOException {
        log.print(END_OF_CALL);
        log.flush();
        replies.write((reply + "\n").getBytes(StandardCharsets.UTF_8));
        replies.flush();
    }
}
