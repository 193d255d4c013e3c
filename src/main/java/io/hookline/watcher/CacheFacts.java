package io.hookline.watcher;

import io.hookline.informer.Subscription;
import io.hookline.watcher.condition.ControllerFacts.Caches;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds out which caches of a controller cannot be read, and why. */
final class CacheFacts {

    private CacheFacts() {}

    /**
     * What can be said of caches.
     *
     * @param blind why changes of parents are not seen
     * @param complete whether all caches that a start needs were complete once
     */
    static Caches of(List<Subscription> caches, List<String> blind, boolean complete) {
        return new Caches(
                texts(caches, each -> each.denial().isPresent() ? Optional.empty() : each.refusal()),
                texts(caches, Subscription::denial),
                texts(caches, each -> each.refusal().isPresent() ? Optional.empty() : each.trouble()),
                blind,
                complete);
    }

    private static List<String> texts(List<Subscription> caches, Function<Subscription, Optional<String>> text) {
        return caches.stream()
                .flatMap(each -> text.apply(each).stream())
                .distinct()
                .sorted()
                .toList();
    }
}
