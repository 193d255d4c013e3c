package io.hookline.webhook.credential;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import io.hookline.spec.Credentials.Source;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Function;

/** Reads values of Secrets and ConfigMaps. */
final class SecretReader {

    private final Function<Source, Content> contents;

    /** @param contents the last known content of an object */
    SecretReader(Function<Source, Content> contents) {
        this.contents = contents;
    }

    /** Reads a Secret; {@code purpose} is the field of the controller that names it. */
    Holder secret(String purpose, String namespace, String name) {
        return holder(purpose, new Source(Source.Kind.SECRET, namespace, name));
    }

    /** Reads a ConfigMap; {@code purpose} is the field of the controller that names it. */
    Holder configMap(String purpose, String namespace, String name) {
        return holder(purpose, new Source(Source.Kind.CONFIG_MAP, namespace, name));
    }

    private Holder holder(String purpose, Source source) {
        String kind = FollowedObject.resource(source.kind()).kind();
        String place = purpose + ": " + kind + " " + source.namespace() + "/" + source.name();
        return switch (contents.apply(source)) {
            case Content.Present(KubeObject object) -> new Holder(place, object);
            case Content.Missing() -> throw new CredentialException(place + " not found");
            case Content.Unreadable(String why) -> throw new CredentialException(place + " cannot be read: " + why);
        };
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
                throw new CredentialException(place + ": key \"" + key + "\" is not UTF-8 text", e);
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
                throw new CredentialException(place + " has no key \"" + key + "\"");
            }
            return decoded(key, coded.textValue());
        }

        private byte[] decoded(String key, String base64) {
            try {
                return Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException e) {
                throw new CredentialException(place + ": key \"" + key + "\" is not base64", e);
            }
        }
    }
}
