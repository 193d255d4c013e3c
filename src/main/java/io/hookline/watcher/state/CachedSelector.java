package io.hookline.watcher.state;

import io.hookline.object.LabelSelector;

/** The label selector read from one version of a parent. */
public record CachedSelector(long generation, String resourceVersion, LabelSelector selector) {}
