/**
 * Patches: JSON patch, merge patch, strategic merge patch. Server-side apply is in {@code local.fields}.
 *
 * <p>Entry point: {@link PatchApplier}.
 *
 * <ul>
 *   <li>To change JSON patch (RFC 6902), open {@link JsonPatch}.
 *   <li>To change merge patch (RFC 7386), open {@link PatchApplier}.
 *   <li>To change strategic merge patch, open {@link StrategicPatch}.
 * </ul>
 */
@NullMarked
package io.hookline.local.patch;

import org.jspecify.annotations.NullMarked;
