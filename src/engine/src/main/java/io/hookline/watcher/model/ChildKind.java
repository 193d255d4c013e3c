package io.hookline.watcher.model;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.spec.ChildRule;

/** One kind of a controller's children: the rule, the resource from discovery, and the subscription to the cache. */
public record ChildKind(ChildRule rule, ApiResource resource, Subscription subscription) {}
