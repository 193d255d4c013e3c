package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A script as a function in a worker, and as an executable that reads standard input. */
class WorkerExamplesTest {

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {"configmap-list-v2", "service-per-pod"})
    void bothFormsOfAnExampleReturnTheSameBytes(String example) throws Exception {
        Path folder = Path.of("hooks", example);
        Path executables = Files.createDirectory(root.resolve(example));
        for (HookType type : HookType.values()) {
            String file = type.text() + ".py";
            if (Files.exists(folder.resolve(file))) {
                String script = Files.readString(folder.resolve(file));
                assertThat(script).doesNotStartWith("#!").contains("def " + type.text() + "(request):");
                Files.writeString(
                        executables.resolve(file),
                        "#!/usr/bin/env python3\n" + script + "\n\nimport json, sys\njson.dump(" + type.text()
                                + "(json.load(sys.stdin)), sys.stdout)\n");
            }
        }
        try (Bench bench = new Bench(HookSettings.DEFAULTS);
                HookProgram worker = bench.loader.load(folder);
                HookProgram executable = bench.loader.load(executables)) {
            for (Path request : requests(folder)) {
                byte[] bytes = Files.readAllBytes(request);
                HookType type =
                        io.hookline.hook.codec.RequestCodec.decode(bytes).type();
                assertThat(answer(worker, type, bytes)).isEqualTo(answer(executable, type, bytes));
            }
        }
    }

    private static List<Path> requests(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("fixtures"))) {
            List<Path> all = files.filter(file -> file.toString().endsWith(".request.json"))
                    .toList();
            assertThat(all).isNotEmpty();
            return all;
        }
    }

    private static String answer(HookProgram hook, HookType type, byte[] request) throws InterruptedException {
        return ((HookReply.Answered) hook.call(type, request)).body().toString();
    }
}
