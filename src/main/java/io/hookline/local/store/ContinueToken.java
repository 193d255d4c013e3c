package io.hookline.local.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.ObjectKey;
import java.util.Base64;

/** The key after which the next page of a list starts, and the revision that all its pages show. */
record ContinueToken(long revision, ObjectKey after) {

    static ContinueToken parse(String token) {
        try {
            ObjectNode json = Json.object(Base64.getUrlDecoder().decode(token));
            return new ContinueToken(
                    json.path("rv").asLong(),
                    new ObjectKey(
                            json.path("namespace").asText(), json.path("name").asText()));
        } catch (IllegalArgumentException | DecodeException e) {
            throw new ClusterException.BadRequest("continue key is not valid: " + e.getMessage());
        }
    }

    String text() {
        ObjectNode json = Json.NODES.objectNode();
        json.put("rv", revision).put("namespace", after.namespace()).put("name", after.name());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(GoJson.bytes(json));
    }
}
