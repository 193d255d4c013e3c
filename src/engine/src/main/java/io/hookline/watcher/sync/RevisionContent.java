package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ChildId;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ControllerRevision;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Name, labels and claims of ControllerRevisions, as Metacontroller writes them, so that users can switch back. */
final class RevisionContent {

    /** The maximum length of a name, 253, without a hyphen and the 40 digits of the hash. */
    private static final int MAX_PREFIX = 212;

    private RevisionContent() {}

    /** The name of a revision: its parent's kind, and a hash of the parent's uid and the fields. */
    static String name(ApiResource resource, String parentUid, ObjectNode patch) {
        String group = resource.group().isEmpty() ? "core" : resource.group();
        String prefix = resource.plural() + "." + group;
        MessageDigest hash = sha1();
        hash.update(parentUid.getBytes(StandardCharsets.UTF_8));
        hash.update(GoJson.bytes(patch));
        return prefix.substring(0, Math.min(prefix.length(), MAX_PREFIX)) + "-"
                + HexFormat.of().formatHex(hash.digest());
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1"); // makes a name, protects nothing
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /** The labels that every revision of a kind of parents has. */
    static LabelSelector ofKind(ApiResource resource) {
        return LabelSelector.ofLabel(WellKnown.REVISION_API_GROUP, resource.group())
                .and(LabelSelector.ofLabel(WellKnown.REVISION_RESOURCE, resource.plural()));
    }

    /**
     * The labels of a revision.
     *
     * @param present those that it has; empty for a new one
     * @param generated the labels of a generated selector; empty if the parent has its own selector
     * @param selector the selector of the parent's children
     */
    static Map<String, String> labels(
            ApiResource resource,
            KubeObject parent,
            Map<String, String> present,
            Map<String, String> generated,
            LabelSelector selector) {
        Map<String, String> labels = new TreeMap<>(present);
        labels.putAll(generated.isEmpty() ? templateLabels(parent) : generated);
        // Without these a revision would not be found again if the labels of the template do not match.
        selector.requirements().forEach(requirement -> satisfy(requirement, labels));
        labels.put(WellKnown.REVISION_API_GROUP, resource.group());
        labels.put(WellKnown.REVISION_RESOURCE, resource.plural());
        return labels;
    }

    private static Map<String, String> templateLabels(KubeObject parent) {
        Map<String, String> labels = new HashMap<>();
        JsonNode template = parent.tree().path("spec").path("template");
        template.path("metadata").path("labels").properties().forEach(label -> {
            if (label.getValue().isTextual()) {
                labels.put(label.getKey(), label.getValue().textValue());
            }
        });
        return labels;
    }

    private static void satisfy(Requirement requirement, Map<String, String> labels) {
        if (new LabelSelector(List.of(requirement)).matches(labels)) {
            return;
        }
        switch (requirement.operator()) {
            case IN ->
                requirement.values().stream().findFirst().ifPresent(value -> labels.put(requirement.key(), value));
            case EXISTS -> labels.put(requirement.key(), "");
            case NOT_IN, DOES_NOT_EXIST -> labels.remove(requirement.key());
        }
    }

    /**
     * The children that a revision claims.
     *
     * @param namespace of the parent: names of its children have no namespace; empty if it is cluster-scoped
     */
    static Set<ChildId> claims(ControllerRevision revision, String namespace) {
        Set<ChildId> claims = new HashSet<>();
        for (ControllerRevision.Names names : revision.children()) {
            for (String name : names.names()) {
                ObjectKey key = namespace.isEmpty() ? ObjectKey.parse(name) : new ObjectKey(namespace, name);
                claims.add(new ChildId(names.apiGroup(), names.kind(), key));
            }
        }
        return claims;
    }

    /** The reverse of {@link #claims}: the field {@code children}, sorted. */
    static ArrayNode children(Set<ChildId> claims, String namespace) {
        ArrayNode children = Json.NODES.arrayNode();
        ObjectNode group = null;
        for (ChildId child : sorted(claims)) {
            if (group == null || !isOf(group, child)) {
                group = children.addObject().put("apiGroup", child.group()).put("kind", child.kind());
                group.putArray("names");
            }
            group.withArray("names").add(relativeName(child.key(), namespace));
        }
        return children;
    }

    /** The name of a child without its parent's namespace. */
    static String relativeName(ObjectKey child, String namespace) {
        return namespace.isEmpty() ? child.toString() : child.name();
    }

    private static List<ChildId> sorted(Set<ChildId> claims) {
        return claims.stream()
                .sorted(Comparator.comparing(ChildId::group)
                        .thenComparing(ChildId::kind)
                        .thenComparing(ChildId::key))
                .toList();
    }

    private static boolean isOf(ObjectNode group, ChildId child) {
        return group.path("apiGroup").asText().equals(child.group())
                && group.path("kind").asText().equals(child.kind());
    }
}
