package io.hookline.local.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.ServedResource.Behaviour;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Generates names and uids, and says which names an object of a kind may have. */
public final class ObjectNames {

    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int MAX_BASE_LENGTH = 63 - SUFFIX_LENGTH;

    private final RandomGenerator random;

    public ObjectNames(RandomGenerator random) {
        this.random = random;
    }

    /** Generates the name of an object that has only generateName; returns whether it did. */
    public boolean generate(ObjectNode metadata) {
        String base = metadata.path("generateName").asText("");
        if (base.isEmpty() || !metadata.path("name").asText("").isEmpty()) {
            return false;
        }
        StringBuilder name = new StringBuilder(base.substring(0, Math.min(base.length(), MAX_BASE_LENGTH)));
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        metadata.put("name", name.toString());
        return true;
    }

    /** Returns a random uid. */
    public String uid() {
        long high = (random.nextLong() & ~0xf000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    /** Returns the errors in the name of an object. */
    static List<String> check(ServedResource resource, String name) {
        if (resource.is(Behaviour.LABEL)) {
            return NameForms.label(name);
        }
        return resource.is(Behaviour.PATH) ? NameForms.pathSegment(name) : NameForms.subdomain(name);
    }
}
