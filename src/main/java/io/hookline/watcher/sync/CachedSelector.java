package io.hookline.watcher.sync;

import io.hookline.object.LabelSelector;

/** The label selector read from one version of a parent. */
record CachedSelector(long generation, String resourceVersion, LabelSelector selector) {}
