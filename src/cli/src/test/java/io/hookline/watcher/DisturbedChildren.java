package io.hookline.watcher;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.RandomChildren.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** What other clients do at random to the children of a parent, and to objects that have their names. */
final class DisturbedChildren {

    private static final String FINALIZER = "test.hookline.io/held";
    private static final WriteOptions SOMEBODY = WriteOptions.PLAIN.by("somebody");

    private final Cluster cluster;
    private final Random random;
    private final RandomChildren children;
    private final ConvergenceSetup setup;
    private final KubeObject parent;
    private final Map<String, ApiResource> resources = new HashMap<>();

    /** Slots of which a client changed something. */
    final Set<Slot> touched = new HashSet<>();

    /** Slots whose record of what was applied is lost. */
    final Set<Slot> withoutRecord = new HashSet<>();

    /** The uids of the children before they were disturbed. */
    final Set<String> written = new HashSet<>();

    /** Fields that other clients added, by object. */
    final Map<String, Map<String, String>> theirs = new HashMap<>();

    /** Fields of the hook that other clients changed, as {@code slot path}. */
    final Set<String> changed = new HashSet<>();

    DisturbedChildren(
            Cluster cluster, Random random, RandomChildren children, ConvergenceSetup setup, KubeObject parent) {
        this.cluster = cluster;
        this.random = random;
        this.children = children;
        this.setup = setup;
        this.parent = parent;
    }

    ApiResource resource(Slot slot) {
        return resources.computeIfAbsent(
                slot.kind(),
                _ -> cluster.discover().find(slot.apiVersion(), slot.plural()).orElseThrow());
    }

    Optional<KubeObject> find(Slot slot) {
        try {
            return Optional.of(cluster.get(resource(slot), slot.key()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** All objects whose names begin with that of the parent. */
    Map<Slot, KubeObject> all() {
        Map<Slot, KubeObject> all = new HashMap<>();
        for (String kind : RandomChildren.KINDS) {
            ApiResource resource = resource(new Slot(kind, parent.key()));
            cluster.list(resource, ListOptions.ALL).items().stream()
                    .filter(object -> object.name().startsWith(parent.name() + "-"))
                    .forEach(object -> all.put(new Slot(kind, object.key()), object));
        }
        return all;
    }

    /** One random act; returns what it was. */
    String disturb() {
        Slot slot = children.slot();
        touched.add(slot);
        Optional<KubeObject> there = find(slot);
        String act = there.isPresent() ? change(slot, there.get()) : create(slot);
        return act + " " + slot;
    }

    private String create(Slot slot) {
        boolean matches = random.nextBoolean();
        String owner = random.nextInt(3) == 0 ? "the parent" : random.nextBoolean() ? "another" : "";
        ObjectNode object = children.child(slot, matches ? setup.selected(parent) : Map.of());
        object.remove("status");
        if (!owner.isEmpty()) {
            own(object, owner.equals("another") ? namespace(slot.key().namespace()) : parent);
        }
        cluster.create(resource(slot), KubeObject.of(object), SOMEBODY);
        return "create, labels " + (matches ? "match" : "differ") + ", owner " + owner;
    }

    /** An owner that exists: a garbage collector deletes objects whose owner does not. */
    private KubeObject namespace(String name) {
        return cluster.get(cluster.discover().find("v1", "namespaces").orElseThrow(), ObjectKey.clusterScoped(name));
    }

    private static void own(ObjectNode object, KubeObject owner) {
        object.withObject("/metadata")
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", owner.apiVersion())
                .put("kind", owner.kind())
                .put("name", owner.name())
                .put("uid", owner.uid())
                .put("controller", true);
    }

    private String change(Slot slot, KubeObject there) {
        switch (random.nextInt(10)) {
            case 0 -> {
                cluster.delete(resource(slot), slot.key(), DeleteOptions.BACKGROUND);
                return "delete";
            }
            case 1 -> {
                patch(slot, "{\"metadata\":{\"finalizers\":[\"" + FINALIZER + "\"]}}");
                cluster.delete(resource(slot), slot.key(), DeleteOptions.BACKGROUND);
                return "delete and hold";
            }
            case 2 -> {
                patch(slot, "{\"metadata\":{\"ownerReferences\":null}}");
                return "remove the owner of";
            }
            case 3 -> {
                return relabel(slot);
            }
            case 4 -> {
                patch(slot, "{\"metadata\":{\"annotations\":{\"" + WellKnown.LAST_APPLIED + "\":null}}}");
                withoutRecord.add(slot);
                return "remove the record of";
            }
            case 5 -> {
                patch(slot, "{\"metadata\":{\"managedFields\":[{}]}}");
                withoutRecord.add(slot);
                return "remove the field managers of";
            }
            case 6, 7 -> {
                return add(slot, there);
            }
            default -> {
                return edit(slot, there);
            }
        }
    }

    /** Removes the labels that the selector needs. */
    private String relabel(Slot slot) {
        ObjectNode patch = Json.NODES.objectNode();
        setup.selected(parent)
                .keySet()
                .forEach(label -> patch.withObject("/metadata/labels").putNull(label));
        patch(slot, patch.toString());
        return "remove the selected labels of";
    }

    /** Adds a field that no hook sets. */
    private String add(Slot slot, KubeObject there) {
        String map = random.nextInt(3) == 0 ? "/metadata/annotations" : slot.map();
        String field = "theirs" + random.nextInt(3);
        ObjectNode patch = Json.NODES.objectNode();
        patch.withObject(map).put(field, "dGhlaXJz");
        patch(slot, patch.toString());
        theirs.computeIfAbsent(there.uid(), _ -> new HashMap<>()).put(map + "/" + field, "dGhlaXJz");
        return "add " + map + "/" + field + " to";
    }

    /** Changes or removes a field that a hook may set; sometimes as an apply that takes it over. */
    private String edit(Slot slot, KubeObject there) {
        List<String> fields = new ArrayList<>(List.of("/metadata/labels/l0", "/metadata/annotations/a0"));
        switch (slot.kind()) {
            case "ConfigMap", "Secret" -> fields.addAll(List.of("/data/k0", "/data/k1", "/data/k2"));
            case "Service" -> fields.add("/spec/selector/app");
            default -> fields.add("/spec/color");
        }
        JsonPointer field = JsonPointer.compile(fields.get(random.nextInt(fields.size())));
        ObjectNode patch = Json.NODES.objectNode();
        ObjectNode map = patch.withObject(field.head());
        boolean applies = random.nextInt(3) == 0;
        if (!applies && random.nextInt(3) == 0) {
            map.putNull(field.last().getMatchingProperty());
        } else {
            map.put(field.last().getMatchingProperty(), "ZWRpdGVk");
        }
        if (applies) {
            patch.put("apiVersion", slot.apiVersion()).put("kind", slot.kind());
            Patch apply = new Patch(Patch.Type.APPLY, patch.toString());
            cluster.patch(
                    resource(slot), slot.key(), apply, new WriteOptions("", "applier" + changed.size(), true, false));
        } else {
            patch(slot, patch.toString());
        }
        changed.add(there.uid() + " " + field);
        return (applies ? "apply " : "edit ") + patch + " to";
    }

    private void patch(Slot slot, String json) {
        cluster.patch(resource(slot), slot.key(), Patch.merge(json), SOMEBODY);
    }

    /** Lets all objects go that are held by a finalizer. */
    void letGo() {
        all().forEach((slot, object) -> {
            if (!object.finalizers().isEmpty()) {
                patch(slot, "{\"metadata\":{\"finalizers\":null}}");
            }
        });
    }

    /** Deletes all objects, those of other clients too. */
    void deleteAll() {
        letGo();
        all().forEach((slot, object) -> cluster.delete(resource(slot), slot.key(), DeleteOptions.BACKGROUND));
    }
}
