package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a kind of our own keeps besides its schema: requests that make no sense, life and death. */
class GadgetContractTest extends GadgetFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Afterwards no server knows what gadgets were like at version 1; a real one never knew, since the kind is younger. */
    private void forgetHistory() {
        world.memory().ifPresent(this::outgrowTheLog);
    }

    private KubeObject createGadget(String name, String spec) {
        return create(gadgets(), gadget(name, spec));
    }

    private KubeObject patchGadget(String name, Patch patch) {
        return cluster().patch(gadgets(), key(name), patch, WriteOptions.PLAIN);
    }

    private KubeObject patchStatus(String name, Patch patch) {
        return cluster().patch(gadgets(), key(name), patch, WriteOptions.STATUS);
    }

    @Test
    void discoveryTellsAllOfAKind() {
        ApiResource gadgets = gadgets();

        assertThat(gadgets.kind()).isEqualTo("Gadget");
        assertThat(gadgets.singular()).isEqualTo("gadget");
        assertThat(gadgets.namespaced()).isTrue();
        assertThat(gadgets.shortNames()).containsExactly("gdg");
        assertThat(gadgets.categories()).containsExactly("all");
        assertThat(gadgets.subresources()).containsExactly("status");
        assertThat(gadgets.verbs()).contains("get", "list", "watch", "create", "update", "patch", "delete");
        assertThat(cluster().discover().failedGroupVersions()).isEmpty();
    }

    @Test
    void theGenerationCountsChangesOfTheSpecAlone() {
        KubeObject created = createGadget("counted", "{\"color\":\"red\"}");
        assertThat(created.generation()).isEqualTo(1);

        assertThat(patchGadget("counted", Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"))
                        .generation())
                .isEqualTo(1);
        assertThat(patchStatus("counted", Patch.merge("{\"status\":{\"ready\":1}}"))
                        .generation())
                .isEqualTo(1);
        assertThat(patchGadget("counted", Patch.merge("{\"spec\":{\"size\":4}}"))
                        .generation())
                .isEqualTo(2);
        assertThat(patchGadget("counted", Patch.merge("{\"spec\":{\"size\":4}}"))
                        .generation())
                .isEqualTo(2);
    }

    @Test
    void aStatusWithoutSubresourceCountsLikeAnyOtherField() {
        ApiResource plain = kindWithoutStatus();
        KubeObject created = Awaitility.await("the kind is served")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .until(() -> create(plain, plainGadget("counted")), _ -> true);
        assertThat(created.generation()).isEqualTo(1);

        Patch status = Patch.merge("{\"status\":{\"ready\":1}}");
        assertThat(cluster()
                        .patch(plain, key("counted"), status, WriteOptions.PLAIN)
                        .generation())
                .isEqualTo(2);
        Patch label = Patch.merge("{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(cluster()
                        .patch(plain, key("counted"), label, WriteOptions.PLAIN)
                        .generation())
                .isEqualTo(2);
    }

    @Test
    void aDeletionThatWaitsCountsAsAChangeToo() {
        create(gadgets(), withFinalizer(gadget("leaving", "{\"color\":\"red\"}"), "example.com/hold"));

        cluster().delete(gadgets(), key("leaving"), DeleteOptions.BACKGROUND);

        assertThat(cluster().get(gadgets(), key("leaving")).generation()).isEqualTo(2);
        patchGadget("leaving", Patch.merge("{\"metadata\":{\"finalizers\":null}}"));
        assertThatThrownBy(() -> cluster().get(gadgets(), key("leaving")))
                .isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void aStatusPatchCanInsistOnItsObject() {
        KubeObject created = createGadget("insist", "{\"color\":\"red\"}");
        String patch = "[{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"%s\"},"
                + "{\"op\":\"add\",\"path\":\"/status\",\"value\":{\"ready\":1}}]";

        assertThat(patchStatus("insist", Patch.json(patch.formatted(created.uid())))
                        .tree()
                        .path("status")
                        .toString())
                .isEqualTo("{\"ready\":1}");
        assertThatThrownBy(() -> patchStatus("insist", Patch.json(patch.formatted("another"))))
                .isInstanceOf(ClusterException.Invalid.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kind\":\"Odd\"} | 422 [kind]",
                "{\"apiVersion\":\"v2\"} | 422 [apiVersion]",
                "{\"apiVersion\":\"apps/v1\",\"kind\":\"Odd\"} | 422 [kind, apiVersion]",
                "{\"apiVersion\":\"a/b/c\"} | 422 [patch]",
                "{\"apiVersion\":5} | 422 [patch]",
                "{\"kind\":5} | 422 [patch]",
                "{\"kind\":null} | 422 [patch]",
                "{\"apiVersion\":null} | 500 []"
            })
    void aPatchCannotChangeTheType(String patch, String decision) {
        String name = "typed-" + Integer.toHexString(patch.hashCode());
        create(gadgets(), gadget(name, "{\"color\":\"red\"}"));

        assertThatThrownBy(() -> patchGadget(name, Patch.merge(patch)))
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        refused -> assertThat(refused.code() + " "
                                        + refused.details().stream()
                                                .map(ClusterException.Detail::field)
                                                .toList())
                                .isEqualTo(decision));
    }

    @Test
    void requestsThatMakeNoSenseAreRefused() {
        KubeObject created = createGadget("odd", "{\"color\":\"red\"}");

        assertThatThrownBy(() -> create(gadgets(), changed(created, tree -> tree.put("kind", "Other"))))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("kind: Invalid value: \"Other\": must be Gadget");
        assertThatThrownBy(() -> patchGadget("odd", Patch.json("{}"))).isInstanceOf(ClusterException.BadRequest.class);
        assertThatThrownBy(() -> patchGadget("odd", Patch.merge("nonsense")))
                .isInstanceOf(ClusterException.BadRequest.class);
        assertThatThrownBy(() -> patchGadget("odd", Patch.merge("{\"metadata\":{\"name\":\"else\"}}")))
                .isInstanceOf(ClusterException.BadRequest.class);
    }

    @Test
    void aBuiltInKindTakesNoOtherKind() {
        KubeObject other = changed(configMap("other-kind", "1"), tree -> tree.put("kind", "Secret"));

        assertThatThrownBy(() -> create(configMaps(), other)).isInstanceOf(ClusterException.BadRequest.class);
    }

    @Test
    void aResourceThatNobodyServesIsNotFound() {
        ApiResource none = new ApiResource(
                "contract.hookline.io/v1",
                "nothings",
                "nothing",
                "Nothing",
                true,
                List.of(),
                List.of(),
                gadgets().verbs(),
                gadgets().subresources());

        assertThatThrownBy(() -> cluster().get(none, key("x")))
                .isInstanceOf(ClusterException.NotFound.class)
                .hasMessageContaining("the server could not find the requested resource");
    }

    @Test
    void aVersionThatIsForgottenIsExpired() throws InterruptedException {
        forgetHistory();

        assertThatThrownBy(() -> {
                    try (Watch watch = cluster().watch(gadgets(), WatchOptions.from("1", Duration.ofMinutes(1)))) {
                        watch.poll(PATIENCE);
                    }
                })
                .isInstanceOf(ClusterException.Expired.class)
                .hasMessageStartingWith("too old resource version: 1 (");
    }

    @Test
    void aDeletionInTheForegroundWaitsForTheDependents() {
        KubeObject owner = createGadget("owner", "{\"color\":\"red\"}");
        create(
                gadgets(),
                withFinalizer(ownedBy(gadget("dependent", "{\"color\":\"red\"}"), owner), "example.com/hold"));

        assertThat(cluster()
                        .delete(gadgets(), key("owner"), new DeleteOptions("", "", Propagation.FOREGROUND, -1, false)))
                .hasValueSatisfying(held -> assertThat(held.finalizers()).containsExactly("foregroundDeletion"));
        assertThat(cluster().get(gadgets(), key("owner")).isBeingDeleted()).isTrue();
        patchGadget("dependent", Patch.merge("{\"metadata\":{\"finalizers\":null}}"));
    }
}
