package io.hookline.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** Reads values of Secrets and ConfigMaps from the API server. */
final class SecretReader {

    private static final ApiResource SECRETS = core("secrets", "secret", "Secret");
    private static final ApiResource CONFIG_MAPS = core("configmaps", "configmap", "ConfigMap");

    private final Cluster cluster;

    SecretReader(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Reads a Secret; {@code purpose} is the field of the controller that names it. */
    Holder secret(String purpose, String namespace, String name) {
        return holder(SECRETS, purpose, new ObjectKey(namespace, name));
    }

    /** Reads a ConfigMap; {@code purpose} is the field of the controller that names it. */
    Holder configMap(String purpose, String namespace, String name) {
        return holder(CONFIG_MAPS, purpose, new ObjectKey(namespace, name));
    }

    private Holder holder(ApiResource resource, String purpose, ObjectKey key) {
        String place = purpose + ": " + resource.kind() + " " + key;
        try {
            return new Holder(place, cluster.get(resource, key));
        } catch (ClusterException.NotFound e) {
            throw new WebhookException(place + " not found", e);
        } catch (ClusterException e) {
            throw new WebhookException(place + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static ApiResource core(String plural, String singular, String kind) {
        return new ApiResource("v1", plural, singular, kind, true, List.of(), List.of(), Set.of("get"), Set.of());
    }

    /** One Secret or ConfigMap. */
    record Holder(String place, KubeObject object) {

        /** A value that must be UTF-8 text; it may be empty. */
        String text(String key) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes(key)))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new WebhookException(place + ": key \"" + key + "\" is not UTF-8 text", e);
            }
        }

        /** A value that may contain other bytes than UTF-8 text, such as PEM with comments; it may be empty. */
        String value(String key) {
            return new String(bytes(key), StandardCharsets.UTF_8);
        }

        private byte[] bytes(String key) {
            JsonNode tree = object.tree();
            JsonNode plain = tree.path("data").path(key);
            if (plain.isTextual() && object.kind().equals("ConfigMap")) {
                return plain.textValue().getBytes(StandardCharsets.UTF_8);
            }
            JsonNode coded = plain.isTextual() ? plain : tree.path("binaryData").path(key);
            if (!coded.isTextual()) {
                throw new WebhookException(place + " has no key \"" + key + "\"");
            }
            return decoded(key, coded.textValue());
        }

        private byte[] decoded(String key, String base64) {
            try {
                return Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException e) {
                throw new WebhookException(place + ": key \"" + key + "\" is not base64", e);
            }
        }
    }
}
