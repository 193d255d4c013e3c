package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.RelatedWorld;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which related objects are read from which caches, and which parents wait for them; step by step. */
class RelatedObjectsTest {

    private static RelatedParts parts(String apiVersion, String parents, String sync, String customize) {
        RelatedParts parts = new RelatedParts(apiVersion, parents, RelatedWorld.hooks(sync, customize));
        parts.namespace("home", "{}");
        parts.namespace("prod", "{env: prod}");
        parts.namespace("test", "{env: test}");
        for (String namespace : List.of("home", "prod", "test")) {
            parts.configMap(namespace + "/shared", "{share: 'yes'}");
            parts.configMap(namespace + "/own", "{}");
        }
        return parts;
    }

    /** A namespaced parent without generation. */
    private static RelatedParts serviceAccounts(String sync, String customize) {
        RelatedParts parts = parts("v1", "serviceaccounts", sync, customize);
        parts.create("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: home, name: p}}");
        parts.settle();
        return parts;
    }

    /** A cluster-scoped parent. */
    private static RelatedParts storageClasses(String sync, String customize) {
        RelatedParts parts = parts("storage.k8s.io/v1", "storageclasses", sync, customize);
        parts.create("{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: p}, provisioner: test}");
        parts.settle();
        return parts;
    }

    /** The columns: a rule on ConfigMaps; with v1 and a namespaced parent; with v2, and with a cluster-scoped parent. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        'labelSelector':{'matchLabels':{'share':'yes'}}                    ; home/shared           ; home/shared, prod/shared, test/shared
        'namespace':'home','labelSelector':{'matchLabels':{'share':'yes'}} ; home/shared           ; home/shared
        'namespace':'home','names':['own','none']                          ; home/own              ; home/own
        'namespace':'home'                                                 ; home/own, home/shared ; home/own, home/shared
        'names':['own']                                                    ; home/own              ; home/own, prod/own, test/own
        'namespace':'prod','labelSelector':{'matchLabels':{'share':'yes'}} ; error                 ; prod/shared
        'namespace':'prod','names':['own']                                 ; error                 ; prod/own
        'namespaceSelector':{'matchLabels':{'env':'prod'}}                 ; error                 ; prod/own, prod/shared
        'namespaceSelector':{'matchExpressions':[{'key':'env','operator':'Exists'}]},'labelSelector':{'matchLabels':{'share':'yes'}} ; error ; prod/shared, test/shared
        """)
    void eachClassOfRulesReadsItsObjects(String fields, String confined, String free) throws InterruptedException {
        HookReply answer = RelatedParts.rules("[{'apiVersion':'v1','resource':'configmaps'," + fields + "}]");
        try (RelatedParts v1 = serviceAccounts("v1", "v1");
                RelatedParts v2 = serviceAccounts("v2", "v2");
                RelatedParts cluster = storageClasses("v1", "v1")) {
            List.of(v1, v2, cluster).forEach(parts -> parts.hook = _ -> answer);

            if (confined.equals("error")) {
                assertThatThrownBy(() -> v1.find("home/p")).isInstanceOf(SyncException.class);
            } else {
                assertThat(v1.found("home/p")).containsExactly("ConfigMap.v1: " + confined);
            }
            assertThat(v2.found("home/p")).containsExactly("ConfigMap.v1: " + free);
            assertThat(cluster.found("p")).containsExactly("ConfigMap.v1: " + free);
        }
    }

    @Test
    void clusterScopedObjectsAreFoundForParentsOfEitherScopeAndVersion() throws InterruptedException {
        HookReply answer = RelatedParts.rules("[{'apiVersion':'v1','resource':'namespaces','namespace':'ignored',"
                + "'names':['prod','none']},{'apiVersion':'v1','resource':'namespaces',"
                + "'labelSelector':{'matchLabels':{'env':'test'}}}]");
        try (RelatedParts v1 = serviceAccounts("v1", "v1");
                RelatedParts cluster = storageClasses("v2", "v2")) {
            List.of(v1, cluster).forEach(parts -> parts.hook = _ -> answer);

            assertThat(v1.found("home/p")).containsExactly("Namespace.v1: prod, test");
            assertThat(cluster.found("p")).containsExactly("Namespace.v1: prod, test");
        }
    }

    @Test
    void rulesForOneKindAreMergedAndEveryRuleHasItsKey() throws InterruptedException {
        try (RelatedParts parts = serviceAccounts("v1", "v1")) {
            parts.hook = _ -> RelatedParts.rules("[{'apiVersion':'v1','resource':'secrets'},"
                    + "{'apiVersion':'v1','resource':'configmaps','names':['own','shared']},"
                    + "{'apiVersion':'v1','resource':'configmaps','labelSelector':{'matchLabels':{'share':'yes'}}},"
                    + "{'apiVersion':'apps/v1','resource':'deployments'}]");

            assertThat(parts.found("home/p"))
                    .containsExactly("ConfigMap.v1: home/own, home/shared", "Secret.v1: ", "Deployment.apps/v1: ");
        }
    }

    @Test
    void withoutCustomizeHookNothingIsRelatedAndNothingIsWatched() throws InterruptedException {
        String hooks = "hooks: {sync: {webhook: {url: 'http://hooks.test/sync'}}}\n";
        try (RelatedParts parts = new RelatedParts("v1", "configmaps", hooks)) {
            parts.configMap("default/p", "{}");
            parts.settle();

            assertThat(parts.find("default/p")).isEqualTo(new RelatedObjects.Found.Objects(List.of(ObjectGroups.NONE)));
            assertThat(parts.informers.open()).isEqualTo(1);
        }
    }

    @Test
    void aParentThatNeedsAnIncompleteCacheWaitsForThatCacheOnlyAndIsQueued() throws InterruptedException {
        try (RelatedParts parts = serviceAccounts("v1", "v1")) {
            parts.create("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: home, name: other}}");
            parts.settle();
            parts.woken();
            parts.hook = parent ->
                    RelatedParts.rules(parent.name().equals("p") ? "[{'apiVersion':'v1','resource':'secrets'}]" : "[]");

            assertThat(parts.find("home/p"))
                    .isEqualTo(new RelatedObjects.Found.NotYet(Outcome.waiting("secrets (v1) is not cached yet")));
            assertThat(parts.find("home/other")).isInstanceOf(RelatedObjects.Found.Objects.class);
            assertThat(parts.woken()).isEmpty();

            parts.settle();
            assertThat(parts.woken()).containsExactly("home/p");
            assertThat(parts.find("home/p")).isInstanceOf(RelatedObjects.Found.Objects.class);
            assertThat(parts.asked).hasSize(2);
        }
    }

    @Test
    void aDeniedResourceWakesWaitingParentsToBeReportedAndAgainWhenItCanBeRead() throws InterruptedException {
        try (RelatedParts parts = serviceAccounts("v1", "v1")) {
            parts.denying.deny("secrets");
            parts.hook = _ -> RelatedParts.rules(
                    "[{'apiVersion':'v1','resource':'configmaps'},{'apiVersion':'v1','resource':'secrets'}]");
            assertThat(parts.find("home/p")).isInstanceOf(RelatedObjects.Found.NotYet.class);
            parts.woken();
            parts.settle();

            assertThat(parts.woken()).containsExactly("home/p");
            assertThatThrownBy(() -> parts.find("home/p"))
                    .isInstanceOf(SyncException.class)
                    .hasMessage("relatedResources[1]: cannot watch secrets (v1): secrets is forbidden");
            assertThat(parts.related.problems())
                    .anySatisfy(text -> assertThat(text).contains("secrets is forbidden"));
            assertThat(parts.woken()).isEmpty();

            parts.denying.allow("secrets");
            parts.clock.advance(Duration.ofSeconds(1));
            parts.settle();
            assertThat(parts.woken()).containsExactly("home/p");
            assertThat(parts.found("home/p")).containsExactly("ConfigMap.v1: home/own, home/shared", "Secret.v1: ");
            assertThat(parts.related.problems()).isEmpty();
        }
    }

    @Test
    void aHookThatAnswers429IsCalledAgainAfterItsRetryAfter() throws InterruptedException {
        try (RelatedParts parts = serviceAccounts("v1", "v1")) {
            parts.hook = _ -> new HookReply.Later(Optional.of(Duration.ofSeconds(7)));
            assertThat(parts.find("home/p"))
                    .isEqualTo(new RelatedObjects.Found.NotYet(
                            Outcome.retryAfter(Duration.ofSeconds(7), "the hook answered 429")));

            parts.hook = _ -> new HookReply.Later(Optional.empty());
            assertThat(parts.find("home/p"))
                    .isInstanceOfSatisfying(
                            RelatedObjects.Found.NotYet.class,
                            notYet -> assertThat(notYet.outcome()).isInstanceOf(Outcome.Retry.class));
        }
    }

    @Test
    void theHookIsCalledAgainAfterTwentyMinutes() throws InterruptedException {
        try (RelatedParts parts = serviceAccounts("v1", "v1")) {
            parts.found("home/p");
            parts.clock.advance(Duration.ofMinutes(20).minusMillis(1));
            parts.found("home/p");
            assertThat(parts.asked).hasSize(1);

            parts.clock.advance(Duration.ofMillis(1));
            parts.found("home/p");
            assertThat(parts.asked).hasSize(2);
        }
    }
}
