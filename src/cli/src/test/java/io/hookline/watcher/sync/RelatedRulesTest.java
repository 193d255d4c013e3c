package io.hookline.watcher.sync;

import static io.hookline.hook.protocol.HookVersion.V1;
import static io.hookline.hook.protocol.HookVersion.V2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.RelatedRule;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.ApiResource;
import io.hookline.watcher.model.SyncException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a rule selects: by its fields, by the customize hook's version, and by the parent's namespace. */
class RelatedRulesTest {

    private static final String HOME = "home";

    static ApiResource resource(String apiVersion, String plural) {
        return switch (plural) {
            case "secrets" ->
                new ApiResource(apiVersion, plural, "secret", "Secret", true, List.of(), List.of(), Set.of(), Set.of());
            case "nodes" ->
                new ApiResource(apiVersion, plural, "node", "Node", false, List.of(), List.of(), Set.of(), Set.of());
            default ->
                throw new SyncException.Refused(
                        "discovery: can't find resource " + plural + " in apiVersion " + apiVersion);
        };
    }

    private static List<RelatedRule> rules(String json) {
        return new AnswerCodec(ControllerType.COMPOSITE, V1, false)
                .decodeCustomize(new JsonText(
                        ("{\"relatedResources\":" + json.replace('\'', '"') + "}").getBytes(StandardCharsets.UTF_8)));
    }

    private static List<RelatedSelection> select(HookVersion version, String home, String json) {
        return new RelatedRules(RelatedRulesTest::resource, version, false).select(rules(json), home);
    }

    /** {@code namespace | names | labels | labels of namespaces}, with {@code *} for any. */
    private static String text(RelatedSelection selection) {
        return String.join(
                " | ",
                selection.namespace().isEmpty() ? "*" : selection.namespace(),
                selection.names().isEmpty() ? "*" : String.join(",", selection.names()),
                selection.labels().isEmpty()
                        ? "*"
                        : selection.labels().requirements().stream()
                                .map(r -> r.key() + "=" + String.join("/", r.values()))
                                .collect(Collectors.joining(",")),
                selection
                        .namespaces()
                        .map(s -> s.requirements().stream()
                                .map(r -> r.key() + "=" + String.join("/", r.values()))
                                .collect(Collectors.joining(",")))
                        .orElse("*"));
    }

    /** The rule's class, its fields, and what it selects with v1 of a namespaced parent, and with anything else. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        by labels, without a selector          ;                                                              ; home | * | * | *       ; * | * | * | *
        by labels, with an empty selector      ; 'labelSelector':{}                                           ; home | * | * | *       ; * | * | * | *
        by labels                              ; 'labelSelector':{'matchLabels':{'a':'b'}}                    ; home | * | a=b | *     ; * | * | a=b | *
        by labels, empty names and namespace   ; 'labelSelector':{'matchLabels':{'a':'b'}},'names':[],'namespace':'' ; home | * | a=b | * ; * | * | a=b | *
        by namespace and labels                ; 'namespace':'home','labelSelector':{'matchLabels':{'a':'b'}} ; home | * | a=b | *     ; home | * | a=b | *
        by namespace and names                 ; 'namespace':'home','names':['x','y']                         ; home | x,y | * | *     ; home | x,y | * | *
        by namespace                           ; 'namespace':'home'                                           ; home | * | * | *       ; home | * | * | *
        by names                               ; 'names':['x']                                                ; home | x | * | *       ; * | x | * | *
        """)
    void aClassOfRules(String name, String fields, String confined, String free) {
        String more = fields == null ? "" : "," + fields;
        String secrets = "[{'apiVersion':'v1','resource':'secrets'" + more + "}]";
        String nodes = "[{'apiVersion':'v1','resource':'nodes'" + more + "}]";

        assertThat(select(V1, HOME, secrets)).extracting(RelatedRulesTest::text).containsExactly(confined);
        assertThat(select(V2, HOME, secrets)).extracting(RelatedRulesTest::text).containsExactly(free);
        assertThat(select(V1, "", secrets)).extracting(RelatedRulesTest::text).containsExactly(free);
        assertThat(select(V2, "", secrets)).extracting(RelatedRulesTest::text).containsExactly(free);
        String everywhere = free.replace("home |", "* |");
        assertThat(select(V1, HOME, nodes)).extracting(RelatedRulesTest::text).containsExactly(everywhere);
        assertThat(select(V2, "", nodes)).extracting(RelatedRulesTest::text).containsExactly(everywhere);
    }

    @Test
    void aSelectorOfNamespacesNeedsV2OrAClusterScopedParent() {
        String rule = "[{'apiVersion':'v1','resource':'secrets','namespaceSelector':{'matchLabels':{'env':'prod'}},"
                + "'labelSelector':{'matchLabels':{'a':'b'}}}]";

        assertThat(select(V2, HOME, rule)).extracting(RelatedRulesTest::text).containsExactly("* | * | a=b | env=prod");
        assertThat(select(V1, "", rule)).extracting(RelatedRulesTest::text).containsExactly("* | * | a=b | env=prod");
        assertThatThrownBy(() -> select(V1, HOME, rule))
                .hasMessageStartingWith(
                        "relatedResources[0]: namespaceSelector needs version v2 of the customize hook");
    }

    @Test
    void aForeignNamespaceNeedsV2OrAClusterScopedParent() {
        for (String more : List.of("'names':['x']", "'labelSelector':{}")) {
            String rule = "[{'apiVersion':'v1','resource':'secrets','namespace':'other'," + more + "}]";

            assertThat(select(V2, HOME, rule).getFirst().namespace()).isEqualTo("other");
            assertThat(select(V1, "", rule).getFirst().namespace()).isEqualTo("other");
            assertThatThrownBy(() -> select(V1, HOME, rule))
                    .isInstanceOf(SyncException.class)
                    .hasMessageStartingWith("relatedResources[0].namespace: other is not the parent's namespace home");
        }
    }

    @Test
    void theNamespaceOfAClusterScopedRelatedResourceIsIgnored() {
        String rule = "[{'apiVersion':'v1','resource':'nodes','namespace':'other','names':['x']}]";

        assertThat(select(V1, HOME, rule)).extracting(RelatedRulesTest::text).containsExactly("* | x | * | *");
        assertThat(select(V2, HOME, rule)).extracting(RelatedRulesTest::text).containsExactly("* | x | * | *");
    }

    @Test
    void v1NamesWithoutNamespaceReachEverywhereForAHookThatIsToldOfOtherNamespaces() {
        List<RelatedRule> rules = rules("[{'apiVersion':'v1','resource':'secrets','names':['x']}]");

        assertThat(new RelatedRules(RelatedRulesTest::resource, V1, true).select(rules, HOME))
                .extracting(RelatedRulesTest::text)
                .containsExactly("* | x | * | *");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        'resource':'secrets','names':['x'],'labelSelector':{}              ; relatedResources[1]: names cannot be combined with labelSelector or namespaceSelector
        'resource':'secrets','names':['x'],'namespaceSelector':{}          ; relatedResources[1]: names cannot be combined with labelSelector or namespaceSelector
        'resource':'secrets','namespace':'home','namespaceSelector':{}     ; relatedResources[1]: namespace cannot be combined with namespaceSelector
        'resource':'nodes','namespaceSelector':{}                          ; relatedResources[1]: namespaceSelector is only supported for namespaced related resources, unlike nodes (v1)
        'resource':'nonsense'                                              ; relatedResources[1]: discovery: can't find resource nonsense in apiVersion v1
        """)
    void aRuleThatMakesNoSenseIsRefusedWithItsPlace(String fields, String message) {
        String answer = "[{'apiVersion':'v1','resource':'secrets'},{'apiVersion':'v1'," + fields + "}]";

        for (HookVersion version : HookVersion.values()) {
            assertThatThrownBy(() -> select(version, HOME, answer))
                    .isInstanceOf(SyncException.class)
                    .hasMessage(message);
        }
    }
}
