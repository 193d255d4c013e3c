package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer with a child that cannot exist: nothing is deleted for it, the rest is applied, and the error names the child. */
@EachStrategy
class UnappliedAnswerTest extends DecoratorSuite {

    private static final String RULES = """
            %s:
            - {apiVersion: v1, resource: configmaps, updateStrategy: {method: Recreate}}
            - {apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method: InPlace}}
            """;

    private static final String OF_KIND = "\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"}%s";

    private static String child(String apiVersion, String kind, String name, String more) {
        return "{" + OF_KIND.formatted(apiVersion, kind, name, more == null ? "" : "," + more) + "}";
    }

    private static String configMapOf(String name, String text) {
        return child("v1", "ConfigMap", name, "\"data\":{\"text\":\"" + text + "\"}");
    }

    private void answer(String field, String... children) {
        world.hook = _ -> "{\"" + field + "\":[" + String.join(",", children) + "]}";
    }

    @ParameterizedTest(name = "{0}: {2} {3}")
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            children    | v1                    | ConfigMaps | bad      |                          | does not serve kind
            children    | v1                    | ConfigMap  | Bad_Name |                          | Invalid value
            children    | v1                    | ConfigMap  | bad/name |                          | its metadata.name is not valid
            children    | v1                    | ConfigMap  | bad      | "immutable":"sometimes"  | immutable
            children    | test.hookline.io/v1   | Gadget     | bad      | "spec":{"size":"three"}  | spec.size
            attachments | test.hookline.io/v1   | Gadgets    | bad      |                          | does not serve kind
            attachments | test.hookline.io/v1   | Gadget     | Bad_Name |                          | Invalid value
            attachments | test.hookline.io/v1   | Gadget     | bad      | "spec":{"size":"three"}  | spec.size
            """)
    void nothingIsDeletedUntilEveryChildCanExist(
            String field, String apiVersion, String kind, String name, String more, String problem) {
        world.define(TestKinds.GADGET);
        answer(field, configMapOf("gone", "1"), configMapOf("changed", "1"));
        String rules = RULES.formatted(field) + hooks("sync");
        if (field.equals("children")) {
            rules = rules.replaceFirst("^children:", "childResources:");
            composite("c", "", "generateSelector: true\n" + rules);
        } else {
            world.apply("""
                    apiVersion: metacontroller.k8s.io/v1alpha1
                    kind: DecoratorController
                    metadata: {name: c}
                    spec:
                      resources:
                    """ + (THINGS + rules).indent(2));
        }
        thing("p", YES, "{}");
        soon().until(() -> world.configMap("gone").isPresent()
                && world.configMap("changed").isPresent());
        settle();
        List<String> before = uids("gone", "changed");

        String bad = child(apiVersion, kind, name, more);
        answer(field, configMapOf("changed", "2"), bad, configMapOf("new", "2"));
        mergeThing("p", "{\"metadata\":{\"annotations\":{\"changed\":\"yes\"}}}");
        awaitEvent("can't delete ConfigMap default/");
        soon().until(() -> world.configMap("new").isPresent());

        assertThat(events("can't create " + kind + " "))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event)
                        .contains(name, problem)
                        .contains("another child of the answer cannot be applied"));
        assertThat(uids("gone", "changed")).isEqualTo(before);
        assertThat(world.text("changed")).isEqualTo("1");

        answer(field, configMapOf("changed", "2"), configMapOf("new", "2"));
        soon().until(() -> world.configMap("gone").isEmpty());
        soon().until(() ->
                world.configMap("changed").isPresent() && world.text("changed").equals("2"));
    }

    private List<String> uids(String... names) {
        return Arrays.stream(names)
                .map(name -> world.configMap(name).orElseThrow().uid())
                .toList();
    }
}
