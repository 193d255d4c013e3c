/**
 * Deletion: finalizers, garbage collection, emptying of namespaces and CRDs.
 *
 * <p>Entry point: {@link ObjectDeleter}.
 *
 * <ul>
 *   <li>To change what happens to dependents of a deleted object, open {@link GarbageCollector}.
 *   <li>To change how a namespace is emptied, open {@link ContentDeletion}; for its conditions, {@link
 *       ContentDeletion.NamespaceConditions}.
 *   <li>To change how long a claim or a volume is kept, open {@link StorageProtection}.
 *   <li>To change when an object is removed, and when it is only marked for deletion, open {@link ObjectDeleter}.
 * </ul>
 */
@NullMarked
package io.hookline.local.delete;

import org.jspecify.annotations.NullMarked;
