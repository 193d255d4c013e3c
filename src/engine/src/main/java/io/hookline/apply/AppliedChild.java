package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.OwnershipGap.Kind;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnedFields;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.ConflictPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An existing child, and what server-side apply would do to it.
 *
 * <p>It is proven that another apply changes nothing if our entry in {@code managedFields} has exactly the desired
 * fields, and the live object shows their values. Where the API server shows another value than was sent, such as
 * {@code 1} for {@code 1000m}, one apply has to show it; {@link #residue} is then remembered.
 */
public final class AppliedChild {

    /** Versions are numbers for the API server, and none is as large as this one. */
    private static final String NO_VERSION = String.valueOf(Long.MAX_VALUE);

    private final ObjectNode observed;
    private final ObjectNode desired;
    private final FieldManagement by;
    private final YieldedFields.Rest rest;
    private final List<OwnershipGap> gaps;
    private final Optional<ArrayNode> transfer;

    private AppliedChild(ObjectNode observed, ObjectNode desired, FieldManagement by) {
        this.observed = observed;
        this.desired = desired;
        this.by = by;
        this.rest = by.conflicts() == ConflictPolicy.YIELD
                ? YieldedFields.of(desired, observed, by)
                : new YieldedFields.Rest(desired, Map.of());
        this.gaps = OwnershipWalk.between(rest.body(), owned(observed, by), observed);
        this.transfer = OwnershipTransfer.of(observed, desired, by);
    }

    /**
     * Compares a child with its desired state.
     *
     * @param desired as {@link #body} returned it; neither tree must be changed afterwards
     */
    public static AppliedChild of(ObjectNode observed, ObjectNode desired, FieldManagement by) {
        return new AppliedChild(observed, desired, by);
    }

    /** The same desired state, and the child in a later state. */
    public AppliedChild now(ObjectNode later) {
        return new AppliedChild(later, desired, by);
    }

    /**
     * Builds the object to apply: the desired child with the owner reference, without the last-applied annotation and
     * without fields that the API server sets.
     */
    public static ObjectNode body(ObjectNode desired, OwnerReference owner) {
        ObjectNode body = LastApplied.copy(LastApplied.without(desired)).without(List.of("status"));
        ObjectNode metadata = LastApplied.copy(body.path("metadata")).without(ChildUpdate.SYSTEM_FIELDS);
        if (metadata.path("annotations").isEmpty()) { // perhaps only the last-applied annotation was there
            metadata.remove("annotations");
        }
        metadata.set("ownerReferences", ChildCreation.owners(metadata.path("ownerReferences"), owner));
        body.set("metadata", metadata);
        return body;
    }

    /**
     * The object to apply if the child does not exist. It has a version that no object has, so the API server creates
     * the child, but refuses to change an object of the same name with a conflict.
     *
     * @param body as {@link #body} returned it
     */
    public static KubeObject creation(ObjectNode body) {
        ObjectNode metadata = LastApplied.copy(body.path("metadata"));
        metadata.put("resourceVersion", NO_VERSION);
        ObjectNode creation = LastApplied.copy(body);
        creation.set("metadata", metadata);
        return KubeObject.of(creation);
    }

    private static OwnedFields owned(ObjectNode observed, FieldManagement by) {
        return FieldOwners.of(observed)
                .appliedBy(by.fieldManager())
                .filter(entry ->
                        entry.apiVersion().equals(observed.path("apiVersion").asText()))
                .map(FieldOwners.Entry::fields)
                .orElse(OwnedFields.NONE);
    }

    /** Whether it is proven that another apply would change nothing. */
    public boolean isProven() {
        return gaps.isEmpty() && transfer.isEmpty();
    }

    /** Whether an apply would change at least which fields we own. */
    public boolean changesOwnership() {
        return gaps.stream().anyMatch(gap -> gap.kind() != Kind.VALUE);
    }

    /**
     * Whether the entries of other managers matter: to yield fields to them, or to keep them in a {@link #transfer}. A
     * cache may not have them.
     */
    public boolean needsOtherManagers() {
        return transfer.isPresent()
                || (by.conflicts() == ConflictPolicy.YIELD && !gaps.isEmpty())
                || (!by.force() && isWithoutOwners());
    }

    /** How the API server applies the child. */
    public FieldManagement by() {
        return by;
    }

    /**
     * The JSON patch to send first, with the resourceVersion of the child: it moves fields to us that we own by former
     * writes, and removes the last-applied annotation. Empty if there are none.
     */
    public Optional<String> transfer() {
        return transfer.map(GoJson::text);
    }

    /**
     * The object to apply. It has the uid, so that it neither creates an object nor changes another one of the same
     * name. If nothing has an owner, it has the version too: an apply takes over everything then, which must not be
     * more than was seen.
     */
    public KubeObject request() {
        return isWithoutOwners() ? exactRequest() : KubeObject.of(withIdentity("uid"));
    }

    /**
     * Whether an apply takes over fields of other managers. If no field has an owner, it does in any case: for the API
     * server they would be fields of {@code before-first-apply}, with which there is no use to conflict.
     */
    public boolean force() {
        return by.force() || isWithoutOwners();
    }

    private boolean isWithoutOwners() {
        return FieldOwners.of(observed).entries().isEmpty();
    }

    /** The same, which fails if the child has changed since it was observed. */
    public KubeObject exactRequest() {
        return KubeObject.of(withIdentity("uid", "resourceVersion"));
    }

    /** The object that would be created if the child were deleted. */
    public KubeObject replacement() {
        return KubeObject.of(desired);
    }

    private ObjectNode withIdentity(String... fields) {
        ObjectNode metadata = LastApplied.copy(rest.body().path("metadata"));
        for (String field : fields) {
            metadata.set(field, observed.path("metadata").path(field));
        }
        ObjectNode body = LastApplied.copy(rest.body());
        body.set("metadata", metadata);
        return body;
    }

    /** Whether a dry run changed nothing except what every write changes. */
    public boolean isUnchanged(ObjectNode outcome) {
        return ChildUpdate.isUnchanged(observed, outcome);
    }

    /** The difference to remember if an apply leaves it. */
    public ChildChange.Residue residue() {
        ArrayNode all = Json.NODES.arrayNode();
        for (OwnershipGap gap : gaps) {
            JsonNode live = gap.kind() == Kind.VALUE ? gap.live() : Json.NODES.missingNode();
            all.add(gap.place().path()).add(gap.kind().name()).add(live);
        }
        transfer.ifPresent(_ -> all.add("transfer"));
        return new ChildChange.Residue(hash(rest.body()), hash(all));
    }

    private static ContentHash hash(JsonNode tree) {
        return ContentHash.of(out -> out.write(GoJson.bytes(tree)));
    }

    /** The differences, for logs, and which fields are left to other managers. Values of Secrets are hidden. */
    public Differences differences(int most) {
        List<Differences.Place> found = new ArrayList<>();
        for (OwnershipGap gap : gaps) {
            found.add(
                    switch (gap.kind()) {
                        case VALUE -> Differences.change(observed, gap.place(), gap.live(), gap.desired());
                        case NOT_OWNED -> Differences.Place.of(gap.place().path(), "not applied yet");
                        case NOT_DESIRED -> Differences.Place.of(gap.place().path(), Differences.UNDESIRED);
                    });
        }
        if (found.isEmpty() && transfer.isPresent()) {
            found.add(Differences.Place.of("metadata.managedFields", "fields are owned by a former field manager"));
        }
        boolean more = found.size() > most;
        List<Differences.Place> shown = new ArrayList<>(more ? found.subList(0, most) : found);
        rest.yielded().forEach((place, manager) -> shown.add(Differences.Place.left(place, manager)));
        return new Differences(shown, more);
    }
}
