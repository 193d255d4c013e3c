package io.hookline.server.compiled;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookException;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessExitsTest {

    private static final String HOOK = """
            import io.hookline.hook.*;
            import io.hookline.object.KubeObject;

            final class Hook implements SyncHook<KubeObject> {
                public Answer sync(Sync<KubeObject> in) {
                    %s
                    return Answer.of();
                }
            }
            """;

    private final Bench bench = new Bench(HookSettings.DEFAULTS);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "System.exit(7);                                                  | System.exit",
                "Runtime.getRuntime().exit(7);                                    | Runtime.exit",
                "Runtime.getRuntime().halt(7);                                    | Runtime.halt",
                "java.util.function.IntConsumer end = System::exit;               | System.exit",
                "java.util.function.IntConsumer end = Runtime.getRuntime()::halt; | Runtime.halt",
                "Runnable end = () -> System.exit(7);                             | System.exit",
                "new Object() { void end() { System.exit(7); } }.end();           | System.exit"
            })
    void aHookThatCouldEndTheServerIsNotLoaded(String statement, String call) throws Exception {
        Files.writeString(folder.resolve("Hook.java"), HOOK.formatted(statement));

        assertThatThrownBy(() -> bench.loader.load(folder))
                .isInstanceOf(HookException.class)
                .hasMessage("Hook.java:6: " + call
                        + " would end the server with all its hooks; throw an exception to fail this call");
    }

    @Test
    void allPlacesAreNamed() throws Exception {
        Files.writeString(folder.resolve("Hook.java"), HOOK.formatted("Other.end();"));
        Files.writeString(
                folder.resolve("Other.java"),
                "class Other {\n static void end() {\n  System.exit(1);\n  Runtime.getRuntime().halt(2);\n }\n}\n");

        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessageContaining("Other.java:3: System.exit")
                .hasMessageContaining("\nOther.java:4: Runtime.halt");
    }

    @Test
    void methodsOfTheSameNameElsewhereAreAllowed() throws Exception {
        Files.writeString(
                folder.resolve("Hook.java"),
                HOOK.formatted("exit(1); Runtime.getRuntime().availableProcessors();")
                        .replace("public Answer", "static void exit(int code) {}\n    public Answer"));

        assertThatCode(() -> bench.loader.load(folder)).doesNotThrowAnyException();
    }
}
