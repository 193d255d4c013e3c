package io.hookline.watcher.sync;

import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.watcher.model.ParentRevision;

/** The answer of the hook for one revision of the parent. */
record RevisionAnswer(ParentRevision revision, SyncAnswer answer) {}
