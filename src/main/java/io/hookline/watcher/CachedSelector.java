package io.hookline.watcher;

import io.hookline.object.LabelSelector;

/** A selector as it was read from one version of a parent. */
record CachedSelector(long generation, String resourceVersion, LabelSelector selector) {}
