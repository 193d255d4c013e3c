package io.hookline.watcher;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Walks everything that an object of ours holds: fields of our classes, and what is in collections, maps and arrays. */
public final class Reachable {

    private record Step(Object object, String path) {}

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Step> open = new ArrayDeque<>();

    private Reachable() {}

    /** The paths to all objects that are looked for. */
    public static Set<String> pathsTo(Predicate<Object> wanted, Object root, Predicate<Object> border) {
        Reachable walk = new Reachable();
        Set<String> found = new LinkedHashSet<>();
        walk.add(root, root.getClass().getSimpleName());
        while (!walk.open.isEmpty()) {
            Step step = walk.open.pop();
            if (wanted.test(step.object())) {
                found.add(step.path());
            } else if (!border.test(step.object())) {
                walk.into(step);
            }
        }
        return found;
    }

    private void add(@Nullable Object object, String path) {
        if (object != null && seen.add(object)) {
            open.push(new Step(object, path));
        }
    }

    private void into(Step step) {
        switch (step.object()) {
            case Map<?, ?> map ->
                map.forEach((key, value) -> {
                    add(key, step.path() + ".key");
                    add(value, step.path() + "[" + key + "]");
                });
            case Iterable<?> all -> all.forEach(each -> add(each, step.path() + "[]"));
            case Optional<?> optional -> optional.ifPresent(value -> add(value, step.path()));
            case AtomicReference<?> reference -> add(reference.get(), step.path());
            case Object array
            when array.getClass().isArray()
                    && !array.getClass().getComponentType().isPrimitive() -> {
                for (int i = 0; i < Array.getLength(array); i++) {
                    add(Array.get(array, i), step.path() + "[]");
                }
            }
            case Object ours when ours.getClass().getName().startsWith("io.hookline.") -> fields(ours, step.path());
            default -> {} // of the JDK or of a library
        }
    }

    private void fields(Object object, String path) {
        for (Class<?> type = object.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && type.getName().startsWith("io.hookline.")) {
                    field.setAccessible(true);
                    try {
                        add(field.get(object), path + "." + field.getName());
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
    }
}
