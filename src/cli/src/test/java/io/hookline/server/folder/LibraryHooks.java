package io.hookline.server.folder;

import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.HookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** Writes and calls hooks with libraries in a folder of a test. */
final class LibraryHooks implements AutoCloseable {

    /** A hook whose status is an expression. */
    static final String HOOK = """
            import io.hookline.hook.*;
            import io.hookline.object.KubeObject;
            import java.util.Map;

            final class Hook implements SyncHook<KubeObject> {
                public Answer sync(Sync<KubeObject> in) throws Exception {
                    return Answer.of().status(Map.of("said", %s));
                }
            }
            """;

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private final Path root;
    private int edits;

    LibraryHooks(Path root) {
        this.root = root;
    }

    @Override
    public void close() {
        bench.close();
    }

    Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return touch(file);
    }

    Path touch(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(++edits)));
    }

    /** A library whose class {@code acme.Words} returns a text. */
    TestJar words(String text) throws IOException {
        return TestJar.of("1.0").withClass(root.resolve("scratch"), "acme.Words", """
                package acme;

                public final class Words {
                    public static String get() {
                        return "%s";
                    }
                }
                """.formatted(text));
    }

    String answer(HookSource source) throws InterruptedException {
        return bench.loader.load(source).call(HookType.SYNC, Requests.utf8(Requests.SYNC))
                        instanceof HookReply.Answered reply
                ? reply.body().toString()
                : "none";
    }

    String answer(String folder) throws InterruptedException {
        return answer(HookSource.of(root.resolve(folder)));
    }

    HookFolders folders(String folder) {
        return new HookFolders(root.resolve(folder), bench.loader, bench.table);
    }

    String served(String hook) throws InterruptedException {
        return bench.hooks
                .serve("/" + hook + "/sync", Requests.utf8(Requests.SYNC))
                .body()
                .toString();
    }

    /** Why the newest version of a served hook did not load. */
    String problem(String hook) {
        return bench.table.find(hook).orElseThrow().problem().orElseThrow();
    }
}
