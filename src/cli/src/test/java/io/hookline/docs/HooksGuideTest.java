package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cli.check.TestHookCommand;
import io.hookline.cli.crd.CrdCommand;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.server.folder.HookLoader;
import io.hookline.spec.ControllerDecoder;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The hooks on the pages about hooks return the answers of their fixtures. The names of their files stand above each block of code. The
 * fixtures of a hook are those on the page, and those in the folder {@code fixtures} beside the pages. Hooks that differ only in their
 * language, such as {@code bucket} and {@code bucket-python}, have the same fixtures.
 */
class HooksGuideTest {

    private static final Path PAGES = Path.of("src/docs/hooks");
    private static final Path FIXTURES = PAGES.resolve("fixtures");
    private static final Path TESTING = Path.of("src/docs/testing.md");
    private static final Pattern BLOCK =
            Pattern.compile("(?:^(`[^\n]*`)\n\n)?^```(\\w+)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Set<String> FILES_ONLY = Set.of("java", "python", "json", "yaml");

    private final ExecutorService hookThreads =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());
    private final ExecutorService pumps =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    @TempDir
    private Path hooks;

    private final Map<Path, String> files = new TreeMap<>();
    private final List<String> nameless = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        for (Path page : list(PAGES, ".md")) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                if (block.group(1) != null) {
                    NAME.matcher(block.group(1)).results().forEach(name -> add(name.group(1), block.group(3)));
                } else if (FILES_ONLY.contains(block.group(2))) {
                    nameless.add(page + ": " + block.group());
                }
            }
        }
        Map<Path, String> shown = new TreeMap<>(files);
        for (String folder : folders()) {
            Path fixtures = Path.of(folder, "fixtures");
            shown.keySet().stream()
                    .filter(file -> file.startsWith(Path.of(example(folder), "fixtures")))
                    .forEach(file -> files.put(fixtures.resolve(file.getFileName()), shown.get(file)));
            Path stored = FIXTURES.resolve(example(folder));
            for (Path file : Files.isDirectory(stored) ? list(stored, ".json") : List.<Path>of()) {
                files.put(fixtures.resolve(file.getFileName()), Files.readString(file));
            }
        }
        for (Map.Entry<Path, String> file : files.entrySet()) {
            Path written = hooks.resolve(file.getKey());
            Files.createDirectories(written.getParent());
            Files.writeString(written, file.getValue());
        }
    }

    /** Several pages may show the same file. */
    private void add(String name, String text) {
        String before = files.put(Path.of(name), text);
        assertThat(before == null || before.equals(text)).as(name).isTrue();
    }

    /** The name of a hook without its language. */
    private static String example(String folder) {
        return folder.replaceFirst("-.*", "");
    }

    private static List<Path> list(Path folder, String extension) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.toString().endsWith(extension))
                    .sorted()
                    .toList();
        }
    }

    @AfterEach
    void close() {
        hookThreads.shutdownNow();
        pumps.shutdownNow();
    }

    private Set<String> folders() {
        Set<String> folders = new TreeSet<>();
        files.keySet().forEach(file -> folders.add(file.getName(0).toString()));
        return folders;
    }

    private FixtureReport run(String folder) throws InterruptedException {
        HookLoader loader = new HookLoader(
                HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withSideEffects(SideEffects.NOT_SENT),
                InstantSource.fixed(FixtureRunner.NOW),
                hookThreads,
                pumps);
        try (HookProgram program = loader.load(hooks.resolve(folder))) {
            return FixtureRunner.run(hooks.resolve(folder), program);
        }
    }

    @Test
    void everyHookThatIsShownAnswersTheRequestsAsShown() throws Exception {
        for (String folder : folders()) {
            FixtureReport report = run(folder);
            assertThat(report.cases()).as(folder).isNotEmpty();
            assertThat(report.passed()).as("%s%n%s", folder, report).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello-python     | python3 -B -c "import test_sync; test_sync.test_the_greeting_names_the_person()"
            hello-javascript | node --test
            """)
    void theUnitTestsThatAreShownPass(String folder, String command) throws Exception {
        Process test = new ProcessBuilder("sh", "-c", command)
                .directory(hooks.resolve(folder).toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(test.waitFor()).as(printed).isZero();
        assertThat(printed).doesNotContain("# tests 0");
    }

    @Test
    void everyKindOfHookIsShownInJavaInPythonAndAsAnExecutable() throws IOException {
        Map<String, Set<String>> ways = new LinkedHashMap<>();
        for (Path file : files.keySet()) {
            if (file.toString().endsWith(".request.json")) {
                ways.computeIfAbsent(kindOfHook(file), _ -> new TreeSet<>()).addAll(extensions(file.getName(0)));
            }
        }
        assertThat(ways)
                .containsOnlyKeys(
                        ControllerType.COMPOSITE + " SYNC",
                        ControllerType.COMPOSITE + " FINALIZE",
                        ControllerType.COMPOSITE + " CUSTOMIZE",
                        ControllerType.DECORATOR + " SYNC",
                        ControllerType.DECORATOR + " FINALIZE",
                        "VALIDATE",
                        "MUTATE")
                .allSatisfy((_, extensions) -> assertThat(extensions).contains("java", "py", "sh"));
    }

    private String kindOfHook(Path file) throws IOException {
        byte[] json = Files.readAllBytes(hooks.resolve(file));
        if (Json.object(json).has("operation")) {
            return file.getFileName().toString().replaceFirst("-.*", "").toUpperCase(Locale.ROOT);
        }
        HookRequest request = RequestCodec.decode(json);
        return request.controllerType() + " " + request.type();
    }

    private List<String> extensions(Path folder) {
        return files.keySet().stream()
                .filter(file -> file.startsWith(folder))
                .map(file -> file.toString().replaceFirst(".*\\.", ""))
                .toList();
    }

    @Test
    void everyStoredFixtureBelongsToAHookAndIsLinked() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path page : list(PAGES, ".md")) {
            pages.append(Files.readString(page));
        }
        List<String> examples =
                folders().stream().map(HooksGuideTest::example).distinct().toList();
        try (Stream<Path> stored = Files.walk(FIXTURES)) {
            assertThat(stored.filter(Files::isRegularFile).toList())
                    .isNotEmpty()
                    .allSatisfy(file -> {
                        assertThat(examples)
                                .contains(FIXTURES.relativize(file).getName(0).toString());
                        assertThat(pages.toString()).contains("(" + PAGES.relativize(file) + ")");
                    });
        }
    }

    @Test
    void everyControllerThatIsShownIsReadWithoutWarnings() throws IOException {
        int controllers = 0;
        for (Map.Entry<Path, String> file : files.entrySet()) {
            if (file.getKey().endsWith("controller.yaml")) {
                controllers++;
                KubeObject object = KubeObject.of((ObjectNode) new YAMLMapper().readTree(file.getValue()));
                var decoded = object.kind().equals(ControllerType.COMPOSITE.kind())
                        ? ControllerDecoder.composite(object)
                        : ControllerDecoder.decorator(object);
                assertThat(decoded.warnings()).as(file.getKey().toString()).isEmpty();
                object.tree()
                        .at("/spec/hooks")
                        .properties()
                        .forEach(hook -> assertThat(
                                        hook.getValue().at("/webhook/path").asText())
                                .isEqualTo("/" + file.getKey().getName(0) + "/" + hook.getKey()));
            }
        }
        assertThat(controllers).isEqualTo(4);
    }

    @Test
    void whatTestHookPrintsIsAsShown() throws Exception {
        Path answer = hooks.resolve("bucket/fixtures/new.answer.json");
        assertThat(Files.readString(TESTING)).contains(shown("hookline test-hook hooks/bucket", testHook("bucket")));

        Files.writeString(
                answer,
                Files.readString(answer)
                        .replaceFirst("//eu", "//us")
                        .replace("\"emptied\": false", "\"emptied\": true"));
        assertThat(Files.readString(TESTING))
                .contains(shown("hookline test-hook --write hooks/bucket", testHook("--write", "bucket")));

        Files.delete(answer);
        assertThat(Files.readString(TESTING))
                .contains("FAIL new\n" + testHook("bucket").replaceFirst("(?s).*FAIL new\n", "") + "```");

        assertThat(testHook("--write", "--hook", "bucket-python", "bucket")).contains("1 passed, 1 written");
        assertThat(testHook("bucket", "active-python", "active-bash", "settings-python"))
                .endsWith("5 passed, 0 failed\n");
    }

    /** A command on a page, and what it prints. */
    private static String shown(String command, String printed) {
        return "```sh\n" + command + "\n```\n\n```text\n" + printed + "```";
    }

    /** Runs the command in the folder of these hooks. */
    private String testHook(String... args) {
        StringWriter printed = new StringWriter();
        CommandLine line = new CommandLine(new TestHookCommand()).setOut(new PrintWriter(printed));
        line.execute(Stream.of(args)
                .map(arg -> arg.startsWith("--") ? arg : hooks.resolve(arg).toString())
                .toArray(String[]::new));
        return printed.toString().replace(hooks.toString(), "hooks");
    }

    @Test
    void theFieldOfACrdIsGeneratedAsShown() throws IOException {
        StringWriter printed = new StringWriter();
        new CommandLine(new CrdCommand())
                .setOut(new PrintWriter(printed))
                .execute(hooks.resolve("pool/Pool.java").toString(), "--group=example.com");
        Matcher field = Pattern.compile("```text\n( +workers:\n.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGES.resolve("java.md")));

        assertThat(field.find()).isTrue();
        assertThat(printed.toString()).contains(field.group(1));
    }

    @Test
    void noCodeStandsThereUntested() {
        assertThat(nameless).isEmpty();
    }
}
