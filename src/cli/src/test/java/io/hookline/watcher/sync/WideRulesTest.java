package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.LogLines;
import io.hookline.watcher.RelatedWorld;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rules of customize that select whole namespaces. */
class WideRulesTest {

    private static final String WIDE = "{'apiVersion':'v1','resource':'configmaps','namespaceSelector':{}}";
    private static final String NARROW =
            "{'apiVersion':'v1','resource':'secrets','namespaceSelector':{},'labelSelector':{}}";

    @RegisterExtension
    private final LogLines lines = new LogLines(RelatedObjects.class);

    @Test
    void aNamespaceSelectorWithoutLabelSelectorIsLoggedOncePerResource() throws InterruptedException {
        try (RelatedParts parts = new RelatedParts("v1", "serviceaccounts", RelatedWorld.hooks("v2", "v2"))) {
            parts.namespace("home", "{}");
            for (String name : new String[] {"home/p", "home/q"}) {
                parts.create("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: home, name: "
                        + name.substring(5) + "}}");
            }
            parts.settle();
            parts.hook = _ -> RelatedParts.rules("[" + WIDE + "," + WIDE + "," + NARROW + "]");

            parts.found("home/p");
            parts.found("home/q");
        }

        assertThat(resources()).containsExactly("configmaps");
    }

    private List<Object> resources() {
        return lines.all().stream()
                .filter(line -> line.getFormattedMessage().contains("namespaceSelector"))
                .flatMap(line -> line.getKeyValuePairs().stream())
                .filter(pair -> pair.key.equals("resource"))
                .map(pair -> pair.value)
                .toList();
    }
}
