package io.hookline.watcher;

import static io.hookline.watcher.Composites.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.watcher.model.SyncException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that delete by mistake: with a list that is missing, or too much of it, with and without a guard. */
@ParameterizedClass(name = "{0}, {1}")
@MethodSource("controllers")
class DeletionGuardTest {

    private static final Pattern COMMAND = Pattern.compile("hookline\\.io/allow-deletion=([0-9a-f]{16})");

    @Parameter(0)
    String kind;

    @Parameter(1)
    ApplyStrategy strategy;

    private final LocalWorld world = new LocalWorld();
    private Interposed between = Interposed.Request::pass;
    private HandDrivenController controller;

    static Stream<Arguments> controllers() {
        return Arrays.stream(ApplyStrategy.values())
                .flatMap(strategy -> Stream.of("CompositeController", "DecoratorController")
                        .map(kind -> Arguments.of(kind, strategy)));
    }

    DeletionGuardTest() {
        world.thing("p");
    }

    @AfterEach
    void close() {
        controller.close();
    }

    private boolean isComposite() {
        return kind.equals("CompositeController");
    }

    private String field() {
        return isComposite() ? "children" : "attachments";
    }

    /** With a finalize hook for Things with a label. */
    private void start(String annotations, String guard) {
        String selector = "labelSelector: {matchExpressions: [{key: gone, operator: DoesNotExist}]}";
        String things = "{apiVersion: test.hookline.io/v1, resource: things, " + selector + "}";
        String rules = "[{apiVersion: v1, resource: configmaps, updateStrategy: {method: Recreate}}]";
        KubeObject spec = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: c, annotations: {%s}}
                spec:
                  %s
                  %s
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}, finalize: {webhook: {url: "http://hooks.test/"}}}
                """.formatted(
                        kind,
                        annotations,
                        isComposite()
                                ? "generateSelector: true\n  parentResource: " + things + "\n  childResources: " + rules
                                : "resources: [" + things + "]\n  attachments: " + rules,
                        guard));
        controller = new HandDrivenController(
                world.cluster,
                spec,
                next -> ((Interposed) request -> between.answer(request)).before(next),
                WatcherOptions.DEFAULTS.applying(strategy.text(), "metacontroller"));
    }

    private void guarded(String limit) {
        start("", "deletionGuard: {" + limit + "}");
    }

    private String names(String... names) {
        return "{\"" + field() + "\":["
                + Arrays.stream(names).map(Composites::configMap).collect(Collectors.joining(",")) + "]}";
    }

    private void sync(String answer) {
        controller.sync("p", answer);
    }

    private String failure(String answer) {
        Outcome outcome = controller.outcome("p", answer);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return String.valueOf(((Outcome.Failed) outcome).cause().getMessage());
    }

    private List<String> present() {
        return world.all("configmaps").stream().map(KubeObject::name).sorted().toList();
    }

    private void allow(String hash) {
        world.patch(
                "things", "p", "{\"metadata\":{\"annotations\":{\"hookline.io/allow-deletion\":\"" + hash + "\"}}}");
    }

    private static String hashIn(String message) {
        Matcher matcher = COMMAND.matcher(message);
        assertThat(matcher.find()).as(message).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"%s\":null}", "{\"status\":{\"a\":1},\"%s\":null}", "{\"resyncAfterSeconds\":5}"})
    void anAnswerWithoutAListDeletesNothingAndIsAnError(String answer) {
        guarded("");
        sync(names("a", "b"));
        assertThat(failure(answer.formatted(field())))
                .contains(field() + ": expected a list, was missing or null")
                .contains("return []");
        assertThat(present()).containsExactly("a", "b");
        assertThat(controller.events()).noneMatch(event -> event.startsWith("NothingListed"));
    }

    @Test
    void anEmptyListDeletesAll() {
        guarded("");
        sync(names("a", "b"));
        sync(names());
        assertThat(present()).isEmpty();
    }

    @Test
    void theAnnotationIsTheFieldWhereTheDefinitionDoesNotHaveIt() {
        start("hookline.io/deletion-guard: '{\"maxDeletions\": 1}'", "");
        sync(names("a", "b"));
        failure("{}");
        failure(names());
        assertThat(present()).containsExactly("a", "b");
    }

    @Test
    void withoutAGuardAMissingListDeletesAllWithAWarning() {
        start("", "");
        sync(names("a", "b"));
        sync("{}");
        assertThat(present()).isEmpty();
        assertThat(controller.events())
                .contains("NothingListed: the answer of the hook had no \"" + field()
                        + "\", or null, which deleted ConfigMap default/a, ConfigMap default/b; return [] if that is"
                        + " meant, and with a deletionGuard in the controller it is refused");
        sync(names("a"));
        sync("{\"" + field() + "\":null}");
        assertThat(controller.events())
                .filteredOn(event -> event.startsWith("NothingListed"))
                .hasSize(2);
    }

    @Test
    void withoutAGuardNothingIsSaidIfNothingIsDeletedOrTheListIsThere() {
        start("", "");
        sync("{}");
        sync(names("a"));
        sync(names());
        between = request -> {
            if (request.is("delete configmaps")) {
                throw new ClusterException.Forbidden("no");
            }
            return request.pass();
        };
        sync(names("b"));
        failure("{}");
        assertThat(present()).containsExactly("b");
        assertThat(controller.events()).noneMatch(event -> event.startsWith("NothingListed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"%s\":null}", "{\"%s\":[]}"})
    void theAnswerOfAFinalizeHookAlwaysDeletes(String answer) {
        guarded("maxDeletions: 0");
        sync(names("a", "b"));
        world.patch("things", "p", "{\"metadata\":{\"labels\":{\"gone\":\"yes\"}}}");
        sync(answer.formatted(field()));
        assertThat(controller.calls.getLast().finalizing()).isTrue();
        assertThat(present()).isEmpty();
        assertThat(controller.events()).noneMatch(event -> event.startsWith("NothingListed"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            maxDeletions: 0      | a b c | held
            maxDeletions: 1      | a b c | deleted
            maxDeletions: 1      | a b   | held
            maxDeletions: 4      |       | deleted
            maxDeletions: '25%'  | a b c | deleted
            maxDeletions: '24%'  | a b c | held
            maxDeletions: '50%'  | a b   | deleted
            maxDeletions: '50%'  | a     | held
            maxDeletions: '99%'  |       | held
            maxDeletions: '100%' |       | deleted
            """)
    void moreThanTheLimitIsHeld(String limit, String rest, String outcome) {
        guarded(limit);
        sync(names("a", "b", "c", "d"));
        String[] kept = rest == null ? new String[0] : rest.split(" ");
        if (outcome.equals("held")) {
            assertThat(failure(names(kept))).contains("of 4 children").contains("the deletionGuard allows ");
            assertThat(present()).containsExactly("a", "b", "c", "d");
        } else {
            sync(names(kept));
            assertThat(present()).containsExactly(kept);
        }
    }

    @Test
    void whatIsHeldIsNamedAndTheRestIsApplied() {
        guarded("maxDeletions: 1");
        sync(names("a", "b", "c", "d"));
        String changed = configMap("a").replace("}}", "},\"data\":{\"k\":\"v\"}}");
        String uid = world.get("configmaps", "a").uid();
        controller.cluster.forget();

        String failure =
                failure("{\"status\":{\"seen\":true},\"" + field() + "\":[" + changed + "," + configMap("e") + "]}");

        assertThat(failure)
                .contains(
                        "can't delete 3 of 4 children (ConfigMap default/b, ConfigMap default/c, ConfigMap default/d):"
                                + " the deletionGuard allows 1, and nothing is deleted until the hook answers otherwise; to allow"
                                + " it: kubectl annotate --overwrite things.test.hookline.io p --namespace default"
                                + " hookline.io/allow-deletion=");
        assertThat(present()).containsExactly("a", "b", "c", "d", "e");
        assertThat(world.get("configmaps", "a").uid()).isEqualTo(uid);
        assertThat(controller.cluster.requests()).noneMatch(request -> request.startsWith("try "));
        assertThat(world.get("things", "p").tree().at("/status/seen").asBoolean())
                .isTrue();
    }

    @Test
    void theHashOnTheParentReleasesTheseDeletionsAndNoOthers() {
        guarded("maxDeletions: 1");
        sync(names("a", "b", "c", "d"));
        String hash = hashIn(failure(names("a")));
        assertThat(hashIn(failure(names("a")))).as("the same deletions").isEqualTo(hash);
        assertThat(hashIn(failure(names("b")))).as("other deletions").isNotEqualTo(hash);

        allow(hash);
        failure(names("b"));
        failure(names());
        assertThat(present()).containsExactly("a", "b", "c", "d");
        sync(names("a"));
        assertThat(present()).containsExactly("a");
        sync(names("a", "b", "c", "d"));
        assertThat(failure(names("a"))).as("children of the same names").contains("3 of 4 children");
    }

    @Test
    void releasedDeletionsStaySoIfOneOfThemFails() {
        guarded("maxDeletions: '40%'");
        sync(names("a", "b", "c"));
        allow(hashIn(failure(names())));
        between = request -> {
            if (request.is("delete configmaps")
                    && Arrays.toString(request.arguments()).contains("default/b")) {
                throw new ClusterException.Unavailable(503, "not now");
            }
            return request.pass();
        };
        assertThat(failure(names())).contains("not now");
        assertThat(present()).containsExactly("b");
        between = Interposed.Request::pass;
        sync(names());
        assertThat(present()).isEmpty();
    }

    @Test
    void anotherAnswerReleasesToo() {
        guarded("maxDeletions: 1");
        sync(names("a", "b", "c"));
        failure(names());
        assertThatCode(() -> sync(names("a", "b", "c"))).doesNotThrowAnyException();
        sync(names("a", "b"));
        assertThat(present()).containsExactly("a", "b");
    }

    @Test
    void aReplacementIsNoDeletion() {
        guarded("maxDeletions: 0");
        sync(names("a", "b"));
        String changed = configMap("a").replace("}}", "},\"data\":{\"k\":\"v\"}}");
        sync("{\"" + field() + "\":[" + changed + "," + configMap("b") + "]}");
        sync("{\"" + field() + "\":[" + changed + "," + configMap("b") + "]}");
        assertThat(world.get("configmaps", "a").tree().at("/data/k").asText()).isEqualTo("v");
    }

    @Test
    void theFailureSaysThatItIsHeld() {
        guarded("maxDeletions: 0");
        sync(names("a"));
        controller.answer = names().getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> sync(names()))
                .isInstanceOfSatisfying(
                        SyncException.class,
                        e -> assertThat(e.held().orElseThrow())
                                .startsWith("can't delete 1 of 1 children (ConfigMap default/a)"));
    }
}
