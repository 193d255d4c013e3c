package io.hookline.watcher.model;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.spec.ChildRule;

/** One kind of a controller's children: the rule, what discovery says of it, and the cached objects. */
public record ChildKind(ChildRule rule, ApiResource resource, Subscription subscription) {}
