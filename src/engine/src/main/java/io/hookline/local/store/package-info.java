/**
 * The stored objects, their revisions, lists and watches.
 *
 * <p>Entry point: {@link Storage}.
 *
 * <ul>
 *   <li>To change how many changes are kept for lists and watches, open {@link Storage} and {@link EventLog}.
 *   <li>To change pages of a list and continue tokens, open {@link StoreReader}.
 *   <li>To change what a watch delivers, open {@link LocalWatch}.
 *   <li>To change what becomes of objects when their schema changes, open {@link Storage#reread} and {@link
 *       io.hookline.local.resource.VersionConversion}.
 * </ul>
 */
@NullMarked
package io.hookline.local.store;

import org.jspecify.annotations.NullMarked;
