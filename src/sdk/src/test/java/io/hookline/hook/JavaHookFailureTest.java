package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error of a Java hook is one line for its author: the line of the hook, then what happened there. */
class JavaHookFailureTest {

    private static final String REQUEST = """
            {"controller":{"kind":"%s","metadata":{"name":"hello"}},
             "%s":{"apiVersion":"example.com/v1","kind":"WebApp","metadata":{"name":"shop","namespace":"default"},
                   "spec":%s},
             "%s":{},"related":{},"finalizing":%s}""";

    private static String request(boolean composite, boolean finalizing, String spec) {
        return REQUEST.formatted(
                composite ? "CompositeController" : "DecoratorController",
                composite ? "parent" : "object",
                spec,
                composite ? "children" : "attachments",
                finalizing);
    }

    private static String error(HookProgram hook, HookType type, String request) {
        Throwable failure = catchThrowable(() -> hook.call(type, request.getBytes(StandardCharsets.UTF_8)));
        assertThat(failure).isInstanceOf(HookException.class);
        assertThat(failure.getMessage()).doesNotContain("\n");
        return failure.getMessage();
    }

    private static String error(Object hook) {
        return error(JavaHook.of(InstantSource.system(), hook), HookType.SYNC, request(true, false, "{}"));
    }

    /** A hook that runs any code. */
    private record Runs(Callable<Answer> code) implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) throws Exception {
            return code.call();
        }
    }

    private static Answer parse(String number) {
        return Answer.of(Integer.valueOf(number));
    }

    @Test
    void theDeepestLineInTheSourcesOfTheHookIsNamedThoughALibraryThrew() {
        String error = error(new Runs(() -> parse("x")));

        assertThat(error)
                .isEqualTo("JavaHookFailureTest.java:" + parseLine() + " NumberFormatException: For input"
                        + " string: \"x\"");
    }

    /** The line of {@link #parse} that throws. */
    private static int parseLine() {
        return lineOf(() -> parse("x"), "parse");
    }

    /** The line at which a method throws. */
    private static int lineOf(Callable<Answer> code, String method) {
        Throwable failure = catchThrowable(code::call);
        return Stream.of(failure.getStackTrace())
                .filter(frame -> frame.getMethodName().startsWith(method)
                        && frame.getClassName().equals(JavaHookFailureTest.class.getName()))
                .findFirst()
                .orElseThrow()
                .getLineNumber();
    }

    @Test
    void aLineInALambdaOfTheHookIsNamed() {
        String error = error(new Runs(this::inLambda));

        assertThat(error).matches("JavaHookFailureTest.java:\\d+ StringIndexOutOfBoundsException: .*");
        assertThat(error).startsWith("JavaHookFailureTest.java:" + lineOf(this::inLambda, "lambda$inLambda"));
    }

    private Answer inLambda() {
        return Stream.of("a").map(text -> parse(text.substring(2))).findFirst().get();
    }

    @Test
    void theRootCauseIsNamedWithTheMessageOfTheExceptionAroundIt() {
        assertThat(error(new Runs(() -> {
                    try {
                        return parse("x");
                    } catch (NumberFormatException e) {
                        throw new IllegalStateException("cannot read the quota", e);
                    }
                })))
                .isEqualTo("JavaHookFailureTest.java:" + parseLine()
                        + " cannot read the quota: NumberFormatException: For input string: \"x\"");
    }

    @Test
    void anExceptionAroundTheCauseThatSaysNothingMoreIsLeftOut() {
        assertThat(error(new Runs(() -> {
                    throw new UncheckedIOException(new IOException("disk full"));
                })))
                .matches("JavaHookFailureTest.java:\\d+ IOException: disk full");
        assertThat(error(new Runs(() -> {
                    throw new IllegalStateException("no quota: disk full", new IOException("disk full"));
                })))
                .matches("JavaHookFailureTest.java:\\d+ no quota: IOException: disk full");
        assertThat(error(new Runs(
                        () -> CompletableFuture.supplyAsync(() -> parse("x")).get())))
                .isEqualTo(
                        "JavaHookFailureTest.java:" + parseLine() + " NumberFormatException: For input string: \"x\"");
    }

    @Test
    void anExceptionWithSeveralLinesIsOneLine() {
        assertThat(error(new Runs(() -> {
                    throw new AssertionError("expected:\n  1\nbut was\n  2");
                })))
                .matches("JavaHookFailureTest.java:\\d+ AssertionError: expected: 1; but was; 2");
    }

    @Test
    void aMessageThatTheAuthorWroteForUsersStaysAsItIs() {
        assertThat(error(new Runs(() -> {
                    throw new HookException("set spec.size to a positive number");
                })))
                .matches("JavaHookFailureTest.java:\\d+ set spec.size to a positive number");
    }

    /** Returns null from every hook. */
    private static final class Nulls
            implements SyncHook<KubeObject>, FinalizeHook<KubeObject>, CustomizeHook<KubeObject> {
        @Override
        @SuppressWarnings("NullAway") // what an author without NullAway may do
        public Answer sync(Sync<KubeObject> in) {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway")
        public Answer finalize(Sync<KubeObject> in) {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway")
        public List<RelatedRule> customize(KubeObject parent) {
            return null;
        }
    }

    /** Returns null from the hooks of decorators. */
    private static final class NullDecorations implements DecorateHook<KubeObject>, UndecorateHook<KubeObject> {
        @Override
        @SuppressWarnings("NullAway")
        public Decoration decorate(Sync<KubeObject> in) {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway")
        public Decoration undecorate(Sync<KubeObject> in) {
            return null;
        }
    }

    @Test
    void aHookThatReturnsNullIsNamed() {
        HookProgram nulls = JavaHook.of(InstantSource.system(), new Nulls());
        HookProgram decorations = JavaHook.of(InstantSource.system(), new NullDecorations());

        assertThat(error(nulls, HookType.SYNC, request(true, false, "{}"))).isEqualTo("sync returned null");
        assertThat(error(nulls, HookType.FINALIZE, request(true, true, "{}"))).isEqualTo("finalize returned null");
        assertThat(error(nulls, HookType.CUSTOMIZE, request(true, false, "{}"))).isEqualTo("customize returned null");
        assertThat(error(decorations, HookType.SYNC, request(false, false, "{}")))
                .isEqualTo("decorate returned null");
        assertThat(error(decorations, HookType.FINALIZE, request(false, true, "{}")))
                .isEqualTo("undecorate returned null");
    }

    private static final class NullRule implements CustomizeHook<KubeObject> {
        @Override
        public List<RelatedRule> customize(KubeObject parent) {
            return Arrays.asList(RelatedRule.of("v1", "configmaps"), null);
        }
    }

    @Test
    void aNullInAListIsNamedWithItsIndex() {
        assertThat(error(new Runs(() ->
                        Answer.of(Map.of("apiVersion", "v1", "kind", "Pod", "metadata", Map.of("name", "a")), null))))
                .isEqualTo("children[1]: expected an object, was null");
        assertThat(error(
                        JavaHook.of(InstantSource.system(), new NullRule()),
                        HookType.CUSTOMIZE,
                        request(true, false, "{}")))
                .isEqualTo("relatedResources[1]: expected a rule, was null");
    }

    private enum Size {
        SMALL,
        LARGE
    }

    private record WebApp(ObjectMeta metadata, Spec spec) implements Parent {
        private record Spec(int replicas, boolean on, List<String> hosts, Map<String, Part> parts, Size size) {}

        private record Part(String name) {}
    }

    private static final class Typed implements SyncHook<WebApp> {
        @Override
        public Answer sync(Sync<WebApp> in) {
            return Answer.of();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"replicas":"three"}       | spec.replicas: expected a number, was a string
            {"replicas":[1]}           | spec.replicas: expected a number, was a list
            {"on":"yes"}               | spec.on: expected a boolean, was a string
            {"hosts":"a"}              | spec.hosts: expected a list, was a string
            {"hosts":["a",{}]}         | spec.hosts[1]: expected a string, was an object
            {"parts":{"a":{"name":[]}}}| spec.parts.a.name: expected a string, was a list
            {"parts":{"a":7}}          | spec.parts.a: expected an object, was a number
            {"size":"TINY"}            | spec.size: expected one of SMALL, LARGE, was a string
            []                         | spec: expected an object, was a list
            """)
    void aFieldOfTheParentThatDoesNotFitTheRecordIsNamedWithTheObject(String spec, String problem) {
        HookProgram typed = JavaHook.of(InstantSource.system(), new Typed());

        assertThat(error(typed, HookType.SYNC, request(true, false, spec)))
                .isEqualTo("WebApp default/shop: " + problem);
    }

    @Test
    void aNumberOutsideTheRangeOfItsTypeIsNamed() {
        HookProgram typed = JavaHook.of(InstantSource.system(), new Typed());

        assertThat(error(typed, HookType.SYNC, request(true, false, "{\"replicas\":3000000000}")))
                .startsWith("WebApp default/shop: spec.replicas: Numeric value (3000000000) out of range of int");
    }
}
