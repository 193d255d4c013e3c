package io.hookline.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests that the guide about tests shows pass: with the hook of the page about finalize, or as a test of this project. */
class TestingGuideTest {

    private static final Path GUIDE = Path.of("src/docs/testing.md");
    private static final Path HOOKS = Path.of("src/docs/hooks/finalize.md");
    private static final Pattern BLOCK =
            Pattern.compile("^`([^`\n]*\\.java)`\n\n```java\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private record Block(String file, String text) {}

    @TempDir
    private Path folder;

    private static List<Block> blocks(Path guide) throws IOException {
        Matcher found = BLOCK.matcher(Files.readString(guide));
        List<Block> blocks = new ArrayList<>();
        while (found.find()) {
            blocks.add(new Block(found.group(1), found.group(2)));
        }
        return blocks;
    }

    @Test
    void theUnitTestThatIsShownPasses() throws Exception {
        List<Block> sources = new ArrayList<>(blocks(HOOKS).stream()
                .filter(block -> block.file().startsWith("bucket/"))
                .toList());
        sources.addAll(blocks(GUIDE).stream()
                .filter(block -> block.file().equals("BucketHookTest.java"))
                .toList());
        assertThat(sources).hasSize(3);

        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {compiled(sources).toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(run(loader.loadClass("BucketHookTest"))).isEqualTo(3);
        }
    }

    private Path compiled(List<Block> sources) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        for (Block source : sources) {
            Path file = folder.resolve(Path.of(source.file()).getFileName());
            arguments.add(Files.writeString(file, source.text()).toString());
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(new String[0]));
        assertThat(exit).as(errors.toString(UTF_8)).isZero();
        return classes;
    }

    /** Runs the test methods of a class, and returns their number. */
    private static int run(Class<?> test) throws ReflectiveOperationException {
        int run = 0;
        for (Method method : test.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                Constructor<?> constructor = test.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                method.invoke(constructor.newInstance());
                run++;
            }
        }
        return run;
    }

    @Test
    void theOtherTestsThatAreShownAreTestsOfThisProject() throws IOException {
        List<Block> shown = blocks(GUIDE).stream()
                .filter(block -> !block.file().equals("BucketHookTest.java"))
                .toList();
        assertThat(shown).hasSize(4);
        for (Block block : shown) {
            assertThat(Files.readString(Path.of("src/cli/src/test/java/io/hookline/testing/embedded", block.file())))
                    .contains("\n" + block.text());
        }
    }

    @Test
    void allCodeThatIsShownHasAName() throws IOException {
        String guide = Files.readString(GUIDE);

        assertThat(blocks(GUIDE)).hasSize(guide.split("```java", -1).length - 1);
    }
}
