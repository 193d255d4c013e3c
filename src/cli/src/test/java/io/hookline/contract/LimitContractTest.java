package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The largest objects and patches that a server accepts, and how it refuses larger ones. */
class LimitContractTest extends GadgetFixture {

    private static final int MEBIBYTE = 1 << 20;
    private static final String TOO_LONG = "Too long: may not be more than 1048576 bytes";
    private static final String REJECTED = "the server rejected our request due to an error in our request";

    @Test
    void aConfigMapHoldsOneMebibyteOfData() {
        create(configMaps(), configMap("full", "x".repeat(MEBIBYTE)));

        assertThatThrownBy(() -> create(configMaps(), configMap("over", "x".repeat(MEBIBYTE + 1))))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("ConfigMap \"over\" is invalid: []: " + TOO_LONG);
        assertThatThrownBy(() -> patch("full", Patch.Type.MERGE, "{\"data\":{\"b\":\"x\"}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("ConfigMap \"full\" is invalid: []: " + TOO_LONG);
    }

    @Test
    void theLimitOfAConfigMapCountsDecodedBytesAndNotItsJson() {
        create(configMaps(), configMap("quotes", "\\\"".repeat(MEBIBYTE)));
        String half = base64(MEBIBYTE / 2);

        create(
                configMaps(),
                changed(
                        configMap("binary", "x".repeat(MEBIBYTE / 2)),
                        tree -> tree.putObject("binaryData").put("b", half)));
        assertThatThrownBy(() -> create(
                        configMaps(),
                        changed(
                                configMap("binary-over", "x".repeat(MEBIBYTE / 2 + 1)),
                                tree -> tree.putObject("binaryData").put("b", half))))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("[]: " + TOO_LONG);
    }

    @Test
    void aSecretHoldsOneMebibyteOfData() {
        create(secrets(), secret("full", "data", base64(MEBIBYTE)));

        assertThatThrownBy(() -> create(secrets(), secret("over", "data", base64(MEBIBYTE + 1))))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("Secret \"over\" is invalid: data: " + TOO_LONG);
        assertThatThrownBy(() -> create(secrets(), secret("over", "stringData", "x".repeat(MEBIBYTE + 1))))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("Secret \"over\" is invalid: data: " + TOO_LONG);
    }

    private ApiResource secrets() {
        return resource("v1", "secrets");
    }

    private KubeObject secret(String name, String field, String value) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace() + "\"},\"" + field + "\":{\"a\":\"" + value + "\"}}");
    }

    private static String base64(int size) {
        return Base64.getEncoder().encodeToString("x".repeat(size).getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void anObjectOfMoreThanOneAndAHalfMebibytesIsRefusedByTheStorage() {
        create(gadgets(), largeGadget("large", 1_570_000));

        assertThatThrownBy(() -> create(gadgets(), largeGadget("too-large", 1_573_000)))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageContaining("etcdserver: request is too large");
        assertThatThrownBy(() -> create(gadgets(), largeGadget("far-too-large", 2_100_000)))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageContaining("trying to send message larger than max (")
                .hasMessageContaining(" vs. 2097152)");
    }

    @Test
    void aDryRunDoesNotReachTheStorageAndItsLimit() {
        WriteOptions dryRun = new WriteOptions("", "", false, true);

        assertThat(cluster()
                        .create(gadgets(), largeGadget("dry", 1_600_000), dryRun)
                        .name())
                .isEqualTo("dry");
    }

    private KubeObject largeGadget(String name, int size) {
        return gadget(name, "{\"color\":\"red\",\"free\":{\"a\":\"" + "x".repeat(size) + "\"}}");
    }

    @Test
    void theCopiesOfAJsonPatchAddAtMostThreeMebibytes() {
        create(configMaps(), configMap("copied", "x".repeat(600_000)));
        String copies = operations(5, "{\"op\":\"copy\",\"from\":\"/data/a\",\"path\":\"/data/b\"}");
        String tooMany = operations(6, "{\"op\":\"copy\",\"from\":\"/data/a\",\"path\":\"/data/b\"}");
        String undo = ",{\"op\":\"remove\",\"path\":\"/data/b\"}]";

        patch("copied", Patch.Type.JSON, "[" + copies + undo);
        assertThatThrownBy(() -> patch("copied", Patch.Type.JSON, "[" + tooMany + undo))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(REJECTED);
    }

    @Test
    void copiesThatDoubleAnObjectAgainAndAgainAreRefused() {
        create(configMaps(), configMap("doubled", "1"));
        StringBuilder bomb = new StringBuilder(
                "[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"a\":\"" + "x".repeat(1000) + "\"}}");
        for (int i = 0; i < 40; i++) {
            bomb.append(",{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/m")
                    .append(i)
                    .append("\"}");
        }

        assertThatThrownBy(() -> patch("doubled", Patch.Type.JSON, bomb + "]"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(REJECTED);
    }

    @Test
    void aJsonPatchHasAtMostTenThousandOperations() {
        create(configMaps(), configMap("many", "1"));
        String test = "{\"op\":\"test\",\"path\":\"/data/a\",\"value\":\"1\"}";

        patch("many", Patch.Type.JSON, "[" + operations(10_000, test) + "]");
        assertThatThrownBy(() -> patch("many", Patch.Type.JSON, "[" + operations(10_001, test) + "]"))
                .isInstanceOf(ClusterException.TooLarge.class)
                .hasMessageContaining("Request entity too large: The allowed maximum operations in a JSON patch is"
                        + " 10000, got 10001");
    }

    private static String operations(int count, String operation) {
        return String.join(",", Collections.nCopies(count, operation));
    }

    @Test
    void anOperationOfAJsonPatchIsAnObject() {
        create(configMaps(), configMap("ops", "1"));

        assertThatThrownBy(() -> patch("ops", Patch.Type.JSON, "[1]"))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining("error decoding patch: json: cannot unmarshal number into Go value of type"
                        + " handlers.jsonPatchOp");
    }

    @Test
    void aPatchCannotMakeMetadataAnythingButAnObject() {
        create(configMaps(), configMap("scalar", "1"));
        create(gadgets(), gadget("scalar", "{\"color\":\"red\"}"));

        for (String value : new String[] {"\"\" string", "1 number", "[] array", "true bool"}) {
            String json = value.split(" ")[0];
            String type = value.split(" ")[1];
            String merge = "{\"metadata\":" + json + "}";
            String replace = "[{\"op\":\"replace\",\"path\":\"/metadata\",\"value\":" + json + "}]";
            String problem = ": json: cannot unmarshal " + type
                    + " into Go struct field ConfigMap.metadata of type v1.ObjectMeta";
            assertInvalid(configMaps(), Patch.Type.MERGE, merge, problem);
            assertInvalid(configMaps(), Patch.Type.JSON, replace, problem);
            assertInvalid(configMaps(), Patch.Type.STRATEGIC, merge, ": cannot restore struct from: ");
            String custom = ": json: cannot unmarshal " + type + " into Go value of type v1.ObjectMeta";
            assertInvalid(gadgets(), Patch.Type.MERGE, merge, custom);
            assertInvalid(gadgets(), Patch.Type.JSON, replace, custom);
        }
    }

    private void assertInvalid(ApiResource resource, Patch.Type type, String patch, String problem) {
        assertThatThrownBy(() -> cluster().patch(resource, key("scalar"), new Patch(type, patch), WriteOptions.PLAIN))
                .as("%s %s", type, patch)
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(" \"\" is invalid: patch: Invalid value: ")
                .hasMessageContaining(problem);
    }

    @Test
    void aPatchThatRemovesTheNameIsABadRequest() {
        create(configMaps(), configMap("nameless", "1"));

        assertThatThrownBy(() -> patch("nameless", Patch.Type.MERGE, "{\"metadata\":null}"))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessageContaining(
                        "the name of the object (nameless based on URL) was undeterminable: name must be provided");
    }

    @Test
    void labelsThatAPatchMakesANumberAreInvalid() {
        create(configMaps(), configMap("labelled", "1"));

        assertThatThrownBy(() -> patch("labelled", Patch.Type.MERGE, "{\"metadata\":{\"labels\":1}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("json: cannot unmarshal number into Go struct field");
    }
}
