package io.hookline.server.worker;

import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The lines of the protocol between the server and a worker: one JSON object for each request and each reply. */
final class WorkerLines {

    private WorkerLines() {}

    /**
     * A reply.
     *
     * @param id that of the request; 0 when the worker has loaded the hook
     * @param answer the JSON that the function returned
     * @param error why there is no answer
     * @param outOfMemory whether the reason is that the memory limit was reached
     * @param status an HTTP status other than 200 that the function returned, otherwise 0
     * @param retryAfter the header with that status
     */
    record Reply(
            long id,
            Optional<byte[]> answer,
            Optional<String> error,
            boolean outOfMemory,
            int status,
            Optional<String> retryAfter) {}

    /** A request. In its JSON, line breaks can only be between tokens, where a space has the same meaning. */
    static byte[] request(long id, HookType type, Optional<String> now, byte[] request) {
        String head = "{\"id\":" + id + ",\"type\":\"" + type.text() + "\""
                + now.map(time -> ",\"now\":\"" + time + "\"").orElse("") + ",\"request\":";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(start, start.length + request.length + 2);
        for (int i = 0; i < request.length; i++) {
            byte b = request[i];
            line[start.length + i] = b == '\n' || b == '\r' ? (byte) ' ' : b;
        }
        line[line.length - 2] = '}';
        line[line.length - 1] = '\n';
        return line;
    }

    /** @throws DecodeException if the line is not a reply */
    static Reply reply(byte[] line) {
        JsonScanner scanner = new JsonScanner(line);
        long id = 0;
        int status = 0;
        Optional<byte[]> answer = Optional.empty();
        Optional<String> error = Optional.empty();
        Optional<String> retryAfter = Optional.empty();
        boolean outOfMemory = false;
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            int start = scanner.position();
            switch (field) {
                case "id" -> id = Long.parseLong(skipped(scanner, start));
                case "status" -> status = (int) Double.parseDouble(skipped(scanner, start));
                case "memory" -> outOfMemory = skipped(scanner, start).equals("true");
                case "error" -> error = Optional.of(scanner.readString());
                case "retryAfter" -> retryAfter = Optional.of(scanner.readString());
                case "answer" -> {
                    scanner.skipValue();
                    answer = Optional.of(Arrays.copyOfRange(line, start, scanner.position()));
                }
                default -> scanner.skipValue();
            }
        }
        scanner.expectEnd();
        return new Reply(id, answer, error, outOfMemory, status, retryAfter);
    }

    private static String skipped(JsonScanner scanner, int start) {
        scanner.skipValue();
        return scanner.text(start);
    }
}
